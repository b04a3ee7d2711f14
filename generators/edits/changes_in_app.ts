/** New files of an app whose package people renamed. */

import type { Change, Snapshot } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import { inApp } from "../../project/layout/app_folder.ts";
import { APP_FOLDER, MOCKS_PACKAGE_PATH } from "../../project/layout/layout.ts";
import { importName } from "../../project/homes/project_symbols.ts";
import { fileChange } from "../plans/plan.ts";

/** Changes to a project, and changes that would overwrite other files. */
export interface ChangesInApp {
  readonly changes: readonly Change[];
  readonly conflicts: readonly Change[];
}

/**
 * Moves new files from the package `api` to the app's package, and changes their imports
 * accordingly.
 *
 * @param app The folder of the app's package.
 */
export function changesInApp(
  changes: readonly Change[],
  app: string,
  files: Snapshot,
): ChangesInApp {
  if (app === APP_FOLDER) return { changes, conflicts: [] };
  const found = changes.flatMap((change): readonly Change[] => {
    if (change.before !== null || change.after === null) return [change];
    const path = inApp(change.path, { app });
    if (change.path === MOCKS_PACKAGE_PATH && files.has(path)) return [];
    const text = path.endsWith(".py") ? importingFromApp(change.after, app, files) : change.after;
    return fileChange(path, files.get(path) ?? null, text, change.symbol ?? undefined);
  });
  const isConflict = ({ path, kind }: Change) =>
    kind === "update" && changes.every((each) => each.path !== path);
  return {
    changes: found.filter((each) => !isConflict(each)),
    conflicts: found.filter(isConflict),
  };
}

/**
 * Replaces the name of the app's package in the imports of generated code, and where tests replace a service.
 *
 * @param app The folder of the app's package.
 */
export function importingFromApp(text: string, app: string, files: Snapshot): string {
  if (app === APP_FOLDER) return text;
  const name = importName(projectPath(`${app}/__init__.py`), files);
  return text.replace(IMPORTED_MODULE, `$1${name}.`).replace(PATCH_TARGET, `$1${name}.`);
}

const IMPORTED_MODULE = new RegExp(`^(from )${APP_FOLDER}\\.`, "gm");
const PATCH_TARGET = new RegExp(`^( +with patch\\(\\s*")${APP_FOLDER}\\.`, "gm");
