/** Changes the HTTP method of a route where the code declares it. */

import {
  bracketed,
  callArguments,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import { lineWithRow } from "../../python/find_line.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { replaceRange, type TextEdit } from "../../python/text_edit.ts";
import { findArgument } from "./flask_call.ts";

const VERBS: ReadonlySet<string> = new Set(["get", "post", "put", "delete", "patch"]);
const CALLS_WITH_METHODS: ReadonlySet<string> = new Set(["route", "add_url_rule"]);

/** A route's method and the one that replaces it, both in upper case. */
export interface OtherMethod {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the edits that give a route another method. Everything else of its decorator stays.
 *
 * @param row The 1-based line of the decorator, or of the call to `add_url_rule`.
 * @returns `null` if the line does not spell exactly the route's method, for example if it has
 * several.
 *
 * @example
 * ```ts
 * import { readPython } from "../../python/python_module.ts";
 * import { applyEdits } from "../../python/text_edit.ts";
 * import { methodEdits } from "./route_method.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython('@users_bp.put("/all", strict_slashes=False)\ndef all(): ...\n');
 * const edits = methodEdits(module, 1, { before: "PUT", after: "POST" });
 * equal(
 *   applyEdits(module.source, edits ?? []),
 *   '@users_bp.post("/all", strict_slashes=False)\ndef all(): ...\n',
 * );
 * ```
 */
export function methodEdits(
  { source, lines }: PythonModule,
  row: number,
  method: OtherMethod,
): readonly TextEdit[] | null {
  const line = lineWithRow(lines, row);
  if (line === undefined) return null;
  const tokens = tokenize(source, line.start, line.end);
  for (const [index, token] of tokens.entries()) {
    const isCall = token.kind === "name" && isOperator(tokens[index - 1], ".") &&
      isOperator(tokens[index + 1], "(");
    if (!isCall) continue;
    if (VERBS.has(token.text)) return verbEdits(token, method);
    if (CALLS_WITH_METHODS.has(token.text)) return argumentEdits(tokens, index + 1, method);
  }
  return null;
}

function verbEdits(verb: Token, { before, after }: OtherMethod): readonly TextEdit[] | null {
  return verb.text.toUpperCase() === before ? [replaceRange(verb, after.toLowerCase())] : null;
}

/** Changes the argument `methods` of a call, or adds it. */
function argumentEdits(
  tokens: readonly Token[],
  open: number,
  { before, after }: OtherMethod,
): readonly TextEdit[] | null {
  const found = callArguments(tokens, open);
  const methods = findArgument(found, "methods");
  if (methods !== undefined) {
    const { items, next } = bracketed(methods, 0);
    const [only, ...others] = items.flat();
    const isOnly = only?.kind === "string" && others.length === 0 && next === methods.length;
    if (!isOnly || only.value?.toUpperCase() !== before) return null;
    return [replaceRange(only, quotedLike(only.text, after))];
  }
  const isUnclear = found.some(({ kind }) => kind === "unpacked");
  const last = tokens[bracketed(tokens, open).next - 2];
  if (before !== "GET" || isUnclear || last === undefined) return null;
  const text = `methods=[${quotedLike(firstString(tokens), after)}]`;
  const insert = isOperator(last, ",") ? ` ${text},` : found.length === 0 ? text : `, ${text}`;
  return [{ offset: last.end, remove: 0, insert }];
}

function firstString(tokens: readonly Token[]): string {
  return tokens.find(({ kind }) => kind === "string")?.text ?? '""';
}

/** Quotes a text like a literal, which may have a prefix. */
function quotedLike(literal: string, text: string): string {
  const quote = literal.includes("'") && !literal.startsWith('"') ? "'" : '"';
  return quote + text + quote;
}
