/** The problems and locations that `analyze` prints. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { readReport } from "./report_schema.ts";
import { runHere } from "./run_here.ts";

const BROKEN = { "shop/api/services/carts_service.py": "def broken(:\n" };

const RUNS = [
  { words: "analyze", files: {}, code: 0 },
  { words: "analyze --strict", files: {}, code: 0 },
  { words: "analyze", files: BROKEN, code: 0 },
  { words: "analyze --strict", files: BROKEN, code: 1 },
] as const;

for (const { words, files, code } of RUNS) {
  const problems = Object.keys(files).length;
  Deno.test(`layerwright ${words} exits with ${code} for ${problems} problems`, async () => {
    await inCodeFolder(async (folder) => {
      writeFiles(folder, files);
      const cwd = join(folder, "shop");
      const plain = await runHere(words.split(" "), { cwd });
      deepEqual([plain.code, plain.stderr], [code, ""]);
      equal(/^Problems:$/m.test(plain.stdout), problems > 0);
      const reported = await runHere(["--report", ...words.split(" ")], { cwd });
      equal(reported.code, code);
      equal(readReport(reported.stdout).status, "unchanged");
    });
  });
}

Deno.test("layerwright analyze prints file:line of each endpoint", async () => {
  await inCodeFolder(async (folder) => {
    const { stdout } = await runHere(["analyze"], { cwd: join(folder, "shop") });
    const source = await Deno.readTextFile(join(folder, "shop/api/routes/orders_route.py"));
    const line = source.split("\n").indexOf('@orders_bp.get("")') + 1;
    match(stdout, new RegExp(`^ +GET +/orders +api/routes/orders_route\\.py:${line} +get$`, "m"));
  });
});
