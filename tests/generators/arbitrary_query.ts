/** Random examples of queries, and the query strings that they show. */

import { type Json, parseJson } from "../../core/json.ts";
import { writtenMember } from "../../spec/body_type.ts";
import { shownValue } from "../../spec/parameters.ts";
import { codePoint } from "../tools/code_point.ts";
import { fc } from "../tools/tier.ts";
import { objectText } from "./arbitrary_body.ts";
import { HOSTILE_KEYS, HOSTILE_TEXTS } from "./hostile_texts.ts";

/** Texts that a query can have: no request has a lone surrogate, and NUL is refused. */
const isSent = (text: string) => text.isWellFormed() && !text.includes("\0");

const text = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom("tea", "2026-11-29", "a b", "100%", "a&b=c;d", "+5", ""),
  },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 12 }) },
).filter(isSent).map((each) => JSON.stringify(each));

const SCALARS = [
  text,
  fc.maxSafeInteger().map(String),
  fc.constantFrom("1.0", "-0.5", "1e2", "2E+3", "0.0", "24.50"),
  fc.constantFrom("true", "false"),
];

const digits = fc.integer({ min: -50, max: 50 });

/** Constraints on numbers: each is the number itself, and bounds around it. */
const limitedNumber = fc.tuple(
  fc.constantFrom("$default", "$example"),
  digits,
  fc.option(fc.nat(50)),
  fc.option(fc.nat(50)),
  fc.constantFrom("", ".5"),
).map(([word, given, below, above, point]) => {
  const bounds = [
    ...(below === null ? [] : [`"$minimum": ${given - below - 1}`]),
    ...(above === null ? [] : [`"$maximum": ${given + above + 1}`]),
  ];
  return `{${[`"${word}": ${given}${point}`, ...bounds].join(", ")}}`;
});

const limitedText = fc.tuple(
  fc.constantFrom("$default", "$example"),
  text,
  fc.nat(3),
  fc.option(fc.nat(20)),
).map(([word, given, below, above]) => {
  const { length } = Array.from(JSON.parse(given) as string);
  const longest = above === null ? "" : `, "$maxLength": ${length + above}`;
  return `{"${word}": ${given}, "$minLength": ${Math.max(0, length - below)}${longest}}`;
});

/** Writes the values of an enumeration. */
const allowed = (values: fc.Arbitrary<string>) =>
  fc.uniqueArray(values, { minLength: 1, maxLength: 4, selector: (each) => JSON.parse(each) })
    .map((each) => `{"$enum": [${each.join(", ")}]}`);

const constraint = fc.oneof(
  limitedNumber,
  limitedText,
  allowed(text),
  allowed(digits.map(String)),
  fc.constantFrom('{"$default": true}', '{"$default": "tea"}', '{"$default": 1.0}'),
);

const value = fc.oneof(
  ...SCALARS,
  constraint,
  constraint.filter((each) => !each.includes('"$default"')).map((each) => `[${each}]`),
  ...SCALARS.map((scalar) =>
    fc.array(scalar, { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(", ")}]`)
  ),
);

/** Names of parameters, some with a meaning in Python, in pydantic or in the generated code. */
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("q", "limit", "page", "tags", "sort", "active") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...["class", "None", "copy", "schema", "json", "model_config", "model_dump", "int", "str"],
      ...[
        "Any",
        "Parameters",
        "Field",
        "CartsParameters",
        "sent",
        "_id",
        "__proto__",
        "page[size]",
        "a?",
        "??",
      ],
      ...["l", "1", "list", "self", "data", "service", "query", "unit-price", "id", "type", "..."],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_KEYS) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, minLength: 1, maxLength: 12 }) },
).filter((each) => each !== "" && isSent(each) && each.length <= 100);

/** The text of an example of a query that is valid in a spec, if no parameter is in the path, too. */
export const arbitraryQuery: fc.Arbitrary<string> = fc.uniqueArray(
  fc.record({ name, isOptional: fc.boolean(), value }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
).map(objectText);

/** Returns the names of the parameters in an example. */
export function parametersIn(query: string | undefined): readonly string[] {
  return membersOf(query).map(({ key }) => writtenMember(key).name);
}

/** Returns the query string that sends an example, with its question mark; empty without one. */
export function queryString(query: string | undefined): string {
  const parts = membersOf(query).flatMap(({ key, value }) => {
    const shown = shownValue(value);
    const values = shown.kind === "array" ? shown.items : [shown];
    const name = encodeURIComponent(writtenMember(key).name);
    return values.map((each) => `${name}=${encodeURIComponent(textOf(each))}`);
  });
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function membersOf(query: string | undefined) {
  const json = query === undefined ? null : parseJson(query);
  return json?.kind === "object" ? json.members : [];
}

function textOf(value: Json): string {
  switch (value.kind) {
    case "string":
      return value.value;
    case "number":
      return value.text;
    default:
      return value.kind === "boolean" ? String(value.value) : "";
  }
}
