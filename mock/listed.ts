/** Pages, filters and sorts a list like a generated app's `api/list_parameters.py`. */

import { type Json, memberValue } from "../core/json.ts";
import type { BodyType } from "../spec/body_type.ts";
import type { ListField, ListSpec } from "../spec/list.ts";
import { isFloat } from "../spec/mock.ts";
import { type SentValues, sortNames } from "./parameter_problems.ts";
import { sentQuery } from "./request_parameters.ts";
import { readTarget, unescapedBytes } from "./request_target.ts";

/** An item of a list. */
export interface ListedItem {
  /** The item as generated apps write it. */
  readonly text: string;
  readonly value: Json;
}

/** A page of a list. */
export interface Page {
  readonly items: readonly ListedItem[];
  /** The headers of the response that describe the page. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the page of a list that a query asks for.
 *
 * @param target The target of the request, with its query. It must fit the list.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { pageOf } from "./listed.ts";
 * import { equal } from "node:assert/strict";
 *
 * const items = ['"a"', '"b"', '"c"'].map((text) => ({ text, value: parseJson(text) }));
 * const page = pageOf(items, { limit: 2, filter: [], sort: [] }, "/letters?offset=2");
 * equal(page.items.map(({ text }) => text).join(), '"c"');
 * equal(page.headers["x-total-count"], "3");
 * ```
 */
export function pageOf(items: readonly ListedItem[], list: ListSpec, target: string): Page {
  const sent = sentQuery(target);
  const found = inOrder(selected(items, list, sent), sent({ name: "sort" }));
  const limit = numberIn(sent({ name: "limit" }), list.limit);
  const offset = numberIn(sent({ name: "offset" }), 0);
  return {
    items: found.slice(offset, offset + limit),
    headers: {
      "x-total-count": String(found.length),
      link: links({ limit, offset, total: found.length }, readTarget(target).query),
    },
  };
}

function numberIn(sent: SentValues, fallback: number): number {
  const [text] = sent ?? [];
  return text === undefined ? fallback : Number(text);
}

function selected(
  items: readonly ListedItem[],
  { filter }: ListSpec,
  sent: (parameter: Pick<ListField, "name">) => SentValues,
): readonly ListedItem[] {
  return filter.reduce((found, { name, type }) => {
    const [text] = sent({ name }) ?? [];
    if (text === undefined) return found;
    const isEqual = equalTo(text, type);
    return found.filter(({ value }) => isEqual(valueOf(value, name)));
  }, items);
}

/** Returns the value of a field; `null` without one. */
function valueOf(item: Json, name: string): Json | null {
  const value = item.kind === "object" ? memberValue(item, name) : undefined;
  return value === undefined || value.kind === "null" ? null : value;
}

function equalTo(text: string, type: BodyType): (value: Json | null) => boolean {
  switch (type.kind) {
    case "integer":
    case "number": {
      const wanted = type.kind === "integer" ? BigInt(text) : Number(text);
      return (value) => value?.kind === "number" && order(exact(value.text), wanted) === 0;
    }
    case "boolean":
      return (value) => value?.kind === "boolean" && String(value.value) === text;
    default:
      return (value) => value?.kind === "string" && value.value === text;
  }
}

/** Returns a number that compares with others as Python's does. */
function exact(text: string): number | bigint {
  return isFloat(text) ? Number(text) : BigInt(text);
}

function order<Value>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Sorts items by each field. Those without a value come last, and equal ones stay as they are. */
function inOrder(items: readonly ListedItem[], sort: SentValues): readonly ListedItem[] {
  const names = sort === undefined ? [] : sortNames(sort);
  return names.toReversed().reduce((sorted, name) => {
    const isDescending = name.startsWith("-");
    const field = isDescending ? name.slice(1) : name;
    const pairs = sorted.map((item) => ({ item, value: valueOf(item.value, field) }));
    const known = pairs.flatMap(({ item, value }) => value === null ? [] : [{ item, value }]);
    const sign = isDescending ? -1 : 1;
    known.sort((one, other) => sign * compare(one.value, other.value));
    const unknown = pairs.filter(({ value }) => value === null);
    return [...known, ...unknown].map(({ item }) => item);
  }, items);
}

function compare(one: Json, other: Json): number {
  if (one.kind === "number" && other.kind === "number") {
    return order(exact(one.text), exact(other.text));
  }
  if (one.kind === "string" && other.kind === "string") {
    return compareText(one.value, other.value);
  }
  if (one.kind === "boolean" && other.kind === "boolean") return order(one.value, other.value);
  return order(one.kind, other.kind);
}

/** Compares texts by their code points, as Python does. */
function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one[at] === other[at]) at++;
  // The first different unit may be the second half of a character.
  const start = at > 0 && (one.codePointAt(at - 1) ?? 0) !== (other.codePointAt(at - 1) ?? 0)
    ? at - 1
    : at;
  return order(one.codePointAt(start) ?? -1, other.codePointAt(start) ?? -1);
}

interface Place {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** Returns the links to other pages (RFC 8288), with the other parameters as they were sent. */
function links({ limit, offset, total }: Place, query: string): string {
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit);
  const offsets: readonly (readonly [string, number | null])[] = [
    ["first", 0],
    ["prev", offset > 0 ? Math.max(0, Math.min(offset - limit, last)) : null],
    ["next", offset + limit < total ? offset + limit : null],
    ["last", last],
  ];
  const others = query.split("&").filter((part) => part !== "").map(encodedPair)
    .filter(([name]) => name !== "limit" && name !== "offset")
    .map(([name, value]) => `${name}=${value}&`).join("");
  return offsets.filter(([, at]) => at !== null)
    .map(([rel, at]) => `<?${others}limit=${limit}&offset=${at}>; rel="${rel}"`).join(", ");
}

function encodedPair(part: string): readonly [string, string] {
  const equals = part.indexOf("=");
  return equals < 0
    ? [encoded(part), ""]
    : [encoded(part.slice(0, equals)), encoded(part.slice(equals + 1))];
}

/** Encodes a part of a query like Python's `urllib.parse.quote_plus`, byte by byte. */
function encoded(text: string): string {
  return Array.from(unescapedBytes(text.replaceAll("+", " ")), (byte) => {
    const character = String.fromCharCode(byte);
    if (/^[A-Za-z0-9_.~-]$/.test(character)) return character;
    return byte === 0x20 ? "+" : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
