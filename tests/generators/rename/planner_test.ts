/** Renaming routes and subroutes of unedited projects. */

import { deepEqual, equal, match } from "node:assert/strict";
import {
  createMemoryWorkspace,
  generateApi,
  type MemoryWorkspace,
  projectStatus,
  removeRoute,
  renameRoute,
  renameSubroute,
} from "../../../mod.ts";
import { projectPath } from "../../../core/project_path.ts";
import { routeRecordsIn } from "../../../project/records/records.ts";
import {
  formatRouteRecord,
  recordPath,
  RECORDS_FOLDER,
} from "../../../project/records/route_record.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { arbitraryName, arbitrarySpec } from "../arbitrary_spec.ts";
import { type ExpectedEndpoint, specOf } from "../written_spec.ts";

/** Returns the files of a project. Its records leave out decisions, and names from before a renaming. */
function texts(workspace: MemoryWorkspace): Readonly<Record<string, string>> {
  const files = workspace.files();
  const records = [...routeRecordsIn(files)].map(([route, record]) => {
    const decided = { ...record, renamed: [], form: null };
    return [recordPath(route), formatRouteRecord(decided, route)] as const;
  });
  const others = [...files].filter(([path]) => !path.startsWith(`${RECORDS_FOLDER}/`));
  return Object.fromEntries([...others, ...records.filter(([, text]) => text !== "")]);
}

async function generated(spec: string): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  const { status, message } = await generateApi(workspace, "demo", spec);
  equal(status, "applied", message);
  return workspace;
}

/** The route or the subroute to rename. */
interface Renaming {
  readonly route: string;
  readonly subroute: string | null;
  readonly to: string;
}

function rename(workspace: MemoryWorkspace, { route, subroute, to }: Renaming) {
  return subroute === null
    ? renameRoute(workspace, route, to)
    : renameSubroute(workspace, route, subroute, to);
}

function inSpec(endpoints: readonly ExpectedEndpoint[], { route, subroute, to }: Renaming) {
  return specOf(endpoints.map((each) => {
    if (each.route !== route) return each;
    if (subroute === null) return { ...each, route: to };
    return each.subroute === subroute ? { ...each, subroute: to } : each;
  }));
}

/**
 * Reports whether another route has the same name except for case, and one of these subroutes. Some
 * disks have one data file for both, so a renaming does not create the file of one beside the
 * other's.
 */
function hasTwin(
  endpoints: readonly ExpectedEndpoint[],
  route: string,
  subroutes: readonly string[],
): boolean {
  return endpoints.some((each) =>
    each.route !== route && each.route.toLowerCase() === route.toLowerCase() &&
    subroutes.includes(each.subroute?.toLowerCase() ?? "")
  );
}

/** Reports whether the old name and the new one differ from all others in more than case. */
function isFree(endpoints: readonly ExpectedEndpoint[], { route, subroute, to }: Renaming) {
  const beside = endpoints.filter((each) => subroute === null || each.route === route)
    .map((each) => (subroute === null ? each.route : each.subroute ?? ""));
  const names = new Set(beside);
  const lower = [...names, to].map((each) => each.toLowerCase());
  const old = (subroute ?? route).toLowerCase();
  if (subroute !== null && hasTwin(endpoints, route, [old, to.toLowerCase()])) return false;
  return new Set(lower).size === lower.length ||
    lower.filter((each) => each === old).length === 1 &&
      lower.filter((each) => each === to.toLowerCase()).length === 1;
}

/**
 * Reports whether the path of a route is the default path of its new name. Its record still says
 * that the spec gave the path, which generating the new name would not record.
 */
function becomesDefault(endpoints: readonly ExpectedEndpoint[], { route, subroute, to }: Renaming) {
  return subroute === null &&
    endpoints.some((each) => each.route === route && each.prefix === `/${to}`);
}

const renaming = fc.tuple(arbitrarySpec, fc.nat(), arbitraryName).map(
  ([spec, at, to]) => {
    const endpoint = spec.endpoints[at % spec.endpoints.length];
    const { route, subroute } = endpoint as ExpectedEndpoint;
    return { endpoints: spec.endpoints, name: { route, subroute, to } };
  },
).filter(({ endpoints, name }) => isFree(endpoints, name) && !becomesDefault(endpoints, name));

