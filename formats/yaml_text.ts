/** Writes YAML values. */

import type { Value } from "./config_format.ts";
import { isValues } from "./syntax.ts";

/** Line breaks and indentation of a block. */
export interface BlockStyle {
  readonly eol: string;
  /** Indentation of a map, in columns. */
  readonly unit: number;
  /** Indentation of a list below its key, in columns. */
  readonly listUnit: number;
}

/** The style of a map on one line. */
export interface FlowStyle {
  /** The blanks inside braces. */
  readonly pad: string;
  /** Whether to quote all keys and strings, as in JSON. */
  readonly quoted: boolean;
}

/** Words that need quotes to be strings in YAML 1.1 or YAML 1.2. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** Writes a string, without quotes if all parsers then still read it as a string. */
export function writeString(value: string, quoted = false): string {
  if (!quoted && /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/.test(value) && !WORDS.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function writeScalar(value: string | number | boolean | null, quoted = false): string {
  return typeof value === "string" ? writeString(value, quoted) : String(value);
}

/** Writes a pair in a block, without its indentation. */
export function writePair(key: string, value: Value, column: number, style: BlockStyle): string {
  return `${writeString(key)}:${writeBelow(value, column, style)}`;
}

/** Writes the value after the colon of a key. `column` is the column at which the key starts. */
export function writeBelow(value: Value, column: number, style: BlockStyle): string {
  if (isPlain(value)) return ` ${writeItem(value, column, style)}`;
  const inner = column + (isValues(value) ? style.listUnit : style.unit);
  const start = style.eol + " ".repeat(inner);
  return start + writeItem(value, inner, style);
}

/** Writes a value to start at the given column, after a dash or on its own line. */
export function writeItem(value: Value, column: number, style: BlockStyle): string {
  if (typeof value !== "object" || value === null) return writeScalar(value);
  const between = style.eol + " ".repeat(column);
  if (isPlain(value)) return isValues(value) ? "[]" : "{}";
  return isValues(value)
    ? value.map((item) => `- ${writeItem(item, column + 2, style)}`).join(between)
    : Object.entries(value).map(([key, item]) => writePair(key, item, column, style)).join(between);
}

/** Reports whether a value fits on the line of its key. */
function isPlain(value: Value): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

/** Writes a pair on one line. */
export function writeFlowPair(key: string, value: Value, style: FlowStyle): string {
  return `${writeString(key, style.quoted)}: ${writeFlow(value, style)}`;
}

/** Writes a value on one line. */
export function writeFlow(value: Value, style: FlowStyle): string {
  if (typeof value !== "object" || value === null) return writeScalar(value, style.quoted);
  if (isValues(value)) return `[${value.map((item) => writeFlow(item, style)).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, item]) => writeFlowPair(key, item, style));
  return pairs.length === 0 ? "{}" : `{${style.pad}${pairs.join(", ")}${style.pad}}`;
}
