/** New files of an app whose package people renamed. */

import type { Change, Snapshot } from "../../core/change_set.ts";
import { DEFAULT_LAYOUT, type Layout } from "../../project/layout/layout.ts";
import { fileChange } from "../plans/plan.ts";

/** Changes to a project, and changes that would overwrite other files. */
export interface ChangesInApp {
  readonly changes: readonly Change[];
  readonly conflicts: readonly Change[];
}

/**
 * Moves new files from the package `api` to the app's package, and changes their imports
 * accordingly.
 */
export function changesInApp(
  changes: readonly Change[],
  layout: Layout,
  files: Snapshot,
): ChangesInApp {
  if (layout === DEFAULT_LAYOUT) return { changes, conflicts: [] };
  const found = changes.flatMap((change): readonly Change[] => {
    if (change.before !== null || change.after === null) return [change];
    const path = layout.placed(change.path);
    if (change.path === DEFAULT_LAYOUT.mocksPackage && files.has(path)) return [];
    const text = path.endsWith(".py") ? importingFromApp(change.after, layout) : change.after;
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
 */
export function importingFromApp(text: string, layout: Layout): string {
  if (layout === DEFAULT_LAYOUT) return text;
  return text.replace(IMPORTED_MODULE, `$1${layout.module}.`).replace(
    PATCH_TARGET,
    `$1${layout.module}.`,
  );
}

const IMPORTED_MODULE = new RegExp(`^(from )${DEFAULT_LAYOUT.app}\\.`, "gm");
const PATCH_TARGET = new RegExp(`^( +with patch\\(\\s*")${DEFAULT_LAYOUT.app}\\.`, "gm");
