/** Patches of edits. */

import { type ChangedPart, CONTEXT_LINES, patchOfParts } from "../../core/diff.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { positionAt } from "../../python/position.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";

/**
 * Formats edits to a module as a patch. The time does not depend on the length of the module.
 *
 * @param edits Edits that do not overlap.
 * @param folder The prefix of the path, such as `shop/`; empty for the project's root.
 */
export function editPatch(
  path: ProjectPath,
  module: PythonModule,
  edits: readonly TextEdit[],
  folder: string,
): string {
  return patchOfParts(path, changedParts(module, edits), folder);
}

/** Returns the parts of a module around edits. Edits that are close together share a part. */
function changedParts(
  { source, physical: { starts } }: PythonModule,
  edits: readonly TextEdit[],
): readonly ChangedPart[] {
  const startOf = (line: number) => starts[Math.max(line, 1) - 1] ?? source.length;
  const lineOf = (offset: number) => positionAt(starts, offset).line;
  const groups: { start: number; end: number; readonly edits: TextEdit[] }[] = [];
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset)) {
    const start = startOf(lineOf(edit.offset) - CONTEXT_LINES);
    const end = startOf(lineOf(edit.offset + edit.remove) + CONTEXT_LINES + 1);
    const last = groups.at(-1);
    if (last === undefined || last.end < start) groups.push({ start, end, edits: [edit] });
    else {
      last.end = Math.max(last.end, end);
      last.edits.push(edit);
    }
  }
  return groups.map(({ start, end, edits }) => {
    const before = source.slice(start, end);
    const here = edits.map((edit) => ({ ...edit, offset: edit.offset - start }));
    return { line: lineOf(start), before, after: applyEdits(before, here) };
  });
}
