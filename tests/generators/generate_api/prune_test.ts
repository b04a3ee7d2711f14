/** Following a spec to another one and back, and removing generated code. */

import { deepEqual, equal, ok } from "node:assert/strict";
import {
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
  type MemoryWorkspace,
  removeRoute,
  removeSubroute,
} from "../../../mod.ts";
import { neededSupport } from "../../../generators/code/support.ts";
import type { Support } from "../../../templates/mod.ts";
import { endpointsIn } from "../../../spec/api_spec.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { checkedSpec } from "../written_projects.ts";
import { areApart } from "../arbitrary_path.ts";
import { arbitraryMock } from "../arbitrary_mock.ts";
import { parametersIn } from "../arbitrary_query.ts";
import { arbitrarySpec, type WrittenSpec } from "../arbitrary_spec.ts";
import { type ExpectedEndpoint, pathOf, specOf } from "../written_spec.ts";
import { append, type Files, generate, regenerate, replace, run } from "../edited_project.ts";

const SPEC = {
  routes: {
    users: { type: "GET", mock: { id: 1 }, subroutes: { active: { type: "GET", mock: [1] } } },
    orders: { type: "POST" },
  },
} as const;

const SERVICE = "api/services/users_service.py";
const JOBS = "api/jobs.py";

function texts(workspace: MemoryWorkspace): Readonly<Record<string, string>> {
  return Object.fromEntries(workspace.files());
}

/** Returns the paths whose texts differ. */
function changed(before: Files, after: Files): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]).sort();
}

/**
 * Reports whether two specs have their common endpoints in the same order. A different order
 * changes no code by itself.
 */
function haveSameOrder(a: WrittenSpec, b: WrittenSpec): boolean {
  const keys = ({ endpoints }: WrittenSpec) =>
    endpoints.map(({ route, subroute, method }) => `${route} ${subroute} ${method}`);
  const [before, after] = [keys(a), keys(b)];
  const common = new Set(before).intersection(new Set(after));
  const inOrder = (all: readonly string[]) => all.filter((key) => common.has(key)).join();
  return inOrder(before) === inOrder(after);
}

/** Reports whether two specs use the same name for each path. If only a name changes, no code changes. */
function haveSameNames(a: WrittenSpec, b: WrittenSpec): boolean {
  const names = new Map<string, string>();
  return [...a.endpoints, ...b.endpoints].every((each) => {
    const { route, subroute, method, prefix = `/${route}` } = each;
    const rule = pathOf(each).slice(prefix.length).replace(/\{[^}]*\}/g, "{}");
    const isOwnName = (key: string, name: string) => {
      const known = names.get(key) ?? name;
      names.set(key, known);
      return known === name;
    };
    const path = pathOf(each).replace(/\{[^}]*\}/g, "{}");
    return isOwnName(`${method} ${path}`, `${route} ${subroute}`) &&
      isOwnName(`${route} ${method} ${rule}`, `${subroute}`);
  });
}

/** The files with code that endpoints share. This code stays when the last of them is removed. */
const SHARED: Readonly<Record<keyof Support, readonly string[]>> = {
  checksRequests: [
    "api/models/body.py",
    "api/request_body.py",
    "pyproject.toml",
    "tests/test_app.py",
  ],
  limitsBodies: ["api/models/limits.py"],
  checksFormats: ["api/models/formats.py"],
  readsParameters: ["api/request_parameters.py"],
  pagesLists: ["api/list_parameters.py"],
  documentsErrors: ["api/documented_errors.py"],
  servesDocs: [],
};

/** Returns the files with code that the endpoints of a spec share. */
function sharedBy(spec: string): readonly string[] {
  const needed = neededSupport(endpointsIn(checkedSpec(spec).routes));
  return Object.entries(SHARED).flatMap(([what, files]) => what in needed ? files : []);
}

/** Returns the files that stay changed after a project followed its spec to another one and back. */
function keptOf(before: string, between: string): readonly string[] {
  const known = sharedBy(before);
  const kept = sharedBy(between).filter((path) => !known.includes(path));
  return kept.length === 0 ? [] : [".layerwright/manifest", "README.md", ...kept];
}

