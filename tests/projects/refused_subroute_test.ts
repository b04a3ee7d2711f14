import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import {
  checkRouteExists,
  createDiskWorkspace,
  generateRoute,
  generateSubroute,
  getProjectInfo,
} from "../../mod.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readTree } from "../workspace/tree.ts";
import {
  analysisLines,
  copyProject,
  projectFolder,
  projectNames,
  request,
} from "./hand_edited_project.ts";
import { type Refusal, REFUSALS } from "./other_layout_styles.ts";
import { STYLES } from "./own_layout_styles.ts";

function eachProject(behaviour: string, test: (refusal: Refusal) => Promise<void>): void {
  Deno.test(behaviour, async (context) => {
    for (const refusal of REFUSALS) await context.step(refusal.name, () => test(refusal));
  });
}

eachProject("inspecting finds what a project of another layout has", async (refusal) => {
  const { name, endpoints, routes, route, check } = refusal;
  const workspace = createDiskWorkspace(projectFolder(name));
  deepEqual(await analysisLines(projectFolder(name)), endpoints);
  deepEqual((await getProjectInfo(workspace, name)).data?.routes, routes);
  equal((await checkRouteExists(workspace, route)).message, check);
});

eachProject(
  "generateSubroute refuses, says why, and changes nothing",
  (refusal) =>
    inTemporaryFolder(async (temporary) => {
      const folder = copyProject(refusal.name, temporary);
      const before = readTree(folder);
      const workspace = createDiskWorkspace(folder);
      const { status, diagnostics } = await generateSubroute(workspace, refusal.route, "sale");
      equal(status, "failed");
      deepEqual(diagnostics.map(({ message, hint }) => [message, hint ?? ""]), [
        [refusal.message, refusal.hint],
      ]);
      deepEqual(readTree(folder), before);
    }),
);

Deno.test("generateRoute makes no module beside a package of its name", () =>
  inTemporaryFolder(async (temporary) => {
    const folder = copyProject("route_package", temporary);
    const before = readTree(folder);
    const { status, message } = await generateRoute(createDiskWorkspace(folder), "products");
    equal(status, "unchanged");
    equal(message, "Route 'products' already exists in api/routes/products_route/__init__.py");
    deepEqual(readTree(folder), before);
  }));

Deno.test("projects of other layouts run", async () => {
  const answers = await flaskAnswers(
    REFUSALS.map(({ name, root = "", module = "api", requests }) => ({
      folder: join(projectFolder(name), root),
      module,
      requests: Object.keys(requests).map(request),
    })),
    "client",
  );
  deepEqual(
    answers.map((each) => each.map(({ status }) => status)),
    REFUSALS.map(({ requests }) => Object.values(requests)),
  );
});

Deno.test("every project is tried", () => {
  deepEqual([...STYLES, ...REFUSALS].map(({ name }) => name).sort(), projectNames());
});
