/** Rows about decisions: endpoints that people kept or removed stay as they decided. */

import { generateApi, removeSubroute, renameRoute } from "../../mod.ts";
import { change, type Edit } from "./edits/edit.ts";
import type { Step } from "./guarantees.ts";
import { begin } from "./life.ts";
import { after, answerOf, broken, livedOn, reconciled, type Row, unless } from "./row.ts";
import { type Spec, type SpecRoute, textOf } from "./specs.ts";

/** Returns the endpoints that `status` calls something other than `same` after a step. */
function drift({ statusAfter }: Step): string[] {
  return (statusAfter?.endpoints ?? []).filter(({ state }) => state !== "same")
    .map(({ state, method, path }) => `${method} ${path} is ${state}`);
}

/** Returns the endpoints that a run lists. */
function listed({ report: { data } }: Step): string[] {
  const states: readonly { state: string; method: string; path: string }[] = Object(data).states;
  return states.map(({ state, method, path }) => `${state} ${method} ${path}`);
}

export const ROWS_OF_DECISIONS: Readonly<Record<string, Row>> = {
  "a new endpoint below a prefix that people kept": {
    people: "edit a mock; the spec gives the route a path, which they keep out; then it has " +
      "another subroute, which they remove later; the first path again, without that subroute",
    must: "the subroute is added at the kept prefix, is in order there, and stays removed",
    problems: async (judge) => {
      const products = (path: string, more: SpecRoute["subroutes"] = {}): Spec => ({
        routes: {
          products: {
            path,
            type: "GET",
            mock: { id: 1 },
            subroutes: { sale: { type: "GET", mock: 1 }, ...more },
          },
        },
      });
      const late = { late: { type: "GET", mock: "late" } } as const;
      const life = livedOn(
        await begin(products("/products")),
        (project) =>
          change(project, "api/services/products_service.py", (text) => text.replace("1}", "77}")),
      );
      const kept = await after(
        judge,
        life,
        (workspace) =>
          generateApi(workspace, "base", textOf(products("/shop")), { keep: ["GET /shop"] }),
      );
      const more = await reconciled(judge, kept, products("/shop", late));
      const again = await reconciled(judge, more.after);
      const removed = await after(
        judge,
        again.after,
        (workspace) => removeSubroute(workspace, "products", "late"),
      );
      const same = await reconciled(judge, removed);
      const back = await reconciled(judge, same.after, products("/products"));
      return [
        ...[more, again, same, back].flatMap(broken),
        ...unless(answerOf(more, "GET /products/late") === '"late"', "it is not added"),
        ...listed(more).filter((each) => each !== "new GET /products/late"),
        ...[more, again, same, back].flatMap(drift),
        ...unless(answerOf(same, "GET /products/late") === undefined, "it is back"),
      ];
    },
  },
  "a restored endpoint of a route that the spec calls otherwise": {
    people: "give a route another name in the spec, at its path; delete a handler; restore it",
    must: "it answers, is in order, and the same spec writes nothing",
    problems: async (judge) => {
      const sale = { sale: { type: "GET", mock: 1 } } as const;
      const route: SpecRoute = { path: "/shop", methods: {}, subroutes: sale };
      const named = await reconciled(
        judge,
        await begin({ routes: { products: route } }),
        { routes: { wares: route } },
      );
      const life = livedOn(named.after, "deletes a handler");
      const restored = await after(
        judge,
        life,
        (workspace) =>
          generateApi(workspace, "base", textOf(life.spec), { restore: ["GET /shop/sale"] }),
      );
      const again = await reconciled(judge, restored);
      return [
        ...broken(again),
        ...drift(again),
        ...listed(again),
        ...unless(answerOf(again, "GET /shop/sale") === "1", "it does not answer"),
      ];
    },
  },
  "a removed method beside one that the spec changes": {
    people: "remove a method of a subroute; the spec changes another method of it; again",
    must: "the other method is replaced, and the removed one stays removed",
    problems: async (judge) => {
      const products = (method: "DELETE" | "GET"): Spec => ({
        routes: {
          products: {
            type: "GET",
            subroutes: { sale: { methods: { PUT: {}, [method]: {}, POST: { mock: 1 } } } },
          },
        },
      });
      const life = await after(
        judge,
        await begin(products("DELETE")),
        (workspace) => removeSubroute(workspace, "products", "sale", { type: "POST" }),
      );
      const other = await reconciled(judge, life, products("GET"));
      const again = await reconciled(judge, other.after);
      return [
        ...[other, again].flatMap(broken),
        ...drift(again),
        ...unless(answerOf(other, "GET /products/sale") !== undefined, "GET is not added"),
        ...unless(answerOf(other, "DELETE /products/sale") === undefined, "DELETE is left"),
      ];
    },
  },
  "a removed endpoint that people kept before": {
    people:
      "edit two mocks; the spec gives one of them another method, and the route a path, which " +
      "they keep out; remove both endpoints; another mock for one",
    must: "both stay removed until the spec changes them",
    problems: async (judge) => {
      const products = (path: string, sale: "GET" | "PUT", mock = 1): Spec => ({
        routes: {
          products: {
            path,
            type: "GET",
            subroutes: {
              sale: { type: sale, mock: "sold" },
              late: { type: "GET", mock },
            },
          },
        },
      });
      const edits: Edit = (project) =>
        change(
          project,
          "api/services/products_service.py",
          (text) => text.replace('"sold"', '"by hand"').replace("return 1", "return 77"),
        );
      const life = livedOn(await begin(products("/products", "GET")), edits);
      const wanted = products("/shop", "PUT");
      const kept = await after(
        judge,
        life,
        (workspace) => generateApi(workspace, "base", textOf(wanted), { keepEdited: true }),
      );
      const force = { force: true };
      const sale = await after(
        judge,
        kept,
        (workspace) => removeSubroute(workspace, "products", "sale", force),
      );
      const late = await after(
        judge,
        sale,
        (workspace) => removeSubroute(workspace, "products", "late", force),
      );
      const same = await reconciled(judge, { ...late, spec: wanted });
      const other = await reconciled(judge, same.after, products("/shop", "PUT", 2));
      return [
        ...[same, other].flatMap(broken),
        ...drift(same),
        ...unless(answerOf(other, "GET /products/late") === "2", "the changed one is not added"),
        ...unless(answerOf(other, "PUT /products/sale") === undefined, "the other one is back"),
      ];
    },
  },
  "another mock for a route that the spec calls otherwise": {
    people: "give a route another name in the spec, at its path; another mock; rename the route",
    must: "its code is generated, not edited: it is outdated until the names are the same",
    problems: async (judge) => {
      const route = (mock: number): SpecRoute => ({ path: "/shop", type: "GET", mock });
      const named = await reconciled(
        judge,
        await begin({ routes: { products: route(1) } }),
        { routes: { wares: route(1) } },
      );
      const other = await reconciled(judge, named.after, { routes: { wares: route(2) } });
      const { report: { data } } = other;
      const renamed = await after(
        judge,
        other.after,
        (workspace) => renameRoute(workspace, "products", "wares"),
      );
      const same = await reconciled(judge, renamed, { routes: { wares: route(2) } });
      return [
        ...[named, other, same].flatMap(broken),
        ...listed(named),
        ...unless(listed(other).join() === "outdated GET /shop", `It lists ${listed(other)}`),
        ...unless(
          JSON.stringify(data).includes("rename route products wares"),
          "it does not say what helps",
        ),
        ...unless(answerOf(same, "GET /shop") === "2", "it does not follow"),
        ...drift(same),
      ];
    },
  },
  "a kept deletion in a route that the spec calls otherwise": {
    people:
      "give a route another name in the spec, at its path; delete a handler; keep that; the " +
      "spec has another mock for it",
    must: "the decision is recorded: the endpoint is not listed until the spec changes it",
    problems: async (judge) => {
      const route = (mock: number): SpecRoute => ({
        path: "/shop",
        methods: {},
        subroutes: { sale: { type: "GET", mock } },
      });
      const named = await reconciled(
        judge,
        await begin({ routes: { products: route(1) } }),
        { routes: { wares: route(1) } },
      );
      const life = livedOn(named.after, "deletes a handler");
      const kept = await after(
        judge,
        life,
        (workspace) =>
          generateApi(workspace, "base", textOf(life.spec), { keep: ["GET /shop/sale"] }),
      );
      const same = await reconciled(judge, kept);
      const other = await reconciled(judge, same.after, { routes: { wares: route(2) } });
      return [
        ...[named, same, other].flatMap(broken),
        ...listed(same),
        ...drift(same),
        ...unless(listed(other).join() === "deleted GET /shop/sale", `It lists ${listed(other)}`),
        ...unless(answerOf(other, "GET /shop/sale") === undefined, "it is back"),
      ];
    },
  },
};
