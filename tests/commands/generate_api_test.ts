/** The folder that `generate api` writes to, and the files there that it leaves as they are. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder, specText } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

/** A spec with one route more than `shop`. */
const GROWN = specText("shop.json").replace(
  '"routes": {',
  '"routes": { "refunds": { "type": "GET" },',
);

interface OwnProject {
  readonly cwd: string;
  readonly name: readonly string[];
}

const OWN_PROJECT: readonly OwnProject[] = [
  { cwd: "shop", name: [] },
  { cwd: "shop", name: ["."] },
  { cwd: "shop", name: ["shop"] },
  { cwd: "shop", name: ["../shop"] },
  { cwd: "shop/api/routes", name: [] },
  { cwd: "shop/api/routes", name: ["."] },
  { cwd: "shop/api/routes", name: ["shop"] },
  { cwd: "shop/api/routes", name: ["../.."] },
  { cwd: ".", name: ["./shop/"] },
];

for (const { cwd, name } of OWN_PROJECT) {
  Deno.test(`generate api ${name.join("")} in ${cwd} selects the project shop`, async () => {
    await inCodeFolder(async (folder) => {
      const args = ["generate", "api", ...name, "--json", join(folder, "grown.json")];
      writeFiles(folder, { "grown.json": GROWN });
      const { code, stdout, stderr } = await runHere(args, { cwd: join(folder, cwd) });
      deepEqual({ code, stderr }, { code: 0, stderr: "" });
      match(stdout, /^Updated API 'shop': 1 endpoint added\n/);
      const prefix = cwd === "." ? "shop/" : "";
      match(
        stdout,
        new RegExp(`^  new  GET  /refunds  ${prefix}api/routes/refunds_route\\.py:17$`, "m"),
      );
      equal("shop/api/routes/refunds_route.py" in readTree(folder), true);
      equal(Object.keys(readTree(folder)).some((path) => /shop\/.*shop\/|^api/.test(path)), false);
    });
  });
}

/** Files in a folder before generation. */
const BEFORE = {
  "LICENSE": "mine\n",
  "README.md": "# Mine\n",
  ".gitignore": "mine/\n",
  ".github/workflows/ci.yml": "on: push\n",
  "shop.json": specText("shop.json"),
};

for (const force of [[], ["--force"]]) {
  const behaviour = `a folder with a repository's files ${force.join("")}`.trimEnd();
  Deno.test(`generate api . generates into ${behaviour}, and overwrites none`, async () => {
    await inCodeFolder(async (folder) => {
      const cwd = join(folder, "store");
      writeFiles(cwd, BEFORE);
      const args = ["generate", "api", ".", "--json", "shop.json", ...force];
      const first = await runHere(args, { cwd });
      equal(first.code, 0);
      match(first.stdout, /^Successfully generated API 'store'!\n/);
      match(first.stdout, /\nNext: python3 -m venv /);
      equal(first.stderr, "Kept 2 files that existed before: .gitignore, README.md\n");
      for (const [path, text] of Object.entries(BEFORE)) {
        equal(Deno.readTextFileSync(join(cwd, path)), text);
      }
      const manifest = Deno.readTextFileSync(join(cwd, ".layerwright/manifest"));
      match(manifest, /^file api\/__init__\.py /m);
      doesNotMatch(manifest, /README|gitignore/, "the manifest has what Layerwright wrote");

      const again = await runHere(args, { cwd });
      deepEqual(again, {
        code: 0,
        stdout: "Nothing to do: 11 endpoints\n",
        stderr: "",
      });
      equal(Deno.readTextFileSync(join(cwd, "README.md")), BEFORE["README.md"]);
    });
  });
}

Deno.test("generate api records a route again whose record was lost", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const record = join(cwd, ".layerwright/routes/products");
    const before = Deno.readTextFileSync(record);
    Deno.removeSync(record);
    const args = ["generate", "api", "--json", "../shop.json"];
    const { code, stdout, stderr } = await runHere(args, { cwd });
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    match(stdout, /^Updated API 'shop': \d endpoints recorded\n/);
    match(stdout, /^ {2}same +GET +\/products +only its record was missing$/m);
    equal(Deno.readTextFileSync(record), before);
  });
});

Deno.test("generate api names adopt if edited code lost its record, and adopt is the way on", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    Deno.removeSync(join(cwd, ".layerwright/routes/products"));
    const service = join(cwd, "api/services/products_service.py");
    const edited = Deno.readTextFileSync(service).replace(/^( {8})return .*/m, "$1return [7]");
    Deno.writeTextFileSync(service, edited);
    const args = ["generate", "api", "--json", "../shop.json"];
    const refused = await runHere(args, { cwd });
    equal(refused.code, 3);
    match(
      refused.stderr.replaceAll(/\s+/g, " "),
      /records of 'products' are lost, 'layerwright adopt --spec <file>' /,
    );
    const manifest = Deno.readTextFileSync(join(cwd, ".layerwright/manifest"));
    const adopted = await runHere(["adopt", "--spec", "../shop.json"], { cwd });
    deepEqual({ code: adopted.code, stderr: adopted.stderr }, { code: 0, stderr: "" });
    match(adopted.stdout, /^ {2}edited {2}GET {2}\/products /m);
    equal(Deno.readTextFileSync(join(cwd, ".layerwright/manifest")), manifest);
    match((await runHere(args, { cwd })).stdout, /^Nothing to do: /);
    equal(Deno.readTextFileSync(service), edited);
  });
});
