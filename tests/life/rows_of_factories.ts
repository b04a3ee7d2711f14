/** Cases in which people create a blueprint and its handlers in a function. */

import { renameRoute, renameSubroute } from "../../mod.ts";
import type { Life } from "./commands.ts";
import { begin } from "./life.ts";
import {
  after,
  answerOf,
  broken,
  livedOn,
  reconciled,
  type Row,
  shopWith,
  unless,
  withSubroute,
} from "./row.ts";
import type { Spec } from "./specs.ts";

/** Generates one route, and creates its blueprint in a function. */
async function madeInFunction(): Promise<Life> {
  const spec = shopWith({ users: null });
  return livedOn(await begin(spec), "creates a blueprint in a function");
}

function saleWith(route: string, subroute: string, mock: number): Spec {
  return {
    routes: {
      [route]: {
        type: "GET",
        mock: [{ id: 1, name: "Lamp" }],
        subroutes: { [subroute]: { type: "GET", mock } },
      },
    },
  };
}

/** Cases in which people create a blueprint in a function. */
export const ROWS_OF_FACTORIES: Readonly<Record<string, Row>> = {
  "a subroute of a blueprint that a function creates": {
    people: "create a blueprint and its handlers in a function; generate a subroute",
    must: "the new handler reaches the service, and answers",
    problems: async (judge) => {
      const step = await withSubroute(judge, await madeInFunction(), "products", "open");
      return [
        ...broken(step),
        ...unless(
          answerOf(step, "GET /products/open") === '"Your open route is working!"',
          `it answers ${answerOf(step, "GET /products/open")}`,
        ),
      ];
    },
  },
  "an endpoint of a renamed blueprint that a function creates": {
    people: "create a blueprint and its handlers in a function; rename the route; add a subroute",
    must: "the new handler reaches the service, and answers",
    problems: async (judge) => {
      const life = await after(
        judge,
        await madeInFunction(),
        (workspace) => renameRoute(workspace, "products", "goods"),
      );
      const { routes: { products } } = shopWith({});
      const subroutes = { ...products?.subroutes, open: { type: "GET", mock: 8 } } as const;
      const step = await reconciled(judge, life, { routes: { goods: { ...products, subroutes } } });
      return [
        ...broken(step),
        ...unless(answerOf(step, "GET /goods/open") === "8", "it does not answer"),
      ];
    },
  },
  "a new mock of a renamed subroute whose blueprint a function creates": {
    people: "create a blueprint and its handlers in a function; rename a subroute; change its mock",
    must: "the handler is no conflict, because only the mock changed",
    problems: async (judge) => {
      const life = await after(
        judge,
        await madeInFunction(),
        (workspace) => renameSubroute(workspace, "products", "sale", "offers"),
      );
      return broken(await reconciled(judge, life, saleWith("products", "offers", 8)));
    },
  },
};
