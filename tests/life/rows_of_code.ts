/** Cases in which people edited the code of a project. */

import { generateApi } from "../../mod.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import type { Life } from "./commands.ts";
import { BY_HAND, change, changeAll, type Edit, moveModule, rewrite } from "./edits/edit.ts";
import type { Step } from "./guarantees.ts";
import { lf } from "./places.ts";
import type { Project } from "./project.ts";
import { definitions } from "./python_text.ts";
import {
  answerOf,
  broken,
  grown,
  reconciled,
  type Row,
  saidIn,
  SHOP,
  shop,
  shopWith,
  unless,
  withRoute,
  withSubroute,
} from "./row.ts";
import { type SpecRoute, textOf } from "./specs.ts";

const SUBROUTES = SHOP.routes["products"]?.subroutes ?? {};
const NEW_MOCK = shopWith({
  products: { type: "GET", mock: { now: "new" }, subroutes: SUBROUTES },
});

const ROUTE = "api/routes/products_route.py";
const SERVICE = "api/services/products_service.py";
const REPOSITORY = "api/repositories/products_repository.py";

/** The shop, after people replaced the mock of `GET /products` as its comment says. */
function withRealProducts(): Promise<Life> {
  return shop(
    (project) =>
      rewrite(
        project,
        REPOSITORY,
        "ProductsRepository.get",
        (text) => text.replace("raise NotImplementedError", `return {"rows": [3]}  # ${BY_HAND}`),
      ),
    (project) =>
      rewrite(
        project,
        SERVICE,
        "ProductsService.get",
        (text) =>
          text.replace(/# Mock[^]*/, `# Real, ${BY_HAND}.\n        return self.repository.get()`),
      ),
  );
}

/** Renames the code that answers `GET /products` from `get` to `list_products`, in all layers. */
const renamesProducts: Edit = (project) => {
  const names: readonly (readonly [string, RegExp])[] = [
    [ROUTE, /(?<=def |service\(\)\.)get(?=\()/g],
    [SERVICE, /(?<=def |repository\.)get(?=\()/g],
    [REPOSITORY, /(?<=def )get(?=\()/g],
    ["tests/test_products_route.py", /(?<=service\.|def test_)get(?=[.(])/g],
  ];
  return names.reduce<Project | null>(
    (now, [path, name]) => now && change(now, path, (text) => text.replace(name, "list_products")),
    project,
  );
};

/** Returns the endpoints of a report that Flask does not serve. */
function unreported({ report, judgedAfter }: Step): string[] {
  const served = judgedAfter.endpoints.map(({ method, rule }) => `${method} ${printedPath(rule)}`);
  return (report.data?.endpoints ?? [])
    .map(({ method, path }) => `${method} ${path}`)
    .filter((key) => !served.includes(key))
    .map((key) => `${key} is reported, but not served`);
}

/** Creates a row in which the spec changes a mock after an edit that changes no behaviour. */
function formatted(words: string, edit: string | Edit): Row {
  return {
    people: `someone ${words}; the spec changes a mock`,
    must: "the endpoint answers the new mock",
    problems: async (judge) => {
      const step = await reconciled(judge, await shop(edit), NEW_MOCK);
      const isNew = answerOf(step, "GET /products") === '{"now":"new"}';
      return [...broken(step), ...unless(isNew, "it answers the old mock")];
    },
  };
}

export const ROWS_OF_CODE: Readonly<Record<string, Row>> = {
  "5a: a replaced mock": {
    people: "replace a mock by the repository; the spec changes that mock and adds an endpoint",
    must: "the code stays, the endpoint is added",
    problems: async (judge) => {
      const spec = shopWith({ ...NEW_MOCK.routes, carts: { type: "GET" } });
      const step = await reconciled(judge, await withRealProducts(), spec);
      return [
        ...broken(step),
        ...unless(answerOf(step, "GET /carts") !== undefined, "the new endpoint is missing"),
        ...unless(answerOf(step, "GET /products") === '{"rows":[3]}', "the mock is back"),
      ];
    },
  },
  "5b: a replaced mock that the spec drops": {
    people: "replace a mock by the repository; the spec has no mock any more",
    must: "the code stays",
    problems: async (judge) => {
      const spec = shopWith({ products: { type: "GET", subroutes: SUBROUTES } });
      return broken(await reconciled(judge, await withRealProducts(), spec));
    },
  },
  "7: a route that the spec no longer has": {
    people: "remove a route from the spec",
    must: "its endpoints stay and are named",
    problems: async (judge) => {
      const step = await reconciled(judge, await shop(), shopWith({ users: null }));
      return [
        ...unless(answerOf(step, "GET /users") !== undefined, "the endpoint is gone"),
        ...unless(saidIn(step.report).includes("GET /users"), "the endpoint is not named"),
      ];
    },
  },
  "8a: a route with another name": {
    people: "rename a route in the spec",
    must: "the old endpoints are named, with the command that renames them",
    problems: async (judge) => {
      const { products, ...rest } = SHOP.routes;
      const step = await reconciled(judge, await shop(), {
        routes: { ...rest, catalog: products ?? { type: "GET" } },
      });
      return unless(
        saidIn(step.report).includes("rename route products catalog"),
        `it says only: ${saidIn(step.report)}`,
      );
    },
  },
  "8b: another method": {
    people: "change the method of an endpoint in the spec",
    must: "the old method is replaced",
    problems: async (judge) => {
      const step = await reconciled(
        judge,
        await shop(),
        shopWith({ users: { type: "POST", mock: 1 } }),
      );
      return [
        ...unless(answerOf(step, "POST /users") !== undefined, "the new method is missing"),
        ...unless(answerOf(step, "GET /users") === undefined, "the old method still answers"),
      ];
    },
  },
  "10a: a parameter in a path": {
    people: "add a parameter to a path; the same spec",
    must: "the report has the path that is served",
    problems: async (judge) => {
      const step = await reconciled(judge, await shop("adds a parameter to a path"));
      return [...broken(step), ...unreported(step)];
    },
  },
  "10b: a deleted handler": {
    people: "delete a handler; the same spec",
    must: "it stays deleted, and is named",
    problems: async (judge) => {
      const step = await reconciled(judge, await shop("deletes a handler"));
      return [...broken(step), ...unless(/deleted/i.test(saidIn(step.report)), "it is not named")];
    },
  },
  "10c: a subroute in place of a deleted handler": {
    people: "delete the handler of a subroute; add the subroute",
    must: "it answers as the command says, or the command is refused",
    problems: async (judge) => {
      const life = await shop((project) =>
        change(
          project,
          "api/routes/products_route.py",
          (text) => text.replace(/\n\n\n@products_bp\.get\("\/sale"\)[^]*?(?=\n\n\n|\n$)/, ""),
        )
      );
      const step = await withSubroute(judge, life, "products", "sale");
      const isNew = answerOf(step, "GET /products/sale")?.includes("sale route is working") ??
        false;
      return unless(
        step.report.status !== "applied" || isNew,
        `it answers ${answerOf(step, "GET /products/sale")}`,
      );
    },
  },
  "11: an endpoint with other names": {
    people: "rename an endpoint in all layers; the spec changes its mock",
    must: "the endpoint answers the new mock, and nothing is added",
    problems: async (judge) => {
      const life = await shop(renamesProducts);
      const step = await reconciled(judge, life, NEW_MOCK);
      const service = "api/services/products_service.py";
      const methods = (each: Life) => definitions(lf(each.project.files, service)).length;
      return [
        ...unless(answerOf(step, "GET /products") === '{"now":"new"}', "it answers the old mock"),
        ...unless(methods(step.after) === methods(life), "an unused method is added"),
      ];
    },
  },
  "16a: single quotes": formatted("formats with single quotes", "formats with single quotes"),
  "16b: tabs": formatted("indents with tabs", "indents with tabs"),
  "16c: a comment": {
    people: "add a TODO to a mock; the spec changes that mock",
    must: "the code stays, and the command is not refused",
    problems: async (judge) => {
      const life = await shop((project) =>
        change(
          project,
          "api/services/products_service.py",
          (text) => text.replace("        # Mock.", "        # TODO by hand\n        # Mock."),
        )
      );
      return broken(await reconciled(judge, life, NEW_MOCK));
    },
  },
  "17: a renamed class": formatted(
    "renames the service class",
    (project) => changeAll(project, (text) => text.replaceAll("ProductsService", "CatalogService")),
  ),
  "18: many mocks": {
    people: "change the fields of a mock several times",
    must: "every model is used",
    problems: async (judge) => {
      let life = await shop();
      for (const field of ["b", "c", "d"]) {
        const mock = { [field]: { [`${field}_id`]: 1 } };
        const step = await reconciled(judge, life, shopWith({ users: { type: "GET", mock } }));
        life = step.after;
      }
      const models = lf(life.project.files, "api/models/users_model.py");
      const code = models + lf(life.project.files, "api/services/users_service.py");
      const names = definitions(models).map(({ name }) => name);
      const unused = names.filter((name) => code.split(new RegExp(`\\b${name}\\b`)).length < 3);
      return unless(unused.length === 0, `nothing uses ${unused.join(", ")}`);
    },
  },
  "21: a route that exists": {
    people: "add a route beside one of the same name with another method",
    must: "the command adds the method, or is refused",
    problems: async (judge) => {
      const step = await withRoute(judge, await shop(), "users", "POST");
      const isServed = answerOf(step, "POST /users") !== undefined;
      return unless(isServed || step.report.status === "refused", "it only warns");
    },
  },
  "a renamed model and another method": {
    people: "rename a model; the spec changes the methods of endpoints, not their mocks",
    must: "the app starts",
    problems: async (judge) => {
      const renames: Edit = (project) =>
        changeAll(project, (text) => text.replaceAll("UsersModel", "PersonModel"));
      const spec = shopWith({ users: { type: "PUT", mock: [{ id: 7 }] } });
      return broken(await reconciled(judge, await shop(renames), spec));
    },
  },
  "a moved model and another mock": {
    people: "rename the module of a model; the spec changes a mock",
    must: "the app starts",
    problems: async (judge) => {
      const moves: Edit = (project) =>
        moveModule(project, "api/models/products_model.py", "api/models/products.py");
      return broken(await reconciled(judge, await shop(moves), NEW_MOCK));
    },
  },
  "an edited endpoint that comes back": {
    people:
      "add a second path to a handler; the spec drops its endpoint, then has it with another mock",
    must: "the code stays, and the command is not refused",
    problems: async (judge) => {
      const addsPath: Edit = (project) =>
        change(
          project,
          ROUTE,
          (text) => text.replace('@products_bp.get("/sale")', '@products_bp.get("/bargains")\n$&'),
        );
      const { products } = SHOP.routes;
      const { subroutes: _, ...own } = products ?? { type: "GET" };
      const dropped = await reconciled(judge, await shop(addsPath), shopWith({ products: own }));
      const subroutes = { sale: { type: "GET" as const, mock: { other: 1 } } };
      const spec = shopWith({ products: { ...own, subroutes } });
      return [...broken(dropped), ...broken(await reconciled(judge, dropped.after, spec))];
    },
  },
  "a renamed handler whose endpoint comes back": {
    people:
      "rename a handler; the spec drops its endpoint, then has it with another method, then as before",
    must: "it is served once",
    problems: async (judge) => {
      const renames: Edit = (project) =>
        change(project, ROUTE, (text) => text.replace("def get_sale(", "def list_sale("));
      let life = await shop(renames);
      const problems: string[] = [];
      for (const type of [null, "PUT", "GET"] as const) {
        const subroutes: SpecRoute["subroutes"] = type === null ? {} : { sale: { type, mock: 3 } };
        const spec = shopWith({
          products: { type: "GET", mock: [{ id: 1, name: "Lamp" }], subroutes },
        });
        const step = await reconciled(judge, life, spec);
        problems.push(...broken(step));
        life = step.after;
      }
      return problems;
    },
  },
  "another method under an edited handler": {
    people: "write a handler's body; the spec changes its method",
    must: "it is refused, and each flag lets it pass without losing the body",
    problems: async (judge) => {
      const writes: Edit = (project) =>
        change(
          project,
          ROUTE,
          (text) => text.replace(/(def get_sale\(.*\n)/, `$1    # Checked, ${BY_HAND}.\n`),
        );
      const life = await shop(writes);
      const subroutes: SpecRoute["subroutes"] = { sale: { type: "PUT", mock: 3 } };
      const products: SpecRoute = { type: "GET", mock: [{ id: 1, name: "Lamp" }], subroutes };
      const spec = shopWith({ products });
      const problems: string[] = [];
      const results: string[] = [];
      for (const options of [{}, { keepEdited: true }, { force: true }]) {
        const step = await grown(
          judge,
          life,
          (workspace) => generateApi(workspace, life.project.folder, textOf(spec), options),
        );
        const isExpected = step.report.status === "refused" || "force" in options;
        problems.push(...(isExpected ? [] : broken(step)));
        const text = lf(step.after.project.files, ROUTE);
        problems.push(...unless(text.includes(`# Checked, ${BY_HAND}.`), "the body is lost"));
        const methods = ["GET", "PUT"].filter((method) =>
          answerOf(step, `${method} /products/sale`) !== undefined
        );
        results.push(`${step.report.status} ${methods}`);
      }
      const found = results.join(", ");
      return [...problems, ...unless(found === "refused GET, applied GET, applied PUT", found)];
    },
  },
};