Deno.test("generateApi() with prune follows a spec to another one and back, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, arbitrarySpec, async (a, b) => {
      fc.pre(haveSameOrder(a, b) && haveSameNames(a, b));
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", a.text);
      const before = texts(workspace);
      const there = await generateApi(workspace, "demo", b.text, { prune: true });
      ok(there.status === "applied" || there.status === "unchanged", there.message);
      const fresh = createMemoryWorkspace();
      await generateApi(fresh, "demo", b.text);
      const left = keptOf(b.text, a.text);
      const more = changed(texts(fresh), texts(workspace)).filter((path) => !left.includes(path));
      deepEqual(more, [], "as if generated from this spec");
      await generateApi(workspace, "demo", a.text, { prune: true });
      const kept = keptOf(a.text, b.text);
      const others = changed(before, texts(workspace)).filter((path) => !kept.includes(path));
      deepEqual(others, [], "as before");
    }),
    { numRuns: IS_FULL_TIER ? 1_000 : 8 },
  );
});

/**
 * Pairs of specs. The second one has some endpoints of the first one in another order, partly with
 * other mocks, and new endpoints.
 */
const reordered = fc.tuple(
  arbitrarySpec,
  arbitrarySpec,
  fc.infiniteStream(fc.nat(1_000)),
  fc.array(arbitraryMock, { minLength: 1, maxLength: 3 }),
).map(([{ endpoints }, other, numbers, mocks]) => {
  const next = (below: number) => numbers.next().value % below;
  const shuffled = <Item>(items: readonly Item[]) =>
    items.map((item) => ({ item, at: next(1_000) })).sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  const routes = shuffled([...Map.groupBy(endpoints, ({ route }) => route).values()]);
  const left = routes.flatMap(shuffled).filter(() => next(4) > 0);
  const names = new Set(endpoints.map(({ route }) => route));
  const added = other.endpoints.filter(({ route }) => !names.has(route) && next(2) > 0);
  const all = left.concat(added);
  const changed = (all.length === 0 ? endpoints : all).map((each) => {
    if (each.mock === null || next(6) > 0) return each;
    // A list names fields of the mock.
    const { list: _, ...plain } = each;
    return { ...plain, mock: mocks[next(3)] ?? "1" };
  });
  return { a: endpoints, b: changed };
});

/**
 * Reports whether only the order of a route's models changed: a model that was removed comes back
 * below the others. The route's record lists them in the order of the code.
 */
function hasReorderedModels(path: string, before = "", after = ""): boolean {
  const lines = (text: string) => text.split("\n").filter((line) => line !== "");
  const others = (text: string) =>
    lines(text).filter((line) => !line.startsWith("model ")).join("\n");
  const isRecord = path.startsWith(".layerwright/routes/") && others(before) === others(after);
  return (isRecord || path.endsWith("_model.py")) &&
    lines(before).sort().join("\n") === lines(after).sort().join("\n");
}

function areApartAt(endpoints: readonly ExpectedEndpoint[]): boolean {
  return areApart(endpoints.map((each) => ({ ...each, path: pathOf(each) })));
}

/**
 * Reports whether two methods of a path check their bodies. Such methods share a model, which the
 * first one names.
 */
function hasTwoBodies(endpoints: readonly ExpectedEndpoint[]): boolean {
  const checked = endpoints.filter(({ body }) => body !== undefined).map(pathOf);
  return new Set(checked).size < checked.length;
}

/**
 * Reports whether a parameter has the name of a method of services. Handlers read such a parameter as
 * `sent.get`, which may be a use of that method, so that pruning keeps the method.
 */
function namesMethods(endpoints: readonly ExpectedEndpoint[]): boolean {
  return endpoints.some(({ query, headers }) =>
    [...parametersIn(query), ...parametersIn(headers)].some((each) =>
      /^(?:get|create|update|delete)/i.test(each)
    )
  );
}

Deno.test("generateApi() with prune restores a project after a spec in another order, except for the order of models", async () => {
  await fc.assert(
    fc.asyncProperty(reordered, async ({ a, b }) => {
      fc.pre(areApartAt(b) && !hasTwoBodies(a) && !hasTwoBodies(b));
      fc.pre(!namesMethods(a) && !namesMethods(b));
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", specOf(a));
      const before = texts(workspace);
      for (const endpoints of [b, a]) {
        const { status, message } = await generateApi(workspace, "demo", specOf(endpoints), {
          prune: true,
        });
        ok(status === "applied" || status === "unchanged", message);
      }
      const kept = keptOf(specOf(a), specOf(b));
      const after = texts(workspace);
      const others = changed(before, after).filter((path) =>
        !kept.includes(path) && !hasReorderedModels(path, before[path], after[path])
      );
      deepEqual(others, []);
    }),
    { numRuns: IS_FULL_TIER ? 1_000 : 12 },
  );
});

