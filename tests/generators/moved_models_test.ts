/** Models that people moved out of their route's module of models. */

import { deepEqual, equal, match } from "node:assert/strict";
import { generateSubroute } from "../../mod.ts";
import { type Files, generate, regenerate, run } from "./edited_project.ts";

function specWith(body: unknown, mock: unknown = { id: 2 }) {
  const subroutes = { sale: { type: "POST", body, mock } };
  return { routes: { products: { type: "GET", mock: [{ id: 1 }], subroutes } } };
}

const MODELS = "api/models/products_model.py";
const SCHEMAS = "api/schemas.py";

/** Moves the model of a body, and its imports. */
function moveBody(files: Files): Files {
  const models = files[MODELS] ?? "";
  const start = models.indexOf("class ProductsSaleBody");
  const head = '"""Schemas."""\n\nfrom api.models.body import Body\n\n\n';
  const moved = Object.entries(files).map(([path, text]) => [
    path,
    text.replace(
      /^from api\.models\.products_model import (.*)$/m,
      (_, names: string) => {
        const others = names.split(", ").filter((each) => each !== "ProductsSaleBody");
        const own = "from api.schemas import ProductsSaleBody";
        return others.length === 0
          ? own
          : `from api.models.products_model import ${others.join(", ")}\n${own}`;
      },
    ),
  ]);
  return {
    ...Object.fromEntries(moved),
    [MODELS]: `${models.slice(0, start).trimEnd()}\n`.replace(/\n.*import Body\n/, ""),
    [SCHEMAS]: head + models.slice(start),
  };
}

/** Lists the modules that define a class. */
function definedIn(files: Files, name: string): readonly string[] {
  return Object.keys(files).filter((path) =>
    new RegExp(`^class ${name}\\b`, "m").test(files[path] ?? "")
  );
}

Deno.test("generateApi() updates a moved model where it is, with its new models above it", async () => {
  const moved = moveBody(await generate(specWith({ a: 1 })));
  const { report, files } = await regenerate(moved, specWith({ a: { k: [{ z: 1 }] } }));
  equal(report.status, "applied");
  equal(files[MODELS], moved[MODELS]);
  const classes = [...(files[SCHEMAS] ?? "").matchAll(/^class (\w+)/gm)].map(([, name]) => name);
  deepEqual(classes, ["ProductsSaleAKBody", "ProductsSaleABody", "ProductsSaleBody"]);
  const back = await regenerate(files, specWith({ a: 1 }));
  equal(back.files[SCHEMAS], moved[SCHEMAS]);
  equal((await regenerate(back.files, specWith({ a: 1 }))).report.status, "unchanged");
});

Deno.test("generateApi() makes no second model for an endpoint whose mock changes", async () => {
  const moved = moveBody(await generate(specWith({ a: 1 })));
  const { report, files } = await regenerate(moved, specWith({ a: 1 }, { id: 3 }));
  equal(report.status, "applied");
  deepEqual(definedIn(files, "ProductsSaleBody"), [SCHEMAS]);
});

Deno.test("generateSubroute() uses a moved model for a further method with the same body", async () => {
  const moved = moveBody(await generate(specWith({ a: 1 })));
  const { report, files } = await run(
    moved,
    (workspace) =>
      generateSubroute(workspace, "products", "sale", { methods: ["PUT"], body: { a: 1 } }),
  );
  equal(report.status, "applied");
  deepEqual(definedIn(files, "ProductsSale(?:Update)?Body\\d*"), [SCHEMAS]);
  match(
    files["api/services/products_service.py"] ?? "",
    /update_sale\(self, data: ProductsSaleBody\)/,
  );
});

Deno.test("generateSubroute() takes no name of a moved model for another body", async () => {
  const moved = moveBody(await generate(specWith({ a: 1 })));
  const { files } = await run(
    moved,
    (workspace) =>
      generateSubroute(workspace, "products", "sale_", { type: "POST", body: { b: 1 } }),
  );
  deepEqual(definedIn(files, "ProductsSaleBody"), [SCHEMAS]);
  deepEqual(definedIn(files, "ProductsSaleBody2"), [MODELS]);
});

Deno.test("generateApi() does not take another route's model for a deleted one of the same name", async () => {
  const spec = (mock: unknown) => ({
    routes: {
      shop: { methods: {}, subroutes: { item: { type: "GET", mock } } },
      shop_item: { type: "GET", mock: { id: 1 } },
    },
  });
  const generated = await generate(spec({ id: 1 }));
  const own = "api/models/shop_model.py";
  const { [own]: text = "", ...others } = generated;
  const deleted = { ...others, [own]: text.slice(0, text.indexOf("\n\nfrom")) + "\n" };
  const { files } = await regenerate(deleted, spec({ name: "a" }));
  equal(files["api/models/shop_item_model.py"], generated["api/models/shop_item_model.py"]);
  deepEqual(definedIn(files, "ShopItemModel").toSorted(), ["api/models/shop_item_model.py", own]);
});
