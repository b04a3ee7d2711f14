/** Rows that random lives found. */

import {
  removeRoute,
  removeSubroute,
  renameSubroute,
  type Report,
  type Workspace,
} from "../../mod.ts";
import type { Life } from "./commands.ts";
import type { Judge } from "./judge.ts";
import { begin } from "./life.ts";
import { broken, grown, reconciled, type Row } from "./row.ts";
import { type Spec, type SpecRoute } from "./specs.ts";

/** Runs a command that reports no endpoints. */
async function after(
  judge: Judge,
  life: Life,
  run: (workspace: Workspace) => Promise<Report>,
): Promise<Life> {
  const step = await grown(judge, life, async (workspace) => ({
    ...await run(workspace),
    data: null,
  }));
  return step.after;
}

export const ROWS_OF_SEEDS: Readonly<Record<string, Row>> = {
  "a removed method of a renamed subroute": {
    people: "remove a method of a subroute; rename the subroute; the spec with the new name",
    must: "nothing is written: the method does not come back",
    problems: async (judge) => {
      const methods = { GET: { mock: [] }, DELETE: {} } as const;
      const route = (name: string): SpecRoute => ({
        type: "PUT",
        subroutes: { [name]: { methods } },
      });
      const first = await begin({ routes: { products: route("sale") } });
      const removed = await after(
        judge,
        first,
        (workspace) => removeSubroute(workspace, "products", "sale", { type: "GET" }),
      );
      const life = await after(
        judge,
        removed,
        (workspace) => renameSubroute(workspace, "products", "sale", "bargains"),
      );
      const spec: Spec = { routes: { products: route("bargains") } };
      return broken(await reconciled(judge, { ...life, spec }));
    },
    today: null,
  },
};