Deno.test("removing generated code restores the code from before", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, fc.json({ maxDepth: 2 }), async ({ endpoints }, mock) => {
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", specOf(endpoints));
      const before = texts(workspace);
      const [{ route }] = endpoints as [typeof endpoints[number]];
      const value = JSON.parse(mock);
      const add = await generateSubroute(workspace, route, "zz_new", { type: "POST", mock: value });
      equal(add.status, "applied", add.message);
      equal((await removeSubroute(workspace, route, "zz_new")).status, "applied");
      equal((await generateRoute(workspace, "zz_more", { mock: value })).status, "applied");
      equal((await removeRoute(workspace, "zz_more")).status, "applied");
      deepEqual(changed(before, texts(workspace)), []);
    }),
    { numRuns: IS_FULL_TIER ? 500 : 10 },
  );
});

for (
  const [what, body] of [
    ["the name of a field", { TypedDict: 1 }],
    ["the alias of a field", { OneOf: "" }],
  ] as const
) {
  Deno.test(`generateApi() with prune removes an import whose name is now only ${what}`, async () => {
    const before = { type: "POST", body: { a: [[], 0] }, mock: { id: 1 } };
    const first = await generate({ routes: { users: { methods: {}, subroutes: { a: before } } } });
    const next = { routes: { users: { type: "POST", body } } };
    const { files } = await regenerate(first, next, { prune: true });
    deepEqual(changed(await generate(next), files), []);
  });
}

/** A mock whose type is short enough for a model only if the model has a short name. */
const DEEP = [{ "a-b": 0 }, 0.5, [{}, "", 0.5]];

/** Returns a route with methods at `/update`. */
function atUpdate(methods: Readonly<Record<string, unknown>>) {
  return { methods: {}, subroutes: { update: { methods } } };
}

const ITEM = { mock: { id: 1 } };
/** A mock that needs a data file. */
const LONG = { mock: Array.from({ length: 2_000 }, (_, id) => ({ id })) };
const ITEMS = { item: { path: "/{id}", methods: { GET: ITEM, PUT: ITEM } } };

for (
  const [what, one, other] of [
    [
      "the first method that has a model is left",
      atUpdate({ DELETE: { mock: 0 }, GET: ITEM }),
      atUpdate({ GET: ITEM }),
    ],
    [
      "one of two methods with the same body is left",
      atUpdate({ POST: { body: { id: 1 } }, PUT: { body: { id: 1 } } }),
      atUpdate({ PUT: { body: { id: 1 } } }),
    ],
    [
      "a method is left whose model had too long a name",
      atUpdate({ GET: { mock: 0 }, DELETE: { mock: DEEP } }),
      atUpdate({ DELETE: { mock: DEEP } }),
    ],
    [
      "such a method is left and another one is new",
      atUpdate({ PUT: { mock: 0 }, DELETE: { mock: DEEP } }),
      atUpdate({ DELETE: { mock: DEEP }, GET: { mock: 0 } }),
    ],
    [
      "such a method no longer shares a model",
      atUpdate({ PUT: { mock: DEEP }, DELETE: { mock: DEEP } }),
      atUpdate({ PUT: { mock: 0 }, DELETE: { mock: DEEP } }),
    ],
    [
      "a method whose mock is in a data file is no longer the first one",
      atUpdate({ GET: LONG }),
      atUpdate({ PUT: { mock: { no: 1 } }, GET: LONG }),
    ],
    [
      "several methods no longer share the model of a collection",
      { type: "GET", ...ITEM, subroutes: ITEMS },
      { methods: {}, subroutes: ITEMS },
    ],
  ] as const
) {
  Deno.test(`generateApi() with prune names models like a new project if ${what}`, async () => {
    const [before, after] = [{ routes: { is: one } }, { routes: { is: other } }];
    const first = await generate(before);
    const there = await regenerate(first, after, { prune: true });
    deepEqual(changed(await generate(after), there.files), []);
    equal((await regenerate(there.files, after, { prune: true })).report.status, "unchanged");
    const back = await regenerate(there.files, before, { prune: true });
    deepEqual(changed(first, back.files), []);
  });
}

