/** JSON text in the layout that people and formatters write. */

import { asciiJson, type Json, stringifyJson } from "./json.ts";

/** Maximum width of a line with several values. */
const LINE_WIDTH = 80;

/** Maximum depth of indentation: indenting deeper values could turn megabytes into gigabytes. */
export const MAX_INDENTED = 20;

/**
 * Formats a value with two spaces per level. An array or object that fits on one line is not split.
 *
 * @param open Number of outer levels that are always split over several lines.
 * @returns Text that ends with a line break. Numbers are spelled as in the original text. Only characters
 * that are invisible, or that would change the order of the text, are escaped.
 *
 * @example
 * ```ts
 * import { layoutJson } from "./json_layout.ts";
 * import { parseJson } from "./json.ts";
 * import { equal } from "node:assert/strict";
 *
 * const json = parseJson('{"id":1.0,"tags":["Mj\\u00f8lk"]}');
 * equal(layoutJson(json, 0), '{ "id": 1.0, "tags": ["Mjølk"] }\n');
 * equal(layoutJson(json, 1), '{\n  "id": 1.0,\n  "tags": ["Mjølk"]\n}\n');
 * ```
 */
export function layoutJson(value: Json, open: number): string {
  return `${laidOut(value, { depth: 0, before: 0, after: 0, open })}\n`;
}

interface Place {
  /** Number of levels around the value. */
  readonly depth: number;
  /** Columns before and after the value on its line. */
  readonly before: number;
  readonly after: number;
  readonly open: number;
}

function laidOut(value: Json, { depth, before, after, open }: Place): string {
  if (value.kind !== "array" && value.kind !== "object") return scalar(value);
  const room = depth >= MAX_INDENTED ? Infinity : LINE_WIDTH - before - after;
  const line = depth < open ? null : onOneLine(value, room);
  if (line !== null) return line;
  const parts = partsOf(value);
  const [left, right] = value.kind === "array" ? "[]" : "{}";
  if (parts.length === 0) return `${left}${right}`;
  const margin = "  ".repeat(depth);
  const lines = parts.map(([key, item], index) => {
    const comma = index === parts.length - 1 ? 0 : 1;
    const place = { depth: depth + 1, before: margin.length + 2 + key.length, after: comma, open };
    return `${margin}  ${key}${laidOut(item, place)}`;
  });
  return `${left}\n${lines.join(",\n")}\n${margin}${right}`;
}

/** Formats a value on one line; returns `null` if the line would be longer than `room`. */
function onOneLine(value: Json, room: number): string | null {
  if (value.kind !== "array" && value.kind !== "object") {
    const text = scalar(value);
    return text.length > room ? null : text;
  }
  const [left, right, padding] = value.kind === "array" ? ["[", "]", ""] : ["{", "}", " "];
  const items = value.kind === "array" ? value.items : value.members;
  if (items.length === 0) return room < 2 ? null : `${left}${right}`;
  const parts: string[] = [];
  let used = 2 * (1 + padding.length);
  for (const item of items) {
    const key = "key" in item ? keyText(item.key) : "";
    const part = onOneLine("key" in item ? item.value : item, room - used - key.length);
    if (part === null) return null;
    parts.push(key + part);
    // ", " follows each item except the last.
    used += key.length + part.length + (parts.length === items.length ? 0 : 2);
    if (used > room) return null;
  }
  return left + padding + parts.join(", ") + padding + right;
}

/** Returns the items or members of a value, each with the text before it. */
function partsOf(value: Extract<Json, { readonly kind: "array" | "object" }>) {
  return value.kind === "array"
    ? value.items.map((item) => ["", item] as const)
    : value.members.map((member) => [keyText(member.key), member.value] as const);
}

function keyText(key: string): string {
  return `${quoted(key)}: `;
}

function scalar(value: Exclude<Json, { readonly kind: "array" | "object" }>): string {
  return value.kind === "string" ? quoted(value.value) : stringifyJson(value, 0);
}

function quoted(text: string): string {
  const json = JSON.stringify(text);
  // Most text is ASCII and needs no Unicode tables, which take milliseconds to load.
  return /^[ -~]*$/.test(json) ? json : json.replace(invisible(), asciiJson);
}

/**
 * Returns a pattern of the characters that `printable` also escapes. The pattern is not a constant, because
 * its Unicode tables take milliseconds to load.
 */
function invisible(): RegExp {
  return /[\p{Control}\p{Format}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}]/gu;
}
