/** Renaming routes with files that are links inside the project. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import {
  generateApi,
  projectStatus,
  renameRoute,
  renameSubroute,
  type Report,
  type Workspace,
} from "../../mod.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readTree } from "../workspace/tree.ts";

const SERVICE = "api/services/users_service.py";
const SPEC = {
  routes: {
    users: { type: "GET", mock: 1, subroutes: { old: { type: "GET", mock: { id: 2 } } } },
  },
} as const;

/** Runs work in a project whose service is a link to another file of the project. */
function withLink(
  target: string,
  work: (workspace: Workspace, root: string) => Promise<void>,
): Promise<void> {
  return inTemporaryFolder(async (root) => {
    await generateApi(createDiskWorkspace(root), "shop", SPEC, { isInside: true });
    Deno.mkdirSync(join(root, "shared"));
    Deno.renameSync(join(root, SERVICE), join(root, target));
    Deno.symlinkSync(`../../${target}`, join(root, SERVICE));
    await work(createDiskWorkspace(root), root);
  });
}

const RENAMINGS: Readonly<Record<string, (workspace: Workspace) => Promise<Report>>> = {
  "renameRoute()": (workspace) => renameRoute(workspace, "users", "people"),
  "renameSubroute()": (workspace) => renameSubroute(workspace, "users", "old", "late"),
};

for (const [name, rename] of Object.entries(RENAMINGS)) {
  Deno.test(`${name} names a link to another module of the project, and changes nothing`, () =>
    withLink("shared/users.py", async (workspace, root) => {
      const before = readTree(root);
      const { status, message, diagnostics: [problem] } = await rename(workspace);
      deepEqual([status, problem?.code], ["refused", "rename-link"]);
      match(
        message,
        /it has links to files; nothing was written\.\n {2}api\/services\/users_service\.py$/,
      );
      deepEqual(readTree(root), before);
    }));
}

Deno.test("renameRoute() does not turn a link to a file into a file", () =>
  withLink("shared/users.txt", async (workspace) => {
    const { diagnostics: [problem] } = await renameRoute(workspace, "users", "people");
    equal(problem?.code, "rename-link");
  }));

Deno.test("renameSubroute() writes through a link to a file that is not a module", () =>
  withLink("shared/users.txt", async (workspace, root) => {
    equal((await renameSubroute(workspace, "users", "old", "late")).status, "applied");
    equal(Deno.lstatSync(join(root, SERVICE)).isSymlink, true);
    match(Deno.readTextFileSync(join(root, "shared/users.txt")), /def get_late\(/);
    equal((await projectStatus(workspace, "shop")).data?.drift, 0);
  }));

Deno.test("renameRoute() names a link to a data file in a renamed app", () =>
  inTemporaryFolder(async (root) => {
    const mock = Array.from({ length: 900 }, (_, id) => ({ id, name: `User ${id}` }));
    const workspace = createDiskWorkspace(root);
    await generateApi(workspace, "shop", { routes: { users: { type: "GET", mock } } }, {
      isInside: true,
    });
    Deno.renameSync(join(root, "api"), join(root, "app"));
    const paths = Object.keys(readTree(root));
    for (const path of paths.filter((each) => each.endsWith(".py"))) {
      const text = Deno.readTextFileSync(join(root, path));
      Deno.writeTextFileSync(join(root, path), text.replaceAll(/(from |")api\b(?=[. ])/g, "$1app"));
    }
    const data = "app/mocks/users/get.json";
    Deno.renameSync(join(root, data), join(root, "users.json"));
    Deno.symlinkSync("../../../users.json", join(root, data));
    const { diagnostics: [problem], message } = await renameRoute(workspace, "users", "people");
    equal(problem?.code, "rename-link");
    match(message, /\n {2}app\/mocks\/users\/get\.json$/);
  }));
