/** Rows for faults that random lives found. */

import {
  adoptProject,
  generateApi,
  generateResource,
  generateRoute,
  generateSubroute,
  type JsonValue,
  removeRoute,
  removeSubroute,
  renameRoute,
  renameSubroute,
  type Workspace,
} from "../../mod.ts";
import { change, type Edit } from "./edits/edit.ts";
import { EDITS } from "./edits/mod.ts";
import type { Life } from "./commands.ts";
import type { Step } from "./guarantees.ts";
import { begin } from "./life.ts";
import type { Project } from "./project.ts";
import { Random } from "./random.ts";
import {
  after,
  answerOf,
  broken,
  grown,
  livedOn,
  reconciled,
  type Row,
  saidIn,
  shop,
  shopWith,
  unless,
  withSubroute,
} from "./row.ts";
import { type Spec, type SpecRoute, textOf } from "./specs.ts";

/** Deletes the POST of carts in all layers. */
const deletesPost: Edit = (project) => {
  const seeds = Array.from({ length: 50 }, (_, seed) => new Random(seed));
  const edits = seeds.map((random) =>
    EDITS.get("deletes an endpoint in all layers")?.(project, random)
  );
  const isDeleted = (each: Project) =>
    each.files["api/routes/carts_route.py"]?.includes("def create(") === false;
  return edits.find((each) => each && isDeleted(each)) ?? null;
};

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
  },
  "a removed route that the spec calls otherwise": {
    people:
      "give a route another name in the spec, at its path; remove the route; the spec has a " +
      "subroute less, then one more; restore one",
    must: "nothing of it comes back, not even with a new subroute, until people restore it",
    problems: async (judge) => {
      const sale = { type: "DELETE", mock: ["sold"] } as const;
      const route = (subroutes: SpecRoute["subroutes"] = {}): SpecRoute => ({
        path: "/shop",
        methods: {},
        subroutes: { sale, ...subroutes },
      });
      const spec = (subroutes: SpecRoute["subroutes"] = {}): Spec => ({
        routes: { users: { type: "GET" }, wares: route(subroutes) },
      });
      const late = { type: "GET", mock: "late" } as const;
      const open = { type: "POST" } as const;
      const first = await begin({ routes: { users: { type: "GET" }, products: route({ open }) } });
      const named = await reconciled(judge, first, spec({ open }));
      const removed = await after(
        judge,
        named.after,
        (workspace) => removeRoute(workspace, "products"),
      );
      const fewer = await reconciled(judge, { ...removed, spec: spec({ open }) }, spec());
      const more = await reconciled(judge, fewer.after, spec({ late }));
      const text = textOf(spec({ late }));
      const choices = { restore: ["DELETE /shop/sale"] };
      const back = await grown(judge, more.after, async (workspace) => ({
        ...await generateApi(workspace, "base", text, choices),
        data: null,
      }));
      const again = await reconciled(judge, back.after);
      const drift = (back.statusAfter?.endpoints ?? []).filter(({ state }) => state !== "same");
      return [
        ...[named, fewer, more, back, again].flatMap(broken),
        ...unless(answerOf(fewer, "DELETE /shop/sale") === undefined, "it is back"),
        ...unless(
          answerOf(more, "DELETE /shop/sale") === undefined,
          "it is back, with another one",
        ),
        ...unless(
          answerOf(more, "GET /shop/late") === '"late"',
          "the new subroute does not answer",
        ),
        ...unless(answerOf(back, "DELETE /shop/sale") === '["sold"]', "it cannot be restored"),
        ...drift.map(({ state, method, path }) => `${method} ${path} is ${state}`),
        ...unless(!saidIn(again.report).includes("extra"), "it is called extra"),
      ];
    },
  },
  "a deleted handler that the spec gives another method, then both": {
    people: "delete a handler; the spec has another method, then also the first one",
    must: "the deleted endpoint stays deleted, and the other one is added once",
    problems: async (judge) => {
      const life = livedOn(
        await begin({ routes: { products: { type: "PUT" } } }),
        "deletes a handler",
      );
      const other = await reconciled(judge, life, { routes: { products: { type: "DELETE" } } });
      const methods = { DELETE: {}, PUT: { mock: [] } } as const;
      const both = await reconciled(judge, other.after, { routes: { products: { methods } } });
      return [
        ...[other, both].flatMap(broken),
        ...unless(answerOf(both, "PUT /products") === "[]", "PUT does not answer"),
        ...unless(answerOf(both, "DELETE /products") === undefined, "DELETE is back"),
      ];
    },
  },
  "a deleted handler of a route that the spec calls otherwise": {
    people:
      "give a route another name in the spec, at its path; delete a handler; the spec changes " +
      "its mocks, then a subroute, then its path",
    must: "the handler stays deleted, nothing is served twice, and all of it is at the new path",
    problems: async (judge) => {
      const wares = (mock: number, late: SpecRoute["subroutes"], path = "/shop"): Spec => ({
        routes: {
          wares: {
            path,
            resource: [{ id: mock, name: "Lamp", price: 2.5 }],
            ...(late && { subroutes: late }),
          },
        },
      });
      const sale = { sale: { type: "GET" } } as const;
      const first = { ...wares(1, sale).routes["wares"] };
      const named = await reconciled(
        judge,
        await begin({ routes: { products: first } }),
        wares(1, sale),
      );
      const life = livedOn(named.after, "deletes a handler");
      const gone = named.judgedAfter.endpoints.length - 1;
      const same = await reconciled(judge, life);
      const mocks = await reconciled(judge, same.after, wares(2, sale));
      const again = await reconciled(judge, mocks.after, wares(3, sale));
      const late = await reconciled(
        judge,
        again.after,
        wares(3, { ...sale, late: { type: "GET" } }),
      );
      const moved = await reconciled(judge, late.after, wares(3, sale, "/v1"));
      const paths = ["GET /v1", "POST /v1", "DELETE /v1/<int:item_id>", "GET /v1/sale"];
      return [
        ...[same, mocks, again, late, moved].flatMap(broken),
        ...unless(again.judgedAfter.endpoints.length === gone, "the handler is back"),
        ...paths.filter((each) => answerOf(moved, each) === undefined)
          .map((each) => `${each} does not answer`),
      ];
    },
  },
  "a route that moves to the path of another one": {
    people:
      "take a route out of the spec, and give another route its path; remove the first one; again",
    must: "it is refused with both files as long as both would serve the path, then it moves",
    problems: async (judge) => {
      const sale = { sale: { type: "GET", mock: 1 } } as const;
      const at = (path: string): SpecRoute => ({ path, type: "POST", subroutes: sale });
      const life = await begin({ routes: { products: at("/shop"), wares: at("/wares") } });
      const moving: Spec = { routes: { wares: at("/shop") } };
      const refused = await reconciled(judge, life, moving);
      const removed = await after(
        judge,
        life,
        (workspace) => removeRoute(workspace, "products"),
      );
      const moved = await reconciled(judge, removed, moving);
      const said = saidIn(refused.report);
      const files = ["products", "wares"].map((each) => `api/routes/${each}_route.py`).join(", ");
      return [
        ...broken(refused).filter((each) => !each.startsWith("a command is not refused")),
        ...broken(moved),
        ...unless(refused.report.status === "refused", `It is ${refused.report.status}`),
        ...unless(said.includes(`GET /shop/sale  ${files}`), `It says ${said}`),
        ...unless(answerOf(moved, "GET /shop/sale") === "1", "it does not move"),
      ];
    },
  },
  "a removed subroute of a route whose name the spec uses again": {
    people: "give a route another name in the spec, at its path; remove a subroute; the spec has " +
      "another route of the first name",
    must: "the subroute stays removed, and the path answers from the route of the other name",
    problems: async (judge) => {
      const wares: SpecRoute = {
        path: "/shop",
        type: "POST",
        subroutes: { sale: { type: "PUT", mock: 1 } },
      };
      const named = await reconciled(
        judge,
        await begin({ routes: { products: wares } }),
        { routes: { wares } },
      );
      const life = await after(
        judge,
        named.after,
        (workspace) => removeSubroute(workspace, "products", "sale"),
      );
      const products: SpecRoute = { type: "GET", mock: [] };
      const used = await reconciled(judge, life, { routes: { wares, products } });
      return [
        ...[named, used].flatMap(broken),
        ...unless(answerOf(used, "GET /products") === "[]", "GET /products does not answer"),
        ...unless(answerOf(used, "POST /shop") !== undefined, "POST /shop does not answer"),
        ...unless(answerOf(used, "PUT /shop/sale") === undefined, "PUT /shop/sale is back"),
      ];
    },
  },
  "a renamed model that two endpoints share": {
    people: "rename a model; the spec changes the status of the second endpoint that has it",
    must: "the model is recorded once, for the first endpoint",
    problems: async (judge) => {
      const route = (status: number): Spec => ({
        routes: {
          products: {
            methods: { GET: { mock: { id: 1 } }, POST: { mock: { id: 1 }, status } },
          },
        },
      });
      const life = livedOn(await begin(route(201)), "renames a model");
      return broken(await reconciled(judge, life, route(202)));
    },
  },
  "a route that gets the name of an earlier one": {
    people:
      "take a route out of the spec; give another route its name, at its own path; another mock",
    must: "the path answers from where it did, and what moves with the name stays as it is",
    problems: async (judge) => {
      const wares: SpecRoute = { path: "/shop", type: "GET", mock: [1] };
      const users: SpecRoute = { type: "PUT", subroutes: { sale: { type: "POST" } } };
      const life = await begin({ routes: { wares, users } });
      const fewer = await reconciled(judge, life, { routes: { wares } });
      const named = await reconciled(judge, fewer.after, { routes: { users: wares } });
      const other = { ...wares, mock: [2] };
      const mocks = await reconciled(judge, named.after, { routes: { users: other } });
      return [
        ...[fewer, named, mocks].flatMap(broken),
        ...unless(answerOf(mocks, "GET /shop") === "[1]", "GET /shop answers something else"),
        ...unless(answerOf(mocks, "PUT /shop") !== undefined, "PUT is gone"),
      ];
    },
  },
  "a subroute with a path below nested blueprints": {
    people: "nest the blueprints; add a subroute with a path; again",
    must: "the second time, it is said to exist",
    problems: async (judge) => {
      const life = livedOn(
        await begin({ routes: { users: { type: "GET" } } }),
        "nests the blueprints",
      );
      const path = "/{id:int}/late";
      const step = await grown(
        judge,
        life,
        (workspace) => generateSubroute(workspace, "users", "late", { path }),
      );
      return [
        ...broken(step),
        ...unless(step.again.message.includes("already exists"), step.again.message),
      ];
    },
  },
  "a nested model of a moved route": {
    people: "move all layers of a route with a resource; the spec has one endpoint instead, " +
      "then another one of the same shape",
    must: "the app starts: a model stays below the models that it names",
    problems: async (judge) => {
      const mock = { id: 42, address: { street: "Main Street", tags: ["a", "b"] } };
      const resource = { id: 1, name: "Lamp", price: 2.5 };
      const life = livedOn(
        await begin({ routes: { orders: { resource } } }),
        "moves all layers of a route into a domain package",
      );
      const put = await reconciled(judge, life, { routes: { orders: { type: "PUT", mock } } });
      const subroutes = { archive: { type: "DELETE", mock } } as const;
      const more = { routes: { orders: { type: "PUT", mock, subroutes } } } as const;
      return [...broken(put), ...broken(await reconciled(judge, put.after, more))];
    },
  },
  "the last mock in a data file, beside an edited package": {
    people: "write another docstring for the package that loads mocks; remove the route",
    must: "the package stays",
    problems: async (judge) => {
      const mock = "too big for code ".repeat(1_000);
      const path = "api/mocks/__init__.py";
      const life = livedOn(
        await begin(shopWith({ wares: { type: "GET", mock } })),
        (project) => change(project, path, (text) => text.replace(/""".*"""/, `"""By hand."""`)),
      );
      const { project } = await after(judge, life, (workspace) => removeRoute(workspace, "wares"));
      return unless(project.files[path]?.includes("By hand") ?? false, "the docstring is lost");
    },
  },
  "an adopted project with bodies that the spec does not have": {
    people: "add a resource by a command; lose the records; adopt the project; the same spec",
    must: "nothing is written, the records included",
    problems: async (judge) => {
      const life = await begin({ routes: { products: { type: "GET" } } });
      const resource = { id: 1, name: "Lamp", price: 2.5 };
      const grownLife = await after(
        judge,
        life,
        (workspace) => generateResource(workspace, "reviews", resource),
      );
      const adopted = await after(
        judge,
        livedOn(grownLife, "loses the records"),
        (workspace) => adoptProject(workspace, "base", textOf(life.spec)),
      );
      return broken(await reconciled(judge, adopted));
    },
  },
  "the first body of a project without a README": {
    people: "delete the README; add a resource by a command; the same spec",
    must: "nothing is written, the records included",
    problems: async (judge) => {
      const first = await begin({ routes: { orders: { type: "GET" }, carts: { type: "PUT" } } });
      const life = livedOn(first, "deletes the README");
      const resource = { id: 1, name: "Lamp", price: 2.5 };
      const grownLife = await after(
        judge,
        life,
        (workspace) => generateResource(workspace, "reviews", resource),
      );
      return broken(await reconciled(judge, grownLife));
    },
  },
  "the first body of a project whose first path is another one now": {
    people: "change a path by hand; add a resource by a command; the same spec",
    must: "nothing is written, the README included",
    problems: async (judge) => {
      const path = "api/routes/orders_route.py";
      const life = livedOn(
        await begin({ routes: { orders: { type: "GET" } } }),
        (project) =>
          change(project, path, (text) => text.replace('"/orders"', '"/orders_by_hand"')),
      );
      const resource = { id: 1, name: "Lamp", price: 2.5 };
      const grownLife = await after(
        judge,
        life,
        (workspace) => generateResource(workspace, "reviews", resource),
      );
      return broken(await reconciled(judge, grownLife));
    },
  },
  "the models of a deleted endpoint that the spec no longer has": {
    people: "delete a POST with a body in all layers; the spec no longer has it; other mocks",
    must: "the record loses the endpoint with its last model, and the same spec writes nothing",
    problems: async (judge) => {
      const carts = (mock: JsonValue, hasPost: boolean): Spec => {
        const post: SpecRoute["methods"] = hasPost ? { POST: { body: { "id?": "a" }, mock } } : {};
        const methods = { GET: { mock }, PUT: { body: { "id?": "a" }, mock } };
        const subroutes = { item: { path: "/{item_id:int}", methods } };
        return { routes: { carts: { methods: { GET: { mock: [mock] }, ...post }, subroutes } } };
      };
      const item = { id: "a", b: [1] };
      const life = livedOn(await begin(carts(item, true)), deletesPost);
      const fewer = await reconciled(judge, life, carts(item, false));
      const other = await reconciled(judge, fewer.after, carts({ other: 1 }, false));
      return [fewer, other].flatMap(broken);
    },
  },
  "a long new name for a route with bodies": {
    people:
      "import one name a line; give a route with a body a name that is too long for its models",
    must: "the handler checks the body with the model that the module has",
    problems: async (judge) => {
      const body = [[1, { "name?": 0 }, { price: 1, str: { id: 1 } }]];
      const wares: SpecRoute = {
        type: "PUT",
        subroutes: { Users: { type: "PUT", body, mock: "fits" } },
      };
      const life = livedOn(await begin({ routes: { as: wares } }), "imports one name a line");
      const name = "extraordinary_merchandise559";
      const step = await grown(judge, life, async (workspace) => ({
        ...await renameRoute(workspace, "as", name),
        data: null,
      }));
      return unless(answerOf(step, `PUT /${name}/Users`) === '"fits"', "it does not answer");
    },
  },
  "a method of a route whose path another route has, too": {
    people:
      "write two routes at one path, with other methods; add two methods to one of them, of " +
      "which the other one has GET; add the method that neither has; add one below a longer prefix, " +
      "twice",
    must:
      "GET is refused with its place, nothing is served twice, and the second time, it is there",
    problems: async (judge) => {
      const life = await begin({
        routes: {
          products: { type: "GET", mock: 1 },
          orders: { path: "/products", type: "DELETE", mock: 2 },
        },
      });
      const add = (methods: readonly ("GET" | "POST")[]) => (workspace: Workspace) =>
        generateRoute(workspace, "orders", { methods });
      const refused = await grown(judge, life, add(["POST", "GET"]));
      const added = await grown(judge, life, add(["POST"]));
      const said = saidIn(refused.report);
      const prefixed = livedOn(
        await begin({ routes: { products: { type: "PUT" } } }),
        "gives a blueprint a longer prefix",
      );
      const further = await grown(
        judge,
        prefixed,
        (workspace) => generateRoute(workspace, "products", { methods: ["POST"] }),
      );
      return [
        ...broken(refused).filter((each) => !each.startsWith("a command is not refused")),
        ...[added, further].flatMap(broken),
        ...unless(refused.report.status === "failed", `It is ${refused.report.status}`),
        ...unless(said.includes("GET /products"), `It says ${said}`),
        ...unless(answerOf(added, "POST /products") !== undefined, "POST is not added"),
      ];
    },
  },
  "a removed POST whose item gets another path": {
    people:
      "remove a POST that returns the location of its item; the spec gives the item another " +
      "path, then the POST another mock",
    must: "the POST stays removed until the spec changes its own part",
    problems: async (judge) => {
      const mock = { id: 702, name: "Lamp" };
      const carts = (item: string, mocked: typeof mock): Spec => ({
        routes: {
          carts: {
            type: "POST",
            mock: mocked,
            subroutes: { open: { path: item, type: "GET", mock: 271 } },
          },
        },
      });
      const life = await after(
        judge,
        await begin(carts("/{id:int}", mock)),
        (workspace) => removeRoute(workspace, "carts", { type: "POST" }),
      );
      const moved = await reconciled(judge, life, carts("/open", mock));
      const named = await reconciled(judge, moved.after, carts("/{name}", mock));
      const again = await reconciled(judge, named.after);
      const changed = await reconciled(judge, again.after, carts("/{name}", { ...mock, id: 1 }));
      const drift = (again.statusAfter?.endpoints ?? []).filter(({ state }) => state !== "same");
      return [
        ...[moved, named, again, changed].flatMap(broken),
        ...unless(answerOf(named, "POST /carts") === undefined, "POST is back"),
        ...drift.map(({ state, method, path }) => `${method} ${path} is ${state}`),
        ...unless(answerOf(changed, "POST /carts") !== undefined, "the changed POST is not added"),
      ];
    },
  },
  "a kept POST whose item gets another path": {
    people:
      "edit a POST that returns the location of its item; the spec gives it another method, " +
      "which they keep out, then the item another path",
    must: "the decision stays: nothing is refused, and the POST answers as before",
    problems: async (judge) => {
      const carts = (item: string, type: "POST" | "PUT"): Spec => ({
        routes: {
          carts: {
            type: "GET",
            subroutes: {
              add: { path: "/all", type, mock: { id: 702, name: "Lamp" } },
              open: { path: item, type: "GET", mock: 271 },
            },
          },
        },
      });
      const path = "api/services/carts_service.py";
      const life = livedOn(
        await begin(carts("/open", "PUT")),
        (project) => change(project, path, (text) => text.replace('"Lamp"', '"Lamp by hand"')),
      );
      const text = textOf(carts("/all/{id:int}", "POST"));
      const kept = await after(
        judge,
        life,
        (workspace) => generateApi(workspace, "base", text, { keep: ["POST /carts/all"] }),
      );
      const moved = await reconciled(judge, kept, carts("/open", "POST"));
      const again = await reconciled(judge, moved.after);
      return [
        ...[moved, again].flatMap(broken),
        ...unless(answerOf(moved, "PUT /carts/all") !== undefined, "PUT is gone"),
      ];
    },
  },
  "a resource in a renamed app without records": {
    people: "rename the app's package; lose the records; generate a resource twice",
    must: "the second run finds the resource in that package, and its tests name that package",
    problems: async (judge) => {
      const route = "purchase_order_confirmations";
      const adds = (life: Life): Promise<Step> =>
        grown(judge, life, (workspace) => generateResource(workspace, route, { id: 1 }));
      const life = await shop("renames the app's package", "loses the records");
      const first = await adds(life);
      const second = await adds(first.after);
      const { files } = first.after.project;
      const test = files[`tests/test_${route}_route.py`] ?? "";
      return [
        ...[first, second].flatMap(broken),
        ...unless(second.report.status === "unchanged", second.report.message),
        ...unless(!test.includes('"api.'), "the test replaces a service in 'api'"),
      ];
    },
  },
  "both sides of a conflict in the names of a renamed route": {
    people: "rename a route; keep both sides of a conflict in the file with its names",
    must: "the same spec writes nothing",
    problems: async (judge) => {
      const named = await after(
        judge,
        await shop(),
        (workspace) => renameRoute(workspace, "products", "goods"),
      );
      const life = livedOn(
        named,
        (project) =>
          change(
            project,
            ".layerwright/routes/goods.names",
            (text) => text.replace(/.+\n$/, "$&$&"),
          ),
      );
      return broken(await reconciled(judge, life));
    },
  },
  "a subroute below a route named 'test'": {
    people:
      "nest a blueprint in that of a route named 'test'; generate a subroute in the nested one",
    must: "the command reports the path that Flask serves",
    problems: async (judge) => {
      const life = await begin({
        routes: { accounts: { type: "GET", mock: 1 }, test: { type: "GET", mock: 2 } },
      });
      const nested = livedOn(life, "nests a blueprint in that of another route");
      const step = await withSubroute(judge, nested, "accounts", "sale");
      return [
        ...broken(step),
        ...unless(
          answerOf(step, "GET /test/accounts/sale") !== undefined,
          "it is served elsewhere",
        ),
      ];
    },
  },
  "a method whose handler another method has": {
    people:
      "rename the repository class; give the spec another method; keep edits; add the old one",
    must: "the handler stays recorded for the method that it has, and a second run writes nothing",
    problems: async (judge) => {
      const health = (methods: SpecRoute["methods"]): Spec => ({
        routes: { health: { methods: { ...methods, DELETE: { status: 200 } } } },
      });
      const mock = [{ id: 478, price: 2.5 }];
      const life = livedOn(
        await begin(health({ PUT: { mock } })),
        "renames a repository class",
      );
      const got = await after(
        judge,
        life,
        (workspace) =>
          generateApi(workspace, "base", textOf(health({ GET: { mock } })), { keepEdited: true }),
      );
      const both = health({ GET: { mock }, PUT: {} });
      const added = await reconciled(judge, got, both);
      const again = await reconciled(judge, added.after, both);
      return [...broken(added), ...broken(again)];
    },
  },
  "the data file of an endpoint that another route serves": {
    people: "give a route with a large mock another name in the spec, at its path; add a subroute",
    must: "no data file is written for the endpoint that is there already",
    problems: async (judge) => {
      const mock = Array.from({ length: 12 }).reduce<JsonValue>((inner) => ({ a: inner }), true);
      const people = { path: "/people", type: "POST", mock } as const;
      const life = await begin({ routes: { users: people } });
      const subroutes = { sale: { type: "GET", mock: 1 } } as const;
      const step = await reconciled(judge, life, { routes: { persons: { ...people, subroutes } } });
      const written = Object.keys(step.after.project.files).filter((path) =>
        path.startsWith("api/mocks/persons/")
      );
      return [...broken(step), ...written.map((path) => `${path} is written`)];
    },
  },
};
