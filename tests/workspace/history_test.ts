import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  generateApi,
  generateRoute,
  type History,
  history,
  redo,
  undo,
  type Workspace,
} from "../../mod.ts";
import type { ChangeRecord, RecordedFile } from "../../core/history.ts";
import { projectPath } from "../../core/project_path.ts";
import { allFiles } from "../../workspace/all_files.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { formatRecord, parseRecord } from "../../workspace/history_format.ts";
import { changes, RECORDED } from "./changes.ts";
import { run } from "./run.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readProject, readTree, writeFiles } from "./tree.ts";

Deno.test("the history is not part of the project, and git ignores it", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { "app.py": "app = 1\n" });
    const workspace = createDiskWorkspace(root);
    await workspace.exclusively(() =>
      workspace.apply(changes(["new.py", null, "new = 1\n"]), RECORDED)
    );
    deepEqual([...await allFiles(workspace)].sort(), ["app.py", "new.py"]);
    equal(readTree(root)[".layerwright/history/.gitignore"], "600 *\n");
    equal(readTree(root)[".layerwright/history/"], "700");
  }));

Deno.test("only the owner may read the files of a history, also those that others could read", () =>
  inTemporaryFolder(async (folder) => {
    const root = join(folder, "shop");
    const workspace = createDiskWorkspace(root);
    await generateApi(workspace, "shop", { routes: { products: { type: "GET" } } });
    Deno.chmodSync(join(root, ".layerwright/history/list"), 0o644);
    await generateRoute(workspace, "users");
    await undo(workspace);
    const files = Object.entries(readTree(join(root, ".layerwright/history")));
    equal(files.length, 4);
    deepEqual(files.filter(([, text]) => !text.startsWith("600 ")).map(([path]) => path), []);
  }));

Deno.test("the history keeps 100 entries, and deletes the records of the others", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { "app.py": "0\n" });
    const workspace = createDiskWorkspace(root);
    for (let number = 0; number < 103; number++) {
      const changed = changes(["app.py", `${number}\n`, `${number + 1}\n`]);
      await workspace.exclusively(() => workspace.apply(changed, RECORDED));
    }
    equal((await listed(workspace)).entries.length, 100);
    equal([...Deno.readDirSync(join(root, ".layerwright/history"))].length, 102);
    const { data } = await history(workspace);
    await undo(workspace, { id: data?.applied.at(-1)?.id ?? "" });
    equal((await undo(workspace)).status, "applied");
    equal(Deno.readTextFileSync(join(root, "app.py")), "102\n");
  }));

Deno.test("a change that is too large for the history is applied, but cannot be undone", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { "app.py": "app = 1\n" });
    const noise = Array.from(
      { length: 33 },
      () => crypto.getRandomValues(new Uint8Array(60_000)).toHex(),
    );
    const workspace = createDiskWorkspace(root);
    const text = noise.join("").repeat(12);
    await workspace.exclusively(() => workspace.apply(changes(["data", null, text]), RECORDED));
    const { diagnostics, status } = await undo(workspace);
    deepEqual([status, diagnostics.map(({ code }) => code)], ["refused", ["history-unkept"]]);
    equal(Deno.statSync(join(root, "data")).size, text.length);
  }));

const RECORD: ChangeRecord = {
  files: [file("app.py", "app = 1\n", "app = 2\n")],
  folders: [],
};

Deno.test("parseRecord() reads what formatRecord() writes", () => {
  const record: ChangeRecord = {
    files: [
      file("api/app.py", null, "é\n"),
      {
        ...file("b.py", "caf\xe9\n", null),
        before: { text: "\xe9", encoding: "latin-1", mode: 0o640 },
      },
      file("c.py", "\ufeffsame\r\nold\r\nsame\r\n", "\ufeffsame\r\nnew\r\nsame\r\n"),
      file("d.py", "aaaa", "aaaaaa"),
      file("f.py", "a 😀", "a 😁"),
      {
        ...file("g.py", null, null),
        before: { text: "x\n", encoding: "utf-8", mode: 0o644, link: "../h.py" },
      },
      file("e.py", "", "x"),
    ],
    folders: [projectPath("api")],
  };
  deepEqual(parseRecord(formatRecord(record) ?? new Uint8Array()), record);
});

