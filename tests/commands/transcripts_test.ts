/**
 * The output of the command line, compared with transcripts. To update the transcripts, run the test with
 * `LAYERWRIGHT_GOLDEN=write`, and review the diff before you commit it.
 */

import { ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { patch } from "../../core/diff.ts";
import { projectPath } from "../../core/project_path.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeSpecs } from "./code_folder.ts";
import { readSteps, replay } from "./transcript.ts";

const TRANSCRIPTS = fileURLToPath(new URL("../testdata/transcripts/", import.meta.url));

const names = [...Deno.readDirSync(TRANSCRIPTS)].map(({ name }) => name).sort();

for (const name of names) {
  Deno.test(`layerwright prints the output in transcripts/${name}`, async () => {
    const path = join(TRANSCRIPTS, name);
    const expected = Deno.readTextFileSync(path);
    const actual = await inTemporaryFolder(async (folder) => {
      writeSpecs(join(folder, "code"));
      return await replay(readSteps(expected), folder);
    });
    if (Deno.env.get("LAYERWRIGHT_GOLDEN") === "write") Deno.writeTextFileSync(path, actual);
    else ok(actual === expected, difference(name, expected, actual));
  });
}

function difference(name: string, before: string, after: string): string {
  return patch({ kind: "update", path: projectPath(name), before, after }, "");
}
