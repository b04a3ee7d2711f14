/** Random examples of queries, and the query strings that they show. */

import { type Json, parseJson } from "../../core/json.ts";
import { writtenMember } from "../../spec/body_type.ts";
import { shownValue } from "../../spec/constraint.ts";
import { codePoint } from "../tools/code_point.ts";
import { fc } from "../tools/tier.ts";
import { type BodyMember, objectText } from "./arbitrary_body.ts";
import {
  arbitraryConstraint,
  arbitraryItemConstraint,
  arbitraryText,
  isSent,
} from "./arbitrary_constraint.ts";
import { HOSTILE_KEYS } from "./hostile_texts.ts";

const SCALARS = [
  arbitraryText,
  fc.maxSafeInteger().map(String),
  fc.constantFrom("1.0", "-0.5", "1e2", "2E+3", "0.0", "24.50"),
  fc.constantFrom("true", "false"),
];

const value = fc.oneof(
  ...SCALARS,
  arbitraryConstraint,
  arbitraryItemConstraint.map((each) => `[${each}]`),
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
  fc.record({ name, isOptional: fc.boolean(), value }).map(withoutNeedlessMark),
  { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
).map(objectText);

/** Leaves out the mark of a parameter with a default, which may be absent anyway. */
export function withoutNeedlessMark(member: BodyMember): BodyMember {
  return { ...member, isOptional: member.isOptional && !member.value.includes('"$default"') };
}

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
