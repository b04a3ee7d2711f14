/** Files too large for settings: setup does not read them. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { createDiskHost } from "../../../setup/disk_host.ts";
import { missingLines } from "../../../setup/key_exposure.ts";
import { atDesk, type Desk } from "./desk.ts";

const KEY = "lw_0123456789abcdef0123456789abcdef";

const WORDS = "--url http://127.0.0.1:4/mcp --api-key-stdin --client cursor --no-verify --yes";

const MIB = 1024 * 1024;

interface Scope {
  readonly scope: "user" | "project";
  readonly path: string;
  readonly mib: number;
}

const SCOPES: readonly Scope[] = [
  { scope: "user", path: ".cursor/mcp.json", mib: 64 },
  { scope: "project", path: "shop/.cursor/mcp.json", mib: 1 },
];

/** Creates settings with a length in bytes. One text of them consists of as many `x` as necessary. */
function settings(length: number): string {
  const frame = '{ "mcpServers": {}, "history": "" }\n';
  return frame.replace('""', `"${"x".repeat(length - frame.length)}"`);
}

/** Creates a sparse file: it has this size, but takes no space. */
function makeSparse({ home, write }: Desk, path: string, size: number): void {
  write(path, "{");
  Deno.truncateSync(join(home, path), size);
}

for (const { scope, path, mib } of SCOPES) {
  Deno.test(`setup --scope ${scope} reports files of more than ${mib} MiB without reading them`, () =>
    atDesk(async (desk) => {
      for (const size of [mib * MIB + 1, 1024 * MIB]) {
        makeSparse(desk, path, size);
        const says = `Cannot read '~/${path}' (larger than ${mib} MiB)`;
        for (const more of ["", " --dry-run"]) {
          const done = await desk.setup(`${WORDS} --scope ${scope}${more}`, { stdin: KEY });
          equal(done.code, 1, done.stdout);
          equal(done.stderr.trimEnd(), `Error: ${says}.`);
        }
        const listed = await desk.setup(`list --scope ${scope} --client cursor`);
        match(listed.stdout, new RegExp(`^Cursor +${scope} +broken +-$`, "m"));
        equal(listed.stderr.trimEnd(), `Warning: ${says}`);
        equal(Deno.statSync(join(desk.home, path)).size, size);
      }
    }));
}

Deno.test("setup edits a file of 1 MiB in a project, and a larger one in the home", () =>
  atDesk(async ({ setup, read, write }) => {
    for (const [{ scope, path }, size] of [[LOCAL, MIB], [USER, 3 * MIB]] as const) {
      const text = settings(size);
      write(path, text);
      const done = await setup(`${WORDS} --scope ${scope}`, { stdin: KEY });
      equal(done.code, 0, done.stderr);
      match(read(path), /127\.0\.0\.1/);
    }
  }));

const [USER, LOCAL] = SCOPES as [Scope, Scope];

Deno.test("setup remove skips a file that has become too large, and removes the others", () =>
  atDesk(async (desk) => {
    const before = desk.tree();
    for (const { scope } of SCOPES) {
      equal((await desk.setup(`${WORDS} --scope ${scope}`, { stdin: KEY })).code, 0);
    }
    const text = desk.read(LOCAL.path);
    makeSparse(desk, LOCAL.path, MIB + 1);
    const done = await desk.setup("remove --yes");
    equal(done.code, 1);
    match(
      done.stderr,
      /^Error: Cannot read '~\/shop\/\.cursor\/mcp\.json' \(larger than 1 MiB\)\.$/m,
    );
    match(done.stdout, /^Removed 'layerwright' from 1 file$/m);
    desk.write(LOCAL.path, text);
    equal((await desk.setup("remove --yes")).code, 0);
    deepEqual(desk.tree(), before);
  }));

Deno.test({
  name: "setup reads no further than its limit in a file without a size",
  // This file is as large as the memory that a process can have.
  ignore: Deno.build.os !== "linux",
  fn: () =>
    atDesk(async (desk) => {
      Deno.symlinkSync("/proc/self/pagemap", join(desk.home, USER.path));
      const done = await desk.setup(WORDS, { stdin: KEY });
      match(done.stderr, /^Error: Cannot read '\/proc\/\d+\/pagemap' \(larger than 64 MiB\)\.$/m);
    }),
});

Deno.test("setup adds no line to an overlong .gitignore", () =>
  atDesk((desk) => {
    Deno.mkdirSync(join(desk.project, ".git"));
    makeSparse(desk, "shop/.gitignore", MIB + 1);
    const host = createDiskHost((name) => desk.env[name], desk.home, () => {});
    deepEqual(missingLines(host, desk.project, [join(desk.project, ".mcp.json")]), []);
    desk.write("shop/.gitignore", "");
    equal(missingLines(host, desk.project, [join(desk.project, ".mcp.json")]).length, 1);
    return Promise.resolve();
  }));
