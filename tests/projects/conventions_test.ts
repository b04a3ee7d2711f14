/** New endpoints follow the style of the handlers beside them, in real applications. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace, generateApi, generateSubroute, type JsonValue } from "../../mod.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { pytest } from "../tools/pytest.ts";
import { IS_FULL_TIER, testInFullTier } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { CONVENTION_CASES, type ConventionCase, HELPERS } from "./convention_cases.ts";
import { request } from "./hand_edited_project.ts";

const ROUTE = "api/routes/products_route.py";

const TESTS = "tests/test_products_route.py";

const SPEC = {
  routes: { products: { type: "GET", mock: [1], subroutes: { all: { type: "GET", mock: [2] } } } },
} as const;

const HEAD = `from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService

products_bp = Blueprint("products", __name__, url_prefix="/products")


def service():
    return ProductsService(ProductsRepository())


`;

/**
 * Generates a project, and replaces its handlers. Removes the tests, so that only new endpoints get
 * tests.
 */
async function writtenProject(folder: string, { handlers }: ConventionCase): Promise<void> {
  await generateApi(createDiskWorkspace(folder), "shop", SPEC);
  const tests = Deno.readTextFileSync(join(folder, TESTS));
  // These tests would send requests to the handlers that people wrote.
  Deno.removeSync(join(folder, "tests/test_app.py"));
  writeFiles(folder, {
    ...HELPERS,
    [ROUTE]: `${(HEAD + handlers).trimEnd()}\n`,
    "tests/test_nothing.py": "def test_nothing():\n    pass\n",
    [TESTS]: `${tests.slice(0, tests.indexOf("\n\n\ndef test_"))}\n`,
  });
}

/** Returns the part of a module between empty lines that defines a function. */
function partOf(text: string, name: string): string | undefined {
  return text.split(/\n{3,}/).find((part) => part.includes(`def ${name}(`))?.trim();
}

function requestOf({ method = "GET" }: ConventionCase): string {
  return `${method} /products/sale`;
}

/**
 * Reports whether to run a case's new test: in the quick tier, only the failing ones and an eighth
 * of the others.
 */
function isTested({ fails }: ConventionCase, index: number): boolean {
  return IS_FULL_TIER || fails === true || index % 8 === 0;
}

testInFullTier(
  "generateSubroute() follows the conventions of the other handlers",
  (test) =>
    inTemporaryFolder(async (temporary) => {
      const folders: string[] = [];
      for (const [number, each] of CONVENTION_CASES.entries()) {
        const { title, method = "GET", mock = [3], added, says } = each;
        const folder = join(temporary, `${number}`);
        await writtenProject(folder, each);
        folders.push(folder);
        await test.step(title, async () => {
          const options = { type: method, mock: mock as JsonValue };
          const workspace = createDiskWorkspace(folder);
          const report = await generateSubroute(workspace, "products", "sale", options);
          equal(report.status, "applied", report.message);
          const text = Deno.readTextFileSync(join(folder, ROUTE));
          equal(partOf(text, method === "GET" ? "get_sale" : "create_sale"), added);
          deepEqual(
            report.diagnostics.map(({ severity, message }) => [severity, message]),
            (says ?? []).map((message) => ["info", message]),
          );
        });
      }
      await test.step("the endpoints answer", async () => {
        const answers = await flaskAnswers(
          CONVENTION_CASES.map((each, index) => ({
            folder: folders[index] ?? "",
            requests: [request(requestOf(each))],
          })),
          "client",
        );
        for (const [index, each] of CONVENTION_CASES.entries()) {
          const [{ status, body } = { status: 0, body: "" }] = answers[index] ?? [];
          const expected = each.fails ? 403 : each.method === "POST" ? 201 : 200;
          equal(status, expected, each.title);
          if (each.fails) continue;
          ok(
            body.includes(JSON.stringify(each.mock ?? 3).replace(/[[\]]/g, "")),
            each.title + body,
          );
        }
      });
      await test.step("the new tests pass", async () => {
        const tested = CONVENTION_CASES.flatMap((each, index) =>
          isTested(each, index) ? [{ folder: folders[index] ?? "", files: [] }] : []
        );
        const complaints = await pytest(tested);
        const failed = CONVENTION_CASES.filter(({ fails }) => fails).map(({ title }) => title);
        const complained = CONVENTION_CASES.filter((_, index) =>
          complaints.some(({ folder }) => folder === folders[index])
        );
        deepEqual(complained.map(({ title }) => title), failed, JSON.stringify(complaints));
      });
    }),
);

Deno.test("generateSubroute() says once what several new handlers lack", () =>
  inTemporaryFolder(async (folder) => {
    await writtenProject(folder, {
      title: "asynchronous handlers",
      handlers: `@products_bp.get("")
async def get():
    return jsonify(service().get())


@products_bp.post("/all")
@limited
async def create_all():
    return jsonify(service().create_all()), 201
`,
      added: "",
    });
    const options = { methods: ["GET", "POST"] } as const;
    const { diagnostics } = await generateSubroute(
      createDiskWorkspace(folder),
      "products",
      "sale",
      options,
    );
    deepEqual(diagnostics.map(({ message }) => message), [
      "Unlike both other handlers, the new one is not async",
      "Unlike 1 of 2 other handlers, the new one has no @limited",
      "Unlike the other POST handler, the new one has no @limited",
    ]);
  }));
