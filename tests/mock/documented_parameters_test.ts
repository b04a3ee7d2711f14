import { deepEqual } from "node:assert/strict";
import { documentedParameters } from "../../mock/documented_parameters.ts";
import { type SpecContract, specContracts } from "../../spec/spec_contract.ts";
import { checkedSpec } from "../generators/written_projects.ts";

function contractOf(endpoint: string): SpecContract {
  const [contract] = specContracts(checkedSpec(`{"routes": {"products": ${endpoint}}}`));
  if (contract === undefined) throw new Error(endpoint);
  return contract;
}

const QUERIES: readonly (readonly [query: string, shown: unknown])[] = [
  ['{"q": "tea"}', { isRequired: true, facts: "Required text", example: "tea" }],
  ['{"q?": "tea"}', { facts: "Optional text, such as tea", example: "tea" }],
  [
    '{"q": {"$default": 20, "$minimum": 1, "$maximum": 100}}',
    { facts: "Optional integer, 1 to 100, 20 by default", example: "20" },
  ],
  [
    '{"q": {"$example": "tea", "$minLength": 2}}',
    { isRequired: true, facts: "Required text, from 2 characters", example: "tea" },
  ],
  ['{"q?": 1.50}', { facts: "Optional number, such as 1.50", example: "1.50" }],
  ['{"q?": true}', { facts: "Optional boolean", values: ["true", "false"], example: "true" }],
  [
    '{"q?": {"$enum": ["open", "sold out"]}}',
    { facts: 'Optional "open" or "sold out"', values: ["open", "sold out"], example: "open" },
  ],
  ['{"q?": {"$enum": [1, 2]}}', { facts: "Optional 1 or 2", values: ["1", "2"], example: "1" }],
  [
    '{"q?": ["new", "a,b"]}',
    {
      facts: "Optional array of text, one per line, such as new, a,b",
      several: "repeated",
      example: "new\na,b",
    },
  ],
  [
    '{"q?": [{"$enum": ["a", "b"]}]}',
    {
      facts: 'Optional array of "a" or "b", one per line, such as a',
      several: "repeated",
      example: "a",
    },
  ],
];

for (const [query, shown] of QUERIES) {
  Deno.test(`documentedParameters() shows the query ${query}`, () => {
    deepEqual(documentedParameters(contractOf(`{"type": "GET", "query": ${query}}`)), [{
      name: "q",
      in: "query",
      isRequired: false,
      values: [],
      several: null,
      ...shown as object,
    }]);
  });
}

Deno.test("documentedParameters() shows lists, which have own parameters, and headers", () => {
  const contract = contractOf(`{
    "type": "GET",
    "query": { "q?": "tea" },
    "headers": { "X-Tenant": "acme", "X-Trace?": ["a", "b"] },
    "list": { "filter": ["name"], "sort": ["price"] },
    "mock": [{ "name": "Cup", "price": 4.5 }]
  }`);
  deepEqual(
    documentedParameters(contract).map(({ name, in: place, facts, several, example }) =>
      [place, name, facts, several, example].join(" | ")
    ),
    [
      "query | limit | Optional integer, 1 to 100, 20 by default |  | ",
      "query | offset | Optional integer, from 0, 0 by default |  | ",
      'query | sort | Optional array of "price" or "-price", one per line | joined | ',
      "query | q | Optional text, such as tea |  | tea",
      "query | name | Optional text |  | ",
      "header | X-Tenant | Required text |  | acme",
      "header | X-Trace | Optional array of text, one per line, such as a, b | joined | a\nb",
    ],
  );
});

Deno.test("documentedParameters() leaves out a sort that no field allows", () => {
  const contract = contractOf('{"type": "GET", "list": {}, "mock": [{"name": "Cup"}]}');
  deepEqual(documentedParameters(contract).map(({ name }) => name), ["limit", "offset"]);
});
