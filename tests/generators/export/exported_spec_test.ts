/** The exported spec of a generated project generates the same project. */

import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import { parseJson, stringifyJson, withoutRepeatedKeys } from "../../../core/json.ts";
import {
  createMemoryWorkspace,
  exportSpec,
  generateApi,
  generateSubroute,
  type MemoryWorkspace,
} from "../../../mod.ts";
import { type EndpointOfSpec, endpointsOf, usualStatus } from "../../tools/spec_endpoints.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { arbitrarySpec, growableEndpoints } from "../arbitrary_spec.ts";
import { pathOf, specOf } from "../written_spec.ts";
import { grow } from "../grown_project.ts";

const NUM_RUNS = IS_FULL_TIER ? 1_000 : 15;

/** Exports a project, checks that nothing is omitted, and returns the spec's text. */
async function exported(workspace: MemoryWorkspace): Promise<string> {
  const { status, data } = await exportSpec(workspace, "demo");
  deepEqual([status, data?.omitted], ["unchanged", []]);
  return data?.spec ?? "";
}

/** Checks that generating from a project's own spec changes nothing. */
async function testUnchanged(workspace: MemoryWorkspace): Promise<string> {
  const spec = await exported(workspace);
  const { status, changes } = await generateApi(workspace, "demo", spec);
  deepEqual({ status, changes }, { status: "unchanged", changes: [] });
  equal(await exported(workspace), spec);
  return spec;
}

function byRequest(one: EndpointOfSpec, other: EndpointOfSpec): number {
  const [a, b] = [one, other].map(({ method, path }) => `${method} ${path}`);
  return (a ?? "") < (b ?? "") ? -1 : 1;
}

/** Returns a mock's text without differences that Python does not know, such as `1E+5` and `1e5`. */
function mockText(text: string): string {
  return stringifyJson(withoutRepeatedKeys(parseJson(text)), 0);
}

Deno.test("the exported spec of a generated project has its endpoints and mocks", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text, endpoints }) => {
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", text);
      const spec = await testUnchanged(workspace);
      const expected = endpoints.map((endpoint) => ({
        method: endpoint.method,
        path: pathOf(endpoint).replaceAll(":string}", "}"),
        status: endpoint.status ?? usualStatus(endpoint.method),
        mock: endpoint.mock === null ? undefined : JSON.parse(mockText(endpoint.mock)),
      }));
      deepEqual(endpointsOf(JSON.parse(spec)).toSorted(byRequest), expected.toSorted(byRequest));
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("the exported spec of a grown project generates the same project", async () => {
  await fc.assert(
    fc.asyncProperty(growableEndpoints, fc.nat({ max: 4 }), async (endpoints, count) => {
      const first = new Set(
        endpoints.filter(({ subroute }) => subroute === null).slice(0, 1 + count),
      );
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", specOf([...first]));
      await grow(workspace, endpoints.filter((each) => !first.has(each)));
      await testUnchanged(workspace);
    }),
    { numRuns: NUM_RUNS },
  );
});

/** Numbers and texts whose exact form must not change. */
const EXACT = ["1.0", "1", "-0", "12345678901234567890123", "1e-07", '"\\u00e9\\u202e"', "0.10"];

Deno.test("the exported spec keeps numbers as they were written", async () => {
  for (const mock of EXACT) {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "demo", `{"routes": {"a": {"type": "GET", "mock": [${mock}]}}}`);
    const spec = await testUnchanged(workspace);
    const shown = mock.replace("\\u00e9", "\u00e9");
    equal(spec, `{\n  "routes": {\n    "a": { "type": "GET", "mock": [${shown}] }\n  }\n}\n`);
  }
});

/** Changes of a generated handler's module, and whether the mock of its service is exported. */
const WIRINGS = [
  {
    what: "an import with a fallback",
    before: /^(from api.services.*)$/m,
    after: "try:\n    $1\nexcept ImportError:\n    AService = None",
    isExported: true,
  },
  {
    what: "a service that is looked up",
    before: "service() -> AService:\n    return AService(per_request(ARepository))",
    after: 'service():\n    return current_app.extensions["a"]',
    isExported: true,
  },
  {
    what: "a response in parentheses",
    before: "return jsonify(service().get())",
    after: "return (\n        jsonify(service().get())\n    )",
    isExported: true,
  },
  {
    what: "an edited handler",
    before: "jsonify(service().get())",
    after: 'jsonify({"all": service().get()})',
    isExported: false,
  },
];

for (const { what, before, after, isExported } of WIRINGS) {
  Deno.test(`an exported spec has ${isExported ? "the" : "no"} mock behind ${what}`, async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "demo", '{"routes": {"a": {"type": "GET", "mock": [1]}}}');
    const files: Record<string, string> = Object.fromEntries(workspace.files());
    const path = "api/routes/a_route.py";
    const code = files[path]?.replace(before, after);
    notEqual(code, files[path]);
    const edited = createMemoryWorkspace({ ...files, [path]: code ?? "" });
    const { data } = await exportSpec(edited, "demo");
    deepEqual(JSON.parse(data?.spec ?? "").routes.a.mock, isExported ? [1] : undefined);
    await generateApi(edited, "demo", data?.spec ?? "");
    equal(edited.files().get(projectPath(path)), code);
    const service = projectPath("api/services/a_service.py");
    equal(edited.files().get(service), workspace.files().get(service));
  });
}

