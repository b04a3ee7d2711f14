/**
 * What people see, word by word. After a change that is meant, `LAYERWRIGHT_GOLDEN=write` before the
 * test command writes the transcripts anew: read the difference before committing it.
 */

import { equal } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readSteps, replay } from "./transcript.ts";

const TESTDATA = fileURLToPath(new URL("../testdata/", import.meta.url));
const TRANSCRIPTS = join(TESTDATA, "transcripts");

for (
  const { name } of [...Deno.readDirSync(TRANSCRIPTS)].sort((a, b) => (a.name < b.name ? -1 : 1))
) {
  Deno.test(`layerwright prints what transcripts/${name} shows`, async () => {
    const path = join(TRANSCRIPTS, name);
    const expected = Deno.readTextFileSync(path);
    const actual = await inTemporaryFolder(async (folder) => {
      copySpecs(join(folder, "code"));
      return await replay(readSteps(expected), folder);
    });
    if (Deno.env.get("LAYERWRIGHT_GOLDEN") === "write") Deno.writeTextFileSync(path, actual);
    else equal(actual, expected);
  });
}

function copySpecs(folder: string): void {
  Deno.mkdirSync(folder);
  for (const { name } of Deno.readDirSync(join(TESTDATA, "specs"))) {
    Deno.copyFileSync(join(TESTDATA, "specs", name), join(folder, name));
  }
}
