/**
 * Projects that an earlier version generated can grow. Apart from the additions, they stay as they
 * are.
 */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { generateRoute, generateSubroute, type Report, type Workspace } from "../../mod.ts";
import earlier from "../testdata/earlier_project.json" with { type: "json" };
import { checkedProject } from "../tools/checked_project.ts";
import { compile } from "../tools/compile.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { mypy } from "../tools/mypy.ts";
import { pytest } from "../tools/pytest.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { differences, type Files, regenerate, replace, run } from "./edited_project.ts";

const FILES: Files = earlier.files;

const ADDITIONS: readonly ((workspace: Workspace) => Promise<Report>)[] = [
  (workspace) => generateRoute(workspace, "refunds", { type: "POST", mock: { id: 1 } }),
  (workspace) => generateRoute(workspace, "rates"),
  (workspace) => generateSubroute(workspace, "rates", "euro", { mock: { usd: 1.1 } }),
  (workspace) => generateSubroute(workspace, "users", "sale", { mock: { price: 5 } }),
  (workspace) => generateSubroute(workspace, "orders", "open", { type: "POST" }),
];

const ANSWERS: Readonly<Record<string, unknown>> = {
  "GET /users": [{ id: 1, name: "Ada" }],
  "GET /users/active": "Your active route is working!",
  "GET /users/sale": { price: 5 },
  "POST /orders": "Successfully created orders with data: None",
  "POST /orders/open": "Successfully created open for orders with data: None",
  "POST /refunds": { id: 1 },
  "GET /rates": "Your rates route is working!",
  "GET /rates/euro": { usd: 1.1 },
};

async function grown(): Promise<Files> {
  let files = FILES;
  for (const add of ADDITIONS) {
    const outcome = await run(files, add);
    equal(outcome.report.status, "applied", outcome.report.message);
    files = outcome.files;
  }
  return files;
}

/** Runs projects and their tests. */
async function assertWork(...all: readonly Files[]): Promise<void> {
  await inTemporaryFolder(async (home) => {
    const folders = all.map((files, index) => {
      writeFiles(`${home}/p${index}`, files);
      return `${home}/p${index}`;
    });
    const projects = await Promise.all(folders.map(checkedProject));
    const complaints = await Promise.all([compile, mypy, pytest].map((tool) => tool(projects)));
    deepEqual(complaints.flat(), []);
    const requests = Object.keys(ANSWERS).map((request) => {
      const [method = "", path = ""] = request.split(" ");
      return { method, path, body: null };
    });
    const asked = folders.map((folder) => ({ folder, requests }));
    for (const answers of await flaskAnswers(asked, "client")) {
      deepEqual(answers.map(({ body }) => JSON.parse(body)), Object.values(ANSWERS));
    }
  });
}

Deno.test("an earlier project grows with commands, and an unchanged spec leaves it alone", async () => {
  const files = await grown();
  ok(!Object.values(files).some((text) => text.includes("per_request")));
  match(files["api/routes/refunds_route.py"] ?? "", /RefundsService\(RefundsRepository\(\)\)/);
  match(files["api/models/rates_model.py"] ?? "", /class RatesEuroModel\(TypedDict\):/);

  const again = await regenerate(files, earlier.spec);
  deepEqual(differences(files, again.files), []);
  equal((await regenerate(again.files, earlier.spec)).report.status, "unchanged");

  await assertWork(files);
});

Deno.test("an unchanged spec keeps the edits of an earlier project", async () => {
  const edited = replace(
    "api/__init__.py",
    "    register_blueprints(app)\n",
    "    register_blueprints(app)\n    CORS(app)\n",
  )(FILES);
  const { report, files } = await regenerate(edited, earlier.spec);
  equal(report.status, "unchanged");
  deepEqual(files, edited);
});
