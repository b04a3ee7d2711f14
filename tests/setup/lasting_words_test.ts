/** The words that agents' files get for this program, which package managers must not delete. */

import { deepEqual, equal } from "node:assert/strict";
import { lastingWords, mayBeDeleted } from "../../setup/lasting_words.ts";

const RUN = ["run", "--allow-read", "file:///code/cli.ts"];

/** Paths of Deno, and whether `npx` starts it. */
const NPX: Readonly<Record<string, boolean>> = {
  "/home/ada/.npm/_npx/7a40be787520bede/node_modules/deno/deno": true,
  "C:\\Users\\ada\\AppData\\Local\\npm-cache\\_npx\\7a40be78\\node_modules\\deno\\deno.exe": true,
  "/home/ada/.deno/bin/deno": false,
  "/usr/lib/node_modules/deno/deno": false,
  "/home/ada/code/shop/node_modules/deno/deno": false,
};

for (const [path, isNpx] of Object.entries(NPX)) {
  Deno.test(`lastingWords() of ${path} ${isNpx ? "start npx" : "start it"}`, () => {
    const words = [path, ...RUN];
    deepEqual(
      lastingWords(words, "2.9.6", "linux"),
      isNpx ? ["npx", "-y", "deno@2.9.6", ...RUN] : words,
    );
  });
}

Deno.test("lastingWords() start npx by its full name on Windows", () => {
  const [program] = lastingWords(["C:\\npm-cache\\_npx\\7a40\\deno.exe"], "2.9.6", "windows");
  equal(program, "npx.cmd");
});

/** Paths of programs, and whether a package manager may delete them. */
const DELETED: Readonly<Record<string, boolean>> = {
  "/home/ada/.cache/pnpm/dlx/3f2b/node_modules/deno/deno": true,
  "C:\\Users\\ada\\AppData\\Local\\pnpm-cache\\dlx\\3f2b\\deno.exe": true,
  "/Users/ada/Library/Caches/pnpm/dlx/3f2b/deno": true,
  "/tmp/xfs-5f3a/dlx-1204/node_modules/deno/deno": true,
  "/tmp/bunx-1000-deno@2.9.6/node_modules/deno/deno": true,
  "/home/ada/.cache/uv/archive-v0/Zx/bin/deno": true,
  npx: false,
  "/home/ada/.local/bin/layerwright": false,
  "/home/ada/cached/layerwright": false,
};

for (const [path, isDeleted] of Object.entries(DELETED)) {
  Deno.test(`mayBeDeleted() of ${path} is ${isDeleted}`, () => {
    equal(mayBeDeleted(path), isDeleted);
  });
}
