/** Finds the names that code reads. */

import { depthChange, isName, isOperator, type Token, tokenize } from "./expression.ts";
import { lineImports } from "./import_statement.ts";
import type { LogicalLine } from "./logical_line.ts";
import type { PythonScan } from "./scanner.ts";

/** The reserved words, which are never names. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  ("False None True and as assert async await break class continue def del elif else except finally for " +
    "from global if import in is lambda nonlocal not or pass raise return try while with yield")
    .split(" "),
);

const TYPE_COMMENT = /#[ \t]*type:[^\r\n]*/g;

/**
 * Lists the names that a module reads outside of its imports, not counting attributes, the names of
 * keyword arguments and names that an annotation declares. Includes names in formatted strings, in
 * quoted types and in `__all__`. If a string may or may not be a quoted type, its names are included.
 *
 * @example
 * ```ts
 * import { namesRead } from "./names_read.ts";
 * import { scanPython } from "./scanner.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const source = 'import os\nx: "Row" = os.name(key=f"{y}")\ndef get():\n    return "Any"\n';
 * deepEqual([...namesRead(scanPython(source))], ["Row", "os", "y", "get"]);
 * ```
 */
export function namesRead({ source, lines }: PythonScan): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [index, line] of lines.entries()) {
    addNames(found, tokensOutsideImports(source, line, index), line);
  }
  for (const [comment] of source.matchAll(TYPE_COMMENT)) {
    for (const name of namesOf(comment)) found.add(name);
  }
  return found;
}

/** Returns the tokens of a line's statements, without its import statements. */
function tokensOutsideImports(source: string, line: LogicalLine, index: number): Token[] {
  const tokens = tokenize(source, line.start, line.end);
  const imports = lineImports(source, line, index);
  let next = 0;
  return tokens.filter(({ start }) => {
    while ((imports[next]?.end ?? Infinity) <= start) next++;
    return start < (imports[next]?.start ?? Infinity);
  });
}

function addNames(found: Set<string>, tokens: readonly Token[], line: LogicalLine): void {
  const place = new TypePlace(tokens, line);
  for (const [index, token] of tokens.entries()) {
    const isInBrackets = place.depth > 0;
    if (token.kind === "name" && !KEYWORDS.has(token.text)) {
      const isOther = isOperator(tokens[index - 1], ".") ||
        (isInBrackets && isOperator(tokens[index + 1], "=")) ||
        (index === 0 && isOperator(tokens[1], ":"));
      if (!isOther) found.add(token.text);
    } else if (token.kind === "string") {
      for (const name of namesInString(token, place.allows(index))) found.add(name);
    }
    place.pass(index);
  }
}

function namesInString(token: Token & { readonly kind: "string" }, isType: boolean): string[] {
  if (token.value === null) return namesOf(fieldsOf(token.text));
  return isType && isTypeExpression(token.value) ? namesOf(token.value) : [];
}

const TYPE_EXPRESSION = /^[\w.[\],|\s'"\u0080-\uffff]+$/;

/** Reports whether a string's value could be a type, such as `list[Row] | None`. */
export function isTypeExpression(value: string): boolean {
  return TYPE_EXPRESSION.test(value);
}

const ROOT_NAME = /(?<![\w.\u0080-\uffff])[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;

function namesOf(code: string): string[] {
  return code.match(ROOT_NAME) ?? [];
}

/** Returns a formatted string with blanks in place of the text outside of its replacement fields. */
export function fieldsOf(literal: string): string {
  const fields: string[] = [];
  let depth = 0;
  for (let index = 0; index < literal.length; index++) {
    const character = literal.charAt(index);
    if (depth === 0 && character === "{" && literal[index + 1] === "{") {
      fields.push("  ");
      index++;
      continue;
    }
    if (character === "{") depth++;
    fields.push(depth > 0 ? character : " ");
    if (character === "}" && depth > 0) depth--;
  }
  return fields.join("");
}

/** Finds out, token by token, whether a string in a logical line could be a quoted type. */
export class TypePlace {
  readonly #tokens: readonly Token[];
  readonly #isLoose: boolean;
  /** The open brackets. `isCall` is set for brackets of calls and subscripts. */
  readonly #open: { readonly text: string; readonly isCall: boolean }[] = [];
  #calls = 0;

  constructor(tokens: readonly Token[], { indent }: Pick<LogicalLine, "indent">) {
    this.#tokens = tokens;
    this.#isLoose = indent === 0 && tokens.length > 1 && !tokens.some(takesNames);
  }

  /** Number of open brackets. */
  get depth(): number {
    return this.#open.length;
  }

  /**
   * Reports whether the string at an index could be a quoted type. All tokens before the string
   * must have been passed.
   */
  allows(index: number): boolean {
    const previous = this.#tokens[index - 1];
    const isInDisplay = this.#open.at(-1)?.text === "{";
    if (isInDisplay && isOperator(this.#tokens[index + 1], ":")) return false;
    if (this.#calls > 0) return true;
    if (this.#isLoose) return true;
    return !isInDisplay && [":", "->", "|"].some((text) => isOperator(previous, text));
  }

  /** Moves past a token. */
  pass(index: number): void {
    const token = this.#tokens[index];
    const change = token === undefined ? 0 : depthChange(token);
    if (token === undefined || change === 0) return;
    if (change === -1) {
      if (this.#open.pop()?.isCall === true) this.#calls--;
      return;
    }
    const previous = this.#tokens[index - 1];
    const isCall = token.text !== "{" && endsOperand(previous) && !takesNames(previous);
    if (isCall) this.#calls++;
    this.#open.push({ text: token.text, isCall });
  }
}

/**
 * Reports whether a token is a function whose strings are never types: Flask's `Blueprint` takes
 * names and paths, and pydantic's `Field` takes aliases and descriptions.
 */
function takesNames(token: Token | undefined): boolean {
  return isName(token, "Blueprint") || isName(token, "Field");
}

/** Reports whether a bracket after the token would start a call or a subscript. */
function endsOperand(token: Token | undefined): boolean {
  if (token?.kind === "name") return !KEYWORDS.has(token.text);
  return token?.kind === "string" || isOperator(token, ")") || isOperator(token, "]") ||
    isOperator(token, "}");
}
