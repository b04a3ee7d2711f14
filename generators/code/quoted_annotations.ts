/** Quotes annotations, which Python then does not evaluate. */

import { sourceOf } from "../../project/routing/flask_endpoint.ts";
import { bracketed, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { applyEdits, replaceRange } from "../../python/text_edit.ts";
import { breakLines } from "./break_lines.ts";
import { withoutParentheses } from "./returned_call.ts";

/**
 * Quotes the annotations in a generated function's header that use some names.
 *
 * @example
 * ```ts
 * import { quoteAnnotations } from "./quoted_annotations.ts";
 * import { equal } from "node:assert/strict";
 *
 * const code = "def f(a: int, b: A) -> list[A]:\n    return [b]\n";
 * equal(
 *   quoteAnnotations(code, new Set(["A"])),
 *   'def f(a: int, b: "A") -> "list[A]":\n    return [b]\n',
 * );
 * ```
 */
export function quoteAnnotations(code: string, names: ReadonlySet<string>): string {
  const header = names.size === 0 ? null : headerOf(code);
  if (header === null) return code;
  const { start, end } = header;
  const tokens = tokenize(code, start, end);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  const { items, next } = bracketed(tokens, open);
  const text = (annotation: readonly Token[]) => {
    const source = sourceOf(code, annotation);
    return annotation.some((token) => token.kind === "name" && names.has(token.text))
      ? `"${source}"`
      : source;
  };
  const parameters = items.map((item) =>
    isOperator(item[1], ":")
      ? `${sourceOf(code, item.slice(0, 2))} ${text(item.slice(2))}`
      : sourceOf(code, item)
  );
  const head = code.slice(start, tokens[open]?.end);
  const answer = isOperator(tokens[next], "->")
    ? ` -> ${text(withoutParentheses(tokens.slice(next + 1)))}`
    : "";
  const quoted = breakLines(`${head}${parameters.join(", ")})${answer}:`);
  return applyEdits(code, [replaceRange({ start, end: end + 1 }, quoted)]);
}

/** Finds the header of a generated function, without its colon; `null` if there is none. */
export function headerOf(code: string): { readonly start: number; readonly end: number } | null {
  const start = code.search(/^[ \t]*def /m);
  const length = start === -1 ? -1 : code.slice(start).search(/:\r?\n/);
  return length === -1 ? null : { start, end: start + length };
}
