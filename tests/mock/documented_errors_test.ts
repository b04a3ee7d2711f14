import { deepEqual } from "node:assert/strict";
import { errorParameters, shownErrors } from "../../mock/documented_errors.ts";
import { specContracts } from "../../spec/spec_contract.ts";
import { checkedSpec } from "../generators/written_projects.ts";

function errorsOf(endpoint: string) {
  const spec = checkedSpec(`{"routes": {"carts": ${endpoint}}}`);
  return specContracts(spec).flatMap(shownErrors);
}

const TWO = errorsOf(`{
  "type": "GET", "errors": { "404": "No such cart", "409": { "mock": { "code": "sold_out" } } }
}`);

Deno.test("shownErrors() shows descriptions, names of statuses, and examples of bodies", () => {
  deepEqual(TWO, [
    { status: 404, description: "No such cart", body: "" },
    { status: 409, description: "Conflict", body: '{\n  "code": "sold_out"\n}' },
  ]);
  deepEqual(errorsOf('{"type": "GET"}'), []);
});

Deno.test("errorParameters() offers each error, and nothing without one", () => {
  const offered = errorParameters(TWO).map(({ name, in: place, values }) => [name, place, values]);
  deepEqual(offered, [["Prefer", "header", ["code=404", "code=409"]]]);
  deepEqual(errorParameters([]), []);
});
