/** A constraint says which values a parameter accepts, and agrees with itself. */

import { deepEqual, equal } from "node:assert/strict";
import { parseJson, stringifyJson } from "../../core/json.ts";
import { describeBody } from "../../spec/body_type.ts";
import { isConstraint, readConstraint } from "../../spec/constraint.ts";
import { constraintOf } from "../../spec/constraint_example.ts";
import { constraintProblem } from "../../spec/constraint_problem.ts";
import { parametersType } from "../../spec/parameters.ts";

/** Returns a constraint. */
function constraint(text: string) {
  const value = parseJson(text);
  if (!isConstraint(value)) throw new Error(`${text} is an example`);
  return value;
}

/** Constraints, and how people read them. */
const VALID: readonly (readonly [string, string])[] = [
  [`{"$default": 20, "$minimum": 1, "$maximum": 100}`, "p? integer (1 to 100; 20 by default)"],
  [`{"$example": 1.5, "$minimum": 0}`, "p number (from 0)"],
  [`{"$example": 1, "$default": 1.5}`, "p? number (1.5 by default)"],
  [`{"$example": "tea", "$minLength": 2, "$maxLength": 50}`, "p text (2 to 50 characters)"],
  [`{"$default": "", "$maxLength": 9}`, 'p? text (up to 9 characters; "" by default)'],
  [`{"$enum": ["open", "closed"]}`, 'p "open" or "closed"'],
  [`{"$enum": [1, 2], "$default": 2}`, "p? 1 or 2 (2 by default)"],
  [`{"$default": false}`, "p? boolean (false by default)"],
  [`{"$default": ["new", "old"]}`, 'p? array of text (["new", "old"] by default)'],
  [`{"$example": ["new"], "$default": []}`, "p? array of text ([] by default)"],
  [`{"$example": [1], "$default": [1.5]}`, "p? array of number ([1.5] by default)"],
  [
    `{"$example": [{"$enum": [1, 2]}], "$default": [2]}`,
    "p? array of 1 or 2 ([2] by default)",
  ],
  [
    `{"$example": [{"$example": "tea", "$maxLength": 3}], "$default": []}`,
    "p? array of text (up to 3 characters; [] by default)",
  ],
  [`{"$example": "2026-01-31", "$format": "date"}`, "p text (date)"],
  [
    `{"$default": "a@b.c", "$maxLength": 9, "$format": "email"}`,
    'p? text (email; up to 9 characters; "a@b.c" by default)',
  ],
  [`{"$enum": ["2026-01-31"], "$format": "date"}`, 'p "2026-01-31" (date)'],
];

for (const [text, described] of VALID) {
  Deno.test(`the constraint ${text} has no problem`, () => {
    equal(constraintProblem(constraint(text)), null);
    equal(describeBody(parametersType(parseJson(`{"p": ${text}}`))), described);
  });

  Deno.test(`the constraint ${text} can be written from its type`, () => {
    const { type, fallback, example } = readConstraint(constraint(text));
    const written = constraintOf(type, fallback ?? undefined, example);
    const again = readConstraint(constraint(stringifyJson(written, 0)));
    deepEqual({ ...again, example: null }, { type, fallback, example: null });
  });
}

