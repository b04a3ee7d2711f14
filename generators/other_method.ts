/** Giving a handler the method that the spec wants, without touching what people wrote. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { type FoundDefinition, hashUnder } from "../project/found_definition.ts";
import { methodEdits, type OtherMethod } from "../project/route_method.ts";
import type { DefinitionRecord } from "../project/route_record.ts";
import { readPython } from "../python/python_module.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";
import { applyEdits } from "../python/text_edit.ts";

/** A handler in the code. */
export interface HandlerPlace {
  readonly path: ProjectPath;
  /** 1-based line of its decorator. */
  readonly line: number;
}

/**
 * Returns the text of a handler's module with another method in its decorator.
 *
 * @returns `null` if the code does not spell exactly one method there.
 */
export function withOtherMethod(
  files: Snapshot,
  { path, line }: HandlerPlace,
  method: OtherMethod,
): string | null {
  const module = readPython(files.get(path) ?? "");
  const edits = methodEdits(module, line, method);
  return edits === null ? null : applyEdits(module.source, edits);
}

/** The test of an endpoint, and the URL that it requests. */
export interface EndpointTest {
  readonly path: ProjectPath;
  readonly name: string;
  readonly url: string;
}

/** Returns a test module's text in which the test of an endpoint uses another method. */
export function withTestMethod(
  files: Snapshot,
  { path, name, url }: EndpointTest,
  { before, after }: OtherMethod,
): string {
  const text = files.get(path) ?? "";
  const symbol = symbolIn(files, path, name);
  if (symbol === undefined) return text;
  const { start, end } = symbol;
  const call = `.${before.toLowerCase()}(`;
  const parts = text.slice(start, end).split(call).map((part, index) => {
    if (index === 0) return part;
    const [quote = "", ...rest] = part.trimStart();
    const isOwn = `"'`.includes(quote) && rest.join("").startsWith(url + quote);
    return (isOwn ? `.${after.toLowerCase()}(` : call) + part;
  });
  return text.slice(0, start) + parts.join("") + text.slice(end);
}

/**
 * Returns the record of a definition after a command edited it. A definition without people's edits
 * still counts as generated.
 *
 * @param found The definition before the edit.
 */
export function recordedAgain(
  definition: DefinitionRecord,
  found: FoundDefinition,
  files: Snapshot,
): DefinitionRecord {
  const symbol = symbolIn(files, found.path, found.name);
  if (found.edited || symbol === undefined) return definition;
  const { place, renaming } = found;
  return { ...definition, hash: hashUnder({ ...place, symbol }, renaming, definition.hash) };
}

function symbolIn(files: Snapshot, path: ProjectPath, name: string): PythonSymbol | undefined {
  return symbols(readPython(files.get(path) ?? "")).find((symbol) => symbol.name === name);
}