const ENVELOPED = `def respond(value: object) -> Response:
    return jsonify({"data": value})


@carts_bp`;

Deno.test("an exported spec has no mock behind an envelope that a new handler takes over", async () => {
  const open = { open: { type: "GET", mock: [2] } };
  const spec = { routes: { carts: { type: "GET", mock: [1], subroutes: open } } };
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", JSON.stringify(spec));
  const path = projectPath("api/routes/carts_route.py");
  const edited = (workspace.files().get(path) ?? "")
    .replace("import Blueprint, jsonify", "import Blueprint, Response, jsonify")
    .replace("@carts_bp", ENVELOPED)
    .replaceAll("return jsonify(service()", "return respond(service()");
  const enveloped = createMemoryWorkspace(
    Object.fromEntries([...workspace.files(), [path, edited]]),
  );
  equal((await generateSubroute(enveloped, "carts", "late", { mock: [3] })).status, "applied");
  match(enveloped.files().get(path) ?? "", /return respond\(service\(\)\.get_late\(\)\)/);
  const { data } = await exportSpec(enveloped, "demo");
  deepEqual(
    data?.omitted.map(({ what }) => what),
    ["/carts", "/carts/open", "/carts/late"].map((path) => `mock of GET ${path}`),
  );
});

Deno.test("an exported spec has a list, also without records", async () => {
  const list = { limit: 5, sort: ["id"] };
  const spec = { routes: { carts: { type: "GET", list, mock: [{ id: 1 }] } } };
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", JSON.stringify(spec));
  const code = [...workspace.files()].filter(([path]) => !path.startsWith(".layerwright/"));
  deepEqual(JSON.parse(await exported(createMemoryWorkspace(Object.fromEntries(code)))), spec);
});

Deno.test("an exported spec that cannot say that a response has a Location reports it", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", '{"routes": {"a": {"resource": {"id": 1}}}}');
  await testUnchanged(workspace);
  const files: Record<string, string> = Object.fromEntries(workspace.files());
  const path = "api/services/a_service.py";
  const text = files[path]?.replace('return [{"id": 1}]', 'return [{"id": 2}]') ?? "";
  const edited = createMemoryWorkspace({ ...files, [path]: text });
  const { data } = await exportSpec(edited, "demo");
  deepEqual(data?.omitted.map(({ what, reason }) => [what, reason]), [
    ["Location of POST /a", "no path ends with the field 'id'"],
  ]);
});

const BODIES =
  '{"customer": 7, "note?": "ring", "lines": [{"sku": "a", "n?": [1, "x"]}, {"sku": "b"}]}';

/** What the changes need. */
const PYDANTIC = "\n\nfrom pydantic import BaseModel, ConfigDict, Field\n";

/** Generates an endpoint with a body, changes a text of its models, and exports its spec. */
async function exportedAfter(before: string, after: string) {
  const workspace = createMemoryWorkspace();
  const spec = `{"routes": {"carts": {"type": "POST", "body": ${BODIES}}}}`;
  await generateApi(workspace, "demo", spec);
  const path = "api/models/carts_model.py";
  const files: Readonly<Record<string, string>> = Object.fromEntries(workspace.files());
  const text = files[path] ?? "";
  const edited = createMemoryWorkspace({
    ...files,
    [path]: text.replace(before, after) + PYDANTIC,
  });
  const { data } = await exportSpec(edited, "demo");
  const { body } = JSON.parse(data?.spec ?? "{}").routes.carts;
  return {
    body,
    omitted: data?.omitted.map(({ what }) => what),
    workspace: edited,
    spec: data?.spec,
  };
}

/** Changes of models, and the resulting specs. */
const CHANGED_MODELS = [
  ["    customer: int\n", "    customer: int\n", ["customer", "note?", "lines"], []],
  ["    customer: int\n", "    customer: int\n    city: str\n", [
    "customer",
    "city",
    "note?",
    "lines",
  ], []],
  ["    customer: int\n", "    customer: int = Field(gt=0)\n", ["customer", "note?", "lines"], [
    "rules of the body of POST /carts",
  ]],
  ...(["allow", "ignore"].map((extra) =>
    [
      "    customer: int\n",
      `    model_config = ConfigDict(extra="${extra}")\n\n    customer: int\n`,
      ["customer", "note?", "lines", "..."],
      [],
    ] as const
  )),
  [
    "    customer: int\n",
    "    model_config = ConfigDict(frozen=True)\n\n    customer: int\n",
    ["customer", "note?", "lines"],
    ["rules of the body of POST /carts"],
  ],
  ["    customer: int\n", "    customer: int | None\n", undefined, ["body of POST /carts"]],
  ["class CartsBody(Body)", "class CartsBody(BaseModel)", undefined, ["body of POST /carts"]],
] as const;

for (const [before, after, members, omitted] of CHANGED_MODELS) {
  Deno.test(`the exported spec of a model with ${JSON.stringify(after)} says as much as it can`, async () => {
    const found = await exportedAfter(before, after);
    deepEqual(found.body && Object.keys(found.body), members);
    deepEqual(found.omitted, omitted);
  });
}
