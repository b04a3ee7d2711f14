/** Cases in which people moved, registered and deleted generated code. */

import { asOtherVersion } from "../generators/upgrade/other_templates.ts";
import { change } from "./edits/edit.ts";
import { lf } from "./places.ts";
import {
  answerOf,
  broken,
  livedOn,
  reconciled,
  type Row,
  saidIn,
  shop,
  unless,
  withRoute,
  withSubroute,
} from "./row.ts";

export const ROWS_OF_FILES: Readonly<Record<string, Row>> = {
  "1: a module becomes a package": {
    people: "move a route's module into a package and register it; the same spec",
    must: "nothing is written",
    problems: async (judge) =>
      broken(
        await reconciled(
          judge,
          await shop("moves a route's module into a package of the route's name"),
        ),
      ),
  },
  "2a: a domain package": {
    people: "move a route's module into a domain package; the same spec",
    must: "nothing is written",
    problems: async (judge) =>
      broken(await reconciled(judge, await shop("moves a route's module into a domain package"))),
  },
  "2b: merged modules": {
    people: "merge the modules of two routes; the same spec",
    must: "nothing is written",
    problems: async (judge) =>
      broken(await reconciled(judge, await shop("merges the modules of two routes"))),
  },
  "3: moved tests": {
    people: "move the tests into a folder; the same spec",
    must: "no test is made again",
    problems: async (judge) =>
      broken(await reconciled(judge, await shop("moves all route tests into a folder"))),
  },
  "4: a renamed app": {
    people: "rename the app's package; the same spec",
    must: "nothing is written",
    problems: async (judge) =>
      broken(await reconciled(judge, await shop("renames the app's package"))),
  },
  "6: code in the factory": {
    people: "add CORS to a project of a version with other templates; the same spec",
    must: "nothing is written: newer templates are another command",
    problems: async (judge) => {
      const life = await asOtherVersion(() => shop());
      return broken(await reconciled(judge, livedOn(life, "adds CORS to the factory")));
    },
  },
  "12a: a longer prefix": {
    people: "give a blueprint a longer prefix; add a subroute; the same spec",
    must: "the test of the subroute keeps its path",
    problems: async (judge) => {
      const life = await shop((project) =>
        change(
          project,
          "api/routes/products_route.py",
          (text) => text.replace('url_prefix="/products"', 'url_prefix="/api/v1/products"'),
        )
      );
      const step = await withSubroute(judge, life, "products", "late");
      const again = await reconciled(judge, step.after);
      const test = lf(again.after.project.files, "tests/test_products_route.py");
      return [
        ...broken(step),
        ...broken(again),
        ...unless(test.includes('"/api/v1/products/late"'), "the test requests another path"),
      ];
    },
  },
  "12b: nested blueprints": {
    people: "nest the blueprints; add a subroute",
    must: "the report has the path that is served",
    problems: async (judge) =>
      broken(await withSubroute(judge, await shop("nests the blueprints"), "products", "late")),
  },
  "9: blueprints that are registered by hand": {
    people: "register blueprints by hand; add a route",
    must: "the route is served, or the line to add is named",
    problems: async (judge) => {
      const step = await withRoute(
        judge,
        await shop("registers the blueprints by hand"),
        "invoices",
      );
      const isServed = answerOf(step, "GET /invoices") !== undefined;
      return unless(
        isServed || saidIn(step.report).includes("register_blueprint"),
        "the route is not served, and nothing says so",
      );
    },
  },
  "13: decorated neighbours": {
    people: "decorate all handlers; add a subroute",
    must: "the new handler has the decorator, or the command warns",
    problems: async (judge) => {
      const life = await shop("decorates all handlers of a module");
      const route =
        Object.keys(life.project.files).find((path) =>
          lf(life.project.files, path).includes("@logged")
        ) ?? "";
      const name = /routes\/(\w+)_route/.exec(route)?.[1] ?? "";
      const step = await withSubroute(judge, life, name, "late");
      const text = lf(step.after.project.files, route);
      const isDecorated = /@logged\n(?:@[^\n]*\n)*def get_late/.test(text);
      return unless(isDecorated || saidIn(step.report).includes("logged"), "it has no decorator");
    },
  },
  "15a: deleted files": {
    people: "delete the Dockerfile, the README and tests; the same spec",
    must: "they stay deleted",
    problems: async (judge) =>
      broken(
        await reconciled(
          judge,
          await shop("deletes the Dockerfile", "deletes the README", "deletes a route's tests"),
        ),
      ),
  },
  "15b: a deleted endpoint": {
    people: "delete an endpoint in all layers; the same spec",
    must: "it stays deleted",
    problems: async (judge) =>
      broken(await reconciled(judge, await shop("deletes an endpoint in all layers"))),
  },
};
