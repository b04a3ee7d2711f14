/** Growth of projects whose layers people merged into one module, or whose models they moved. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type ApiSpecInput, generateSubroute, removeSubroute } from "../../mod.ts";
import { type Files, generate, regenerate, run } from "./edited_project.ts";

const before: ApiSpecInput = {
  routes: {
    orders: {
      type: "GET",
      mock: [{ id: 1 }],
      subroutes: {
        open: { type: "GET" },
        close: { type: "POST", body: { id: 1 }, mock: { ok: true } },
      },
    },
  },
};

const after: ApiSpecInput = {
  routes: {
    orders: {
      type: "GET",
      mock: { first: { id: 2 } },
      subroutes: {
        open: { type: "GET", mock: { last: { id: 3 } } },
        close: { type: "POST", body: { number: 1 }, mock: { ok: [{ at: 1 }] } },
        late: { type: "POST", body: { days: { from: 1 } }, mock: [{ id: 4 }] },
      },
    },
  },
};

const openWithMock: ApiSpecInput = {
  routes: {
    orders: {
      type: "GET",
      mock: [{ id: 1 }],
      subroutes: {
        open: { type: "GET", mock: { id: 3 } },
        close: { type: "POST", body: { id: 1 }, mock: { ok: true } },
      },
    },
  },
};

const LAYERS = ["model", "repository", "service", "route"] as const;
const FOLDERS = {
  model: "models",
  repository: "repositories",
  service: "services",
  route: "routes",
};

/** Merges all layers of the route into the module of its handlers. */
function inOneModule(files: Files): Files {
  const path = "api/routes/orders_route.py";
  const paths = LAYERS.map((layer) => `api/${FOLDERS[layer]}/orders_${layer}.py`);
  const imports = new Set<string>();
  const code = paths.map((each) => {
    const text = files[each] ?? "";
    const start = text.search(/^(?:class |orders_bp = )/m);
    for (const line of text.slice(0, start).match(/^from .*$/gm) ?? []) imports.add(line);
    return text.slice(start);
  });
  const isOwn = (line: string) => /^from api\.(?:models|repositories|services)\.orders_/.test(line);
  const head = [...imports].filter((line) => !isOwn(line)).join("\n");
  const others = Object.entries(files).filter(([each]) => !paths.includes(each));
  const tests = "tests/test_orders_route.py";
  return Object.fromEntries([
    ...others,
    [tests, (files[tests] ?? "").replace("api.models.orders_model", "api.routes.orders_route")],
    [path, `${head}\n\n\n${code.join("\n\n")}`],
  ]);
}

/** Lists the classes that a module uses in annotations of methods above their definitions. */
function usedTooEarly(text: string): readonly string[] {
  const names = [...text.matchAll(/^class (\w+(?:Model|Body)\d?)\b/gm)];
  return names.filter(({ 1: name = "", index }) =>
    new RegExp(String.raw`\b${name}\b`).test(text.slice(0, index))
  ).map(([, name = ""]) => name);
}

Deno.test("endpoints with models fit into a module with all layers", async () => {
  const merged = inOneModule(await generate(before));
  const { report, files } = await regenerate(merged, after);
  equal(report.status, "applied");
  const text = files["api/routes/orders_route.py"] ?? "";
  equal(/^from api\.routes/m.test(text), false, text);
  match(text, /^class OrdersLateModel\(TypedDict\):/m);
  deepEqual(usedTooEarly(text), []);
});

Deno.test("generate subroute puts models above the classes of a module with all layers", async () => {
  const merged = inOneModule(await generate(before));
  const options = {
    type: "POST",
    body: { days: { from: 1 } },
    mock: { id: { x: 1 } },
  } as const;
  const { report, files } = await run(
    merged,
    (workspace) => generateSubroute(workspace, "orders", "late", options),
  );
  equal(report.status, "applied");
  const text = files["api/routes/orders_route.py"] ?? "";
  equal(/^from api\.routes/m.test(text), false, text);
  ok(text.includes("-> OrdersLateModel:"), text);
  deepEqual(usedTooEarly(text), []);
});

Deno.test("remove subroute removes all models from a module with all layers", async () => {
  const merged = inOneModule(await generate(before));
  const long = "a_field_whose_type_does_not_fit_on_its_line";
  const options = {
    type: "POST",
    body: { days: { from: 1 }, [`${long}?`]: [[[[{ id: 1 }]]]] },
    mock: { id: { x: 1 } },
  } as const;
  const grown = await run(
    merged,
    (workspace) => generateSubroute(workspace, "orders", "late", options),
  );
  equal(grown.report.status, "applied");
  const path = "api/routes/orders_route.py";
  match(grown.files[path] ?? "", /^class OrdersLateBody\(Body\):/m);
  const { files } = await run(
    grown.files,
    (workspace) => removeSubroute(workspace, "orders", "late"),
  );
  equal(files[path]?.match(/\bOrdersLate\w+/g) ?? null, null);
});

Deno.test("a module keeps the imports of a model that people moved", async () => {
  const files = { ...await generate(before) };
  const path = "api/models/orders_model.py";
  const model = "class OrdersModel(TypedDict):\n    id: int\n";
  const own = files[path] ?? "";
  ok(own.includes(model), own);
  files[path] = own.replace(model, "");
  files["api/models/shared.py"] = `from typing import TypedDict\n\n\n${model}`;
  const users = ["api/services/orders_service.py", "api/repositories/orders_repository.py"];
  for (const user of users) {
    files[user] = (files[user] ?? "").replace(
      ", OrdersModel\n",
      "\nfrom api.models.shared import OrdersModel\n",
    );
  }
  const grown = await regenerate(files, openWithMock);
  equal(grown.report.status, "applied");
  for (const user of users) {
    const text = grown.files[user] ?? "";
    match(text, /^from api\.models\.shared import OrdersModel$/m);
    match(text, /\bOrdersOpenModel\b/);
  }
});
