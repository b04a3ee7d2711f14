/** The project that a command finds. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

Deno.test("generate route changes the nearest project, even one without a manifest", async () => {
  await inCodeFolder(async (folder) => {
    const inner = join(folder, "shop/vendor/inner");
    writeFiles(inner, { "api/routes/__init__.py": "" });
    const { code } = await runHere(["generate", "route", "stray"], { cwd: inner });
    equal(code, 0);
    const tree = Object.keys(Object.fromEntries(Object.entries(readTree(join(folder, "shop")))));
    deepEqual(
      tree.filter((path) => path.includes("stray_route") && !path.startsWith("vendor/")),
      [],
    );
  });
});

Deno.test("status reads a project with another layout, and generate route refuses it", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "other");
    const app = "from flask import Flask\n\napp = Flask(__name__)\n\n\n" +
      '@app.get("/")\ndef index():\n    return "hi"\n';
    writeFiles(cwd, { "app.py": app });
    const { stdout } = await runHere(["status", "--all"], { cwd });
    match(stdout, /^other: in order\. 1 endpoint\n\n {2}beside {2}GET {2}\/ {2}app\.py:6\n/);
    const before = readTree(cwd);
    const { code, stderr } = await runHere(["generate", "route", "users"], { cwd });
    equal(code, 1);
    match(stderr, /^Error: Project 'other' has no api\/routes folder\./);
    deepEqual(readTree(cwd), before);
  });
});

Deno.test("status ignores manifest lines that name no project file", async () => {
  await inCodeFolder(async (folder) => {
    const manifest = join(folder, "shop/.layerwright/manifest");
    Deno.writeTextFileSync(manifest, "0123456789abcdef ../x\nfile ../y 0123456789abcdef\n", {
      append: true,
    });
    const { code, stdout } = await runHere(["status", "--all"], { cwd: join(folder, "shop") });
    equal(code, 0);
    match(stdout, /^ {2}Generator {3}layerwright \d/m);
  });
});

Deno.test("generate api gives a hint when only the manifest is missing", async () => {
  await inCodeFolder(async (folder) => {
    Deno.removeSync(join(folder, "shop/.layerwright/manifest"));
    const args = ["generate", "api", "shop", "--json", "shop.json"];
    const { code, stderr } = await runHere(args, { cwd: folder });
    equal(code, 3);
    match(
      stderr,
      /Hint: If layerwright generated it, run 'layerwright adopt --spec <file>' in/,
    );
  });
});
