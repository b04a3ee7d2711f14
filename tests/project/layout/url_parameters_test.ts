import { deepEqual } from "node:assert/strict";
import { IMPORTED } from "../../../project/layout/import_name.ts";
import { parameterName, ruleParameters } from "../../../project/layout/url_parameters.ts";

/** Names of parameters, and the Python variables for them. */
const VARIABLES: readonly (readonly [name: string, variable: string])[] = [
  ["cart_id", "cart_id"],
  ["id", "id_"],
  ["id_", "id__"],
  ["class", "class_"],
  ["l", "l_"],
  ["O_", "O__"],
  ["_", "_"],
  ["__", "__"],
  ["_b", "_b"],
  // Type checkers take parameters such as `__b` for positional-only ones.
  ["__b", "__b__"],
  ["__b_", "__b___"],
  ["__b__", "__b____"],
  ["__class", "__class__"],
  ["__debug__", "__debug____"],
];

for (const [name, variable] of VARIABLES) {
  Deno.test(`the parameter '${name}' is the variable '${variable}', and is read back`, () => {
    const [{ variable: given } = { variable: "" }] = ruleParameters(`/{${name}}`);
    deepEqual([given, parameterName(given)], [variable, name]);
  });
}

Deno.test("no parameter hides a helper that handlers and services call", () => {
  const { json_body, listed, load_mock, request_parameters } = IMPORTED;
  for (const { name } of [json_body, listed, load_mock, request_parameters]) {
    deepEqual(ruleParameters(`/{${name}}`), [{ variable: `${name}_`, type: "string" }]);
    deepEqual(parameterName(`${name}_`), name);
  }
});
