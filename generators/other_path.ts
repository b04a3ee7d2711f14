/** Giving code the path that the spec wants, without touching what people wrote. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { tokenize } from "../python/expression.ts";
import { readPython } from "../python/python_module.ts";
import { symbols } from "../python/symbols.ts";
import { applyEdits, type TextEdit } from "../python/text_edit.ts";

/** A text and its replacement. */
export interface OtherText {
  readonly before: string;
  readonly after: string;
}

/** A range of a source. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns a module with another string in the decorator of a handler.
 *
 * @param line 1-based line of the decorator.
 * @returns `null` if the decorator does not have exactly one such string.
 */
export function withOtherRule(
  files: Snapshot,
  { path, line }: { readonly path: ProjectPath; readonly line: number },
  rule: OtherText,
): string | null {
  const { source, lines } = readPython(files.get(path) ?? "");
  const range = lines.find((each) => each.row <= line && line <= each.endRow);
  const edits = range === undefined ? [] : stringEdits(source, range, rule);
  return edits.length === 1 ? applyEdits(source, edits) : null;
}

/** A definition in a project. */
export interface DefinitionPlace {
  readonly path: ProjectPath;
  readonly name: string;
}

/** Returns the text of a module with another string in a definition; `null` if it does not have the string. */
export function withOtherString(
  files: Snapshot,
  { path, name }: DefinitionPlace,
  text: OtherText,
): string | null {
  const module = readPython(files.get(path) ?? "");
  const symbol = symbols(module).find((each) => each.name === name);
  const edits = symbol === undefined ? [] : stringEdits(module.source, symbol, text);
  return edits.length === 0 ? null : applyEdits(module.source, edits);
}

/** Returns the text of a module with another definition in place of one. */
export function withOtherDefinition(
  files: Snapshot,
  { path, name }: DefinitionPlace,
  code: string,
): string | null {
  const module = readPython(files.get(path) ?? "");
  const symbol = symbols(module).find((each) => each.name === name);
  if (symbol === undefined) return null;
  const { start, end } = symbol;
  const insert = code.replaceAll("\n", module.eol);
  return applyEdits(module.source, [{ offset: start, remove: end - start, insert }]);
}

/** Replaces a prefix in the docstring of a generated module. */
export function withOtherDocstring(text: string, { before, after }: OtherText): string {
  const start = DOCSTRINGS.find((each) => text.startsWith(each(before)));
  return start === undefined ? text : start(after) + text.slice(start(before).length);
}

const DOCSTRINGS: readonly ((prefix: string) => string)[] = [
  (prefix) => `"""HTTP handlers for ${prefix}."""`,
  (prefix) => `"""The ${prefix} handlers, with a stand-in for the service."""`,
];

/** Replaces the plain strings of a range that have a certain value. */
function stringEdits(
  source: string,
  { start, end }: Range,
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
