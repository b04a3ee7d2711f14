import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { readFile, readRegularFile, realPath } from "../../commands/disk_host.ts";
import type { Host } from "../../commands/host.ts";
import { readServedSpec } from "../../commands/served_spec.ts";
import { endpointName, specContracts } from "../../spec/spec_contract.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const DOCUMENT = `# Made by hand
openapi: 3.1.0
info: { title: pets, version: 1.0.0 }
paths:
  /pets:
    get:
      responses:
        200: { description: OK, content: { application/json: { $ref: "pet.json" } } }
    patch: { responses: { 204: { description: OK } } }
`;

/**
 * Reads a text as a served spec beside `pet.json`. Returns the names of its endpoints, and the
 * severity and code of each diagnostic.
 */
async function served(text: string, file = "pets.yaml") {
  return await inTemporaryFolder(async (cwd) => {
    await Deno.writeTextFile(join(cwd, "pet.json"), '{"example": [{"id": 1}]}');
    const host = { readFile, readRegularFile, realPath } as Host;
    const { spec, diagnostics } = await readServedSpec(text, file, { host, cwd });
    const names = spec === null ? null : specContracts(spec).map(endpointName);
    return { names, diagnostics: diagnostics.map(({ severity, code }) => `${severity} ${code}`) };
  });
}

/** Returns an exported OpenAPI document whose second subroute has another name. */
function withSubroute(name: string): string {
  const get = (subroute: string) => ({ get: { tags: ["a"], "x-layerwright": { subroute } } });
  return JSON.stringify({
    openapi: "3.1.0",
    tags: [{ name: "a", "x-layerwright": {} }],
    paths: { "/a/{id}": get("one"), "/a/{id}/b": get(name) },
  });
}

const CASES: readonly (readonly [text: string, names: readonly string[] | null, said: string[]])[] =
  [
    ['{"routes": {"a": {"type": "GET"}}}', ["GET /a"], []],
    ['{"routes": {"a": {}}}', null, ["error spec-type-missing"]],
    ["{", null, ["error json-syntax"]],
    [DOCUMENT, ["GET /pets"], ["warning import-incomplete"]],
    [withSubroute("one"), ["GET /a/{id}", "GET /a/{id}/b"], []],
    [withSubroute("One"), ["GET /a/{id}", "GET /a/{id}/b"], ["warning spec-case"]],
    ['{"swagger": "2.0", "paths": {}}', null, ["error import-empty"]],
    ['{"info": {}, "openapi": "3.1.0", "routes": {}}', null, ["error import-empty"]],
    ["openapi: [", null, ["error json-syntax"]],
  ];

Deno.test("readServedSpec() reads specs and OpenAPI documents", async () => {
  for (const [text, names, diagnostics] of CASES) {
    deepEqual(await served(text), { names, diagnostics }, text);
  }
});

/** Returns a document with an operation that a spec can have, and with others that it cannot. */
function withOthers(methods: readonly string[], get: object = {}): string {
  const operations = methods.map((method) => [method, {}]);
  const server = { url: "https://shop.example/v2" };
  return JSON.stringify({
    openapi: "3.1.0",
    servers: [server],
    paths: { "/a": { get, ...Object.fromEntries(operations) } },
  });
}

/** What the server says about a document, after `A spec cannot have `. */
const LOSSES: readonly (readonly [text: string, said: string | null])[] = [
  [withOthers(["patch"]), "1 of 2 operations (PATCH /a)."],
  [
    withOthers(["patch", "trace", "head", "options"], { responses: { 200: {}, "4XX": {} } }),
    "4 of 5 operations (PATCH /a, TRACE /a, HEAD /a and 1 more), and parts of 1 more.",
  ],
  [withOthers([], { parameters: [{ in: "cookie", name: "b" }] }), "parts of 1 of 1 operation."],
  [withOthers([]), null],
];

Deno.test("readServedSpec() names what it leaves out, and the server's path", async () => {
  for (const [text, said] of LOSSES) {
    const { diagnostics } = await readServedSpec(text, "pets.json", { host: {} as Host, cwd: "/" });
    const lost = {
      message: `A spec cannot have ${said}`,
      hint: "'layerwright import pets.json' lists what is missing",
    };
    const server =
      "Dropped the server address 'https://shop.example/v2' (line 1): a spec has none." +
      " The spec's paths begin without '/v2'.";
    deepEqual(
      diagnostics.map(({ message, hint }) => ({ message, hint })),
      [...(said === null ? [] : [lost]), { message: server, hint: null }],
    );
  }
});

Deno.test("readServedSpec() reads no files for a document from stdin", async () => {
  deepEqual(await served(DOCUMENT, "-"), { names: null, diagnostics: ["error import-empty"] });
});
