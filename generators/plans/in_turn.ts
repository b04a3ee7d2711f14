/** Combines successive plans into one plan. */

import type { Change } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";

/**
 * Joins changes that were planned one after another, so that there is one per file. A joined change
 * does not name the definitions that it adds.
 */
export function joined(changes: readonly Change[]): readonly Change[] {
  const byPath = Map.groupBy(changes, ({ path }) => path);
  return [...byPath].flatMap(([path, [first, ...more]]): readonly Change[] => {
    const last = more.at(-1);
    if (first === undefined || last === undefined) return first === undefined ? [] : [first];
    return changeBetween(path, first.before, last.after);
  });
}

function changeBetween(
  path: ProjectPath,
  before: string | null,
  after: string | null,
): readonly Change[] {
  if (before === after) return [];
  if (before === null) return after === null ? [] : [{ kind: "create", path, before, after }];
  return [
    after === null
      ? { kind: "delete", path, before, after }
      : { kind: "update", path, before, after },
  ];
}
