/** Cases in which commands meet code that people moved or renamed. */

import {
  generateRoute,
  generateSubroute,
  type JsonValue,
  removeRoute,
  removeSubroute,
} from "../../mod.ts";
import { definitions } from "./python_text.ts";
import { lf } from "./places.ts";
import type { Life } from "./commands.ts";
import { BY_HAND, change, type Edit } from "./edits/edit.ts";
import type { Judge } from "./judge.ts";
import type { Files } from "./project.ts";
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
} from "./row.ts";
import type { Spec } from "./specs.ts";

/** Edits after which an endpoint's code is in another place or has another name. */
const MOVES = [
  "turns a route's module into a package",
  "moves a route's module into a domain package",
  "moves all layers of a route into a domain package",
  "merges the modules of two routes",
  "moves a handler into a second module",
  "moves a model into a module of schemas",
  "moves all route tests into a folder",
  "renames the app's package",
  "renames a handler",
  "renames an endpoint in all layers",
  "renames a service class",
  "renames a repository class",
  "renames a model",
];

function removedAfter(...edits: readonly string[]): Readonly<Record<string, Row>> {
  const edit = edits.join(" and ");
  const row: Row = {
    people: `someone ${edit}; remove a subroute`,
    must: "it is gone from all layers, and nothing else",
    problems: async (judge) => {
      const life = await shop(...edits);
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
        // A second run has nothing to remove.
        ...broken(step).filter((each) => !each.startsWith("a second run")),
        ...left,
        ...unless(answerOf(step, "GET /products/sale") === undefined, "it still answers"),
        ...unless(answerOf(step, "GET /products") !== undefined, "GET /products is gone"),
        ...unless(answerOf(step, "GET /users") !== undefined, "GET /users is gone"),
      ];
    },
  };
  return { [`removal after: ${edit}`]: row };
}

function grownAfter(edit: string): Readonly<Record<string, Row>> {
  const row: Row = {
    people: `someone ${edit}; add a subroute; the same spec; remove the subroute`,
    must: "it answers its mock from where the route is now, and goes again without a trace",
    problems: async (judge) => {
      const life = await shop(edit);
      const options = { type: "GET", mock: [{ id: 4, note: "new" }] } as const;
      const step = await grown(
        judge,
        life,
        (workspace) => generateSubroute(workspace, "products", "late", options),
      );
      const again = await reconciled(judge, step.after);
      const removed = await grown(judge, step.after, async (workspace) => {
        const report = await removeSubroute(workspace, "products", "late");
        return { ...report, data: { endpoints: [] } };
      });
      const [before, after] = [life, removed.after].map(({ project }) => project.files);
      const traces = Object.keys({ ...before, ...after })
        .filter((path) => before?.[path] !== after?.[path]);
      const body = JSON.stringify(options.mock);
      return [
        ...broken(step),
        ...broken(again),
        ...unless(answerOf(step, "GET /products/late") === body, "it does not answer its mock"),
        ...traces.map((path) => `${path} is not as before`),
      ];
    },
  };
  return { [`growth after: ${edit}`]: row };
}

/** The shop with other mocks for products, and with one more subroute. */
const CHANGED = shopWith({
  products: {
    type: "GET",
    mock: { now: "new", owner: { name: "Ada" } },
    subroutes: {
      sale: { type: "GET", mock: [{ percent: 5 }] },
      late: { type: "POST", mock: { note: "late" } },
    },
  },
});