Deno.test("generateApi() with prune leaves an edited endpoint the model that others no longer share", async () => {
  const service = "api/services/is_service.py";
  const first = await generate({ routes: { is: { type: "GET", ...ITEM, subroutes: ITEMS } } });
  const edited = replace(
    service,
    'get(self) -> IsModel:\n        # Mock. With real data: return self.repository.get()\n        return {"id": 1}',
    'get(self) -> IsModel:\n        return {"id": 2}',
  )(first);
  const after = { routes: { is: { methods: {}, subroutes: ITEMS } } };
  const { files } = await regenerate(edited, after, { prune: true });
  const types = files[service]?.match(/(?<=-> )\w+Model/g);
  deepEqual(types, ["IsModel", "IsItemModel", "IsItemModel"]);
  equal((await regenerate(files, after, { prune: true })).report.status, "unchanged");
});

Deno.test("generateApi() replaces an endpoint whose method the spec changed", async () => {
  const next = { routes: { ...SPEC.routes, orders: { type: "PUT" } } } as const;
  const { report, files } = await regenerate(await generate(SPEC), next);
  equal(report.status, "applied");
  const fresh = await generate(next);
  deepEqual(changed(fresh, files), []);
});

Deno.test("generateApi() puts the methods of a replaced endpoint where the spec has it", async () => {
  const spec = (type: "GET" | "DELETE") => ({
    routes: { users: { type, subroutes: { active: { type: "POST" } } } },
  } as const);
  const first = await generate(spec("DELETE"));
  const { files } = await regenerate(first, spec("GET"));
  deepEqual(changed(await generate(spec("GET")), files), []);
  deepEqual(changed(first, (await regenerate(files, spec("DELETE"))).files), []);
});

Deno.test("generateApi() leaves endpoints that the spec no longer has, and removes them with prune", async () => {
  const next = { routes: { users: { type: "GET", mock: { id: 1 } } } } as const;
  const first = await generate(SPEC);
  const kept = await regenerate(first, next);
  deepEqual(changed(first, kept.files).filter((path) => !path.startsWith(".")), []);
  const { files } = await regenerate(kept.files, next, { prune: true });
  deepEqual(changed(await generate(next), files), []);
});

Deno.test("generateApi() with prune keeps edited code, and says so", async () => {
  const next = { routes: { orders: { type: "POST" } } } as const;
  const edited = replace(SERVICE, "return [1]\n", "return [2]\n")(await generate(SPEC));
  const { report, files } = await regenerate(edited, next, { prune: true });
  equal(report.status, "applied");
  deepEqual(report.diagnostics.map(({ message }) => message), [
    "Kept GET /users/active: you edited it",
  ]);
  ok(files[SERVICE]?.includes("return [2]"));
  ok(!files[SERVICE]?.includes("def get(self)"));
});

Deno.test("generateApi() rejects decisions about endpoints that the spec no longer has", async () => {
  const next = { routes: { users: { type: "GET", mock: { id: 1 } } } } as const;
  const first = await generate(SPEC);
  for (const choice of ["keep", "replace", "restore"] as const) {
    const { report, files } = await regenerate(first, next, { [choice]: ["POST /orders"] });
    equal(report.status, "failed", choice);
    deepEqual(report.diagnostics.map(({ code, message }) => [code, message]), [
      [
        "endpoint-unknown",
        "The spec has no endpoint 'POST /orders', so there is nothing to decide about it.",
      ],
    ]);
    deepEqual(files, first);
  }
});

/** Returns a spec with some of the routes `r0`, `r1` and so on. */
function numbered(count: number) {
  const routes = Array.from(
    { length: count },
    (_, index) => [`r${index}`, { type: "GET", mock: 1 }],
  );
  return { routes: Object.fromEntries(routes) };
}

Deno.test("generateApi() with prune keeps only the endpoints that people edited or use", async () => {
  const generated = await generate(numbered(9));
  const edited = replace("api/services/r3_service.py", "return 1\n", "return 2\n")(generated);
  const used = append(JOBS, "from api.routes.r6_route import get\n\njob = get\n")(edited);
  const { report, files } = await regenerate(used, numbered(1), { prune: true });
  equal(report.status, "applied");
  deepEqual(
    report.diagnostics.map(({ code, message }) => [code, message]),
    [
      ["definition-kept", "Kept GET /r3: you edited it"],
      ["definition-kept", "Kept GET /r6: other code uses 'get' (api/jobs.py:3)"],
    ],
  );
  const routes = Object.keys(files).filter((path) => /_route\.py$/.test(path)).sort();
  deepEqual(routes, [
    ...["r0", "r3", "r6"].map((name) => `api/routes/${name}_route.py`),
    ...["r0", "r3", "r6"].map((name) => `tests/test_${name}_route.py`),
  ]);
});

