/** The decorators of handlers. */

import {
  bracketed,
  dottedName,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import type { Definition } from "../../python/outline.ts";
import type { PythonModule } from "../../python/python_module.ts";

/** A decorator other than a route. */
export interface HandlerDecorator {
  /** The decorator without its formatting, for comparisons. */
  readonly key: string;
  /** The source from `@` on, with `\n` as line breaks and four spaces per level. */
  readonly text: string;
  /** The dotted name of the decorator, without its arguments. */
  readonly name: string;
  /** The names that it needs from its module; `null` if it cannot be copied. */
  readonly needs: readonly string[] | null;
  /** Whether it is above the route decorators, so that Flask calls the function without it. */
  readonly isAbove: boolean;
}

/**
 * Reads a decorator.
 *
 * @param line The index of its logical line.
 * @param isAbove Whether it is above the routes of its function.
 */
export function readDecorator(
  { source, lines, indentUnit }: PythonModule,
  line: number,
  isAbove: boolean,
): HandlerDecorator {
  const { start = 0, end = 0, indentation = "" } = lines[line] ?? {};
  const [, ...tokens] = tokenize(source, start, end);
  const written = source.slice(start, end);
  const text = tokens.some(hasLines) ? written : dedented(written, indentation, indentUnit);
  return decorator(tokens, text, isAbove);
}

/** Reads the `decorators` of a class of views, outermost first; `null` if they are unknown. */
export function viewDecorators(
  { source, lines }: PythonModule,
  { header, last }: Definition,
): readonly HandlerDecorator[] | null {
  const indent = lines[header + 1]?.indent;
  for (const { start, end, indent: width } of lines.slice(header + 1, last + 1)) {
    if (width !== indent || !source.startsWith("decorators", start)) continue;
    const tokens = tokenize(source, start, end);
    const open = tokens.findIndex((token) => isOperator(token, "=")) + 1;
    const { items, next } = bracketed(tokens, open);
    if (!isOperator(tokens[open], "[") || next !== tokens.length) return null;
    // Flask applies the first decorator of the list first, so the first is the innermost.
    return items.toReversed().map((item) => {
      const text = source.slice(item[0]?.start ?? 0, item.at(-1)?.end ?? 0);
      return decorator(item, `@${dedented(text, " ".repeat(indent ?? 0), "    ")}`, false);
    });
  }
  return [];
}

function decorator(tokens: readonly Token[], text: string, isAbove: boolean): HandlerDecorator {
  return {
    key: tokens.filter((token, index) => !isTrailingComma(token, tokens[index + 1])).map(tokenKey)
      .join(" "),
    text,
    name: dottedName(tokens, 0)?.text ?? "",
    needs: tokens.some(hasLines) ? null : neededNames(tokens),
    isAbove,
  };
}

/** Reports whether a token is a string of several lines, whose indentation is part of its value. */
function hasLines({ kind, text }: Token): boolean {
  return kind === "string" && /[\r\n]/.test(text);
}

function isTrailingComma(token: Token, next: Token | undefined): boolean {
  return isOperator(token, ",") && isOperator(next, ")");
}

function tokenKey(token: Token): string {
  return token.kind === "string" && token.value !== null ? JSON.stringify(token.value) : token.text;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  "None True False and or not in is if else lambda".split(" "),
);

/** Returns the names that an expression needs; `null` if it has a comprehension. */
function neededNames(tokens: readonly Token[]): readonly string[] | null {
  if (tokens.some((token) => isName(token, "for"))) return null;
  const own = new Set(lambdaParameters(tokens));
  const roots = tokens.filter((token, index) =>
    token.kind === "name" && !isOperator(tokens[index - 1], ".") &&
    !isOperator(tokens[index + 1], "=")
  ).map(({ text }) => text);
  return [...new Set(roots)].filter((name) => !KEYWORDS.has(name) && !own.has(name));
}

/** Returns the names between each `lambda` and its colon. */
function lambdaParameters(tokens: readonly Token[]): string[] {
  let isInside = false;
  return tokens.flatMap((token) => {
    if (isName(token, "lambda")) isInside = true;
    else if (isOperator(token, ":")) isInside = false;
    else if (isInside && token.kind === "name") return [token.text];
    return [];
  });
}

/** Removes the margin of all lines after the first, and indents them with four spaces per level. */
function dedented(text: string, margin: string, unit: string): string {
  return text.split(/\r\n?|\n/).map((line, index) => {
    if (index === 0 || !line.startsWith(margin)) return line;
    let rest = line.slice(margin.length);
    let levels = 0;
    while (unit !== "" && rest.startsWith(unit)) {
      rest = rest.slice(unit.length);
      levels++;
    }
    return "    ".repeat(levels) + rest;
  }).join("\n");
}

// Longer decorators would make a message hard to read.
const MAX_LABEL_LENGTH = 60;

/** Returns a decorator for messages, on one line. */
export function decoratorLabel({ text, name }: HandlerDecorator): string {
  return text.includes("\n") || text.length > MAX_LABEL_LENGTH ? `@${name}(...)` : text;
}
