/** Random examples of request bodies, and requests that fit them or almost do. */

import { type Json, parseJson, stringifyJson } from "../../core/json.ts";
import { bodyProblems } from "../../spec/body.ts";
import { codePoint } from "../tools/code_point.ts";
import { fc } from "../tools/tier.ts";
import { arbitraryConstraint, arbitraryItemConstraint } from "./arbitrary_constraint.ts";
import { HOSTILE_KEYS, HOSTILE_TEXTS } from "./hostile_texts.ts";

const scalar = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("null", "true", "false") },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map((each) => JSON.stringify(each)) },
  { weight: 3, arbitrary: fc.integer().map(String) },
  { weight: 3, arbitrary: fc.constantFrom("1.0", "-0.5", "1e2", "2E+3", "0", "-0", "24.50") },
);

/** Names of members, some with a meaning in Python, in pydantic, or in JSON pointers. */
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("id", "name", "price", "tags", "a", "b", "lines") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...["class", "None", "copy", "schema", "json", "model_config", "model_dump", "int", "str"],
      ...["Any", "Body", "OneOf", "CartsBody", "_id", "__proto__", "a/b", "~1", "a?", "??", ""],
      ...["l", "1", "list[int]", "root", "data", "unit-price"],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_KEYS) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 12 }) },
).filter((each) => each.isWellFormed() && each.length <= 100);

/** A member of an example. */
export interface BodyMember {
  readonly name: string;
  readonly isOptional: boolean;
  /** JSON text. */
  readonly value: string;
}

/** The member that stands for others. */
const OTHER_MEMBERS: BodyMember = { name: "...", isOptional: false, value: "null" };

/** Writes an object. */
export function objectText(members: readonly BodyMember[]): string {
  return `{${members.map(memberText).join(", ")}}`;
}

/** Writes a member: question marks at the end of a name are doubled. */
function memberText({ name, isOptional, value }: BodyMember): string {
  const key = name.replace(/\?+$/, (marks) => marks + marks) + (isOptional ? "?" : "");
  return `${JSON.stringify(key)}: ${value}`;
}

const { value, array, members } = fc.letrec<{
  value: string;
  array: string;
  members: readonly BodyMember[];
}>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    scalar,
    tie("members").map(objectText),
    tie("array"),
    arbitraryItemConstraint.map((each) => `[${each}]`),
  ),
  array: fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
  members: fc.tuple(
    fc.uniqueArray(
      fc.record({
        name,
        isOptional: fc.boolean(),
        value: fc.oneof(
          { weight: 8, arbitrary: tie("value") },
          { weight: 1, arbitrary: arbitraryConstraint },
        ),
      }),
      { selector: ({ name }) => name, maxLength: 5 },
    ),
    fc.integer({ min: 0, max: 3 }),
  ).map(([own, others]) => others === 0 ? [...own, OTHER_MEMBERS] : own),
}));

/** The members of an example. */
export const arbitraryMembers: fc.Arbitrary<readonly BodyMember[]> = members.filter((each) =>
  isValid(objectText(each))
);

/** The text of an example that is valid in a spec. */
export const arbitraryBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: members.map(objectText) },
  { weight: 2, arbitrary: array },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: arbitraryItemConstraint },
).filter(isValid);

/** Reports whether a spec can have an example: constraints must agree with all other examples. */
function isValid(text: string): boolean {
  return bodyProblems(parseJson(text), "").length === 0;
}

/** A source of random numbers from 0 to below 1. */
type Random = () => number;

/** Returns a source of random numbers (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Values that replace others. */
const OTHERS = [
  ...["null", "true", "0", "-7", "1.0", "1e3", '""', '"1"', "[]", "{}", "[null]", '{"a": 1}'],
  ...["9".repeat(400), "12345678901234567890", '"\\u0000"', '[[[["x"]]]]'],
];

/**
 * Returns a body that fits an example, or almost fits it.
 *
 * @param shown The body that the example shows.
 */
export function almostFitting(shown: Json, seed: number): string {
  const random = randomFrom(seed);
  // Half of the bodies get no changes, or very few.
  const changes = [0, 0.02, 0.1, 0.4][Math.floor(random() * 4)] ?? 0;
  return stringifyJson(changed(shown, random, changes), 0);
}

function changed(value: Json, random: Random, rate: number): Json {
  if (random() < rate) return parseJson(OTHERS[Math.floor(random() * OTHERS.length)] ?? "0");
  if (value.kind === "array") {
    const items = value.items.filter(() => random() > 0.2)
      .flatMap((each) => random() < 0.2 ? [each, each] : [each])
      .map((each) => changed(each, random, rate));
    return { ...value, items };
  }
  if (value.kind !== "object") return value;
  const members = value.members.filter(() => random() > rate / 2)
    .map((each) => ({ ...each, value: changed(each.value, random, rate) }));
  if (random() < rate) {
    const key = ["new", "class_", "model_extra", "__class__"][Math.floor(random() * 4)] ?? "";
    const other = parseJson(OTHERS[Math.floor(random() * OTHERS.length)] ?? "0");
    members.push({ key, at: 0, value: other });
  }
  return { ...value, members };
}
