/** A judge of lists, made from `docs/reference/spec.md` without the product's code. */

import { exactJson } from "../tools/exact_json.ts";
import type { WrittenList } from "./arbitrary_list.ts";
import { judgedValue, pairsOf, textsInQuery } from "./parameter_model.ts";

/** The page that a query asks for. It has no meaning if some parameters do not fit. */
export interface JudgedPage {
  readonly unfit: readonly string[];
  readonly items: readonly string[];
  readonly total: string;
  /** The queries of other pages. */
  readonly links: readonly (readonly [rel: string, query: ReturnType<typeof pairsOf>])[];
}

/** Says how a list of a spec answers a query, if it has these items now. */
export function judgedPage(list: WrittenList, query: string, items = list.items): JudgedPage {
  const rows = items.map((text) => ({ text, item: exactJson(text) }));
  const shown = list.items.map(exactJson);
  const members = [
    ["limit", `{"$default": ${list.limit ?? 20}, "$minimum": 1, "$maximum": 100}`] as const,
    ["offset", '{"$default": 0, "$minimum": 0}'] as const,
    ["sort", '[""]'] as const,
    ...list.filter.map((name) => [name, exampleOf(shown.map((each) => each[name]))] as const),
  ].map(([name, value]) => ({ name, value, isOptional: true }));
  const sent = members.map((each) => judgedValue(each, textsInQuery(query)(each)));
  const sort = sent[2] === null ? [] : [sent[2]].flat().join().split(",");
  const names = sort.map((each) => each.replace(/^-/, ""));
  const isSort = names.every((each, at) => list.sort.includes(each) && names.indexOf(each) === at);
  const found = rows.filter(({ item }) =>
    list.filter.every((name, at) => sent[at + 3] === null || order(item[name], sent[at + 3]) === 0)
  ).toSorted(({ item: one }, { item: other }) =>
    names.map((name, at) => order(one[name], other[name], sort[at] === name)).find(Boolean) ?? 0
  );
  const [limit = NaN, offset = NaN] = sent.map(Number);
  const others = pairsOf(query).filter(([name]) => name !== "limit" && name !== "offset");
  const last = Math.max(0, Math.floor((found.length - 1) / limit) * limit);
  const offsets = {
    first: 0,
    prev: offset > 0 ? Math.min(Math.max(0, offset - limit), last) : NaN,
    next: offset + limit < found.length ? offset + limit : NaN,
    last,
  };
  return {
    unfit: members.map(({ name }) => name)
      .filter((name, at) => sent[at] === undefined || name === "sort" && !isSort),
    items: found.slice(offset, offset + limit).map(({ text }) => text),
    total: String(found.length),
    links: Object.entries(offsets).filter(([, at]) => at >= 0)
      .map(([rel, at]) => [rel, [...others, ["limit", `${limit}`], ["offset", `${at}`]]]),
  };
}

/** Returns a value of the type of a field: of its numbers, if one has a point or an exponent. */
function exampleOf(values: readonly unknown[]): string {
  const isFloat = values.some((each) => typeof each === "number");
  const [first] = values.filter((each) => !isNone(each));
  return isFloat ? "0.5" : typeof first === "bigint" ? "1" : JSON.stringify(first);
}

/** Compares two values of a field. Those without a value come last in both directions. */
function order(one: unknown, other: unknown, isUp = true): number {
  if (isNone(one) || isNone(other)) return Number(isNone(one)) - Number(isNone(other));
  const [first, second] = isUp ? [one, other] : [other, one];
  return Number(codes(first) > codes(second)) - Number(codes(first) < codes(second));
}

const isNone = (value: unknown) => value === undefined || value === null;

/** Returns the code points of a text; other values as they are. */
const codes = (value: unknown) =>
  typeof value !== "string"
    ? value as number
    : Array.from(value, (each) => each.codePointAt(0)?.toString(16).padStart(6, "0")).join();
