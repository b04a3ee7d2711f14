/** The contracts of specs say everything that specs say, and nothing else. */

import { deepEqual, notEqual } from "node:assert/strict";
import { parseJson } from "../../core/json.ts";
import { ABSENT, contractForm, known } from "../../spec/endpoint_contract.ts";
import {
  endpointName,
  type SpecContract,
  specContracts,
  type SpecResponse,
} from "../../spec/spec_contract.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const SPEC = `{"routes": {"carts": {"path": "/v1/carts",
  "methods": {"GET": {"query": {"q?": "tea"}, "headers": {"X-Tenant": "acme"}}, "POST": {"body": {"note?": "ring"}, "mock": {"id": 2}}},
  "subroutes": {"cart": {"path": "/{id:int}/{part}",
    "methods": {"GET": {"mock": [1]}, "PUT": {}, "DELETE": {"status": 204}}}}}}}`;

/** Returns a response as the contract has it. */
function response(
  status: number,
  content: Extract<SpecResponse["content"], { readonly kind: "known" }>["value"] | null,
): SpecContract["responses"] {
  const isJson = content !== null;
  const part = content === null ? ABSENT : known(content);
  return known([{ status: known(status), headers: [], isJson, content: part, created: null }]);
}

const ANY = known({ isChecked: false, example: ABSENT });

Deno.test("a spec's contracts have its methods, paths, queries, bodies and responses", () => {
  const json = (text: string) => ({ kind: "json", value: parseJson(text) }) as const;
  const own = {
    path: known("/v1/carts"),
    parameters: known([]),
    query: ABSENT,
    headers: ABSENT,
    list: ABSENT,
  };
  const parameters = known([{ name: "id", type: "int" }, { name: "part", type: "string" }]);
  const item = { ...own, path: known("/v1/carts/{id:int}/{part}"), parameters };
  const words = (text: string) => ({ kind: "words", words: text }) as const;
  const echo = (text: string) => ({ kind: "echo", words: text }) as const;
  const body = known({ isChecked: true, example: known(parseJson('{"note?": "ring"}')) });
  const expected = [
    {
      ...own,
      method: known("GET"),
      query: known(parseJson('{"q?": "tea"}')),
      headers: known(parseJson('{"X-Tenant": "acme"}')),
      body: ABSENT,
      errors: ABSENT,
      responses: response(200, words("Your carts route is working!")),
    },
    {
      ...own,
      method: known("POST"),
      body,
      errors: ABSENT,
      responses: response(201, json('{"id": 2}')),
    },
    {
      ...item,
      method: known("GET"),
      body: ABSENT,
      errors: ABSENT,
      responses: response(200, json("[1]")),
    },
    {
      ...item,
      method: known("PUT"),
      body: ANY,
      errors: ABSENT,
      responses: response(200, echo("Successfully updated cart for carts with data: ")),
    },
    {
      ...item,
      method: known("DELETE"),
      body: ABSENT,
      errors: ABSENT,
      responses: response(204, null),
    },
  ];
  deepEqual(specContracts(checkedSpec(SPEC)).map(contractForm), expected.map(contractForm));
});

Deno.test("a contract has the location of a created item", () => {
  const [, post] = specContracts(checkedSpec(`{"routes": {"a": {"resource": {"id": 1}}}}`));
  deepEqual(post?.responses.value[0].headers, ["Location"]);
  deepEqual(post?.responses.value[0].created, "id");
});

Deno.test("contractForm() differs wherever contracts differ, even in deep mocks", () => {
  const form = (depth: number, spaces = "") => {
    const mock = "[".repeat(depth) + spaces + "]".repeat(depth);
    const [only] = specContracts(
      checkedSpec(`{"routes": {"a": {"type": "GET", "mock": ${mock}}}}`),
    );
    return only === undefined ? "" : contractForm(only);
  };
  notEqual(form(899), form(900));
  deepEqual(form(900), form(900, "  "));
});

Deno.test("endpointName() names an endpoint by its method and path", () => {
  deepEqual(specContracts(checkedSpec(SPEC)).map(endpointName), [
    "GET /v1/carts",
    "POST /v1/carts",
    "GET /v1/carts/{id:int}/{part}",
    "PUT /v1/carts/{id:int}/{part}",
    "DELETE /v1/carts/{id:int}/{part}",
  ]);
});
