import { deepEqual, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createFile, foldersOf, sync } from "../../workspace/durable.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

function refuse(error: unknown, path: string): never {
  throw new Error(`Refused ${path}`, { cause: error });
}

Deno.test("sync waits for files and folders, and names the one that it cannot wait for", () =>
  inTemporaryFolder(async (folder) => {
    // More than wait at once.
    const files = Array.from({ length: 70 }, (_, index) => join(folder, `${index}`));
    for (const file of files) createFile(file, new Uint8Array(1));
    await sync([folder, ...files], refuse);
    for (const at of [0, 66, 70]) {
      const absent = join(folder, "absent");
      await rejects(sync(files.toSpliced(at, 0, absent), refuse), { message: `Refused ${absent}` });
    }
  }));

Deno.test("foldersOf names each folder once", () => {
  const files = [join("a", "b"), join("a", "c"), join("a", "d", "e")];
  deepEqual(foldersOf(files), ["a", join("a", "d")]);
});
