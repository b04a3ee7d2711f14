/** A judge of queries and headers, made from `docs/reference/spec.md` without the product's code. */

import type { BodyMember } from "../generators/arbitrary_body.ts";
import type { SentHeader } from "../generators/arbitrary_headers.ts";
import { exactJson } from "../tools/exact_json.ts";
import { latin1Bytes } from "../tools/raw_request.ts";

/** The values of a parameter; `undefined` if it is absent. */
export type Texts = readonly string[] | undefined;

/** Splits a query into names and values: bytes as Latin-1. */
export const pairsOf = (query: string): readonly (readonly [name: string, value: string])[] =>
  query.replaceAll("+", " ").split("&").filter((part) => part !== "").map((part) => {
    const [name = "", ...value] = part.split("=").map((each) =>
      each.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    );
    return [name, value.join("=")];
  });

/** Returns the values of a parameter of a query. */
export function textsInQuery(query: string): (member: BodyMember) => Texts {
  const sent = Map.groupBy(pairsOf(query), ([name]) => utf8(name));
  return ({ name }) => sent.get(name)?.map(([, value]) => utf8(value));
}

/** Returns the values of a header. */
export function textsInHeaders(sent: readonly SentHeader[]): (member: BodyMember) => Texts {
  return ({ name, value }) => {
    const found = sent.filter(([each]) => each.toLowerCase() === name.toLowerCase());
    const whole = found.map(([, value]) => value).join(",");
    const isList = Array.isArray(shownBy(exactJson(value)));
    const values = (isList ? whole.split(",") : [whole]).map((each) => each.replace(OUTER, ""));
    const kept = values.filter((each) => each !== "" || !isList);
    return found.length === 0 ? undefined : kept.map(utf8);
  };
}

const OUTER = /^[ \t]+|[ \t]+$/g;

/** Decodes UTF-8. For other bytes, returns a lone surrogate, which is in no request. */
function utf8(bytes: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(latin1Bytes(bytes));
  } catch {
    return "\ud800";
  }
}

/** Returns the example of a value, which may be a list. */
function shownBy(written: ReturnType<typeof exactJson>) {
  return written.$example ?? written.$default ?? written;
}

const KINDS = ["number", "bigint", "boolean", "string"] as const;

/** Returns the argument of the service for a parameter; `undefined` if the response is 422. */
export function judgedValue({ value, isOptional }: BodyMember, texts: Texts): unknown {
  const written = exactJson(value);
  if (texts === undefined) return written.$default ?? (isOptional ? null : undefined);
  const shown = shownBy(written);
  const examples = [shown, written.$default ?? []].flat();
  const [rule] = [Array.isArray(shown) ? shown : written].flat();
  const all = [rule.$example, rule.$enum?.[0], ...examples];
  const kind = KINDS.find((kind) => all.some((each) => typeof each === kind)) ?? "string";
  const values = texts.map((each) => fitting(scalar(each, kind), rule));
  if (values.includes(undefined)) return undefined;
  return Array.isArray(shown) ? values : values.length > 1 ? undefined : values[0];
}

function scalar(text: string, kind: typeof KINDS[number]) {
  if (text.includes("\0") || !text.isWellFormed()) return undefined;
  if (kind === "string") return text;
  if (kind === "boolean") return text === "true" || (text === "false" ? false : undefined);
  if (kind === "bigint") return /^-?(?:0|[1-9]\d{0,17})$/.test(text) ? BigInt(text) : undefined;
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function fitting(value: ReturnType<typeof scalar>, rule: ReturnType<typeof exactJson>) {
  const size = typeof value === "string" ? Array.from(value).length : value ?? NaN;
  // Integers are compared exactly, numbers as floats.
  const [least, most] = [rule.$minimum ?? rule.$minLength, rule.$maximum ?? rule.$maxLength]
    .map((each) => typeof value === "bigint" ? each : Number(each));
  const isWithin = !(size < least || size > most);
  const isOfFormat = FORMATS[rule.$format]?.(String(value)) !== false;
  return isWithin && isOfFormat && rule.$enum?.includes(value) !== false ? value : undefined;
}

/** RFC 3339, without leap seconds, and RFC 9562. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  "date": isDate,
  "date-time": (text) =>
    isDate(text.slice(0, 10)) &&
    /^.{10}t([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.test(text),
  "uuid": (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};

function isDate(text: string): boolean {
  const isWritten = /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text));
  return isWritten && new Date(text).toISOString().startsWith(text);
}
