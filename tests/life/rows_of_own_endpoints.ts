/** Rows in which people's own code serves endpoints of the spec. */

import { adoptProject, generateRoute } from "../../mod.ts";
import { begin } from "./life.ts";
import { after, broken, grown, livedOn, reconciled, type Row, saidIn, unless } from "./row.ts";
import { type Spec, type SpecRoute, textOf } from "./specs.ts";

export const ROWS_OF_OWN_ENDPOINTS: Readonly<Record<string, Row>> = {
  "a changed endpoint of people's own code": {
    people:
      "call a route otherwise in the spec; lose the records, adopt; change a status in the spec",
    must: "nothing changes, and the report says once that the spec is not used",
    problems: async (judge) => {
      const spec = (name: string, status: number): Spec => ({
        routes: {
          users: { type: "GET" },
          [name]: { type: "DELETE", path: "/products", mock: 1, status },
        },
      });
      const life = await begin(spec("carts", 200));
      const adopted = await after(
        judge,
        livedOn(life, "loses the records"),
        (workspace) => adoptProject(workspace, "base", textOf(spec("products", 200))),
      );
      const told = /is your code; the spec's change is not used DELETE/;
      const changed = await reconciled(judge, adopted, spec("products", 203));
      const again = await reconciled(judge, changed.after, spec("products", 203));
      return [
        ...broken(changed),
        ...broken(again),
        ...unless(told.test(saidIn(changed.report)), "nothing is said"),
        ...unless(!told.test(saidIn(again.report)), "it is said again"),
      ];
    },
  },
  "an endpoint in the spec that a command made before the records were lost": {
    people: "generate a method by a command; lose the records, adopt; ask for it in the spec",
    must: "nothing changes, and the report says that the spec generates nothing for it",
    problems: async (judge) => {
      const carts = (methods: NonNullable<SpecRoute["methods"]>): Spec => ({
        routes: { carts: { methods } },
      });
      const grew = await grown(
        judge,
        await begin(carts({ PUT: { mock: 1 } })),
        (workspace) => generateRoute(workspace, "carts", { methods: ["POST", "DELETE"] }),
      );
      const adopted = await after(
        judge,
        livedOn(grew.after, "loses the records"),
        (workspace) => adoptProject(workspace, "base", textOf(grew.after.spec)),
      );
      const asked = carts({ PUT: { mock: 1 }, DELETE: { mock: 2 } });
      const step = await reconciled(judge, adopted, asked);
      return [
        ...broken(step),
        ...unless(
          /is your code, so the spec generates nothing for it DELETE/.test(saidIn(step.report)),
          "nothing is said",
        ),
      ];
    },
  },
};
