import { deepEqual, equal } from "node:assert/strict";
import { readRecords } from "../../../project/records/records.ts";
import { ProjectSymbols } from "../../../project/homes/project_symbols.ts";
import { RouteHomes } from "../../../project/homes/route_homes.ts";
import type { Edit } from "../../life/edits/edit.ts";
import { EDITS } from "../../life/edits/mod.ts";
import type { Project } from "../../life/project.ts";
import { Random } from "../../life/random.ts";
import { begin } from "../../life/life.ts";
import type { Spec } from "../../life/specs.ts";
import { snapshot } from "../snapshot.ts";

const SPEC: Spec = {
  routes: {
    products: {
      type: "GET",
      mock: [{ id: 1, owner: { name: "Ada" } }],
      subroutes: { sale: { type: "POST", mock: { id: 1, price: 2.5 } }, late: { type: "GET" } },
    },
    orders: { type: "POST", mock: { id: 3 }, subroutes: { late: { type: "GET", mock: [1] } } },
  },
};

/** Lists recorded definitions of a project that are not found, or that count as edited. */
function lost(project: Project): readonly string[] {
  const files = snapshot(project.files);
  const routes = readRecords(files)?.routes ?? new Map();
  const homes = new RouteHomes(new ProjectSymbols(files), routes);
  return [...routes].flatMap(([route, { shared, endpoints }]) =>
    [...shared, ...endpoints.flatMap(({ definitions }: typeof endpoints[number]) => definitions)]
      .filter(({ layer }) => layer !== "mock")
      .flatMap((definition) => {
        const found = homes.find(route, definition);
        const what = `${route}: ${definition.layer} ${definition.name}`;
        return found === null ? [`${what} is lost`] : found.edited ? [`${what} is edited`] : [];
      })
  );
}

/** Edits that move and rename code without changing anything else. */
const MOVING = [
  "turns a route's module into a package",
  "moves a route's module into a package of the route's name",
  "moves a route's module into a domain package",
  "moves all layers of a route into a domain package",
  "merges the modules of two routes",
  "moves a handler into a second module",
  "renames a module of a lower layer",
  "moves all route tests into a folder",
  "renames the file of a test",
  "renames the app's package",
  "renames a handler",
  "renames an endpoint in all layers",
  "renames a service class",
  "renames a repository class",
  "renames a model",
];

function editNamed(name: string): Edit {
  const edit = EDITS.get(name);
  if (edit === undefined) throw new Error(`No edit '${name}'`);
  return edit;
}

Deno.test("RouteHomes finds all code that people moved or renamed", async () => {
  const { project } = await begin(SPEC);
  const wrong: string[] = [];
  for (const name of MOVING) {
    for (let seed = 1; seed <= 6; seed++) {
      const after = editNamed(name)(project, new Random(seed));
      if (after === null) continue;
      wrong.push(...lost(after).map((each) => `Someone ${name} (${seed}): ${each}`));
    }
  }
  deepEqual(wrong, []);
});

Deno.test("RouteHomes finds a route as generated where it was generated", async () => {
  const { project } = await begin(SPEC);
  const files = snapshot(project.files);
  const homes = new RouteHomes(new ProjectSymbols(files), readRecords(files)?.routes ?? new Map());
  equal(homes.of("products").isMoved, false);
  deepEqual(lost(project), []);
});
