import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

Deno.test("generate resource names the option for items without an id", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const before = readTree(folder);
    const args = ["generate", "resource", "parts", "--example", '{"sku": "a-1"}'];
    const { code, stdout, stderr } = await runHere(args, { cwd });
    equal(code, 1);
    equal(stdout, "");
    equal(
      stderr,
      "Error: Field 'id' missing in 'resource' in route 'parts'.\n" +
        "Hint: Name the field of the id with --id-field\n",
    );
    deepEqual(readTree(folder), before);
    equal((await runHere([...args, "--id-field", "sku"], { cwd })).code, 0);
  });
});
