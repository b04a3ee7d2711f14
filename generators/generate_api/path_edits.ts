/** Edits that give code the path that the spec wants, and leave all other code alone. */

import { tokenize } from "../../python/expression.ts";
import { lineWithRow } from "../../python/find_line.ts";
import type { PythonModule } from "../../python/python_module.ts";
import type { TextEdit } from "../../python/text_edit.ts";

/** A text and its replacement. */
export interface OtherText {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the edit that puts another string into the decorator of a handler.
 *
 * @param row 1-based line of the decorator.
 * @returns `null` if the decorator does not have exactly one such string.
 */
export function ruleEdits(
  { source, lines }: PythonModule,
  row: number,
  rule: OtherText,
): readonly TextEdit[] | null {
  const line = lineWithRow(lines, row);
  const edits = line === undefined ? [] : stringEdits(source, line, rule);
  return edits.length === 1 ? edits : null;
}

/** Returns the edits that replace a prefix in the docstring of a generated module. */
export function docstringEdits(text: string, { before, after }: OtherText): readonly TextEdit[] {
  const docstring = DOCSTRINGS.find((each) => text.startsWith(each(before)));
  if (docstring === undefined) return [];
  return [{ offset: 0, remove: docstring(before).length, insert: docstring(after) }];
}

const DOCSTRINGS: readonly ((prefix: string) => string)[] = [
  (prefix) => `"""HTTP handlers for ${prefix}."""`,
  (prefix) => `"""The ${prefix} handlers, with a stand-in for the service."""`,
];

/** Returns the edits of all plain strings in a range of the source that have the old value. */
export function stringEdits(
  source: string,
  { start, end }: { readonly start: number; readonly end: number },
  { before, after }: OtherText,
): readonly TextEdit[] {
  return tokenize(source, start, end).flatMap((token): readonly TextEdit[] => {
    const quote = token.text.slice(0, 1);
    const isPlain = token.kind === "string" && `"'`.includes(quote) &&
      token.text === quote + before + quote;
    if (!isPlain) return [];
    return [{ offset: token.start, remove: token.text.length, insert: quote + after + quote }];
  });
}
