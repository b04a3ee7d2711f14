/** Reads Python literals as JSON values: the reverse of `literal.ts`. */

import { type Json, type JsonMember, withoutRepeatedKeys } from "../core/json.ts";
import { isOperator, type Token } from "./expression.ts";

/** Maximum nesting of brackets, the same as in CPython. */
const MAX_DEPTH = 200;

/**
 * Maximum length of integers in bases other than 10, because converting them takes quadratic time.
 */
const MAX_OTHER_BASE_DIGITS = 1_000;

/**
 * Converts a literal to the JSON value that Python's `json` module would write for it. Keeps the
 * order of keys, the digits of integers, and the difference between `1.0` and `1`.
 *
 * @param tokens A whole expression.
 * @returns The value; `null` if the expression is not a literal, or has no JSON value. In the
 * value, `at` is the offset of the Python token.
 *
 * @example
 * ```ts
 * import { tokenize } from "./expression.ts";
 * import { literalJson } from "./literal_json.ts";
 * import { stringifyJson } from "../core/json.ts";
 * import { equal } from "node:assert/strict";
 *
 * const source = "{'price': 1.0, 'tags': ('a', None)}";
 * const json = literalJson(tokenize(source, 0, source.length));
 * equal(json && stringifyJson(json, 0), '{"price": 1.0, "tags": ["a", null]}');
 * ```
 */
export function literalJson(tokens: readonly Token[]): Json | null {
  const reader = new LiteralReader(tokens);
  const value = reader.readValue(0);
  return value !== null && reader.isAtEnd ? withoutRepeatedKeys(value) : null;
}

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ["True", true],
  ["False", false],
  ["None", null],
]);

/**
 * Reads a literal from its tokens. The methods that return a value return `null` for code that is
 * not a literal.
 */
class LiteralReader {
  #index = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isAtEnd(): boolean {
    return this.#index === this.tokens.length;
  }

  readValue(depth: number): Json | null {
    const token = this.#peek();
    if (token === undefined || depth > MAX_DEPTH) return null;
    if (token.kind === "string") return this.#readString();
    if (token.kind === "name") return this.#readConstant(token);
    if (token.text === "[") return this.#readItems("]", depth);
    if (token.text === "(") return this.#readParentheses(depth);
    if (token.text === "{") return this.#readObject(depth);
    return this.#readNumber();
  }

  #peek(): Token | undefined {
    return this.tokens[this.#index];
  }

  /** Skips an operator if it comes next, and reports whether it did. */
  #takes(operator: string): boolean {
    if (!isOperator(this.#peek(), operator)) return false;
    this.#index++;
    return true;
  }

  /** Reads adjacent strings, which Python joins. */
  #readString(): Json | null {
    const at = this.#peek()?.start ?? 0;
    const parts: string[] = [];
    for (let token = this.#peek(); token?.kind === "string"; token = this.#peek()) {
      if (token.value === null) return null;
      parts.push(token.value);
      this.#index++;
    }
    return { kind: "string", at, value: parts.join("") };
  }

  #readConstant({ text, start: at }: Token): Json | null {
    const value = CONSTANTS.get(text);
    if (value === undefined) return null;
    this.#index++;
    return value === null ? { kind: "null", at } : { kind: "boolean", at, value };
  }

  #readNumber(): Json | null {
    const at = this.#peek()?.start ?? 0;
    const sign = this.#takes("-") ? "-" : "";
    if (sign === "") this.#takes("+");
    const token = this.#peek();
    const text = token?.kind === "number" ? numberText(token.text) : null;
    if (text === null) return null;
    this.#index++;
    return { kind: "number", at, text: sign + text };
  }

  /** Reads a value in parentheses, or a tuple. */
  #readParentheses(depth: number): Json | null {
    const list = this.#readItems(")", depth);
    if (list?.kind !== "array") return null;
    const isTuple = list.items.length !== 1 || isOperator(this.tokens[this.#index - 2], ",");
    return isTuple ? list : list.items[0] ?? null;
  }

  #readItems(close: "]" | ")", depth: number): Json | null {
    const at = this.#peek()?.start ?? 0;
    const items: Json[] = [];
    const isRead = this.#readList(close, () => {
      const item = this.readValue(depth + 1);
      if (item !== null) items.push(item);
      return item !== null;
    });
    return isRead ? { kind: "array", at, items } : null;
  }

  #readObject(depth: number): Json | null {
    const at = this.#peek()?.start ?? 0;
    const members: JsonMember[] = [];
    const isRead = this.#readList("}", () => {
      const key = this.readValue(depth + 1);
      const name = key === null ? null : keyText(key);
      const value = name !== null && this.#takes(":") ? this.readValue(depth + 1) : null;
      if (key !== null && name !== null && value !== null) {
        members.push({ key: name, at: key.at, value });
      }
      return value !== null;
    });
    return isRead ? { kind: "object", at, members } : null;
  }

  /** Reads items between brackets, separated by commas. Reports whether all of them could be read. */
  #readList(close: string, readItem: () => boolean): boolean {
    this.#index++;
    while (!this.#takes(close)) {
      if (!readItem()) return false;
      if (!this.#takes(",") && !isOperator(this.#peek(), close)) return false;
    }
    return true;
  }
}

/**
 * Returns the key that Python's `json` module writes for a string or an integer; `null` for other
 * keys.
 */
function keyText(key: Json): string | null {
  if (key.kind === "string") return key.value;
  return key.kind === "number" && /^-?\d+$/.test(key.text) ? key.text.replace(/^-0$/, "0") : null;
}

const DECIMAL_INTEGER = /^\d+$/;
const OTHER_BASE = /^0[xob][\da-f]+$/i;
const FLOAT = /^(\d*)(\.\d*)?(e[-+]?\d+)?$/i;

/**
 * Converts the text of a Python number to JSON; `null` if it has no JSON value, such as a complex
 * number.
 */
function numberText(source: string): string | null {
  const text = source.replaceAll("_", "");
  if (DECIMAL_INTEGER.test(text)) return withoutLeadingZeros(text);
  if (OTHER_BASE.test(text)) {
    return text.length > MAX_OTHER_BASE_DIGITS ? null : String(BigInt(text.toLowerCase()));
  }
  const [, whole = "", fraction = "", exponent = ""] = FLOAT.exec(text) ?? [];
  if (whole === "" && fraction.length < 2) return null;
  const digits = fraction === "." ? ".0" : fraction;
  return withoutLeadingZeros(whole) + digits + exponent;
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, "") || "0";
}
