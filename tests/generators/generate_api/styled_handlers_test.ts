/** Handlers that a spec adds or changes follow the handlers beside them. */

import { equal, match } from "node:assert/strict";
import { CONVENTION_CASES, type ConventionCase, HELPERS } from "../../projects/convention_cases.ts";
import { type Files, generate, regenerate } from "../edited_project.ts";

const ROUTE = "api/routes/products_route.py";

const TESTS = "tests/test_products_route.py";

function specOf(subroutes: Readonly<Record<string, unknown>>) {
  const all = { type: "GET", mock: [2] };
  return { routes: { products: { type: "GET", mock: [1], subroutes: { all, ...subroutes } } } };
}

const HEAD = `from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")


def service():
    return ProductsService(ProductsRepository())


`;

/** Generates a project, and replaces its handlers. */
async function written({ handlers }: Pick<ConventionCase, "handlers">): Promise<Files> {
  const files = await generate(specOf({}));
  return { ...files, ...HELPERS, [ROUTE]: `${(HEAD + handlers).trimEnd()}\n` };
}

/** Returns the part of a module between empty lines that defines a function. */
function partOf(text: string | undefined, name: string): string | undefined {
  return text?.split(/\n{3,}/).find((part) => part.includes(`def ${name}(`))?.trim();
}

for (const each of CONVENTION_CASES) {
  Deno.test(`generateApi() adds a handler as generateSubroute() does beside ${each.title}`, async () => {
    const { method = "GET", mock = [3] } = each;
    const { report, files } = await regenerate(
      await written(each),
      specOf({ sale: { type: method, mock } }),
    );
    equal(report.status, "applied", report.message);
    equal(partOf(files[ROUTE], method === "GET" ? "get_sale" : "create_sale"), each.added);
  });
}

Deno.test("a handler that gets the service as an argument has no test, as its stand-in fails", async () => {
  const given = CONVENTION_CASES.find(({ title }) =>
    title === "a decorator that passes the service"
  );
  const before = await written({ handlers: given?.handlers ?? "" });
  const { files } = await regenerate(before, specOf({ sale: { type: "GET", mock: [3] } }));
  match(files[ROUTE] ?? "", /def get_sale\(service\b/);
  equal(files[TESTS], before[TESTS]);
});

const GUARDED = {
  handlers: `from api.auth import login_required


@products_bp.get("")
@login_required
def get():
    return jsonify(service().get())


@products_bp.get("/all")
@login_required
def get_all():
    return jsonify(service().get_all())
`,
};

const GUARDED_SALE = `@products_bp.get("/sale")
@login_required
def get_sale():
    return jsonify(service().get_sale())`;

/** Moves the route's module, which keeps its code. */
function moved({ [ROUTE]: route = "", ...others }: Files): Files {
  return { ...others, "api/routes/goods.py": route };
}

for (
  const [what, move, path] of [
    ["a route", (files: Files) => files, ROUTE],
    ["a route that people moved", moved, "api/routes/goods.py"],
  ] as const
) {
  Deno.test(`a handler of ${what} keeps its guard when its status changes`, async () => {
    const sale = { type: "GET", mock: [3] };
    const before = move(await written(GUARDED));
    const { files: added } = await regenerate(before, specOf({ sale }));
    equal(partOf(added[path], "get_sale"), GUARDED_SALE);
    const { files } = await regenerate(added, specOf({ sale: { ...sale, status: 202 } }));
    equal(partOf(files[path], "get_sale"), `${GUARDED_SALE}, 202`);
    const { report } = await regenerate(files, specOf({ sale: { ...sale, status: 202 } }));
    equal(report.status, "unchanged");
  });
}

Deno.test("a handler that people asked to replace is as generated", async () => {
  const spec = specOf({});
  const changed = { ...spec.routes.products, mock: [4] };
  const { report, files } = await regenerate(
    await written(GUARDED),
    { routes: { products: changed } },
    { replace: ["GET /products"] },
  );
  equal(report.status, "applied", report.message);
  match(partOf(files[ROUTE], "get") ?? "", /^@products_bp\.get\(""\)\ndef get\(\)/);
});