Deno.test("formatRecord() keeps files below 99 folders, and none that parseRecord() would refuse", () => {
  const below = (folders: number): ChangeRecord => ({
    files: [file(`${"a/".repeat(folders)}b`, null, "x")],
    folders: [],
  });
  deepEqual(parseRecord(formatRecord(below(99)) ?? new Uint8Array()), below(99));
  equal(formatRecord(below(100)), null);
});

/** Records that a repository could carry. */
const HOSTILE: Readonly<Record<string, unknown>> = {
  "nothing": null,
  "another version": { ...stored(), version: 99 },
  "a way out": stored({ path: "../outside/file" }),
  "an absolute path": stored({ path: "/etc/passwd" }),
  "git's settings": stored({ path: ".git/config" }),
  "git's settings in a folder": stored({ path: "vendor/.GIT/hooks/post-checkout" }),
  "the journal": stored({ path: ".layerwright/journal" }),
  "the lock": stored({ path: ".Layerwright/lock" }),
  "the history itself": stored({ path: ".layerwright/history/list" }),
  "a file below 100 folders": stored({ path: `${"a/".repeat(100)}b` }),
  "a folder below 100 folders": { ...stored(), folders: [`${"a/".repeat(100)}b`] },
  "an unknown encoding": stored({ after: { text: "app = 2\n", encoding: "utf-16", mode: null } }),
  "more than permission bits": stored({
    before: { text: "", head: 0, tail: 0, encoding: "utf-8", mode: 0o104755 },
  }),
  "a common part that is too long": stored({
    before: { text: "", head: 9, tail: 9, encoding: "utf-8", mode: null },
  }),
  "a negative common part": stored({
    before: { text: "", head: -4, tail: 0, encoding: "utf-8", mode: null },
  }),
  "a link to a number": stored({
    before: { text: "", head: 0, tail: 0, encoding: "utf-8", mode: null, link: 1 },
  }),
  "a file twice": { ...stored(), files: [...stored().files, ...stored().files] },
  "half a character": stored({ after: { text: "\ud800", encoding: "utf-8", mode: null } }),
  "half a character before": stored({
    before: { text: "\udc00", head: 0, tail: 0, encoding: "utf-8", mode: null },
  }),
  "one level more": stored({ after: { text: "", encoding: "utf-8", mode: [null] } }),
  "too many folders": { ...stored(), folders: Array.from({ length: 50_001 }, (_, at) => `f${at}`) },
  "a folder outside": { ...stored(), folders: ["../outside"] },
};

for (const [behaviour, record] of Object.entries(HOSTILE)) {
  Deno.test(`undo() refuses a record with ${behaviour}, and changes nothing`, () =>
    inHistory(async ({ root, record: path }) => {
      Deno.writeFileSync(path, gzipSync(new TextEncoder().encode(JSON.stringify(record))));
      const before = readTree(root);
      const { status, diagnostics } = await undo(createDiskWorkspace(root));
      deepEqual([status, diagnostics.map(({ code }) => code)], ["failed", ["file-unreadable"]]);
      deepEqual(readTree(root), before);
    }));
}

Deno.test("undo() refuses a record that is not gzip, or that expands without end", () =>
  inHistory(async ({ root, record }) => {
    const bomb = gzipSync(new Uint8Array(129 * 1024 * 1024), { level: 9 });
    ok(bomb.length < 1024 * 1024);
    for (const content of [new Uint8Array(), new TextEncoder().encode("{}"), bomb]) {
      Deno.writeFileSync(record, content);
      const { status } = await undo(createDiskWorkspace(root));
      equal(status, "failed");
      equal(Deno.readTextFileSync(join(root, "app.py")), "app = 2\n");
    }
  }));

Deno.test("parseRecord() refuses deep and long records before it parses them", () => {
  for (const text of ["[".repeat(6e6), `[${"[],".repeat(2e6)}[]]`]) {
    const record = gzipSync(text, { level: 1 });
    throws(() => parseRecord(record), { message: "Too deep, or too long" });
  }
});

Deno.test("formatRecord() keeps no record of more files than parseRecord() reads", () => {
  const many = (length: number): ChangeRecord => ({
    files: Array.from({ length }, (_, at) => file(`f${at}.py`, "", "a = 1\n")),
    folders: [],
  });
  equal(parseRecord(formatRecord(many(50_000)) ?? new Uint8Array()).files.length, 50_000);
  equal(formatRecord(many(50_001)), null);
});

