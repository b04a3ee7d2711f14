/** Random examples of queries, and queries that fit them or almost do. */

import { codePoint } from "../tools/code_point.ts";
import { fc } from "../tools/tier.ts";
import type { BodyMember } from "../generators/arbitrary_body.ts";
import { HOSTILE_KEYS } from "../generators/hostile_texts.ts";

const SCALARS: readonly (readonly string[])[] = [
  ['"tea"', '""', '"\u00e9"', '"a&b=c+d%20;"', '"true"', '"7"'],
  ["20", "0", "-0", "-7", "9".repeat(18)],
  ["1.5", "1e3", "-0.0", "2E+3"],
  ["true", "false"],
];

/** Constraints that some of the sent values fit, and some do not. */
const CONSTRAINTS: readonly string[] = [
  '{"$default": 20, "$minimum": 1, "$maximum": 100}',
  '{"$example": -7, "$maximum": 0}',
  '{"$enum": [0, 7, 20]}',
  '{"$example": 1.5, "$minimum": 0, "$maximum": 999999999999999999}',
  '{"$default": 1e3, "$minimum": 0.5}',
  '{"$enum": ["tea", "", "a b"]}',
  '{"$example": "tea", "$minLength": 1, "$maxLength": 3}',
  '{"$default": "", "$maxLength": 4}',
  '{"$default": true}',
  '{"$example": "2026-11-29", "$format": "date"}',
  '{"$default": "7", "$maxLength": 4, "$format": "uri"}',
  '{"$default": [20, 7]}',
  '{"$example": [{"$enum": ["tea", "7"]}], "$default": []}',
];

/** A value of an example, as JSON: a scalar or a constraint, or a list of these of one type. */
const plain = fc.constantFrom(...SCALARS).chain((texts) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...texts) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 })
        .map((items) => `[${items.join(", ")}]`),
    },
  )
);

const value = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 1, arbitrary: fc.constantFrom(...CONSTRAINTS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...CONSTRAINTS.filter((each) => !each.includes("$default")))
      .map((each) => `[${each}]`),
  },
);

/** Names of parameters, some with a meaning in URLs, in Python or in pydantic. */
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("q", "limit", "tags", "sort", "id", "page", "to") },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...["page[size]", "unit-price", "class", "copy", "schema", "json", "model_config", "from"],
      ...["model_dump", "self", "data", "query", "request", "service", "int", "str", "list"],
      ...[
        "Parameters",
        "Field",
        "RouteParameters",
        "sent",
        "None",
        "l",
        "_id",
        "__class__",
        "id_",
        "id2",
        "Limit",
      ],
      ...["page_size", "unit_price", "class_", "a+b", "a b", "a=b", "a&b", "a;b", "a%20b", "%"],
      ...["a?", "??", "#", "..", "/", "\u00e9", "\u00c3\u00a9", "\u0663", "\u65e5\u672c"],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_KEYS) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 12 }) },
).filter((each) => each !== "" && each.isWellFormed() && each.length <= 100);

