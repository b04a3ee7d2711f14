import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace, generateSubroute } from "../../mod.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { copyProject, request } from "./hand_edited_project.ts";
import { JOINED_ROUTES } from "./joined_route_cases.ts";
import { testInFullTier } from "../tools/tier.ts";

const ROUTE = "api/routes/products_route.py";

testInFullTier(
  "generateSubroute joins modules of every kind, and their applications run",
  (test) =>
    inTemporaryFolder(async (temporary) => {
      const folders: string[] = [];
      for (const [number, { title, route, files, answer }] of JOINED_ROUTES.entries()) {
        const folder = copyProject("helpers_below", join(temporary, `${number}`));
        writeFiles(folder, { [ROUTE]: route, ...files });
        folders.push(folder);
        await test.step(title, async () => {
          const workspace = createDiskWorkspace(folder);
          const report = await generateSubroute(workspace, "products", "sale", { mock: [3] });
          equal(report.status, "applied", report.message);
          const text = Deno.readTextFileSync(join(folder, ROUTE));
          ok(text.includes(`:\n    ${answer}\n`), text);
        });
      }
      const requests = [request("GET /products/sale")];
      const answers = await flaskAnswers(folders.map((folder) => ({ folder, requests })), "client");
      deepEqual(
        answers.flat().map(({ status, body }) => [status, body]),
        JOINED_ROUTES.map(() => [200, "[3]\n"]),
      );
    }),
);
