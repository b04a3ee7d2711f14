/**
 * Edits that give a handler the method that the spec wants, and leave the rest of the handler
 * alone.
 */

import { methodEdits, type OtherMethod } from "../../project/routing/route_method.ts";
import { partitionPoint } from "../../core/partition_point.ts";
import { bracketed, isName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { linesBetween, lineWithRow } from "../../python/find_line.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { replaceRange, type TextEdit } from "../../python/text_edit.ts";
import { defaultStatus, parseMethod } from "../../spec/api_spec.ts";

/** The edits of a handler. */
export interface HandlerMethodEdits {
  readonly edits: readonly TextEdit[];
  /** Whether the edits also change the handler's status. */
  readonly hasOtherStatus: boolean;
}

/**
 * Returns the edits that put another method into a handler's decorator. A generated status becomes
 * the new method's status.
 *
 * @param row 1-based line of the decorator.
 * @returns `null` if the code does not spell exactly one method there.
 */
export function handlerMethodEdits(
  module: PythonModule,
  row: number,
  method: OtherMethod,
): HandlerMethodEdits | null {
  const edits = methodEdits(module, row, method);
  if (edits === null) return null;
  const handler = symbolAt(module, lineWithRow(module.lines, row)?.start ?? 0);
  const status = handler === undefined ? [] : statusEdits(module, handler, method);
  return { edits: [...edits, ...status], hasOtherStatus: status.length > 0 };
}

function symbolAt(module: PythonModule, offset: number): PythonSymbol | undefined {
  const all = symbols(module);
  const symbol = all[partitionPoint(all, ({ start }) => start <= offset) - 1];
  return symbol !== undefined && offset < symbol.end ? symbol : undefined;
}

/**
 * Returns the edits that give a handler the status of another method. Only a status after
 * `jsonify(...)` in the handler's only `return` counts as generated.
 */
function statusEdits(
  { source, lines }: PythonModule,
  handler: PythonSymbol,
  { before, after }: OtherMethod,
): readonly TextEdit[] {
  const [old, now] = [statusOf(before), statusOf(after)];
  const returns = handler.text.match(/\breturn\b/g)?.length;
  if (old === now || returns !== 1) return [];
  for (const line of linesBetween(lines, handler.start, handler.end)) {
    const [keyword, ...returned] = tokenize(source, line.start, line.end);
    const tokens = withoutParentheses(returned);
    const [name, open] = tokens;
    if (!isName(keyword, "return") || !isName(name, "jsonify") || !isOperator(open, "(")) continue;
    const { next } = bracketed(tokens, 1);
    const close = tokens[next - 1];
    const rest = tokens.slice(next);
    const written = rest.map(({ text }) => text).join("").replace(/,$/, "");
    if (close === undefined || written !== (old === 200 ? "" : `,${old}`)) return [];
    const end = rest.at(-1)?.end ?? close.end;
    // A comment stays.
    if (source.slice(close.end, end).includes("#")) return [];
    const insert = now === 200 ? "" : `, ${now}`;
    return [{ offset: close.end, remove: end - close.end, insert }];
  }
  return [];
}

/** Returns an expression without the parentheses around it. */
function withoutParentheses(tokens: readonly Token[]): readonly Token[] {
  const isWhole = isOperator(tokens[0], "(") && bracketed(tokens, 0).next === tokens.length;
  return isWhole ? tokens.slice(1, -1) : tokens;
}

/** Returns the status that is generated for a method, unless a spec names another one. */
function statusOf(method: string): number {
  return defaultStatus(parseMethod(method) ?? "GET");
}

/** A request in the test of an endpoint. */
export interface TestedRequest {
  readonly url: string;
  /** Whether the endpoint's status changes, too. */
  readonly hasOtherStatus: boolean;
}

/**
 * Returns the edits that make the test of an endpoint use another method and expect the handler's
 * status.
 */
export function testMethodEdits(
  { source }: PythonModule,
  { start, end }: PythonSymbol,
  { url, hasOtherStatus }: TestedRequest,
  { before, after }: OtherMethod,
): readonly TextEdit[] {
  const tokens = tokenize(source, start, end);
  const calls = tokens.flatMap((token, index): readonly TextEdit[] => {
    const isCall = isName(token, before.toLowerCase()) && isOperator(tokens[index - 1], ".") &&
      isOperator(tokens[index + 1], "(");
    const isOwn = isCall && [`"${url}"`, `'${url}'`].includes(tokens[index + 2]?.text ?? "");
    return isOwn ? [replaceRange(token, after.toLowerCase())] : [];
  });
  const status = tokens.find((token, index) =>
    token.kind === "number" && token.text === String(statusOf(before)) &&
    isOperator(tokens[index - 1], "==") && isName(tokens[index - 2], "status_code")
  );
  if (!hasOtherStatus || status === undefined) return calls;
  return [...calls, replaceRange(status, String(statusOf(after)))];
}
