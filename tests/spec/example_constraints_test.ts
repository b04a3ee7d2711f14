/** Constraints in examples of bodies and of resources. */

import { deepEqual, equal } from "node:assert/strict";
import { parseJson, stringifyJson } from "../../core/json.ts";
import { bodyProblems } from "../../spec/body.ts";
import { exampleLike } from "../../spec/body_example.ts";
import { describeBody } from "../../spec/body_type.ts";
import { bodyType, withoutMarks } from "../../spec/example_type.ts";
import { readSpec } from "../../spec/read_spec.ts";

/** Examples of bodies, how people read them, and a body that they show. */
const VALID: readonly (readonly [body: string, described: string, shown: string])[] = [
  ['{"n": {"$default": 1, "$minimum": 0}}', "n? integer (from 0; 1 by default)", '{"n": 1}'],
  ['{"n?": {"$example": 5, "$maximum": 9}}', "n? integer (up to 9)", '{"n": 5}'],
  ['{"a": {"b": {"$enum": ["x", "y"]}}}', 'a {b "x" or "y"}', '{"a": {"b": "x"}}'],
  ['[{"$enum": [1, 2]}, 2]', "array of 1 or 2", "[1, 2]"],
  ['{"$example": "a", "$minLength": 1}', "text", '"a"'],
  [
    '[{"a": {"$default": 2}}, {"a": 3}, {}]',
    "array of {a? integer (2 by default)}",
    '[{"a": 2}, {"a": 3}, {}]',
  ],
  ['{"a": {"$minimum": 1}}', 'a {"$minimum" integer}', '{"a": {"$minimum": 1}}'],
];

for (const [text, described, shown] of VALID) {
  Deno.test(`the body ${text} is valid`, () => {
    const body = parseJson(text);
    deepEqual(bodyProblems(body, ""), []);
    equal(describeBody(bodyType(body)), described);
    equal(stringifyJson(withoutMarks(body), 0), shown);
  });

  Deno.test(`the body ${text} can be written from its type and what it shows`, () => {
    const type = bodyType(parseJson(text));
    const again = exampleLike(type, parseJson(shown));
    deepEqual(again && bodyType(again), type);
  });
}

/** Examples of bodies, and the problems of their constraints. */
const WRONG: readonly (readonly [body: string, problem: string])[] = [
  ['{"a": {"$default": null}}', "spec-body Member 'a' of the body must not be null in x."],
  [
    '[{"$default": 1}]',
    "spec-body The body has a '$default', which only members of objects have in x.",
  ],
  [
    '{"a": {"$enum": ["x"], "b": 1}}',
    "spec-body Member 'a' of the body has the unknown key 'b' in its constraint in x.",
  ],
  [
    '{"a": {"$example": 1, "$minimum": 2}}',
    "spec-constraint Member 'a' of the body has a '$example' that its constraint does not allow in x.",
  ],
  [
    '{"a": [{"$enum": ["x"]}, "y"]}',
    "spec-constraint Member 'a' of the body has examples that do not fit its constraint in x.",
  ],
  [
    '[{"a": {"$enum": ["x"]}}, {"a": null}]',
    "spec-constraint Member 'a' of the body has examples that do not fit its constraint in x.",
  ],
  [
    '[{"a": {"$default": 1}}, {"a": {"$default": 2}}]',
    "spec-constraint Member 'a' of the body has examples that do not fit its constraint in x.",
  ],
];

for (const [text, problem] of WRONG) {
  Deno.test(`the body ${text} has a problem`, () => {
    const found = bodyProblems(parseJson(text), "in x");
    deepEqual(found.map(({ code, message }) => `${code} ${message}`), [problem]);
  });
}

/** Resources, and the code of their error; otherwise the body of their POST. */
const RESOURCES: readonly (readonly [resource: string, found: string])[] = [
  [
    '{"id": {"$example": 1, "$minimum": 1}, "state": {"$enum": ["a", "b"]}}',
    '{"id?": {"$example": 1, "$minimum": 1}, "state": {"$enum": ["a", "b"]}}',
  ],
  [
    '[{"id": 1, "state": {"$enum": ["a", "b"]}}, {"id": 2, "state": "b"}]',
    '{"id?": 1, "state": {"$enum": ["a", "b"]}}',
  ],
  ['[{"id": 1, "state": {"$enum": ["a"]}}, {"id": 2, "state": "b"}]', "spec-constraint"],
  ['{"id": {"$default": 1}, "name": "a"}', "spec-resource-id"],
  ['{"$enum": ["a"]}', "spec-resource-id"],
];

for (const [resource, found] of RESOURCES) {
  Deno.test(`the resource ${resource} is read`, () => {
    const { spec, diagnostics } = readSpec(`{"routes": {"a": {"resource": ${resource}}}}`, {
      path: "spec.json",
    });
    const body = spec?.routes[0]?.endpoints[1]?.body;
    const [problem] = diagnostics;
    equal(problem === undefined ? body && stringifyJson(body, 0) : problem.code, found);
  });
}

Deno.test("mocks with the words of constraints are plain values", () => {
  const mock = '{"state": {"$enum": ["a", "b"]}}';
  const { spec } = readSpec(`{"routes": {"a": {"type": "GET", "mock": ${mock}}}}`, { path: "s" });
  const found = spec?.routes[0]?.endpoints[0]?.mock;
  equal(found && stringifyJson(found, 0), mock);
});