/** The parameters of an example. */
export const arbitraryParameters: fc.Arbitrary<readonly BodyMember[]> = fc.uniqueArray(
  fc.record({ name, isOptional: fc.boolean(), value }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
);

/** Values of parameters, as sent. Some fit several types, some fit none. */
const VALUES: readonly string[] = [
  ...["", "tea", "a+b", "a=b", "a;b", "%26", "%2B", "null", "[]", "a%00", "%"],
  ...["true", "false", "True", "FALSE", "1", "yes", "on", "true+", "%74rue", "tru%65"],
  ...["0", "-0", "7", "-7", "007", "+5", "%2B5", "5+", "+", "5%0A", "%0A5", "1_000", "1,2", "--1"],
  ...["9".repeat(18), `-${"9".repeat(18)}`, "9".repeat(19), "0x10", "1e3", "1E-5", "1e%2B5", "1e"],
  ...["1.5", "-0.0", "5.", ".5", "01.5", "1e400", "-1e400", "1e-400", "nan", "inf", "Infinity"],
  ...["9".repeat(400), "9".repeat(5_000), `0.${"3".repeat(500)}`, "%D9%A3", "%EF%BC%95", "%C2%B2"],
  ...["%ff", "%fe%ff", "%C3", "%C3%A9", "%c3%a9", "%A9", "%C0%80", "%ED%A0%80", "%F4%90%80%80"],
  ...["2026-11-29", "2026-02-29", "2026-11-29%0A", "+2026-11-29"],
  ...["%F0%9F%8D%B5", "%EF%BB%BFtea", "%E2%80%A8", "%zz", "%4", "%%34", "%u0041", "caf%e9"],
];

/** Parts of a query that name no parameter of most examples. */
const PARTS: readonly string[] = [
  ...["", "=", "=x", "==", "&", "&&", ";", "+", "%", "%ff", "%ff=%ff", "other", "other=1&other=2"],
  ...["%00", "%00=1", "[]", "q[]=1", "Q=1", "q%00=1", "q+=1", "limit%20=x", "limit;q=1"],
];

const FITTING: Readonly<Record<string, readonly string[]>> = {
  text: ["tea", "", "a+b", "%C3%A9", "7"],
  integer: ["20", "-0", "%37"],
  number: ["1.5", "20", "1e3"],
  boolean: ["true", "false"],
};

function kindOf(value: string): string {
  const first = value.replace(/^(?:\[|\{"\$\w+": )*/, "").replace(/[,}\]].*/, "");
  if (first.startsWith('"')) return "text";
  if (/^[tf]/.test(first)) return "boolean";
  return /[.eE]/.test(first) ? "number" : "integer";
}

/** Ways to write a name in a query. All except the last escape the characters with a meaning. */
const WAYS: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  encodeURIComponent,
  (text) => encodeURIComponent(text).toLowerCase(),
  (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  (text) =>
    Array.from(
      new TextEncoder().encode(text),
      (byte) => `%${byte.toString(16).padStart(2, "0")}`,
    ).join(""),
  (text) => text.replace(/[^!$'()*,./:?@[\]\w~-]/gu, encodeURIComponent),
];

/** Matches a list, or a list with a default. */
const LIST = /^(?:\{"\$(?:default|example)": )?\[/;

/** Parts of a query that send one parameter: mostly once, and mostly with a fitting value. */
function sentParameter({ name, value, isOptional }: BodyMember): fc.Arbitrary<string> {
  const fitting = fc.constantFrom(...FITTING[kindOf(value)] ?? []);
  const any = fc.constantFrom(...VALUES);
  const sent = fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 2, arbitrary: any });
  const most = LIST.test(value) ? 4 : 1;
  const once = { weight: 8, arbitrary: fc.array(sent, { minLength: 1, maxLength: most }) };
  const never = { weight: isOptional ? 3 : 1, arbitrary: fc.constant([]) };
  const twice = { weight: 1, arbitrary: fc.array(sent, { minLength: 2, maxLength: 3 }) };
  return fc.tuple(fc.oneof(once, never, twice), fc.constantFrom(...WAYS), fc.nat(20)).map(
    ([values, write, odd]) => {
      const equals = odd === 0 ? "" : "=";
      return values.map((each) => `${write(name)}${each === "" ? equals : `=${each}`}`).join("&");
    },
  );
}

/** Queries for the parameters of an example, as sent: fitting ones, and some with every mistake. */
export function arbitraryQuery(parameters: readonly BodyMember[]): fc.Arbitrary<string> {
  const own = fc.tuple(...parameters.map(sentParameter));
  const others = fc.array(fc.constantFrom(...PARTS), { maxLength: 2 });
  return fc.tuple(own, fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, others)).chain(
    ([some, more]) => {
      const parts = [...some.filter((each) => each !== ""), ...more];
      return fc.shuffledSubarray(parts, { minLength: parts.length }).map((each) => each.join("&"));
    },
  );
}
