/**
 * The package that loads mocks from data files. Only a project with such mocks has this package.
 */

import type { Change, Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { appFolder, inApp } from "../../project/layout/app_folder.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import { MOCKS_PACKAGE_PATH } from "../../project/layout/layout.ts";
import { pythonFiles } from "../../project/layout/python_files.ts";
import type { Records } from "../../project/records/records.ts";
import { allDefinitions } from "../../project/records/route_record.ts";
import { ProjectUses } from "../../project/semantics/uses.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { mocksTemplate } from "../../templates/mod.ts";

/** The records without an unused package, and the change that deletes it. */
export interface WithoutPackage {
  readonly records: Records;
  readonly changes: readonly Change[];
}

/**
 * Deletes the package after the last mock in a data file is gone, unless people edited or use it.
 *
 * @param records The records of all routes.
 * @param files The project's Python files.
 */
export function withoutUnusedMocksPackage(records: Records, files: Snapshot): WithoutPackage {
  const { manifest, routes } = records;
  const recorded = manifest.files.get(MOCKS_PACKAGE_PATH);
  const path = inApp(MOCKS_PACKAGE_PATH, { app: appFolder(files) });
  const text = files.get(path);
  const isNeeded = [...routes.values()].some((record) =>
    allDefinitions(record).some(({ layer }) => layer === "mock")
  );
  const isOurs = recorded !== undefined && text !== undefined &&
    JSON.stringify([...symbolHashes(text)]) === JSON.stringify([...recorded.symbols]) &&
    aroundDefinitions(text) === aroundDefinitions(mocksTemplate({}));
  if (isNeeded || !isOurs || isUsed(path, files)) return { records, changes: [] };
  const left = new Map(manifest.files);
  left.delete(MOCKS_PACKAGE_PATH);
  return {
    records: { manifest: { ...manifest, files: left }, routes },
    changes: [{ kind: "delete", path, before: text, after: null }],
  };
}

/** Returns the docstring, imports and comments of a module, in a form that formatters do not change. */
function aroundDefinitions(module: string): string {
  const rest = symbols(readPython(module)).reduce(
    (left, { text }) => left.replace(text, ""),
    module,
  );
  return rest.replaceAll("'", '"').replace(/\s+/g, "");
}

function isUsed(path: ProjectPath, files: Snapshot): boolean {
  const python = pythonFiles(files);
  const uses = new ProjectUses(python);
  return [null, "load_mock"].some((name) =>
    uses.of({ path, name }).some((use) => use.path !== path)
  );
}
