/** Giving a handler the method that the spec wants, without touching what people wrote. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { symbolHash } from "../project/code_hash.ts";
import { type FoundDefinition, hashUnder } from "../project/found_definition.ts";
import { methodEdits, type OtherMethod } from "../project/route_method.ts";
import type { DefinitionRecord } from "../project/route_record.ts";
import { bracketed, isName, isOperator, tokenize } from "../python/expression.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";
import { defaultStatus, parseMethod } from "../spec/api_spec.ts";
import { applyEdits, type TextEdit } from "../python/text_edit.ts";

/** A handler in the code. */
export interface HandlerPlace {
  readonly path: ProjectPath;
  /** 1-based line of its decorator. */
  readonly line: number;
}

/** A handler's module with another method. */
export interface ChangedHandler {
  readonly text: string;
  /** Whether the handler answers with another status, too. */
  readonly hasOtherStatus: boolean;
}

/**
 * Returns a handler's module with another method in its decorator. If the handler returns a
 * generated status, it becomes that of the new method.
 *
 * @returns `null` if the code does not spell exactly one method there.
 */
export function withOtherMethod(
  files: Snapshot,
  { path, line }: HandlerPlace,
  method: OtherMethod,
): ChangedHandler | null {
  const module = readPython(files.get(path) ?? "");
  const edits = methodEdits(module, line, method);
  if (edits === null) return null;
  const row = module.lines.find((each) => each.row <= line && line <= each.endRow);
  const handler = symbols(module).find(({ start, end }) =>
    row !== undefined && start <= row.start && row.start < end
  );
  const status = handler === undefined ? [] : statusEdits(module, handler, method);
  const text = applyEdits(module.source, [...edits, ...status]);
  return { text, hasOtherStatus: status.length > 0 };
}

/**
 * Returns the edits that give a handler the status of another method. Only a status after
 * `jsonify(...)` in the handler's only `return` counts as generated.
 */
function statusEdits(
  { source, lines }: PythonModule,
  { start, end }: PythonSymbol,
  { before, after }: OtherMethod,
): readonly TextEdit[] {
  const [old, now] = [statusOf(before), statusOf(after)].map((status) =>
    status === 200 ? "" : `, ${status}`
  );
  const returns = source.slice(start, end).match(/\breturn\b/g)?.length;
  if (old === undefined || now === undefined || old === now || returns !== 1) return [];
  for (const line of lines.filter((each) => start <= each.start && each.start < end)) {
    const tokens = tokenize(source, line.start, line.end);
    const [keyword, name, open] = tokens;
    if (!isName(keyword, "return") || !isName(name, "jsonify") || !isOperator(open, "(")) continue;
    const close = tokens[bracketed(tokens, 2).next - 1];
    const last = tokens.at(-1);
    if (close === undefined || last === undefined) return [];
    if (source.slice(close.end, last.end) !== old) return [];
    return [{ offset: close.end, remove: old.length, insert: now }];
  }
  return [];
}

/** Returns the status that is generated for a method, unless a spec names another one. */
function statusOf(method: string): number {
  return defaultStatus(parseMethod(method) ?? "GET");
}

/** The test of an endpoint, and the URL that it requests. */
export interface EndpointTest {
  readonly path: ProjectPath;
  readonly name: string;
  readonly url: string;
  readonly hasOtherStatus: boolean;
}

/** Returns a test module's text in which the test of an endpoint uses another method and the handler's status. */
export function withTestMethod(
  files: Snapshot,
  { path, name, url, hasOtherStatus }: EndpointTest,
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
  const [old, now] = [before, after].map((method) => `status_code == ${statusOf(method)}\n`);
  const test = hasOtherStatus ? parts.join("").replace(old ?? "", now ?? "") : parts.join("");
  return text.slice(0, start) + test + text.slice(end);
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
  const now = { hash: symbolHash(symbol), text: symbol.text };
  return { ...definition, hash: hashUnder(now, found.renaming, definition.hash) };
}

function symbolIn(files: Snapshot, path: ProjectPath, name: string): PythonSymbol | undefined {
  return symbols(readPython(files.get(path) ?? "")).find((symbol) => symbol.name === name);
}
