import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { writeOutput } from "../../workspace/output_file.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("writeOutput() creates a file", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "a.json");
    deepEqual(await writeOutput(path, "Mj\u00f8lk\n", false), { kind: "written" });
    equal(Deno.readTextFileSync(path), "Mj\u00f8lk\n");
    deepEqual(names(folder), ["a.json"]);
  });
});

Deno.test("writeOutput() replaces another text only if it may", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "a.json");
    Deno.writeTextFileSync(path, "old", { mode: 0o640 });
    deepEqual(await writeOutput(path, "new", false), { kind: "exists" });
    deepEqual(await writeOutput(path, "odd", false), { kind: "exists" });
    equal(Deno.readTextFileSync(path), "old");
    deepEqual(await writeOutput(path, "old", false), { kind: "unchanged" });
    deepEqual(await writeOutput(path, "new", true), { kind: "written" });
    equal(Deno.readTextFileSync(path), "new");
    equal((Deno.statSync(path).mode ?? 0) & 0o777, 0o640);
    deepEqual(names(folder), ["a.json"]);
  });
});

Deno.test("writeOutput() writes through links", async () => {
  await inTemporaryFolder(async (folder) => {
    Deno.mkdirSync(join(folder, "inner"));
    const target = join(folder, "inner", "a.json");
    const link = join(folder, "link.json");
    Deno.writeTextFileSync(target, "old");
    Deno.symlinkSync(target, link);
    deepEqual(await writeOutput(link, "new", true), { kind: "written" });
    equal(Deno.readTextFileSync(target), "new");
    equal(Deno.lstatSync(link).isSymlink, true);
  });
});

Deno.test("writeOutput() does not replace a link without a target unless it may", async () => {
  await inTemporaryFolder(async (folder) => {
    const link = join(folder, "link.json");
    Deno.symlinkSync(join(folder, "absent"), link);
    deepEqual(await writeOutput(link, "new", false), { kind: "exists" });
    deepEqual(await writeOutput(link, "new", true), { kind: "written" });
    equal(Deno.readTextFileSync(link), "new");
  });
});

Deno.test("writeOutput() writes to a device, and keeps it a device", async () => {
  deepEqual(await writeOutput("/dev/null", "new", false), { kind: "written" });
  equal(Deno.statSync("/dev/null").isCharDevice, true);
});

Deno.test("writeOutput() says why it cannot write, and leaves nothing behind", async () => {
  await inTemporaryFolder(async (folder) => {
    deepEqual(await writeOutput(folder, "new", true), { kind: "failed", reason: "Is a directory" });
    deepEqual(await writeOutput(join(folder, "absent", "a.json"), "new", true), {
      kind: "failed",
      reason: "No such file or directory",
    });
    deepEqual(names(folder), []);
  });
});

Deno.test("writeOutput() leaves no draft behind if the file cannot be replaced", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "a.json");
    const { renameSync } = Deno;
    Deno.renameSync = () => {
      throw new Deno.errors.PermissionDenied("Operation not permitted (os error 1)");
    };
    try {
      deepEqual(await writeOutput(path, "new", true), {
        kind: "failed",
        reason: "Operation not permitted",
      });
    } finally {
      Deno.renameSync = renameSync;
    }
    deepEqual(names(folder), []);
  });
});
