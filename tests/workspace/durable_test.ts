import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createFile, foldersOf, sync } from "../../workspace/durable.ts";
import { orNullIfAbsent } from "../../workspace/system_calls.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

function refuse(error: unknown, path: string): never {
  throw new Error(`Refused ${path}`, { cause: error });
}

Deno.test("sync waits for files and folders, and reports the one that fails", () =>
  inTemporaryFolder(async (folder) => {
    // These files need more than one batch.
    const files = Array.from({ length: 70 }, (_, index) => join(folder, `${index}`));
    for (const file of files) createFile(file, new Uint8Array(1));
    await sync([folder, ...files], refuse);
    for (const at of [0, 66, 70]) {
      const absent = join(folder, "absent");
      await rejects(sync(files.toSpliced(at, 0, absent), refuse), { message: `Refused ${absent}` });
    }
  }));

Deno.test({
  name: "sync keeps few files open at once, however many wait",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inTemporaryFolder(async (folder) => {
      const openFiles = () => {
        const paths = [...Deno.readDirSync("/proc/self/fd")]
          .map(({ name }) => orNullIfAbsent(() => Deno.readLinkSync(`/proc/self/fd/${name}`)));
        return new Set(paths.filter((path) => path?.startsWith(folder))).size;
      };
      const files = Array.from({ length: 150 }, (_, index) => join(folder, `${index}`));
      for (const file of files) createFile(file, new Uint8Array(1));
      const synced = sync(files, refuse);
      equal(openFiles(), 64);
      await synced;
      equal(openFiles(), 0);
    }),
});

Deno.test("foldersOf names each folder once", () => {
  const files = [join("a", "b"), join("a", "c"), join("a", "d", "e")];
  deepEqual(foldersOf(files), ["a", join("a", "d")]);
});
