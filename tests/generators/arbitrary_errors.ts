/** Random errors that endpoints document, as JSON. */

import { fc } from "../tools/tier.ts";
import { arbitraryString, arbitraryValue } from "./arbitrary_mock.ts";

const status = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 400, max: 599 }) },
  { weight: 1, arbitrary: fc.constantFrom(400, 413, 415, 422) },
).map(String);

const text = arbitraryString;

const error = fc.oneof(
  text,
  fc.record({ description: fc.option(text), mock: arbitraryValue }).map(({ description, mock }) =>
    description === null ? `{"mock": ${mock}}` : `{"description": ${description}, "mock": ${mock}}`
  ),
);

/** The errors of an endpoint that are valid in a spec. */
export const arbitraryErrors: fc.Arbitrary<string> = fc.uniqueArray(
  fc.tuple(status, error),
  { selector: ([status]) => status, minLength: 1, maxLength: 3 },
).map((all) => `{${all.map(([status, error]) => `"${status}": ${error}`).join(", ")}}`)
  .filter((each) => each.length < 10_000);
