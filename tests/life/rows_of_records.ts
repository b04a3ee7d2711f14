/** Rows in which the records of endpoints must not change again. */

import { generateSubroute } from "../../mod.ts";
import { begin } from "./life.ts";
import { after, broken, livedOn, reconciled, type Row, unless } from "./row.ts";

export const ROWS_OF_RECORDS: Readonly<Record<string, Row>> = {
  "a function that endpoints share, which a new endpoint brings back": {
    people:
      "inject the service into the handler of a route; add a subroute that needs the function",
    must: "the function is recorded once, and the same spec writes nothing",
    problems: async (judge) => {
      const life = livedOn(
        await begin({ routes: { health: { type: "POST", body: { name: "Lamp" }, status: 204 } } }),
        "injects the service into a module's handlers",
      );
      const added = await after(
        judge,
        life,
        (workspace) =>
          generateSubroute(workspace, "health", "newest", {
            path: "/newest/{day}",
            methods: ["POST", "DELETE"],
          }),
      );
      const record = added.project.files[".layerwright/routes/health"] ?? "";
      const { length } = record.match(/^route service /gm) ?? [];
      return [
        ...broken(await reconciled(judge, added)),
        ...unless(length === 1, `'service' is recorded ${length} times`),
      ];
    },
  },
};