Deno.test("removeSubroute() refuses to discard edits, and writes nothing", async () => {
  const edited = replace(SERVICE, "return [1]\n", "return [2]\n")(await generate(SPEC));
  const { report, files } = await run(edited, (each) => removeSubroute(each, "users", "active"));
  equal(report.status, "refused");
  deepEqual(report.changes.map(({ path }) => path), [SERVICE]);
  deepEqual(files, edited);
});

Deno.test("removeSubroute() keeps edited definitions on request", async () => {
  const edited = replace(SERVICE, "return [1]\n", "return [2]\n")(await generate(SPEC));
  const { report, files } = await run(
    edited,
    (each) => removeSubroute(each, "users", "active", { keepEdited: true }),
  );
  equal(report.status, "applied");
  ok(files[SERVICE]?.includes("return [2]"));
  ok(!files["api/routes/users_route.py"]?.includes("get_active"));
});

Deno.test("removeSubroute() with force discards edits, and backs them up", async () => {
  const edited = replace(SERVICE, "return [1]\n", "return [2]\n")(await generate(SPEC));
  const { report, files } = await run(
    edited,
    (each) => removeSubroute(each, "users", "active", { force: true }),
  );
  equal(report.status, "applied");
  const backup = Object.keys(files).find((path) => path.startsWith(".layerwright/backup/"));
  equal(files[backup ?? ""], edited[SERVICE]);
});

Deno.test("removeRoute() keeps code that other code uses, and lists the uses", async () => {
  const using = "from api.services.users_service import UsersService\n\n\n" +
    "def run(service: UsersService) -> object:\n    return service.get()\n";
  const files = append(JOBS, using)(await generate(SPEC));
  const { report, files: after } = await run(files, (each) => removeRoute(each, "users"));
  equal(report.status, "applied");
  ok(after[SERVICE]?.includes("def get(self)"));
  ok(!after[SERVICE]?.includes("def get_active(self)"));
  ok(report.diagnostics.some(({ message }) => message.includes(`${JOBS}:`)));
  equal(after["api/routes/users_route.py"], undefined);
});

Deno.test("generateApi() does not bring back endpoints that a command removed, until the spec changes them", async () => {
  const { files } = await run(
    await generate(SPEC),
    (each) => removeSubroute(each, "users", "active"),
  );
  equal((await regenerate(files, SPEC)).report.status, "unchanged");
  const users = { ...SPEC.routes.users, subroutes: { active: { type: "GET", mock: [2] } } };
  const next = { routes: { ...SPEC.routes, users } };
  const back = await regenerate(files, next);
  ok(back.files[SERVICE]?.includes("return [2]"));
});

for (
  const [what, edit] of [
    ["a docstring", replace(SERVICE, "Business logic for users.", "Who is who.")],
    ["a helper", append(SERVICE, "\n\ndef helper() -> int:\n    return 1\n")],
    ["a comment", append(SERVICE, "\n# Ours.\n")],
  ] as const
) {
  Deno.test(`removeRoute() leaves ${what} of people, and the route can come back beside it`, async () => {
    const before = edit(await generate(SPEC));
    const { report, files } = await run(before, (each) => removeRoute(each, "users"));
    equal(report.status, "applied", report.message);
    const left = Object.keys(files).filter((path) => /users_|users$/.test(path));
    deepEqual(left.sort(), [".layerwright/routes/users", SERVICE]);
    const back = await regenerate(files, SPEC, {
      restore: ["GET /users", "GET /users/active"],
    });
    equal(back.report.status, "applied", back.report.message);
    const lines = (all: Files) => all[SERVICE]?.split("\n").filter((line) => line !== "").sort();
    deepEqual(lines(back.files), lines(before));
    deepEqual(changed(before, back.files).filter((path) => path !== SERVICE), []);
  });
}

Deno.test("removeRoute() refuses a route that was not generated", async () => {
  const { report } = await run(await generate(SPEC), (each) => removeRoute(each, "user"));
  equal(report.status, "failed");
  deepEqual(report.diagnostics.map(({ code, hint }) => [code, hint]), [
    ["route-missing", "Did you mean 'users'?"],
  ]);
});
