/** The documentation that a project has. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT, README_PATH, titleIn } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import type { Reads } from "../plans/planner.ts";
import { READS_BEFORE_WHOLE, readsOfWhole } from "../plans/whole_project.ts";
import { docsFiles, projectValues } from "../code/project_files.ts";

/** The variable of the blueprint that serves the documentation. */
export const DOCS_VARIABLE = "docs_bp";

/** The files and folders that planners of the documentation read. */
export const DOCS_READS = {
  reads: READS_BEFORE_WHOLE,
  readsAfter: (first: Project): Reads => {
    const whole = readsOfWhole(first);
    return { ...whole, below: [...whole.below ?? [], DEFAULT_LAYOUT.documentsFolder] };
  },
};

/** Report data of added, renewed and removed documentation. */
export interface DocsData {
  /** The URL paths of the page and of the OpenAPI document. */
  readonly paths: readonly string[];
}

/** The data of each report. */
export const DOCS_DATA: DocsData = { paths: ["/-/docs", "/-/openapi.json"] };

/** A file of the documentation. */
export interface DocsFile {
  /** The path by which records name it. */
  readonly path: ProjectPath;
  /** Its path in the project. */
  readonly at: ProjectPath;
  /** The text that this version generates. */
  readonly text: string;
  /** The text in the project; `undefined` if it does not exist. */
  readonly before: string | undefined;
  readonly known: FileRecord | undefined;
}

/** Returns the files of a project's documentation, without the documents. */
export function docsFilesOf({ files, layout, records }: Project): readonly DocsFile[] {
  const title = titleIn(files.get(README_PATH) ?? "");
  const { name = null, files: known } = records?.manifest ?? { files: new Map() };
  const values = name === null
    ? { title: title ?? "API" }
    : projectValues(name, { description: null, routes: [] });
  return [...docsFiles(values)].map(([path, text]) => {
    const at = layout.placed(path);
    return { path, at, text, before: files.get(at), known: known.get(path) };
  });
}

/** Returns the error for a project without documentation. */
export function docsMissing(change: "remove" | "renew"): Diagnostic {
  return error("route-missing", `This project has no documentation to ${change}.`, {
    hint: "'layerwright generate docs' adds it",
  });
}
