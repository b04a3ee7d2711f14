import { equal } from "node:assert/strict";
import { validateSpec } from "../../actions/validate_spec.ts";
import { presentValidation } from "../../presentation/present_validation.ts";
import { PLAIN_VIEW } from "../../presentation/view.ts";

const ADVICE =
  "An integer in a body accepts no 1.5. For any number, write the example with a point, such as 1.0.";

/** Examples of bodies, and what `validate` prints below its first line. */
const CASES: readonly (readonly [bodies: readonly string[], lines: readonly string[]])[] = [
  [['{"name": "Ada"}'], ["  POST  /a  body: name text"]],
  [['{"price": 1.5}'], ["  POST  /a  body: price number"]],
  [['{"id?": 1, "price": 10}'], ["  POST  /a  body: id? integer, price integer", "", ADVICE]],
  [["[[1], 2]", "3"], [
    "  POST  /a  body: array of integer or array of integer",
    "  POST  /b  body: integer",
    "",
    ADVICE,
  ]],
];

Deno.test("presentValidation() lists the statuses of documented errors", () => {
  const errors = '"errors": { "404": "None", "409": { "mock": 1 } }';
  const report = validateSpec(
    `{ "routes": { "a": { "type": "GET", ${errors} }, "b": { "type": "POST", "body": "x", ${errors} } } }`,
  );
  const [, below] = presentValidation(report, PLAIN_VIEW).split("\n\n");
  equal(below, "  GET   /a  errors: 404, 409\n  POST  /b  body: text; errors: 404, 409");
});

for (const [bodies, lines] of CASES) {
  Deno.test(`presentValidation() of bodies ${bodies.join(" and ")} advises at most once`, () => {
    const routes = bodies.map((body, index) =>
      `"${"ab".charAt(index)}": { "type": "POST", "body": ${body} }`
    );
    const report = validateSpec(`{ "routes": { ${routes.join(", ")} } }`);
    const [, ...below] = presentValidation(report, PLAIN_VIEW).split("\n\n");
    equal(below.join("\n\n"), lines.join("\n"));
  });
}
