/** Random lists, and queries that page, filter and sort them or almost do. */

import { codePoint } from "../tools/code_point.ts";
import { fc } from "../tools/tier.ts";

/** A list of a spec, as JSON. */
export interface WrittenList {
  readonly mock: readonly unknown[];
  /** The texts of the items in `mock`, because `1.0` and `1` differ only in text. */
  readonly items: readonly string[];
  readonly limit: number | null;
  readonly filter: readonly string[];
  readonly sort: readonly string[];
}

const NAMES = ["name", "price", "sold", "class", "unit-price", "\u00e9", "a b", "items"] as const;

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("Tea", "tea", "", "Caf\u00e9", "a,b", "-a", "10", "9") },
  {
    weight: 3,
    arbitrary: fc.constantFrom("\uffee", "\u{1f375}", "\ud7ff", "a\u{1f375}b", "a\uffee"),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: codePoint, maxLength: 4 })
      .filter((each) => each.isWellFormed() && !each.includes("\0")),
  },
).map((each) => JSON.stringify(each));

const VALUES: readonly fc.Arbitrary<string>[] = [
  text,
  fc.constantFrom("0", "-0", "7", "-7", "10", "999999999999999999", "999999999999999998"),
  fc.constantFrom(
    "1.5",
    "0.0",
    "-0.0",
    "2",
    "1e3",
    "1000",
    "9007199254740993",
    "9007199254740992.0",
  ),
  fc.constantFrom("true", "false"),
];

/** A list whose items have most of their fields, each with values of one type or null. */
export const arbitraryList: fc.Arbitrary<WrittenList> = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...NAMES), fc.nat(VALUES.length - 1)),
  { selector: ([name]) => name, minLength: 1, maxLength: 5 },
).chain((fields) => {
  const value = (kind: number) =>
    fc.oneof(
      { weight: 6, arbitrary: VALUES[kind] ?? text },
      { weight: 1, arbitrary: fc.constant("null") },
      { weight: 1, arbitrary: fc.constant("") },
    );
  const item = fc.tuple(...fields.map(([, kind]) => value(kind))).map((values) => {
    const members = fields.flatMap(([name], at) =>
      values[at] === "" ? [] : [`${JSON.stringify(name)}: ${values[at]}`]
    );
    return `{${members.join(", ")}}`;
  });
  return fc.record({
    items: fc.array(item, { maxLength: 12, size: "large" }),
    limit: fc.option(fc.integer({ min: 1, max: 5 })),
  }).chain(({ items, limit }) => {
    const mock = items.map((each) => JSON.parse(each));
    const names = fields.map(([name]) => name).filter((name) =>
      mock.some((each) => each[name] !== undefined && each[name] !== null)
    );
    return fc.record({
      mock: fc.constant(mock),
      items: fc.constant(items),
      limit: fc.constant(limit),
      filter: fc.subarray(names),
      sort: fc.subarray(names, { minLength: Math.min(2, names.length) }),
    });
  });
});

/** Writes the value of `list` in a spec. */
export function listText({ limit, filter, sort }: WrittenList): string {
  return JSON.stringify({ ...(limit !== null && { limit }), filter, sort });
}

const ODD = [
  ...["", "=", "&&", "other=a+b%20c", "%ff=%C3%A9", "x=%22%3E%3B", "limit[]=1", "a%00b", "q&q"],
  ...["limit=0", "limit=101", "limit=1&limit=2", "offset=-1", "offset=007", "sort=", "sort=,"],
  ...["sort=other", "sort=--name", "sort=name,name", "sort=name,-name", "sort=%ff", "sort=a%00"],
];

/** Queries of a list, as sent: most fit. */
export function arbitraryListQuery({ mock, filter, sort }: WrittenList): fc.Arbitrary<string> {
  const limit = fc.integer({ min: 1, max: 14 }).map((each) => `limit=${each}`);
  const offset = fc.oneof(
    { weight: 3, arbitrary: fc.nat(4) },
    { weight: 1, arbitrary: fc.nat(13) },
    { weight: 1, arbitrary: fc.constantFrom(100, 999999999999999999n) },
  ).map((each) => `offset=${each}`);
  const sorted = fc.shuffledSubarray([...sort], { minLength: Math.min(1, sort.length) }).chain((
    names,
  ) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`)))).map((names) =>
    names.length === 0 ? "" : `sort=${names.map(encodeURIComponent).join(",")}`
  );
  const filters = filter.map((name) => {
    const values = mock.map((each) => (each as Record<string, unknown>)[name])
      .filter((each) => each !== undefined && each !== null).map(String);
    return fc.constantFrom(...values, "Tea", "1", "true")
      .map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`);
  });
  const some = fc.tuple(
    ...[limit, offset, sorted, ...filters].map((each) => fc.option(each, { nil: "", freq: 2 })),
    fc.oneof({ weight: 3, arbitrary: fc.constant("") }, fc.constantFrom(...ODD)),
  );
  return some.chain((parts) => {
    const present = parts.filter((each) => each !== "");
    return fc.shuffledSubarray(present, { minLength: present.length });
  }).map((parts) => parts.join("&"));
}
