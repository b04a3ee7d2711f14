/** Two people run commands on their branches, and git merges the commits. */

import { deepEqual, equal } from "node:assert/strict";
import {
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
  projectStatus,
  removeRoute,
  removeSubroute,
  renameRoute,
  renameSubroute,
  type Workspace,
} from "../../mod.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { branchesOf, type Fork, mergeProblems } from "./branches.ts";
import type { Life } from "./commands.ts";
import { withJudge } from "./judge.ts";
import { wrongMerges } from "./wrong_merges.ts";
import { begin } from "./life.ts";
import { merged } from "./repository.ts";
import { type Spec, type SpecPath, textOf } from "./specs.ts";

const MERGES = IS_FULL_TIER ? 200 : 6;

Deno.test("git merges the records wherever it merges the code, and the project is in order then", async () => {
  const wrong = await wrongMerges(Array.from({ length: MERGES }, (_, seed) => seed + 1));
  equal(wrong.length, 0, `${wrong.length} merges went wrong\n\n${wrong.join("\n\n")}`);
});

const SUBROUTES: Readonly<Record<string, SpecPath>> = {
  archive: { type: "GET", mock: [1, 2] },
  note: { type: "GET", mock: "new" },
  open: { type: "GET" },
  sale: { type: "GET", mock: { id: 1, price: 2.5 } },
};

const PRODUCTS: SpecPath = { type: "GET", mock: [{ id: 1, name: "Lamp" }] };

const SHOP: Spec = { routes: { products: { ...PRODUCTS, subroutes: SUBROUTES } } };

type Commands = (workspace: Workspace) => Promise<unknown>;

interface Case {
  readonly ours: Commands;
  readonly theirs: Commands;
  /** The spec of the second person; by default, the spec of both. */
  readonly spec?: Spec;
}

const NEWER: SpecPath = { type: "GET", mock: "newer" };

const BOTH: SpecPath = { methods: { GET: { mock: [1, 2] }, POST: { mock: 3 } } };

/** Returns the spec of the shop with other subroutes. */
function shopWith(subroutes: Readonly<Record<string, SpecPath>>): Spec {
  return { routes: { products: { ...PRODUCTS, subroutes: { ...SUBROUTES, ...subroutes } } } };
}

/** Returns the spec of the shop with another prefix. */
function shopAt(path: string): Spec {
  return { routes: { products: { ...PRODUCTS, subroutes: SUBROUTES, path } } };
}

const renamesRoute: Commands = (workspace) => renameRoute(workspace, "products", "catalog");

const removesRoute: Commands = (workspace) => removeRoute(workspace, "products");

/** Changes by two people whose code git merges. */
const CASES: Readonly<Record<string, Case>> = {
  "a subroute each is renamed": {
    ours: (workspace) => renameSubroute(workspace, "products", "archive", "history"),
    theirs: (workspace) => renameSubroute(workspace, "products", "sale", "offers"),
  },
  "one renames a route, the other adds an endpoint and removes it again": {
    ours: renamesRoute,
    theirs: async (workspace) => {
      await generateSubroute(workspace, "products", "late");
      await removeSubroute(workspace, "products", "late");
    },
  },
  "one adds an endpoint to a route, the other changes the route's prefix": {
    ours: (workspace) => generateSubroute(workspace, "products", "late", { mock: "soon" }),
    theirs: (workspace) => generateApi(workspace, "base", textOf(shopAt("/v1/shop"))),
    spec: shopAt("/v1/shop"),
  },
  "one adds a method above a subroute, the other changes the subroute's mock": {
    ours: (workspace) => generateApi(workspace, "base", textOf(shopWith({ archive: BOTH }))),
    theirs: (workspace) => generateApi(workspace, "base", textOf(shopWith({ note: NEWER }))),
    spec: shopWith({ archive: BOTH, note: NEWER }),
  },
  "both remove a route, and one has added an endpoint before": {
    ours: async (workspace) => {
      await generateApi(workspace, "base", textOf(shopWith({ zoo: NEWER })));
      await removeRoute(workspace, "products");
    },
    theirs: removesRoute,
    spec: shopWith({ zoo: NEWER }),
  },
  "both remove a route, and one has given a subroute another name in the spec before": {
    ours: removesRoute,
    theirs: async (workspace) => {
      const { sale = NEWER, ...others } = SUBROUTES;
      const products = { ...PRODUCTS, subroutes: { ...others, offers: sale } };
      await generateApi(workspace, "base", textOf({ routes: { products } }));
      await removesRoute(workspace);
    },
  },
  "one adds an endpoint, the other removes the route and generates it at another prefix": {
    ours: (workspace) => generateSubroute(workspace, "products", "late", { mock: "soon" }),
    theirs: async (workspace) => {
      await removesRoute(workspace);
      await generateApi(workspace, "base", textOf(shopAt("/v1/shop")));
    },
    spec: shopAt("/v1/shop"),
  },
  "one renames a route and renames it back, the other adds a subroute": {
    ours: async (workspace) => {
      await renameRoute(workspace, "products", "catalog");
      await renameRoute(workspace, "catalog", "products");
    },
    theirs: (workspace) => generateSubroute(workspace, "products", "late"),
  },
};

