/** Rows about specs that name paths, several methods or bodies. */

import { removeRoute, renameRoute } from "../../mod.ts";
import type { Judge } from "./judge.ts";
import { begin } from "./life.ts";
import { broken, grown, livedOn, reconciled, type Row, SHOP, shopWith } from "./row.ts";
import type { SpecRoute } from "./specs.ts";

/**
 * Renames the only route of a project, and then generates from a spec with the new name. Returns the
 * guarantees that this breaks.
 */
async function brokenAfterRenaming(judge: Judge, route: SpecRoute): Promise<string[]> {
  const life = await begin({ routes: { products: route } });
  const { after } = await grown(judge, life, async (workspace) => ({
    ...await renameRoute(workspace, "products", "catalog"),
    data: null,
  }));
  return broken(await reconciled(judge, { ...after, spec: { routes: { catalog: route } } }));
}

export const ROWS_OF_SPECS: Readonly<Record<string, Row>> = {
  "records after a removed route with a path": {
    people: "remove a route for which the spec names a path; the same spec",
    must: "nothing is written, the records included",
    problems: async (judge) => {
      const life = await begin(shopWith({ orders: { path: "/v1/orders", type: "GET" } }));
      const { after } = await grown(judge, life, async (workspace) => ({
        ...await removeRoute(workspace, "orders"),
        data: null,
      }));
      return broken(await reconciled(judge, after));
    },
  },
  "a renamed route of a project that checks bodies": {
    people: "rename the first route, beside endpoints with bodies; the spec with the new name",
    must: "nothing is written, the README included",
    problems: (judge) =>
      brokenAfterRenaming(judge, { type: "POST", body: { name: "Lamp", price: 2.5 } }),
  },
  "a renamed route that has only subroutes": {
    people: "rename the first route, which has only subroutes; the spec with the new name",
    must: "nothing is written, the README included",
    problems: (judge) =>
      brokenAfterRenaming(judge, { methods: {}, subroutes: { sale: { type: "POST" } } }),
  },
  "a renamed route beside a README that names another one": {
    people: "rename the app's package; drop the first route from the spec; rename the next one",
    must: "nothing is written, the records included",
    problems: async (judge) => {
      const life = livedOn(await begin(SHOP), "renames the app's package");
      const dropped = await reconciled(judge, life, shopWith({ products: null }));
      const { after } = await grown(judge, dropped.after, async (workspace) => ({
        ...await renameRoute(workspace, "users", "people"),
        data: null,
      }));
      const spec = { routes: { people: SHOP.routes["users"] ?? {} } };
      return broken(await reconciled(judge, { ...after, spec }));
    },
  },
  "a renamed app whose spec gets a body": {
    people: "rename the app's package; the spec has an endpoint with a body, then another one",
    must: "the app starts",
    problems: async (judge) => {
      const archive = { type: "PUT", body: [1] } as const;
      const subroutes = { archive: { type: "PUT", body: { from: "a shop" } } } as const;
      const none = livedOn(await begin(SHOP), "renames the app's package");
      const first = await reconciled(judge, none, shopWith({ orders: archive }));
      const next = shopWith({ orders: { ...archive, subroutes } });
      return [...broken(first), ...broken(await reconciled(judge, first.after, next))];
    },
  },
  "another name of a route at its path": {
    people: "rename a route with a path in the spec, and prefix all blueprints; another mock",
    must: "no endpoint is served twice",
    problems: async (judge) => {
      const route: SpecRoute = { path: "/v1/orders", type: "GET" };
      const first = await begin(shopWith({ orders: route }));
      const { after } = await reconciled(judge, first, shopWith({ carts: route }));
      const life = livedOn(after, "prefixes all blueprints where they are registered");
      const next = shopWith({ carts: route, users: { type: "GET", mock: "none" } });
      return broken(await reconciled(judge, life, next));
    },
  },
};