/** Constraints, and the first thing that is wrong with each. */
const WRONG: readonly (readonly [string, string])[] = [
  [`{"$default": 1, "name": 2}`, "has the unknown key 'name' in its constraint"],
  [`{"$default": 1, "$min": 2}`, "has the unknown key '$min' in its constraint"],
  [`{"$enum": []}`, "needs a list of texts or of integers as its '$enum'"],
  [`{"$enum": "open"}`, "needs a list of texts or of integers as its '$enum'"],
  [`{"$enum": ["a", 1]}`, "needs a list of texts or of integers as its '$enum'"],
  [`{"$enum": [1.5]}`, "needs a list of texts or of integers as its '$enum'"],
  [`{"$enum": ["a", "a"]}`, "has a value twice in its '$enum'"],
  [`{"$default": null}`, "must not be null"],
  [`{"$default": []}`, "is an empty list"],
  [`{"$example": [], "$default": ["a"]}`, "is an empty list"],
  [`{"$default": [1, "a"]}`, "is a list of several types"],
  [`{"$default": [["a"]]}`, "must be a text, a number, true, false or a list of them"],
  [`{"$default": [null]}`, "must not be null"],
  [
    `{"$default": [{"$example": 1}]}`,
    "must be a text, a number, true, false or a list of them",
  ],
  [
    `{"$example": [{"$example": ["a"]}]}`,
    "must be a text, a number, true, false or a list of them",
  ],
  [`{"$example": ["a"], "$default": [1]}`, "has values of several types in its constraint"],
  [`{"$example": ["a"], "$default": "a"}`, "has values of several types in its constraint"],
  [`{"$example": "a", "$default": []}`, "has values of several types in its constraint"],
  [`{"$enum": ["a"], "$default": ["a"]}`, "has values of several types in its constraint"],
  [`{"$default": ["a"], "$maxLength": 1}`, "has '$maxLength', which only texts have"],
  [`{"$default": ["a"], "$format": "uri"}`, "has '$format', which only texts have"],
  [
    `{"$example": [{"$enum": ["a"]}], "$default": ["b"]}`,
    "has a '$default' that its constraint does not allow",
  ],
  [`{"$default": 1, "$example": "a"}`, "has values of several types in its constraint"],
  [`{"$default": "b", "$enum": ["a"]}`, "has a '$default' that its constraint does not allow"],
  [`{"$default": "b", "$minimum": 1}`, "has '$minimum', which only numbers have"],
  [`{"$enum": [1], "$maximum": 1}`, "has '$maximum', which only numbers have"],
  [`{"$default": 1, "$minLength": 1}`, "has '$minLength', which only texts have"],
  [`{"$default": 1, "$minimum": "0"}`, "needs an integer as its '$minimum'"],
  [`{"$default": 1, "$minimum": 0.5}`, "needs an integer as its '$minimum'"],
  [`{"$default": "a", "$maxLength": -1}`, "needs a length as its '$maxLength'"],
  [`{"$default": "a", "$maxLength": 1e3}`, "needs a length as its '$maxLength'"],
  [`{"$default": 5, "$minimum": 9, "$maximum": 1}`, "has a '$minimum' above its '$maximum'"],
  [
    `{"$default": "a", "$minLength": 2, "$maxLength": 1}`,
    "has a '$minLength' above its '$maxLength'",
  ],
  [`{"$default": 0, "$minimum": 1}`, "has a '$default' that its constraint does not allow"],
  [
    `{"$default": 1, "$example": 9, "$maximum": 5}`,
    "has a '$example' that its constraint does not allow",
  ],
  [`{"$example": "tea", "$minLength": 4}`, "has a '$example' that its constraint does not allow"],
  [`{"$default": 1, "$format": "date"}`, "has '$format', which only texts have"],
  [`{"$enum": [1], "$format": "date"}`, "has '$format', which only texts have"],
  [
    `{"$default": "tea", "$format": "time"}`,
    "needs one of date, date-time, uuid, email, uri as its '$format'",
  ],
  [
    `{"$example": "tea", "$format": 1}`,
    "needs one of date, date-time, uuid, email, uri as its '$format'",
  ],
  [
    `{"$example": "2026-02-29", "$format": "date"}`,
    "has a '$example' that its constraint does not allow",
  ],
  [`{"$default": "tea", "$format": "uuid"}`, "has a '$default' that its constraint does not allow"],
  [
    `{"$enum": ["2026-01-31", "tea"], "$format": "date"}`,
    "has a '$enum' that its constraint does not allow",
  ],
];

for (const [text, says] of WRONG) {
  Deno.test(`the constraint ${text} has a problem`, () => {
    equal(constraintProblem(constraint(text))?.says, says);
  });
}

Deno.test("other objects are examples, whatever their members are called", () => {
  const objects = [`{}`, `{"$minimum": 1}`, `{"default": 1}`, `{"$ref": "a"}`];
  deepEqual(objects.map((each) => isConstraint(parseJson(each))), [false, false, false, false]);
});

/** Constraints of lists with a word that only their items can have, and the hints. */
const MISPLACED: readonly (readonly [constraint: string, hint: string | undefined])[] = [
  [`{"$default": ["a"], "$format": "uri"}`, `[{"$example": "tea", "$format": ...}]`],
  [
    `{"$example": ["a"], "$default": ["b"], "$maxLength": 1}`,
    `[{"$example": "tea", "$maxLength": ...}]`,
  ],
  [`{"$default": [1], "$minimum": 1}`, `[{"$example": 1, "$minimum": ...}]`],
  [`{"$default": 1, "$format": "uri"}`, undefined],
  [`{"$default": "a", "$minimum": 1}`, undefined],
];

Deno.test("a constraint of a list that has a word of its items says where to write it", () => {
  for (const [text, example] of MISPLACED) {
    const constraint = parseJson(text);
    const hint = isConstraint(constraint) ? constraintProblem(constraint)?.hint : "";
    equal(hint, example && `Write it in the constraint of the items: ${example}`, text);
  }
});
