/** Archives, as other programs read them. */

import { Buffer } from "node:buffer";
import { deepEqual, equal, notDeepEqual, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { isProjectPath, type ProjectPath, projectPath } from "../../../core/project_path.ts";
import { type Archived, tarArchive, zipArchive } from "../../../hosted/http/archive.ts";
import { runCommand } from "../../../tools/run_command.ts";
import { runPython } from "../../tools/run_python.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { readTree } from "../../workspace/tree.ts";

const AT = Date.UTC(2026, 10, 3, 4, 5, 6);

const NAMES = [
  "app.py",
  ".env",
  "-rf",
  "a b",
  "é",
  "'\u{1f389}$(x)`",
  "x".repeat(99),
  "y".repeat(240),
  "ü".repeat(120),
];

const segment = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
);

const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"))
  .filter((text): text is ProjectPath => isProjectPath(text) && text.isWellFormed());

const text = fc.oneof(
  fc.constantFrom("", "a\r\nb", "\ufeffé\n", "x".repeat(513)),
  fc.string({ unit: "grapheme" }).filter((each) => each.isWellFormed()),
);

const project: fc.Arbitrary<Archived> = fc.record({
  name: fc.constantFrom("shop", "A-1_b.c", "x".repeat(64)),
  files: fc.array(fc.tuple(path, text), { maxLength: 12 }).map((files) => new Map(files)),
  updatedAt: fc.constantFrom(0, AT),
});

/** Returns the expected entries of a project's archive. */
function expected({ name, files }: Archived): unknown[] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map((
    [path, text],
  ) => [`${name}/${path}`, 0o644, true, Buffer.from(text).toString("base64")]);
}

Deno.test("archives contain exactly a project's files, in order", () =>
  inTemporaryFolder(async (folder) => {
    const projects = [
      ...fc.sample(project, IS_FULL_TIER ? 2_000 : 200),
      {
        name: "shop",
        files: new Map([[projectPath(".layerwright/manifest"), "x\n"]]),
        updatedAt: AT,
      },
    ];
    const archives: string[] = [];
    for (const [index, each] of projects.entries()) {
      const [tar, zip] = [join(folder, `${index}.tar.gz`), join(folder, `${index}.zip`)];
      Deno.writeFileSync(tar, await tarArchive(each));
      Deno.writeFileSync(zip, await zipArchive(each));
      archives.push(tar, zip);
    }
    const found = await runPython("read_archives.py", archives) as unknown[][];
    deepEqual(found, projects.flatMap((each) => [expected(each), expected(each)]));
  }));

Deno.test("tar and unzip extract the archives", () =>
  inTemporaryFolder(async (folder) => {
    const files = new Map(NAMES.map((name) => [projectPath(`a/${name}/b.py`), `${name}\n`]));
    const archived = { name: "shop", files, updatedAt: AT };
    Deno.writeFileSync(join(folder, "shop.tar.gz"), await tarArchive(archived));
    Deno.writeFileSync(join(folder, "shop.zip"), await zipArchive(archived));
    const trees = [];
    for (const command of [["tar", "-xzf", "../shop.tar.gz"], ["unzip", "-q", "../shop.zip"]]) {
      const cwd = join(folder, String(command[0]));
      Deno.mkdirSync(cwd);
      const [program = "", ...args] = command;
      const env = { LC_ALL: "C.UTF-8" };
      const { code, stderr } = await runCommand(program, args, { cwd, env });
      deepEqual([code, stderr], [0, ""]);
      trees.push(readTree(cwd));
      equal(Deno.statSync(join(cwd, "shop/a/app.py/b.py")).mtime?.getUTCFullYear(), 2026);
    }
    const [tar, zip] = trees;
    deepEqual(tar, zip);
    equal(Object.keys(tar ?? {}).filter((each) => each.endsWith(".py")).length, NAMES.length);
  }));

Deno.test("equal projects have equal archives, in any order of their files", async () => {
  const files = [["b.py", "1"], ["a.py", "2"]].map(([path = "", text = ""]) =>
    [projectPath(path), text] as const
  );
  const one = { name: "shop", files: new Map(files), updatedAt: AT };
  const other = { ...one, files: new Map(files.toReversed()) };
  deepEqual(await tarArchive(one), await tarArchive(other));
  deepEqual(await zipArchive(one), await zipArchive(other));
  notDeepEqual(await tarArchive(one), await tarArchive({ ...one, name: "store" }));
});

/** A large project: one long file and many short ones. */
const LARGE: Archived = {
  name: "shop",
  files: new Map([
    [projectPath("long.py"), noise(IS_FULL_TIER ? 16_000_000 : 1_000_000)],
    ...Array.from(
      { length: IS_FULL_TIER ? 20_000 : 500 },
      (_, index) => [projectPath(`api/${index}.py`), noise(500)] as const,
    ),
  ]),
  updatedAt: AT,
};

/** Returns text that is slow to compress. */
function noise(length: number): string {
  let state = length;
  const words = Array.from({ length: length / 5 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state % 10_000).toString().padStart(5);
  });
  return words.join("");
}

for (const make of [tarArchive, zipArchive]) {
  Deno.test(`${make.name}() gives other work its turns`, async () => {
    let turns = 0;
    const start = performance.now();
    const timer = setInterval(() => turns++, 0);
    await make(LARGE).finally(() => clearInterval(timer));
    const elapsed = performance.now() - start;
    // On a busy machine, each turn can take long.
    const wanted = IS_FULL_TIER ? elapsed / 100 : 3;
    ok(turns >= wanted, `${turns} turns in ${elapsed} ms`);
  });
}

const OUTSIDE: readonly (readonly [string, string])[] = [
  ["shop", "../a"],
  ["shop", "/a"],
  ["shop", "a/../../b"],
  ["shop", "a\\..\\b"],
  ["shop", ""],
  ["..", "a"],
  ["a/b", "a"],
  ["", "a"],
];

for (const [name, path] of OUTSIDE) {
  Deno.test(`archives reject the entry '${path}' of the project '${name}'`, async () => {
    const archived = { name, files: new Map([[path as ProjectPath, ""]]), updatedAt: AT };
    await rejects(tarArchive(archived), RangeError);
    await rejects(zipArchive(archived), RangeError);
  });
}

for (const [format, pack] of Object.entries({ tar: tarArchive, zip: zipArchive })) {
  Deno.test(`a ${format} archive stops when the client disconnects`, async () => {
    const text = "0123456789".repeat(100_000);
    const files = new Map([[projectPath("a.txt"), text], [projectPath("b.txt"), text]]);
    const client = new AbortController();
    const packed = pack({ name: "shop", files, updatedAt: AT }, client.signal);
    client.abort(new Error("The client has gone"));
    await rejects(packed, /The client has gone/);
  });
}
