/** `upgrade`: its output, and its changes. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { runCommand } from "../../tools/run_command.ts";
import { generate } from "../generators/edited_project.ts";
import { asOtherVersion } from "../generators/upgrade/other_templates.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

const SPEC = { routes: { orders: { type: "POST" }, users: { type: "GET", mock: [{ id: 1 }] } } };

/** Gives a test the folder of a project that another version generated, with an edit. */
function withEarlier(test: (cwd: string) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (home) => {
    const cwd = join(home, "shop");
    const files = await asOtherVersion(() => generate(SPEC));
    const app = files["api/__init__.py"]?.replace(
      "    register_blueprints(app)\n",
      "    register_blueprints(app)\n    CORS(app)\n",
    );
    writeFiles(cwd, { ...files, "api/__init__.py": app ?? "" });
    await test(cwd);
  });
}

const OUTPUT = `Upgraded project 'shop'; left 1 edited part to you

  update  .dockerignore
  update  api/errors.py
  update  api/repositories/orders_repository.py
  update  api/repositories/users_repository.py
  update  api/routes/orders_route.py
  update  api/routes/users_route.py
  update  api/services/orders_service.py
  update  api/services/users_service.py
  update  tests/test_app.py
  update  tests/test_orders_route.py
  update  tests/test_users_route.py
  update  .layerwright/manifest
  update  .layerwright/routes/orders
  update  .layerwright/routes/users

  edited  api/__init__.py:32  create_app

Next: layerwright upgrade --diff
`;

Deno.test("upgrade lists its changes, and the code that it leaves", async () => {
  await withEarlier(async (cwd) => {
    deepEqual(await runHere(["upgrade"], { cwd }), { code: 0, stdout: OUTPUT, stderr: "" });
    const again = await runHere(["upgrade"], { cwd });
    equal(again.code, 0);
    match(
      again.stdout,
      /^Nothing to do: only code that you edited differs[^\n]*\n\n {2}edited {2}api/,
    );
    const settled = await runHere(["upgrade", "--keep-edited"], { cwd });
    match(settled.stdout, /^Upgraded project 'shop'\n/);
    const { stdout } = await runHere(["upgrade"], { cwd });
    equal(stdout, "Nothing to do: the project has the templates of this version\n");
  });
});

Deno.test("upgrade --diff prints the changes as a patch, and the patch of edited code apart", async () => {
  await withEarlier(async (cwd) => {
    const before = readTree(cwd);
    const { code, stdout, stderr } = await runHere(["upgrade", "--diff"], { cwd });
    equal(code, 0);
    deepEqual(readTree(cwd), before);
    match(stderr, /^--- a\/api\/__init__\.py\n[^]*^- {4}CORS\(app\)$/m);
    Deno.writeTextFileSync(join(cwd, "../p.patch"), stdout);
    const applied = await runCommand("git", ["apply", "../p.patch"], {
      cwd,
      env: { GIT_DIR: "/dev/null" },
    });
    equal(applied.code, 0, applied.stderr);
    const patched = readTree(cwd);
    equal((await runHere(["upgrade"], { cwd })).stdout.split("\n")[0], NOTHING_BUT_EDITS);
    deepEqual(readTree(cwd), patched);
  });
});

const NOTHING_BUT_EDITS = "Nothing to do: only code that you edited differs from the templates";

Deno.test("upgrade --dry-run writes nothing", async () => {
  await withEarlier(async (cwd) => {
    const before = readTree(cwd);
    const { stdout } = await runHere(["upgrade", "--dry-run"], { cwd });
    match(stdout, /^Would upgrade project 'shop'/);
    deepEqual(readTree(cwd), before);
  });
});

Deno.test("upgrade in a project without records suggests adopt", async () => {
  await inCodeFolder(async (folder) => {
    Deno.removeSync(join(folder, "shop/.layerwright"), { recursive: true });
    const { code, stderr } = await runHere(["upgrade"], { cwd: join(folder, "shop") });
    equal(code, 1);
    match(stderr.replaceAll(/\s+/g, " "), /'layerwright adopt --spec <file>'/);
  });
});