Deno.test("renaming equals generating the new name, and renaming back restores every byte", async () => {
  await fc.assert(
    fc.asyncProperty(renaming, async ({ endpoints, name }) => {
      const spec = specOf(endpoints);
      const workspace = await generated(spec);
      const before = texts(workspace);
      const there = await rename(workspace, name);
      equal(there.status, "applied", there.message);
      const renamed = inSpec(endpoints, name);
      deepEqual(texts(workspace), texts(await generated(renamed)));
      const { route, subroute, to } = name;
      const back = subroute === null
        ? { route: to, subroute, to: route }
        : { route, subroute: to, to: subroute };
      equal((await rename(workspace, back)).status, "applied");
      deepEqual(texts(workspace), before);
    }),
    { numRuns: IS_FULL_TIER ? 1_000 : 8 },
  );
});

Deno.test("after a renaming, neither the old spec nor the new one changes anything", async () => {
  await fc.assert(
    fc.asyncProperty(renaming, async ({ endpoints, name }) => {
      const workspace = await generated(specOf(endpoints));
      await rename(workspace, name);
      for (const spec of [specOf(endpoints), inSpec(endpoints, name)]) {
        const { status, message } = await generateApi(workspace, "demo", spec);
        equal(status, "unchanged", message);
        const { data } = await projectStatus(workspace, "demo", { spec });
        equal(data?.drift, 0);
      }
    }),
    { numRuns: IS_FULL_TIER ? 500 : 4 },
  );
});

Deno.test("after a renaming, the spec of a removed first endpoint changes nothing", async () => {
  const subroutes = { open: { type: "GET" } };
  const specOfRoute = (name: string) =>
    JSON.stringify({ routes: { [name]: { type: "PUT", subroutes }, carts: { type: "GET" } } });
  const workspace = await generated(specOfRoute("orders"));
  equal((await removeRoute(workspace, "orders", { type: "PUT" })).status, "applied");
  equal((await renameRoute(workspace, "orders", "sales")).status, "applied");
  const { status, message } = await generateApi(workspace, "demo", specOfRoute("sales"));
  equal(status, "unchanged", message);
});

Deno.test("a renaming creates no data file whose path differs from another one only in case", async () => {
  const long = { type: "GET", mock: "x".repeat(20_000) };
  const routes = {
    users: { type: "GET", subroutes: { sale: long } },
    Users: { type: "GET", subroutes: { orders: long } },
  };
  const workspace = await generated(JSON.stringify({ routes }));
  const before = workspace.files();
  const { status, message } = await renameSubroute(workspace, "users", "sale", "orders");
  equal(status, "refused");
  match(message, /the new name is taken.*\n {2}api\/mocks\/Users\/get_orders\.json$/);
  deepEqual(workspace.files(), before);
});

Deno.test("a renaming in a moved project records the tests of created locations as they are", async () => {
  const routes = {
    products: { resource: { id: 1 }, subroutes: { sale: { type: "GET", mock: 2 } } },
  };
  const files = [...(await generated(JSON.stringify({ routes }))).files()];
  const moved = files.map(([path, text]) => [path.replace(/^api\//, "src/api/"), text] as const);
  const workspace = createMemoryWorkspace(Object.fromEntries(moved));
  equal((await renameSubroute(workspace, "products", "sale", "offers")).status, "applied");
  equal((await removeRoute(workspace, "products")).message, "Removed route 'products'");
});

for (
  const { what, renaming, code, edited } of [
    {
      what: "prefix",
      renaming: { route: "orders", subroute: null, to: "sales" },
      code: 'url_prefix="/orders"',
      edited: 'url_prefix="/" + "orders"',
    },
    {
      what: "path",
      renaming: { route: "orders", subroute: "open", to: "pending" },
      code: '.get("/open")',
      edited: '.get(rule="/open")',
    },
  ]
) {
  Deno.test(`a renaming that keeps a ${what} leaves nothing changed`, async () => {
    const spec = JSON.stringify({
      routes: { orders: { type: "GET", subroutes: { open: { type: "GET" } } } },
    });
    const files = new Map((await generated(spec)).files());
    const route = projectPath("api/routes/orders_route.py");
    files.set(route, files.get(route)?.replace(code, edited) ?? "");
    const workspace = createMemoryWorkspace(Object.fromEntries(files));
    const { diagnostics } = await rename(workspace, renaming);
    match(diagnostics[0]?.message ?? "", new RegExp(`^Kept the .*${what}`));
    for (const status of [{}, { spec }]) {
      const { message } = await projectStatus(workspace, "demo", status);
      equal(message, "demo: in order. 2 endpoints");
    }
    equal((await generateApi(workspace, "demo", spec)).status, "unchanged");
    const { route: name, subroute, to } = renaming;
    const tests = projectPath(`tests/test_${subroute === null ? to : name}_route.py`);
    const requests = workspace.files().get(tests)?.match(/client\.get\(.*\)/g);
    deepEqual(requests, ['client.get("/orders")', 'client.get("/orders/open")']);
  });
}
