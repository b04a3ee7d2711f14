import { deepEqual, equal } from "node:assert/strict";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { createMemoryWorkspace, generateApi, type MemoryWorkspace } from "../../mod.ts";
import { withoutOrigins } from "./edited_project.ts";
import { arbitrarySpec, growableEndpoints } from "./arbitrary_spec.ts";
import { type ExpectedEndpoint, specOf } from "./written_spec.ts";
import { grow } from "./grown_project.ts";

const NUM_RUNS = IS_FULL_TIER ? 1_000 : 20;

async function generated(endpoints: readonly ExpectedEndpoint[]): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  const { status } = await generateApi(workspace, "demo", specOf(endpoints));
  equal(status, "applied");
  return workspace;
}

/**
 * Checks that adding endpoints to a project has the same result as generating it from a spec with
 * all of them.
 */
async function testGrowth(
  endpoints: readonly ExpectedEndpoint[],
  first: (endpoint: ExpectedEndpoint) => boolean,
): Promise<void> {
  const grown = await generated(endpoints.filter(first));
  await grow(grown, endpoints.filter((each) => !first(each)));
  const whole = await generated(endpoints);
  const texts = (workspace: MemoryWorkspace) =>
    withoutOrigins(
      Object.fromEntries([...workspace.files()].sort(([a], [b]) => (a < b ? -1 : 1))),
    );
  deepEqual(texts(grown), texts(whole));
  const { status, changes } = await generateApi(grown, "demo", specOf(endpoints));
  deepEqual({ status, changes }, { status: "unchanged", changes: [] });
}

Deno.test("generateApi() changes nothing the second time", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text }) => {
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", text);
      const before = workspace.files();
      const { status, changes } = await generateApi(workspace, "demo", text);
      deepEqual({ status, changes }, { status: "unchanged", changes: [] });
      deepEqual(workspace.files(), before);
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("generateSubroute() has the same result as a spec with the subroute", async () => {
  await fc.assert(
    fc.asyncProperty(growableEndpoints, fc.nat({ max: 5 }), async (endpoints, count) => {
      const kept = new Map<string, number>();
      const first = new Set(endpoints.filter(({ route }) => {
        const present = kept.get(route) ?? 0;
        kept.set(route, present + 1);
        return present <= count;
      }));
      await testGrowth(endpoints, (each) => first.has(each));
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("generateRoute() has the same result as a spec with the route", async () => {
  await fc.assert(
    fc.asyncProperty(growableEndpoints, async (endpoints) => {
      const [{ route: only } = { route: "" }] = endpoints;
      await testGrowth(endpoints, ({ route }) => route === only);
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("generateSubroute() names a handler like its route if a spec does", async () => {
  const own = { route: "create_app", method: "GET", mock: null } as const;
  await testGrowth(
    [{ ...own, subroute: null }, { ...own, subroute: "app", method: "POST" }],
    ({ subroute }) => subroute === null,
  );
});

Deno.test("generateSubroute() reserves the name of a route's own model if a spec does", async () => {
  const own = { route: "users", method: "GET" } as const;
  await testGrowth(
    [{ ...own, subroute: null, mock: null }, { ...own, subroute: "_", mock: '{"id": []}' }],
    ({ subroute }) => subroute === null,
  );
});