async function after(life: Life, commands: Commands): Promise<Life> {
  const workspace = createMemoryWorkspace(life.project.files);
  await commands(workspace);
  const files = Object.fromEntries(workspace.files());
  return { ...life, project: { ...life.project, files } };
}

Deno.test("git merges the records if", async (t) => {
  const base = await begin(SHOP);
  await withJudge(async (judge) => {
    for (const [name, { ours, theirs, spec = base.spec }] of Object.entries(CASES)) {
      await t.step(name, async () => {
        const each: Fork = {
          seed: 0,
          base,
          ours: await after(base, ours),
          theirs: { ...await after(base, theirs), spec },
          words: [],
        };
        const [merge] = await merged([branchesOf(each)]);
        equal(merge?.messages.join("\n"), "");
        equal((await mergeProblems(judge, each, merge?.files ?? {})).join("\n"), "");
      });
    }
  });
});

Deno.test("status names the file of an app that git merged, but that does not start", async () => {
  const base = await begin(SHOP);
  const [merge] = await merged([branchesOf({
    seed: 0,
    base,
    ours: await after(base, renamesRoute),
    theirs: await after(base, (workspace) => generateSubroute(workspace, "products", "late")),
    words: [],
  })]);
  deepEqual(merge?.conflicts, []);
  const files = merge?.files ?? {};
  const { error } = await withJudge((judge) => judge.judge({ ...base.project, files }));
  equal(error, "NameError: name 'products_bp' is not defined");
  const { data } = await projectStatus(createMemoryWorkspace(files), base.project.folder);
  deepEqual(data?.problems, [{
    file: "api/routes/catalog_route.py",
    line: 42,
    message: "'products_bp' is not defined: the app does not start; write 'catalog_bp'",
  }]);
});

/** Returns the problems that `status` finds in a merge without conflicts. */
async function problemsOf(base: Life, ours: Commands, theirs: Commands): Promise<string[]> {
  const [merge] = await merged([branchesOf({
    seed: 0,
    base,
    ours: await after(base, ours),
    theirs: await after(base, theirs),
    words: [],
  })]);
  deepEqual(merge?.conflicts, []);
  const workspace = createMemoryWorkspace(merge?.files ?? {});
  const { data } = await projectStatus(workspace, base.project.folder);
  return data?.problems.map(({ file, message }) => `${file} ${message}`) ?? [];
}

Deno.test("status names two routes that git merged at one path", async () => {
  const carts: SpecPath = { type: "GET", mock: [] };
  const base = await begin({ routes: { ...SHOP.routes, carts } });
  const at = { ...SHOP.routes, carts: { ...carts, path: "/shop" } };
  deepEqual(
    await problemsOf(
      base,
      (workspace) => generateApi(workspace, "base", textOf({ routes: at })),
      (workspace) => generateRoute(workspace, "shop"),
    ),
    ["api/routes/shop_route.py 'get' in api/routes/carts_route.py has GET /shop, too: Flask calls only one of them"],
  );
});

Deno.test("status names an import of mocks that one side removed", async () => {
  const mock = Array.from({ length: 2000 }, (_, id) => ({ id }));
  const large: SpecPath = { type: "GET", mock };
  const base = await begin({ routes: { ...SHOP.routes, large } });
  deepEqual(
    await problemsOf(
      base,
      (workspace) => removeRoute(workspace, "large"),
      (workspace) => generateRoute(workspace, "logs", { mock }),
    ),
    ["api/services/logs_service.py imports api.mocks, which does not exist"],
  );
});

Deno.test("status names an import that one side removed and the other needs", async () => {
  const base = await begin(shopWith({ note: { type: "POST" } }));
  deepEqual(
    await problemsOf(
      base,
      (workspace) => generateApi(workspace, "base", textOf(SHOP)),
      (workspace) => generateSubroute(workspace, "products", "late", { type: "POST" }),
    ),
    ["api/routes/products_route.py 'json_body' is used, but nothing defines it"],
  );
});
