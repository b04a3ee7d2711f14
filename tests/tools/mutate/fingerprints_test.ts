import { equal } from "node:assert/strict";
import { join } from "node:path";
import { fingerprints } from "../../../tools/mutate/fingerprints.ts";

Deno.test("fingerprints() change with the files that a test reaches, and with shared files", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const files = ["a_test.ts", "a.ts", "b.ts", "deno.lock"];
    for (const file of files) await Deno.writeTextFile(join(folder, file), "");
    const fingerprint = async () =>
      (await fingerprints(folder, files, (test) => [test, "a.ts"]))("a_test.ts");
    let last = await fingerprint();
    for (const [file, counts] of [["b.ts", false], ["a.ts", true], ["deno.lock", true]] as const) {
      await Deno.writeTextFile(join(folder, file), "changed");
      const next = await fingerprint();
      equal(next !== last, counts, file);
      last = next;
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
