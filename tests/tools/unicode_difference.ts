/**
 * Finds the characters that this runtime's version of Unicode assigns, but not a Python's, or the
 * reverse.
 */

import type { FlaskPython } from "./flask_pythons.ts";
import { runPython } from "./run_python.ts";

/** Returns a function that reports whether a text has such a character. */
export async function unicodeDifference(by: FlaskPython): Promise<(text: string) => boolean> {
  const ranges = await runPython("unassigned.py", null, by) as readonly (readonly number[])[];
  const unassigned = new Set<number>();
  for (const [first = 0, last = 0] of ranges) {
    for (let code = first; code <= last; code++) unassigned.add(code);
  }
  return (text) =>
    Array.from(text, (each) => [each, each.codePointAt(0) ?? 0] as const)
      .some(([each, code]) => /\p{Cn}/u.test(each) !== unassigned.has(code));
}
