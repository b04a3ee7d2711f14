/** Reading files only if they were not replaced. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { isSameFile, readSameFile } from "../../workspace/read_same_file.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

for (const size of [0, 1, 2, 100_000]) {
  Deno.test(`readSameFile reads ${size} bytes, and those that were added since`, () =>
    inTemporaryFolder((folder) => {
      const path = join(folder, "file");
      const bytes = new Uint8Array(size).fill(7);
      Deno.writeFileSync(path, bytes);
      const info = Deno.lstatSync(path);
      deepEqual(readSameFile(path, info), bytes);
      Deno.writeTextFileSync(path, "more", { append: true });
      equal(readSameFile(path, info)?.length, size + 4);
      Deno.truncateSync(path, 0);
      equal(readSameFile(path, info)?.length, 0);
    }));
}

Deno.test("readSameFile reads small files into a buffer, and all of larger files", () =>
  inTemporaryFolder((folder) => {
    const path = join(folder, "file");
    const buffer = new Uint8Array(8);
    for (const size of [7, 8, 9, 100, 3]) {
      const bytes = new Uint8Array(size).fill(size);
      Deno.writeFileSync(path, bytes);
      const content = readSameFile(path, Deno.lstatSync(path), buffer);
      deepEqual(content, bytes);
      equal(content?.buffer === buffer.buffer, size < buffer.length);
    }
  }));

Deno.test({
  name: "readSameFile reads files in /proc, although their reported size is 0",
  ignore: Deno.build.os !== "linux",
  fn() {
    for (const path of ["/proc/cpuinfo", "/proc/version"]) {
      const info = Deno.lstatSync(path);
      equal(info.size, 0);
      const content = readSameFile(path, info);
      equal((content?.length ?? 0) > 1, true);
      if (path === "/proc/version") deepEqual(content, Deno.readFileSync(path));
    }
  },
});

Deno.test("readSameFile reads no other file at the path", () =>
  inTemporaryFolder((folder) => {
    const [path, other] = [join(folder, "file"), join(folder, "other")];
    for (const each of [path, other]) Deno.writeTextFileSync(each, "text");
    const info = Deno.lstatSync(path);
    Deno.renameSync(other, path);
    equal(readSameFile(path, info), null);
    equal(isSameFile(info, Deno.lstatSync(path)), false);
    equal(isSameFile(Deno.lstatSync(path), Deno.lstatSync(path)), true);
    equal(isSameFile(Deno.lstatSync(folder), Deno.lstatSync(folder)), false);
  }));