function reconciledAfter(...edits: readonly string[]): Readonly<Record<string, Row>> {
  const edit = edits.join(" and ");
  const row: Row = {
    people: `someone ${edit}; the spec changes mocks and adds a subroute; then it is as before`,
    must: "the endpoints answer the spec from where they are now, and nothing is made twice",
    problems: async (judge) => {
      const life = await shop(...edits);
      const step = await reconciled(judge, life, CHANGED);
      const again = await reconciled(judge, step.after);
      const back = await reconciled(judge, again.after, SHOP);
      const answers = {
        "GET /products": CHANGED.routes["products"]?.mock,
        "GET /products/sale": CHANGED.routes["products"]?.subroutes?.["sale"]?.mock,
        "POST /products/late": CHANGED.routes["products"]?.subroutes?.["late"]?.mock,
      };
      const modules = (files: Files) =>
        Object.keys(files).filter((path) => path.endsWith(".py")).length;
      return [
        ...broken(step),
        ...broken(again),
        ...broken(back),
        ...Object.entries(answers).flatMap(([key, mock]) =>
          unless(answerOf(step, key) === JSON.stringify(mock), `${key}: ${answerOf(step, key)}`)
        ),
        ...unless(answerOf(back, "GET /products/sale") === '{"id":1,"price":2.5}', "not back"),
        ...unless(
          modules(step.after.project.files) === modules(life.project.files),
          "it makes modules",
        ),
        ...unusedModels(step.after),
        ...unusedModels(back.after),
        ...repeatedModels(step.after),
      ];
    },
  };
  return { [`a changed spec after: ${edit}`]: row };
}

/** Returns the code of a project, and the names of its models. */
function modelsOf({ project: { files } }: Life) {
  const code = Object.entries(files).filter(([path]) => path.endsWith(".py"))
    .map(([, text]) => text).join("\n");
  const names = [...code.matchAll(/^class (\w+)\(TypedDict\)/gm)].map(([, name = ""]) => name);
  return { code, names };
}

/** Returns the models that several modules define. */
function repeatedModels(life: Life): readonly string[] {
  const { names } = modelsOf(life);
  return names.filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `${name} is there twice`);
}

/** Returns the models that no code uses. */
function unusedModels(life: Life): readonly string[] {
  const { code, names } = modelsOf(life);
  return names.filter((name) => code.split(new RegExp(`\\b${name}\\b`)).length < 3)
    .map((name) => `nothing uses ${name}`);
}

/** Removes the route of products. */
function withoutProducts(judge: Judge, life: Life) {
  return grown(judge, life, async (workspace) => {
    const report = await removeRoute(workspace, "products");
    return { ...report, data: { endpoints: [] } };
  });
}

const SERVICE = "api/services/products_service.py";
const REPOSITORY = "api/repositories/products_repository.py";
const MODELS = "api/models/products_model.py";

/** Moves a route's models above its service, which imports the repository that names them. */
const movesModelsToService: Edit = (project) => {
  const { [MODELS]: _, ...files } = project.files;
  const text = lf(project.files, MODELS);
  const models = text.slice(text.indexOf("class "));
  const inService = change(
    { ...project, files },
    SERVICE,
    (service) =>
      service.replace(/^from api\.models\..*\n/m, "from typing import TypedDict\n\n")
        .replace(/^class /m, (start) => `${models}\n\n${start}`),
  );
  if (inService === null) return null;
  return change(inService, REPOSITORY, (repository) =>
    repository
      .replace(
        "\n\n",
        "\n\nfrom __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\n",
      )
      .replace(
        /^from api\.models\.products_model (.*)$/m,
        "if TYPE_CHECKING:\n    from api.services.products_service $1",
      ));
};

/** Quotes the models in the signatures of a layer, and imports them only for type checkers. */
function importsForCheckers(path: string): Edit {
  return (project) =>
    change(project, path, (text) =>
      text
        .replace(/^from api\.models\.products_model (.*)\n((?:from .*\n)*)/m, (_, names, others) =>
          `from typing import TYPE_CHECKING\n\n${others}\n` +
          `if TYPE_CHECKING:\n    from api.models.products_model ${names}\n`)
        .replace(/-> (list\[\w+\]|\w+Model):/g, '-> "$1":'));
}

/** Imports a service into the models of its route. */
const importsServiceIntoModels: Edit = (project) =>
  change(project, MODELS, (text) =>
    text.replace(
      /^from typing .*\n/m,
      `$&\nfrom api.services.products_service import ProductsService  # noqa: F401 ${BY_HAND}\n`,
    ));

