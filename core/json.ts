/** JSON values that keep their positions in the text, the order of keys, and the text of numbers. */

/** A JSON value. `at` is the offset of the value in the text, in UTF-16 code units. */
export type Json =
  | { readonly kind: "null"; readonly at: number }
  | { readonly kind: "boolean"; readonly at: number; readonly value: boolean }
  | { readonly kind: "number"; readonly at: number; readonly text: string }
  | { readonly kind: "string"; readonly at: number; readonly value: string }
  | JsonArray
  | JsonObject;

/** A value that has no others in it. */
export type JsonScalar = Exclude<Json, { readonly kind: "array" | "object" }>;

export interface JsonArray {
  readonly kind: "array";
  readonly at: number;
  readonly items: readonly Json[];
}

export interface JsonObject {
  readonly kind: "object";
  readonly at: number;
  /** The members in the order of the text, repeated keys included. */
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  readonly key: string;
  readonly at: number;
  readonly value: Json;
}

/** The error for text that is not JSON, or for a value that JSON cannot hold. */
export class JsonSyntaxError extends SyntaxError {
  override readonly name = "JsonSyntaxError";

  constructor(
    /** The problem, such as `expected ',' or '}', found '"'`. */
    readonly reason: string,
    /** Offset in the text, in UTF-16 code units. */
    readonly at: number,
  ) {
    super(reason);
  }
}

/** Maximum depth of arrays and objects. The parser is recursive, so deeper text could exhaust the stack. */
export const MAX_DEPTH = 1_000;

/**
 * Parses JSON (RFC 8259), without comments or trailing commas.
 *
 * @param text The text, without a byte order mark.
 * @throws {JsonSyntaxError} At the first place where the text is not JSON.
 *
 * @example
 * ```ts
 * import { parseJson } from "./json.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(parseJson("[1.0]"), {
 *   kind: "array",
 *   at: 0,
 *   items: [{ kind: "number", at: 1, text: "1.0" }],
 * });
 * ```
 */
export function parseJson(text: string): Json {
  const reader = new Reader(text);
  const value = readValue(reader, 0);
  if (reader.at < text.length) throw reader.unexpected("end of file");
  return value;
}

/** Reads JSON text from the offset `at`. The reader skips white space, so `at` is never on white space. */
class Reader {
  at = 0;

  constructor(readonly text: string) {
    this.skipSpace();
  }

  /** Returns the next character, or an empty string at the end. */
  peek(): string {
    return this.text.charAt(this.at);
  }

  /** Returns the text up to an offset, and skips the white space after that offset. */
  take(end: number): string {
    const taken = this.text.slice(this.at, end);
    this.at = end;
    this.skipSpace();
    return taken;
  }

  skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  unexpected(wanted: string): JsonSyntaxError {
    if (/^\/[/*]/.test(this.text.slice(this.at, this.at + 2))) {
      return new JsonSyntaxError("comments are not allowed", this.at);
    }
    const character = this.text.codePointAt(this.at);
    const found = character === undefined ? "end of file" : `'${String.fromCodePoint(character)}'`;
    return new JsonSyntaxError(`expected ${wanted}, found ${found}`, this.at);
  }
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function readValue(reader: Reader, depth: number): Json {
  const { at } = reader;
  const next = reader.peek();
  if (next === "{") return readObject(reader, depth + 1);
  if (next === "[") return readArray(reader, depth + 1);
  if (next === '"') return { kind: "string", at, value: readString(reader) };
  const word = readWord(reader, /[a-z]+/y);
  if (word === "null") return { kind: "null", at };
  if (word !== null) return { kind: "boolean", at, value: word === "true" };
  const number = readWord(reader, /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
  if (number !== null) return { kind: "number", at, text: number };
  throw reader.unexpected("a value");
}

function readWord(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const word = pattern.exec(reader.text)?.[0];
  if (word === undefined || (/^[a-z]/.test(word) && !LITERALS.has(word))) return null;
  return reader.take(reader.at + word.length);
}

const LITERALS: ReadonlySet<string> = new Set(["null", "true", "false"]);

function readString(reader: Reader): string {
  const { text, at } = reader;
  let end = at + 1;
  for (; text.charAt(end) !== '"'; end++) {
    const unit = text.charCodeAt(end);
    if (Number.isNaN(unit)) throw new JsonSyntaxError("string is never closed", at);
    if (unit < 0x20) throw new JsonSyntaxError("control character in string", end);
    if (unit === 0x5c) end += escapeLength(text, end) - 1;
  }
  return JSON.parse(reader.take(end + 1));
}

function escapeLength(text: string, at: number): number {
  const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0];
  if (escape === undefined) throw new JsonSyntaxError("invalid escape in string", at);
  return escape.length;
}

function readArray(reader: Reader, depth: number): JsonArray {
  const { at } = reader;
  const items: Json[] = [];
  readList(reader, depth, "]", () => items.push(readValue(reader, depth)));
  return { kind: "array", at, items };
}

function readObject(reader: Reader, depth: number): JsonObject {
  const { at } = reader;
  const members: JsonMember[] = [];
  readList(reader, depth, "}", () => members.push(readMember(reader, depth)));
  return { kind: "object", at, members };
}

function readMember(reader: Reader, depth: number): JsonMember {
  const { at } = reader;
  if (reader.peek() !== '"') throw reader.unexpected("a key in quotes");
  const key = readString(reader);
  if (reader.peek() !== ":") throw reader.unexpected("':'");
  reader.take(reader.at + 1);
  return { key, at, value: readValue(reader, depth) };
}

function readList(reader: Reader, depth: number, close: string, readItem: () => void): void {
  if (depth > MAX_DEPTH) {
    throw new JsonSyntaxError(`nested deeper than ${MAX_DEPTH} levels`, reader.at);
  }
  reader.take(reader.at + 1);
  while (reader.peek() !== close) {
    readItem();
    if (reader.peek() === close) break;
    if (reader.peek() !== ",") throw reader.unexpected(`',' or '${close}'`);
    const comma = reader.at;
    reader.take(comma + 1);
    if (reader.peek() === close) throw new JsonSyntaxError("trailing comma", comma);
  }
  reader.take(reader.at + 1);
}

/** Counts the levels of arrays and objects in a value: 0 for a scalar. */
export function jsonDepth(value: Json): number {
  let deepest = 0;
  walkJson(value, (_, depth) => {
    if (depth > deepest) deepest = depth;
  });
  return deepest;
}

/**
 * Visits a value and all values inside it, in order. An array or object comes before its contents.
 *
 * @param visit Gets the value and its depth: the number of arrays and objects around the value. An array or
 * object also counts itself.
 */
export function walkJson(
  value: Json,
  visit: (value: Json, depth: number) => void,
  outer = 0,
): void {
  if (value.kind === "array") {
    visit(value, outer + 1);
    for (const item of value.items) walkJson(item, visit, outer + 1);
  } else if (value.kind === "object") {
    visit(value, outer + 1);
    for (const member of value.members) walkJson(member.value, visit, outer + 1);
  } else {
    visit(value, outer);
  }
}

/**
 * Removes repeated keys from every object. As in `JSON.parse` and Python's `json.loads`, each key stays at
 * its first position and gets its last value.
 */
export function withoutRepeatedKeys(value: Json): Json {
  if (value.kind === "array") return { ...value, items: value.items.map(withoutRepeatedKeys) };
  if (value.kind !== "object") return value;
  const members = new Map<string, JsonMember>();
  for (const { key, at, value: inner } of value.members) {
    members.set(key, { key, at, value: withoutRepeatedKeys(inner) });
  }
  return { ...value, members: [...members.values()] };
}

/** Returns the last value of a key, or `undefined` if the object does not have the key. */
export function memberValue(object: JsonObject, key: string): Json | undefined {
  return object.members.findLast((member) => member.key === key)?.value;
}

/**
 * Writes a value as JSON text.
 *
 * @param indent Spaces per level; 0 for a single line.
 * @returns ASCII text, in which numbers are spelled as in the original text.
 */
export function stringifyJson(value: Json, indent: number, margin = ""): string {
  switch (value.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(value.value);
    case "number":
      return value.text;
    case "string":
      return stringifyString(value.value);
    case "array":
    case "object": {
      const inner = margin + " ".repeat(indent);
      const parts = value.kind === "array"
        ? value.items.map((item) => stringifyJson(item, indent, inner))
        : value.members.map((member) =>
          `${stringifyString(member.key)}: ${stringifyJson(member.value, indent, inner)}`
        );
      const [open, close] = value.kind === "array" ? "[]" : "{}";
      if (parts.length === 0 || indent === 0) return `${open}${parts.join(", ")}${close}`;
      return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
    }
  }
}

function stringifyString(value: string): string {
  return asciiJson(JSON.stringify(value));
}

/** Escapes all characters of JSON text that are not printable ASCII, so that none is invisible. */
export function asciiJson(text: string): string {
  return text.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
