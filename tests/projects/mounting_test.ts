/** New endpoints of blueprints that are mounted in many ways, in real applications. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace, generateApi, generateSubroute } from "../../mod.ts";
import { exampleUrl } from "../../generators/code/example_url.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { request } from "./hand_edited_project.ts";
import { MOUNTING_CASES, type MountingCase } from "./mounting_cases.ts";

const SPEC = {
  routes: { products: { type: "GET", mock: [1], subroutes: { all: { type: "GET", mock: [2] } } } },
} as const;

function routeModule({ imports = "", prefix = "", parameters = "" }: MountingCase): string {
  return `from flask import Blueprint, jsonify

from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService
${imports}
products_bp = Blueprint("products", __name__${prefix})


def service():
    return ProductsService(ProductsRepository())


@products_bp.get("/")
def get(${parameters}):
    return jsonify(service().get())


@products_bp.get("/all")
def get_all(${parameters}):
    return jsonify(service().get_all())
`;
}

Deno.test("generateSubroute() finds the path of a blueprint's endpoints", (test) =>
  inTemporaryFolder(async (temporary) => {
    const folders: string[] = [];
    for (const [number, each] of MOUNTING_CASES.entries()) {
      const { title, files, path, says } = each;
      const folder = join(temporary, `${number}`);
      folders.push(folder);
      const workspace = createDiskWorkspace(folder);
      await generateApi(workspace, "shop", SPEC);
      writeFiles(folder, { ...files, "api/routes/products_route.py": routeModule(each) });
      await test.step(title, async () => {
        const report = await generateSubroute(workspace, "products", "sale", { mock: [3] });
        equal(report.status, "applied", report.message);
        deepEqual(report.data?.endpoints.map((each) => each.path), [printedPath(path)]);
        deepEqual(
          report.diagnostics.map(({ message }) => message),
          says === undefined ? [] : [says],
        );
        const tests = Deno.readTextFileSync(join(folder, "tests/test_products_route.py"));
        ok(tests.includes(`client.get("${exampleUrl("", path)}")`), tests);
      });
    }
    const answers = await flaskAnswers(
      MOUNTING_CASES.map(({ path, asked = path }, index) => ({
        folder: folders[index] ?? "",
        requests: [request(`GET ${asked ?? path}`)],
      })),
      "client",
    );
    deepEqual(
      answers.map((
        [answer],
        index,
      ) => [MOUNTING_CASES[index]?.title, answer?.status, answer?.body]),
      MOUNTING_CASES.map(({ title, asked }, index) =>
        asked === null ? [title, 404, answers[index]?.[0]?.body] : [title, 200, "[3]\n"]
      ),
    );
  }));