/** Returns the shop with one more subroute. */
function shopWithLate(mock: JsonValue): Spec {
  return shopWith({
    products: {
      type: "GET",
      mock: [{ id: 1, name: "Lamp" }],
      subroutes: {
        sale: { type: "GET", mock: { id: 1, price: 2.5 } },
        late: { type: "POST", mock },
      },
    },
  });
}

/** @param edit A further edit, after which the code is no longer where it was generated. */
function grownBesideCheckedModels(...edit: readonly string[]): Readonly<Record<string, Row>> {
  const someone = ["imports models only for type checkers", ...edit].join(" and ");
  const row: Row = {
    people:
      "the models import the service, which imports them for type checkers and quotes them; " +
      "the spec adds a subroute, and then changes its mock",
    must: "the new models are imported for type checkers and quoted, too, and the app starts",
    problems: async (judge) => {
      const life = await shop(
        importsForCheckers(SERVICE),
        importsForCheckers(REPOSITORY),
        importsServiceIntoModels,
        ...edit,
      );
      const step = await reconciled(judge, life, shopWithLate({ note: "late" }));
      const again = await reconciled(judge, step.after);
      const later = await reconciled(judge, again.after, shopWithLate([{ pages: 3 }]));
      const last = await reconciled(judge, later.after, shopWithLate({ pages: 4 }));
      return [
        ...broken(step),
        ...broken(again),
        ...broken(later),
        ...broken(last),
        ...unless(answerOf(step, "POST /products/late") === '{"note":"late"}', "no new endpoint"),
        ...unless(answerOf(later, "POST /products/late") === '[{"pages":3}]', "the mock stays"),
        ...unless(answerOf(last, "POST /products/late") === '{"pages":4}', "the last mock is lost"),
      ];
    },
  };
  return { [`a new endpoint after: someone ${someone}`]: row };
}

const ROWS_OF_CIRCLES: Readonly<Record<string, Row>> = {
  ...grownBesideCheckedModels(),
  ...grownBesideCheckedModels("renames a handler"),
  "a changed spec after: someone moves models into the service's module": {
    people: "someone moves models there, and the repository imports them for type checkers; " +
      "the spec changes mocks and adds a subroute; then it is as before",
    must: "the repository imports the new models for type checkers, too, and the app starts",
    problems: async (judge) => {
      const life = await shop(movesModelsToService);
      const step = await reconciled(judge, life, CHANGED);
      const again = await reconciled(judge, step.after);
      const back = await reconciled(judge, again.after, SHOP);
      const product = JSON.stringify(CHANGED.routes["products"]?.mock);
      const runs = [step, back].flatMap(({ after }) =>
        unless(!/^from api\.services/m.test(lf(after.project.files, REPOSITORY)), "an import runs")
      );
      return [
        ...broken(step),
        ...broken(again),
        ...broken(back),
        ...runs,
        ...unless(answerOf(step, "GET /products") === product, "GET /products is as before"),
        ...unless(answerOf(step, "POST /products/late") === '{"note":"late"}', "no new endpoint"),
        ...unless(answerOf(back, "GET /products/sale") === '{"id":1,"price":2.5}', "not back"),
        ...unusedModels(step.after),
      ];
    },
  },
};

/** Adds code of people to a file. */
function appends(path: string, code: string): Edit {
  return (project) => change(project, path, (text) => `${text}\n\n${code}`);
}

const ROWS_OF_NEW_ROUTES: Readonly<Record<string, Row>> = {
  "4b: new routes of a renamed app": {
    people: "rename the app's package; add a route; the spec has another one, with a large mock",
    must: "both are served from the app's package",
    problems: async (judge) => {
      const life = await shop("renames the app's package");
      const mock = [{ id: 1, note: "long ".repeat(5_000) }];
      const one = await grown(
        judge,
        life,
        (workspace) => generateRoute(workspace, "invoices", { mock: [{ id: 2 }] }),
      );
      const two = await reconciled(judge, one.after, shopWith({ carts: { type: "GET", mock } }));
      const again = await reconciled(judge, two.after);
      const old = Object.keys(two.after.project.files).filter((path) => path.startsWith("api/"));
      return [
        ...broken(one),
        ...broken(two),
        ...broken(again),
        ...old.map((path) => `${path} is made`),
        ...unless(answerOf(one, "GET /invoices") === '[{"id":2}]', "no invoices"),
        ...unless(answerOf(two, "GET /carts") === JSON.stringify(mock), "no carts"),
      ];
    },
  },
  "1b: a route that was moved": {
    people: "move a route's module into a domain package; add the route",
    must: "the route exists already",
    problems: async (judge) => {
      const life = await shop("moves a route's module into a domain package");
      const routes = Object.keys(SHOP.routes);
      const steps = await Promise.all(routes.map((route) => withRoute(judge, life, route)));
      return steps.flatMap((step) => [
        ...broken(step),
        ...unless(step.report.status === "unchanged", "it writes something"),
      ]);
    },
  },
};

