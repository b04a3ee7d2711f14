import { join } from "node:path";
import { watchFile } from "../../workspace/watched_file.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

/** Ways to change a file. */
const CHANGES: readonly (readonly [string, (path: string) => void])[] = [
  ["is written", (path) => Deno.writeTextFileSync(path, "more")],
  ["is replaced", (path) => {
    Deno.writeTextFileSync(`${path}.new`, "other");
    Deno.renameSync(`${path}.new`, path);
  }],
  ["is deleted", (path) => Deno.removeSync(path)],
  ["becomes a link", (path) => {
    Deno.writeTextFileSync(`${path}.real`, "linked");
    Deno.removeSync(path);
    Deno.symlinkSync(`${path}.real`, path);
  }],
];

for (const [change, make] of CHANGES) {
  Deno.test(`watchFile() reports that a file ${change}`, () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "spec.json");
      Deno.writeTextFileSync(path, "text");
      await changed(path, () => make(path));
    }));
}

Deno.test("watchFile() reports that the target of a link changes", () =>
  inTemporaryFolder(async (folder) => {
    const [path, target] = [join(folder, "spec.json"), join(folder, "below", "real.json")];
    Deno.mkdirSync(join(folder, "below"));
    Deno.writeTextFileSync(target, "text");
    Deno.symlinkSync(target, path);
    await changed(path, () => Deno.writeTextFileSync(target, "more"));
  }));

/** Waits until a watch has reported a change. */
async function changed(path: string, make: () => void): Promise<void> {
  const told = Promise.withResolvers<void>();
  const watched = watchFile(path, told.resolve);
  make();
  await told.promise;
  watched.stop();
}
