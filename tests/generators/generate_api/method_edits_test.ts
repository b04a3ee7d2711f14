/** Edits that give a handler another method, and its generated status with it. */

import { equal } from "node:assert/strict";
import { handlerMethodEdits } from "../../../generators/generate_api/method_edits.ts";
import { readPython } from "../../../python/python_module.ts";
import { applyEdits } from "../../../python/text_edit.ts";

const CREATED = "jsonify(service().create(json_body(), ratio=sent.ratio))";

/** What a handler of POST or GET returns, and what it returns under the other method. */
const CASES: readonly (readonly [what: string, post: string, get: string])[] = [
  ["on one line", `${CREATED}, 201`, CREATED],
  ["in parentheses", `(${CREATED}, 201)`, `(${CREATED})`],
  [
    "on several lines",
    `(\n        ${CREATED},\n        201,\n    )`,
    `(\n        ${CREATED}\n    )`,
  ],
  ["with a status of its own", `${CREATED}, 202`, `${CREATED}, 202`],
  ["with headers", `${CREATED}, 201, {"X-A": "b"}`, `${CREATED}, 201, {"X-A": "b"}`],
  ["without JSON", `service().create(), 201`, `service().create(), 201`],
];

for (const [what, post, get] of CASES) {
  Deno.test(`a handler that returns ${what} follows a method with its generated status`, () => {
    equal(withMethod("post", post, "get"), handler("get", get));
  });
}

Deno.test("a handler in parentheses gets the status of POST", () => {
  equal(
    withMethod("get", `(\n        ${CREATED}\n    )`, "post"),
    handler("post", `(\n        ${CREATED}, 201\n    )`),
  );
});

function handler(method: string, returned: string): string {
  return `@carts_bp.${method}("")\ndef create() -> ResponseReturnValue:\n    return ${returned}\n`;
}

function withMethod(before: string, returned: string, after: string): string {
  const text = handler(before, returned);
  const other = { before: before.toUpperCase(), after: after.toUpperCase() };
  const edits = handlerMethodEdits(readPython(text), 1, other)?.edits ?? [];
  return applyEdits(text, edits);
}
