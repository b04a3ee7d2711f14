import { deepEqual } from "node:assert/strict";
import { routeEndpoints } from "../../../generators/code/endpoint.ts";
import { leave, write } from "../../../generators/compare/action.ts";
import { recordAfterUpdate } from "../../../generators/records/record_after_update.ts";
import { definitionKey, EMPTY_RECORD } from "../../../project/records/route_record.ts";

const [ENDPOINT] = routeEndpoints({
  name: "carts",
  path: "/carts",
  endpoints: [{ method: "GET", status: 200, mock: null }],
  subroutes: [],
});
const TEST = { layer: "test", name: "test_get", hash: "0123456789abcdef" } as const;

/** Actions about an endpoint without a record, of which the project has the test only. */
const CASES = [
  ["written", write("add", "new"), 1],
  ["kept by people", leave("keep"), 1],
  ["left because of people's code", leave("edited", "the class Carts answers"), 0],
  ["without a place", leave("unplaced"), 0],
] as const;

for (const [what, action, count] of CASES) {
  Deno.test(`recordAfterUpdate() records ${count} new endpoints that are ${what}`, () => {
    if (ENDPOINT === undefined) throw new Error("No endpoint");
    const { endpoints } = recordAfterUpdate(
      EMPTY_RECORD,
      new Map([[ENDPOINT, action]]),
      new Map([[definitionKey(TEST), ENDPOINT]]),
      [TEST],
    );
    deepEqual(endpoints.map(({ definitions }) => definitions), Array(count).fill([TEST]));
  });
}