for (const name of ["", "/list", "/record"]) {
  Deno.test(`a linked history${name} is refused, and nothing behind the link is read or written`, () =>
    inHistory(async ({ root, record }) => {
      const path = name === "/record" ? record : join(root, `.layerwright/history${name}`);
      Deno.renameSync(path, join(root, "elsewhere"));
      Deno.symlinkSync(join(root, "elsewhere"), path);
      const before = readTree(root);
      equal((await undo(createDiskWorkspace(root))).diagnostics[0]?.code, "file-unreadable");
      if (name !== "/record") {
        equal((await generateRoute(createDiskWorkspace(root), "users")).status, "failed");
      }
      deepEqual(readTree(root), before);
    }));
}

/** Files, folders and links in place of those of the history, and the words of the message. */
const ODD: readonly (readonly [
  path: string,
  plant: (real: string) => unknown,
  found: string,
])[] = [
  ["history", (real) => Deno.symlinkSync("/nowhere", real), "A link, not a folder"],
  ["history", (real) => Deno.writeTextFileSync(real, ""), "A file, not a folder"],
  ["history/list", (real) => Deno.mkdirSync(real), "A folder, not a file"],
  ["history/list", (real) => run(["mkfifo", real]), "A special file, not a file"],
];

for (const [name, plant, found] of ODD) {
  Deno.test(`.layerwright/${name} is refused as '${found}', and the message says how to go on`, () =>
    inHistory(async ({ root }) => {
      const path = `.layerwright/${name}`;
      Deno.removeSync(join(root, path), { recursive: true });
      await plant(join(root, path));
      const reason = `${found}; remove .layerwright/history to start a new one`;
      const workspace = createDiskWorkspace(root);
      const expected = `Cannot read '${path}' (${reason}).`;
      equal((await history(workspace)).message, expected);
      equal((await undo(workspace)).message, expected);
      equal(
        (await generateRoute(workspace, "users")).message,
        `Cannot write '.layerwright/history' (${reason}); nothing was changed.`,
      );
      Deno.removeSync(join(root, ".layerwright/history"), { recursive: true });
      equal((await generateRoute(workspace, "users")).status, "applied");
    }));
}

Deno.test("a list that cannot be read is reported, and replaced by the next change", () =>
  inHistory(async ({ root }) => {
    const list = join(root, ".layerwright/history/list");
    const forged = Deno.readTextFileSync(list).replace('"test"', JSON.stringify("a\n\u001b[2Jb"));
    const broken = ["", "{", "null", '{"version":1}', '{"version":1,"entries":[{}],"redoable":[]}'];
    for (const text of [...broken, forged]) {
      Deno.writeTextFileSync(list, text);
      const workspace = createDiskWorkspace(root);
      equal((await history(workspace)).diagnostics[0]?.code, "file-unreadable", text);
      await rejects(listed(workspace), { name: "WorkspaceError" });
    }
    const workspace = createDiskWorkspace(root);
    equal((await generateRoute(workspace, "users")).status, "applied");
    equal((await listed(workspace)).entries.length, 1);
  }));

Deno.test("a new list removes the records of another version, and nothing else", () =>
  inHistory(async ({ root, record }) => {
    const folder = join(root, ".layerwright/history");
    const others = ["chg_notes.gz", "chg_00000000.gz.txt", "mine.gz"];
    writeFiles(folder, Object.fromEntries(others.map((name) => [name, ""])));
    Deno.copyFileSync(record, record.replace(".gz", "-undo.gz"));
    Deno.symlinkSync("mine.gz", join(folder, "chg_11111111.gz"));
    Deno.writeTextFileSync(join(folder, "list"), '{"version":0,"entries":[],"redoable":[]}');
    const workspace = createDiskWorkspace(root);
    equal((await generateRoute(workspace, "users")).status, "applied");
    const [entry] = (await listed(workspace)).entries;
    deepEqual(
      Object.keys(readTree(folder)).sort(),
      [".gitignore", "chg_11111111.gz", "list", `${entry?.id}.gz`, ...others].sort(),
    );
    equal((await undo(workspace)).status, "applied");
  }));

