/** Example texts and numbers for schemas. */

import { isFloat } from "../spec/mock.ts";
import { FORMAT_EXAMPLES } from "../spec/text_format.ts";
import type { DocumentNode } from "./document_node.ts";

/** Example texts by format (https://spec.openapis.org/registry/format/). */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(FORMAT_EXAMPLES),
  ["time", "12:00:00Z"],
  ["duration", "P1D"],
  ["idn-email", "user@example.com"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["url", "https://example.com"],
  ["uri-reference", "/example"],
  ["byte", "ZXhhbXBsZQ=="],
]);

/** Maximum length of an example text. */
const MAX_LENGTH = 1_000;

/** Returns an example text of a schema. */
export function exampleText(schema: DocumentNode): string {
  const known = FORMATS.get(schema.textOf("format") ?? "") ?? "string";
  const shortest = Math.min(limit(schema, "minLength") ?? 0, MAX_LENGTH);
  const longest = limit(schema, "maxLength") ?? Infinity;
  return known.padEnd(shortest, "x").slice(0, Math.max(0, longest));
}

/**
 * Returns an example number of a schema, as JSON text.
 *
 * @param type `number` for a number with a fraction.
 */
export function exampleNumber(schema: DocumentNode, type: "integer" | "number"): string {
  const least = limit(schema, "minimum") ?? above(limit(schema, "exclusiveMinimum"));
  const most = limit(schema, "maximum") ?? below(limit(schema, "exclusiveMaximum"));
  const usual = type === "integer" ? 1 : 1.5;
  const clamped = Math.min(Math.max(usual, least ?? usual), most ?? Infinity);
  const whole = type === "integer" ? Math.ceil(clamped) : clamped;
  const text = JSON.stringify(Number.isFinite(whole) ? whole : usual);
  return numberText(text, type) ?? text;
}

/**
 * Returns a number in the form that shows its type: with a point if any number is allowed.
 *
 * @param written The number as JSON text.
 * @returns `null` for a number with a fraction in place of an integer.
 */
export function numberText(written: string, type: "integer" | "number"): string | null {
  const hasPoint = isFloat(written);
  if (type === "integer") return hasPoint ? null : written;
  return hasPoint ? written : `${written}.0`;
}

function above(value: number | null): number | null {
  return value === null ? null : value + 1;
}

function below(value: number | null): number | null {
  return value === null ? null : value - 1;
}

function limit(schema: DocumentNode, key: string): number | null {
  const value = schema.get(key)?.json;
  return value?.kind === "number" ? Number(value.text) : null;
}