const ROWS_OF_LOST_CODE: Readonly<Record<string, Row>> = {
  "an endpoint without a place": {
    people: "move a service class out of the project; the spec adds endpoints to two routes",
    must: "the endpoint without a place is named with the reason, and the rest goes on",
    problems: async (judge) => {
      const life = await shop((project) =>
        change(project, "api/services/products_service.py", () => STAND_IN)
      );
      const late = { late: { type: "GET", mock: 1 } } as const;
      const spec = shopWith({
        products: {
          type: "GET",
          mock: [{ id: 1, name: "Lamp" }],
          subroutes: { sale: { type: "GET", mock: { id: 1, price: 2.5 } }, ...late },
        },
        users: { type: "GET", mock: [{ id: 7 }], subroutes: late },
      });
      const step = await reconciled(judge, life, spec);
      const said = saidIn(step.report);
      return [
        ...broken(step),
        ...unless(answerOf(step, "GET /users/late") === "1", "the other endpoint is missing"),
        ...unless(
          said.includes("GET /products/late") && said.includes("no class 'ProductsService'"),
          `it says only: ${said}`,
        ),
      ];
    },
  },
};

/** A module that creates the service with a function, without a class of its own. */
const STAND_IN = `"""Made ${BY_HAND}."""

from types import SimpleNamespace
from typing import Any


def ProductsService(repository: Any) -> Any:
    return SimpleNamespace(get=lambda: [{"id": 1}], get_sale=lambda: {"id": 1})
`;

const ROWS_OF_LEFT_CODE: Readonly<Record<string, Row>> = {
  "removal of a route whose module people extended": {
    people: "add a constant to a route's module; remove the route",
    must: "the module stays with the blueprint that the app looks for, and the app starts",
    problems: async (judge) => {
      const life = await shop(appends("api/routes/products_route.py", `LIMIT = 5  # ${BY_HAND}\n`));
      const step = await withoutProducts(judge, life);
      return broken(step).filter((each) => !each.startsWith("a second run"));
    },
  },
  "a removed route that comes back": {
    people: "add a test; remove the route; the spec has it with another mock",
    must: "it is generated beside the test",
    problems: async (judge) => {
      const test = `\ndef test_more() -> None:\n    assert "${BY_HAND}"\n`;
      const life = await shop(appends("tests/test_products_route.py", test));
      const removed = await withoutProducts(judge, life);
      const step = await reconciled(judge, removed.after, CHANGED);
      const body = JSON.stringify(CHANGED.routes["products"]?.mock);
      return [...broken(step), ...unless(answerOf(step, "GET /products") === body, "not back")];
    },
  },
};

export const ROWS_OF_MOVES: Readonly<Record<string, Row>> = Object.assign(
  {},
  ROWS_OF_NEW_ROUTES,
  ROWS_OF_LEFT_CODE,
  ROWS_OF_LOST_CODE,
  ROWS_OF_CIRCLES,
  ...MOVES.map((edit) => removedAfter(edit)),
  removedAfter("renames a blueprint", "moves a route's module into a domain package"),
  removedAfter("merges the modules of two routes", "moves a handler into a second module"),
  ...MOVES.map(grownAfter),
  ...MOVES.map((edit) => reconciledAfter(edit)),
  reconciledAfter(
    "renames the app's package",
    "moves all layers of a route into a domain package",
  ),
);
