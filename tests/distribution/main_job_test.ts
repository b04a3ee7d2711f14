/** The main workflow with the command line, on any system. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { createMemoryWorkspace, generateApi, generateSubroute } from "../../mod.ts";
import { runCli } from "../commands/run_cli.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const SPEC = '{ "routes": { "products": { "type": "GET", "mock": [{ "id": 1 }] } } }';

Deno.test("a spec becomes a project, which grows, and does not change when generated again", () =>
  inTemporaryFolder(async (folder) => {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCli(args, { cwd: folder });
      equal(code, 0, stderr);
      return stdout;
    };
    Deno.writeTextFileSync(join(folder, "shop.json"), SPEC);
    await run("validate", "shop.json");
    await run("generate", "api", "shop", "--json", "shop.json");
    await run("-C", "shop", "generate", "subroute", "products", "sale");
    match(await run("-C", "shop", "status", "--all"), /GET +\/products\/sale/);

    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", SPEC);
    await generateSubroute(workspace, "products", "sale");
    const made = () =>
      [...workspace.files().keys()].map((path) => [
        path,
        Deno.readTextFileSync(join(folder, "shop", path)),
      ]);
    deepEqual(made(), [...workspace.files()]);

    match(await run("generate", "api", "shop", "--json", "shop.json"), /Nothing to do/);
    deepEqual(made(), [...workspace.files()]);
  }));
