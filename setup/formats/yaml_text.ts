/** Writing YAML. */

import type { Value } from "../client.ts";
import { isValues } from "./data.ts";

/** How lines are broken and indented. */
export interface BlockStyle {
  readonly eol: string;
  /** How many columns a map is indented by. */
  readonly unit: number;
  /** How many columns a list is indented by, below its key. */
  readonly listUnit: number;
}

/** How a map is written on one line. */
export interface FlowStyle {
  /** What is between braces and what is in them. */
  readonly pad: string;
  /** Whether all keys and strings are quoted, as in JSON. */
  readonly quoted: boolean;
}

/** Words that are no strings in YAML 1.1 or 1.2. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** A string, quoted unless everyone reads it as one without. */
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

/** A pair in a block, without its indentation. */
export function writePair(key: string, value: Value, column: number, style: BlockStyle): string {
  return `${writeString(key)}:${writeBelow(value, column, style)}`;
}

/** What stands behind the colon of a key in a column. */
export function writeBelow(value: Value, column: number, style: BlockStyle): string {
  if (isPlain(value)) return ` ${writeItem(value, column, style)}`;
  const inner = column + (isValues(value) ? style.listUnit : style.unit);
  const start = style.eol + " ".repeat(inner);
  return start + writeItem(value, inner, style);
}

/** What starts in a column: behind a dash, or on a line of its own. */
export function writeItem(value: Value, column: number, style: BlockStyle): string {
  if (typeof value !== "object" || value === null) return writeScalar(value);
  const between = style.eol + " ".repeat(column);
  if (isPlain(value)) return isValues(value) ? "[]" : "{}";
  return isValues(value)
    ? value.map((item) => `- ${writeItem(item, column + 2, style)}`).join(between)
    : Object.entries(value).map(([key, item]) => writePair(key, item, column, style)).join(between);
}

/** Whether a value needs no lines of its own. */
function isPlain(value: Value): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

/** A pair on one line. */
export function writeFlowPair(key: string, value: Value, style: FlowStyle): string {
  return `${writeString(key, style.quoted)}: ${writeFlow(value, style)}`;
}

/** A value on one line. */
export function writeFlow(value: Value, style: FlowStyle): string {
  if (typeof value !== "object" || value === null) return writeScalar(value, style.quoted);
  if (isValues(value)) return `[${value.map((item) => writeFlow(item, style)).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, item]) => writeFlowPair(key, item, style));
  return pairs.length === 0 ? "{}" : `{${style.pad}${pairs.join(", ")}${style.pad}}`;
}
