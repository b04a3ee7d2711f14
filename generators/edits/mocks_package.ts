/**
 * The package that loads mocks from data files. Only a project with such mocks has this package.
 */

import type { ProjectPath } from "../../core/project_path.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import { IMPORTED } from "../../project/layout/import_name.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { Records } from "../../project/records/records.ts";
import { allDefinitions } from "../../project/records/route_record.ts";
import type { Project } from "../../project/project.ts";
import type { ProjectDraft } from "./project_draft.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { mocksTemplate } from "../../templates/mod.ts";

/**
 * Deletes the package after the last mock in a data file is gone, unless people edited or use it.
 *
 * @param records The records of all routes.
 * @returns The records without the package.
 */
export function withoutUnusedMocksPackage(records: Records, draft: ProjectDraft): Records {
  const { manifest, routes } = records;
  const recorded = manifest.files.get(DEFAULT_LAYOUT.mocksPackage);
  const path = draft.project.layout.mocksPackage;
  const text = draft.text(path);
  const isNeeded = [...routes.values()].some((record) =>
    allDefinitions(record).some(({ layer }) => layer === "mock")
  );
  const isOurs = recorded !== undefined && text !== undefined &&
    JSON.stringify([...symbolHashes(text)]) === JSON.stringify([...recorded.symbols]) &&
    aroundDefinitions(text) === aroundDefinitions(mocksTemplate({}));
  if (isNeeded || !isOurs || isUsed(path, draft.project)) return records;
  draft.delete(path);
  const left = new Map(manifest.files);
  left.delete(DEFAULT_LAYOUT.mocksPackage);
  return { manifest: { ...manifest, files: left }, routes };
}

/** Returns the docstring, imports and comments of a module, in a form that formatters do not change. */
function aroundDefinitions(module: string): string {
  const rest = symbols(readPython(module)).reduce(
    (left, { text }) => left.replace(text, ""),
    module,
  );
  return rest.replaceAll("'", '"').replace(/\s+/g, "");
}

function isUsed(path: ProjectPath, { uses }: Project): boolean {
  return [null, IMPORTED.load_mock.name].some((name) =>
    uses.of({ path, name }).some((use) => use.path !== path)
  );
}
