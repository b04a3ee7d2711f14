/** What happened when people removed what they had moved or renamed. */

import { removeSubroute } from "../../mod.ts";
import { definitions } from "./python_text.ts";
import { lf } from "./places.ts";
import { answerOf, broken, grown, type Row, shop, unless } from "./row.ts";

/** Edits after which nothing of an endpoint is where it was generated, or under its name. */
const MOVES = [
  "turns a route's module into a package",
  "moves a route's module into a domain package",
  "moves all layers of a route into a domain package",
  "merges the modules of two routes",
  "moves a handler into a second module",
  "moves all route tests into a folder",
  "renames the app's package",
  "renames a handler",
  "renames an endpoint in all layers",
  "renames a service class",
  "renames a repository class",
  "renames a model",
];

function removedAfter(edit: string): Readonly<Record<string, Row>> {
  const row: Row = {
    people: `someone ${edit}; remove a subroute`,
    must: "it is gone from all layers, and nothing else",
    problems: async (judge) => {
      const life = await shop(edit);
      const step = await grown(judge, life, async (workspace) => {
        const report = await removeSubroute(workspace, "products", "sale");
        return { ...report, data: { endpoints: [] } };
      });
      const { files } = step.after.project;
      const left = Object.keys(files).filter((path) => path.endsWith(".py")).flatMap((path) =>
        definitions(lf(files, path)).filter(({ name }) => /sale/i.test(name))
          .map(({ name }) => `${name} is left in ${path}`)
      );
      return [
        // There is nothing to remove again.
        ...broken(step).filter((each) => !each.startsWith("a second run")),
        ...left,
        ...unless(answerOf(step, "GET /products/sale") === undefined, "it still answers"),
        ...unless(answerOf(step, "GET /products") !== undefined, "GET /products is gone"),
        ...unless(answerOf(step, "GET /users") !== undefined, "GET /users is gone"),
      ];
    },
    today: null,
  };
  return { [`removal after: ${edit}`]: row };
}

export const ROWS_OF_REMOVAL: Readonly<Record<string, Row>> = Object.assign(
  {},
  ...MOVES.map(removedAfter),
);