Deno.test("undo() follows no link that has replaced a file of the record", () =>
  inTemporaryFolder(async (folder) => {
    const root = join(folder, "shop");
    writeFiles(folder, { "outside.py": "app = 2\n", "shop/app.py": "app = 1\n" });
    const workspace = createDiskWorkspace(root);
    await workspace.exclusively(() =>
      workspace.apply(changes(["app.py", "app = 1\n", "app = 2\n"]), RECORDED)
    );
    Deno.removeSync(join(root, "app.py"));
    Deno.symlinkSync("../outside.py", join(root, "app.py"));
    equal((await undo(workspace)).diagnostics[0]?.code, "path-outside");
    equal(Deno.readTextFileSync(join(folder, "outside.py")), "app = 2\n");
  }));

Deno.test("undo() keeps a folder into which someone put a file", () =>
  inTemporaryFolder(async (root) => {
    const workspace = createDiskWorkspace(root);
    writeFiles(root, { "app.py": "" });
    await workspace.exclusively(() =>
      workspace.apply(
        changes(["a/b/new.py", null, "new = 1\n"], ["a/c/new.py", null, ""]),
        RECORDED,
      )
    );
    writeFiles(root, { "a/c/mine.txt": "mine\n" });
    equal((await undo(workspace)).status, "applied");
    deepEqual(Object.keys(readProject(root)), ["a/", "a/c/", "a/c/mine.txt", "app.py"]);
    equal((await redo(workspace)).status, "applied");
    deepEqual(readProject(root)["a/b/new.py"], "644 new = 1\n");
  }));

Deno.test("undo() after redo() keeps a folder that someone made before the redo", () =>
  inTemporaryFolder(async (root) => {
    const workspace = createDiskWorkspace(root);
    writeFiles(root, { "app.py": "" });
    await workspace.exclusively(() =>
      workspace.apply(changes(["a/b/new.py", null, "new = 1\n"]), RECORDED)
    );
    await undo(workspace);
    Deno.mkdirSync(join(root, "a"));
    equal((await redo(workspace)).status, "applied");
    equal((await undo(workspace)).status, "applied");
    deepEqual(Object.keys(readProject(root)), ["a/", "app.py"]);
    Deno.removeSync(join(root, "a"));
    await redo(workspace);
    await undo(workspace);
    deepEqual(Object.keys(readProject(root)), ["app.py"]);
  }));

Deno.test("redo() works if the list claims that the record of the change is too large", () =>
  inTemporaryFolder(async (root) => {
    const workspace = createDiskWorkspace(root);
    writeFiles(root, { "app.py": "" });
    await workspace.exclusively(() =>
      workspace.apply(changes(["a/new.py", null, "new = 1\n"]), RECORDED)
    );
    await undo(workspace);
    Deno.mkdirSync(join(root, "a"));
    const list = join(root, ".layerwright/history/list");
    const text = Deno.readTextFileSync(list);
    Deno.writeTextFileSync(list, text.replace(/"size":\d+/, `"size":${2 ** 50}`));
    equal((await redo(workspace)).status, "applied");
    equal((await undo(workspace)).diagnostics[0]?.code, "history-unkept");
  }));

Deno.test("the record of a change is compressed", () =>
  inHistory(({ record }) => {
    const text = new TextDecoder().decode(gunzipSync(Deno.readFileSync(record)));
    ok(text.includes("app = "));
    return Promise.resolve();
  }));

function listed({ history }: Workspace): Promise<History> {
  if (history === undefined) throw new Error("No history");
  return history.list();
}

function file(path: string, before: string | null, after: string | null): RecordedFile {
  const version = (text: string | null) =>
    text === null ? null : { text, encoding: "utf-8" as const, mode: null };
  return { path: projectPath(path), before: version(before), after: version(after) };
}

/** Returns the stored form of a record of one file. */
function stored(changed: Readonly<Record<string, unknown>> = {}) {
  const [first] = RECORD.files;
  const before = { ...first?.before, head: 0, tail: 0 };
  return { version: 1, folders: [], files: [{ ...first, before, ...changed }] };
}

interface Recorded {
  readonly root: string;
  /** The path of the only record. */
  readonly record: string;
}

/** Runs a test in a project whose file `app.py` was changed once. */
async function inHistory(test: (recorded: Recorded) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (root) => {
    writeFiles(root, { "app.py": "app = 1\n" });
    const workspace = createDiskWorkspace(root);
    await workspace.exclusively(() =>
      workspace.apply(changes(["app.py", "app = 1\n", "app = 2\n"]), RECORDED)
    );
    const [entry] = (await listed(workspace)).entries;
    await test({ root, record: join(root, `.layerwright/history/${entry?.id}.gz`) });
  });
}
