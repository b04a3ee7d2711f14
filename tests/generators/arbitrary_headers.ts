/** Random examples of headers, and headers that fit them or almost do. */

import { parseJson, stringifyJson } from "../../core/json.ts";
import { writtenMember } from "../../spec/body_type.ts";
import { shownValue } from "../../spec/constraint.ts";
import { type BodyMember, objectText } from "./arbitrary_body.ts";
import { fc } from "../tools/tier.ts";
import { withoutNeedlessMark } from "./arbitrary_query.ts";

const SCALARS: readonly (readonly string[])[] = [
  ['"tea"', '"a b"', '"true"', '"7"'],
  ["20", "0", "-0", "9".repeat(18)],
  ["1.5", "1e3", "2E+3"],
  ["true", "false"],
];

/** Constraints that some of the sent values fit, and some do not. */
const CONSTRAINTS: readonly string[] = [
  '{"$default": 20, "$minimum": 1, "$maximum": 100}',
  '{"$example": 1.5, "$minimum": 0}',
  '{"$enum": [0, 7, 20]}',
  '{"$enum": ["tea", "a b"]}',
  '{"$example": "tea", "$minLength": 1, "$maxLength": 3}',
  '{"$default": "", "$maxLength": 4}',
  '{"$default": true}',
  '{"$example": "2026-11-29", "$format": "date"}',
  '{"$default": ["tea", "a b"]}',
  '{"$example": [{"$example": 1, "$minimum": 0}], "$default": []}',
  '{"$default": "2026-11-29T09:30:00+01:00", "$maxLength": 30, "$format": "date-time"}',
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SCALARS.flat(), '""') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...SCALARS).chain((texts) =>
      fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 })
    ).map((items) => `[${items.join(", ")}]`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...CONSTRAINTS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...CONSTRAINTS.filter((each) => !each.includes("$default")))
      .map((each) => `[${each}]`),
  },
);

/** Names of headers, some with a meaning in Python or in pydantic. */
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("X-Tenant", "If-Match", "limit", "Idempotency-Key") },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...["class", "Copy", "data", "self", "service", "sent", "header", "request", "Parameters"],
      ...[
        "x.tenant",
        "X--Tenant",
        "1",
        "!#$%&'*+.^`|~-",
        "None",
        "model-config",
        "int",
        "X-Tenant2",
      ],
    ),
  },
);

/** The headers of an example. */
export const arbitraryHeaders: fc.Arbitrary<readonly BodyMember[]> = fc.uniqueArray(
  fc.record({ name, isOptional: fc.boolean(), value }),
  { selector: ({ name }) => name.toLowerCase(), minLength: 1, maxLength: 6 },
);

/** The text of an example of headers. */
export const arbitraryHeadersText: fc.Arbitrary<string> = arbitraryHeaders
  .map((members) => objectText(members.map(withoutNeedlessMark)));

/** Returns the headers that send an example; none without one. */
export function shownHeaders(example: string | undefined): readonly SentHeader[] {
  const json = example === undefined ? null : parseJson(example);
  const members = json?.kind === "object" ? json.members : [];
  return members.map(({ key, value }) => {
    const shown = shownValue(value);
    const items = shown.kind === "array" ? shown.items : [shown];
    const texts = items.map((each) => each.kind === "string" ? each.value : stringifyJson(each, 0));
    return [writtenMember(key).name, texts.join(", ")] as const;
  });
}

/** A header, as sent: its value is bytes as Latin-1. */
export type SentHeader = readonly [name: string, value: string];

/** Values of headers, as sent. Some fit several types, some fit none. */
const VALUES: readonly string[] = [
  ...[
    "",
    "tea",
    "a b",
    " a\t",
    "a,b",
    "a, b",
    "a ,b",
    "7\t,20",
    ",",
    ",,a,",
    "\t",
    '"a,b"',
    "null",
  ],
  ...["true", "false", "True", "true,false", "1", "0", "-0", "7", "007", "+5", "1_000", "7,20"],
  ...["2026-11-29", "2026-11-29t09:30:00Z", "2026-02-29"],
  ...["9".repeat(18), "9".repeat(19), "1e3", "1.5", "5.", "1e400", "nan", "1.5, 20"],
  ...["\xc3\xa9", "\xe9", "\xff", "\xf0\x9f\x8d\xb5", "\xc0\x80", "\xed\xa0\x80", "a,\xff"],
];

const FITTING: Readonly<Record<string, readonly string[]>> = {
  text: ["tea", "a b", "\xc3\xa9"],
  integer: ["20", "7", "-0"],
  number: ["1.5", "20", "1e3"],
  boolean: ["true", "false"],
};

function kindOf(value: string): string {
  const first = value.replace(/^(?:\[|\{"\$\w+": )*/, "").replace(/[,}\]].*/, "");
  if (first.startsWith('"')) return "text";
  if (/^[tf]/.test(first)) return "boolean";
  return /[.eE]/.test(first) ? "number" : "integer";
}

/** Ways to write a name: case has no meaning. */
const WAYS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
];

function sentHeader({ name, value, isOptional }: BodyMember): fc.Arbitrary<readonly SentHeader[]> {
  const fitting = fc.constantFrom(...FITTING[kindOf(value)] ?? []);
  const isList = /^(?:\{"\$(?:default|example)": )?\[/.test(value);
  const lists = fc.array(fitting, { minLength: 1, maxLength: 4 }).map((each) => each.join(", "));
  const sent = fc.oneof(
    { weight: 5, arbitrary: isList ? lists : fitting },
    { weight: 2, arbitrary: fc.constantFrom(...VALUES) },
  );
  // The app cannot see whether a text was sent twice, but servers join it in several ways.
  const most = kindOf(value) === "text" && !isList ? 1 : 3;
  const values = fc.oneof(
    { weight: 8, arbitrary: fc.array(sent, { minLength: 1, maxLength: isList ? 2 : 1 }) },
    { weight: isOptional ? 3 : 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(sent, { minLength: 1, maxLength: most }) },
  );
  return fc.tuple(values, fc.constantFrom(...WAYS)).map(([all, write]) =>
    all.map((each) => [write(name), each] as const)
  );
}

/** Headers of requests: fitting ones, and some with every mistake. */
export function sentHeaders(
  headers: readonly BodyMember[],
): fc.Arbitrary<readonly SentHeader[]> {
  return fc.tuple(...headers.map(sentHeader)).map((all) => all.flat());
}
