/** Finds the OpenAPI documents of a project's documentation that differ from its code. */

import type { Snapshot } from "../core/change_set.ts";
import type { Project } from "../project/project.ts";
import type { Records } from "../project/records/records.ts";
import type { Problem } from "../project/routing/analysis.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { isOwnDocument, servesDocs } from "../project/layout/layout.ts";
import { layoutOf } from "../project/layout/layout_of.ts";
import { filesBelow } from "./project_files.ts";

/** The documents of a project, and what they are compared with. */
export interface ReadDocuments {
  /** The documents, and the data files of mocks. */
  readonly files: Snapshot;
  /** Returns a problem for each document that differs from the code. */
  problems(project: Project, records: Records["routes"]): readonly Problem[];
}

const NO_DOCUMENTS: ReadDocuments = { files: new Map(), problems: () => [] };

/**
 * Reads the documents of a project.
 *
 * @param python The project's Python files.
 */
export async function readDocuments(
  workspace: Workspace,
  python: Snapshot,
): Promise<ReadDocuments> {
  const layout = layoutOf(python);
  if (!servesDocs(python.get(layout.docs))) return NO_DOCUMENTS;
  const found = [
    ...await filesBelow(workspace, layout.documentsFolder),
    ...await filesBelow(workspace, layout.mocksFolder),
  ].map(({ path }) => path).filter((path) => path.endsWith(".json"));
  const files = await workspace.read(found);
  // Few projects have documents.
  const { draftDocuments } = await import("../openapi/module_documents.ts");
  return {
    files,
    problems: (project, records) => {
      const wanted = draftDocuments(project, null, records).texts(files);
      const present = found.filter((path) =>
        layout.isDocument(path) && isOwnDocument(files.get(path))
      );
      return [...new Set([...wanted.keys(), ...present])].sort().flatMap((file) => {
        const [is, text] = [files.get(file)?.replaceAll("\r\n", "\n"), wanted.get(file)];
        return is === text ? [] : [{ file, line: 1, message: messageOf(is, text), hint: RENEW }];
      });
    },
  };
}

/** The command that renews documents. */
const RENEW = "layerwright export openapi --docs";

function messageOf(is: string | undefined, text: string | undefined): string {
  if (is === undefined) return "does not exist: the docs lack its endpoints";
  if (!isOwnDocument(is)) return "is your own file: move it, because the docs lack its endpoints";
  return text === undefined ? "describes endpoints that the code lacks" : "is older than the code";
}
