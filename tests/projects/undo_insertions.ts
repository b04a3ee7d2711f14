/** Removes insertions from a text. */

import { diffArrays } from "diff";

/**
 * Removes the lines that were inserted into a text, and the names that were added to its imports,
 * with their commas and line ends.
 */
export function undoInsertions(before: string, after: string): string {
  const parts = diffArrays(lines(before), lines(after));
  return parts.flatMap(({ added, removed, value }, index) => {
    if (removed) return [];
    if (!added) return value;
    const replaced = parts[index - 1];
    return replaced?.removed === true ? undoLines(replaced.value, value) : [];
  }).join("");
}

function lines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

function undoLines(before: readonly string[], after: readonly string[]): string[] {
  const rest = [...after];
  return before.flatMap((line) => {
    const index = rest.findIndex((each) => isGrown(line, each));
    if (index === -1) return [];
    rest.splice(0, index + 1);
    return [line];
  });
}

const GROWTH = /^(?:\w+(?: as \w+)?, |, \w+(?: as \w+)?|\r\n|\r|\n)$/;

/**
 * Reports whether a line equals another one, apart from a name that was added to an import, or a
 * line end.
 */
function isGrown(line: string, grown: string): boolean {
  const length = grown.length - line.length;
  return Array.from({ length: line.length + 1 }).some((_, start) =>
    line.slice(0, start) === grown.slice(0, start) &&
    line.slice(start) === grown.slice(start + length) &&
    GROWTH.test(grown.slice(start, start + length))
  );
}
