/** Cases in which a command removed a route, and its blueprint is left. */

import { adoptProject, removeRoute } from "../../mod.ts";
import type { Judge } from "./judge.ts";
import type { Life } from "./commands.ts";
import { begin } from "./life.ts";
import {
  after,
  answerOf,
  broken,
  livedOn,
  reconciled,
  type Row,
  saidIn,
  SHOP,
  shopWith,
  unless,
} from "./row.ts";
import { textOf } from "./specs.ts";

/** Returns the route whose code people moved out of the layers. */
function movedRoute({ project: { files } }: Life): string {
  return Object.keys(SHOP.routes).find((each) =>
    files[`api/routes/${each}_route.py`] === undefined
  ) ?? "";
}

function withoutRoute(judge: Judge, life: Life, name: string): Promise<Life> {
  return after(judge, life, (workspace) => removeRoute(workspace, name));
}

/** Cases in which a blueprint is left of a removed route. */
export const ROWS_OF_REMOVALS: Readonly<Record<string, Row>> = {
  "a removed route whose moved blueprint the app registers": {
    people: "move a route to a package; remove it; lose the records, and adopt the project",
    must:
      "no second blueprint of its name is added, so that the app starts, and the report says why",
    problems: async (judge) => {
      const moved = livedOn(
        await begin(SHOP),
        "moves all layers of a route into a domain package",
      );
      const route = movedRoute(moved);
      const removed = await withoutRoute(judge, moved, route);
      const adopted = await after(
        judge,
        livedOn(removed, "loses the records"),
        (workspace) => adoptProject(workspace, "base", textOf(SHOP)),
      );
      const step = await reconciled(judge, adopted, shopWith({ carts: { type: "GET" } }));
      return [
        ...broken(step),
        ...unless(
          new RegExp(`new .*Route '${route}' has no class`).test(saidIn(step.report)),
          `nothing is said about ${route}`,
        ),
      ];
    },
  },
  "a removed route in whose module another one is": {
    people: "put the handlers of a route into the module of another; remove that other route",
    must: "all of it is added again at its new prefix, because the handlers there are not its own",
    problems: async (judge) => {
      const life = livedOn(await begin(SHOP), "merges the modules of two routes");
      const host =
        Object.keys(SHOP.routes).find((each) =>
          life.project.files[`api/routes/${each}_route.py`] !== undefined
        ) ?? "";
      const removed = await withoutRoute(judge, life, host);
      const spec = shopWith({ [host]: { ...SHOP.routes[host], path: "/catalog" } });
      const step = await reconciled(judge, removed, spec);
      return [
        ...broken(step),
        ...unless(answerOf(step, `GET /${host}`) !== undefined, `GET /${host} is not added`),
      ];
    },
  },
};
