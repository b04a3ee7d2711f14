/** The exported spec of a generated project generates the same project. */

import { deepEqual, equal } from "node:assert/strict";
import { addRoute } from "../../actions/generate_route.ts";
import { addSubroute } from "../../actions/generate_subroute.ts";
import { parseJson, stringifyJson, withoutRepeatedKeys } from "../../core/json.ts";
import { createMemoryWorkspace, exportSpec, generateApi, type MemoryWorkspace } from "../../mod.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import {
  arbitrarySpec,
  type ExpectedEndpoint,
  growableEndpoints,
  specOf,
} from "./arbitrary_spec.ts";

const NUM_RUNS = IS_FULL_TIER ? 1_000 : 60;

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

/** The answers of a spec's endpoints as JSON text, by method and path. */
function endpointsOf(spec: string): Record<string, string> {
  const { routes } = JSON.parse(spec);
  const found: Record<string, string> = {};
  const add = (path: string, { type, methods, ...answer }: PathOfSpec) => {
    for (const [method, each] of Object.entries(methods ?? { [type ?? ""]: answer })) {
      found[`${method} ${path}`] = JSON.stringify(each);
    }
  };
  for (const [name, { subroutes = {}, ...own }] of Object.entries<RouteOfSpec>(routes)) {
    add(`/${name}`, own);
    for (const [sub, each] of Object.entries(subroutes)) add(`/${name}/${sub}`, each);
  }
  return found;
}

function usualStatus(method: string): number {
  return method === "POST" ? 201 : 200;
}

interface PathOfSpec {
  readonly status?: number;
  readonly type?: string;
  readonly mock?: unknown;
  readonly methods?: Readonly<Record<string, { readonly mock?: unknown }>>;
}

interface RouteOfSpec extends PathOfSpec {
  readonly subroutes?: Readonly<Record<string, PathOfSpec>>;
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
      const expected = endpoints.map(({ route, subroute, method, mock, status }) => [
        `${method} /${route}${subroute === null ? "" : `/${subroute}`}`,
        JSON.stringify({
          ...(status !== undefined && status !== usualStatus(method) && { status }),
          ...(mock !== null && { mock: JSON.parse(mockText(mock)) }),
        }),
      ]);
      deepEqual(endpointsOf(spec), Object.fromEntries(expected));
    }),
    { numRuns: NUM_RUNS },
  );
});

/** Adds an endpoint with its command. */
async function add(workspace: MemoryWorkspace, endpoint: ExpectedEndpoint): Promise<void> {
  const { route, subroute } = endpoint;
  const mock = endpoint.mock === null ? null : parseJson(endpoint.mock);
  const type = endpoint.method;
  const { status, message } = subroute === null
    ? await addRoute(workspace, route, { type, mock })
    : await addSubroute(workspace, route, subroute, { type, mock });
  equal(status, "applied", message);
}

Deno.test("the exported spec of a grown project generates the same project", async () => {
  await fc.assert(
    fc.asyncProperty(growableEndpoints, fc.nat({ max: 4 }), async (endpoints, count) => {
      const first = new Set(
        endpoints.filter(({ subroute }) => subroute === null).slice(0, 1 + count),
      );
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", specOf([...first]));
      const rest = endpoints.filter((each) => !first.has(each));
      for (const endpoint of rest) await add(workspace, endpoint);
      await testUnchanged(workspace);
    }),
    { numRuns: NUM_RUNS },
  );
});

/** Numbers and texts whose exact form counts. */
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
