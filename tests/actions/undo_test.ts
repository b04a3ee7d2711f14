import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import {
  createDiskWorkspace,
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
  history,
  type MemoryWorkspace,
  projectPath,
  redo,
  removeRoute,
  removeSubroute,
  renameRoute,
  type Report,
  undo,
  type Workspace,
} from "../../mod.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readProject } from "../workspace/tree.ts";

const SPEC = {
  routes: {
    products: { type: "GET", mock: [{ id: 1 }], subroutes: { sale: { type: "GET" } } },
    users: { type: "POST" },
  },
} as const;

/** A command by its name. */
type Command = readonly [name: string, run: (workspace: Workspace) => Promise<Report>];

const COMMANDS: readonly Command[] = [
  ["generate route", (workspace) => generateRoute(workspace, "invoices")],
  [
    "generate subroute",
    (workspace) => generateSubroute(workspace, "products", "featured", { mock: [{ id: 2 }] }),
  ],
  [
    "generate subroute with a data file",
    (workspace) => generateSubroute(workspace, "users", "all", { mock: ["x".repeat(20_000)] }),
  ],
  [
    "generate api",
    (workspace) =>
      generateApi(workspace, "shop", { routes: { ...SPEC.routes, carts: { type: "GET" } } }, {
        isInside: true,
      }),
  ],
  ["remove route", (workspace) => removeRoute(workspace, "users")],
  ["remove subroute", (workspace) => removeSubroute(workspace, "products", "sale")],
  ["rename route", (workspace) => renameRoute(workspace, "products", "catalog")],
];

for (const [name, run] of COMMANDS) {
  Deno.test(`undo() gives back every byte, mode and folder after ${name}, and redo() repeats it`, () =>
    inTemporaryFolder(async (folder) => {
      const root = join(folder, "shop");
      const workspace = createDiskWorkspace(root);
      await generateApi(workspace, "shop", SPEC);
      Deno.chmodSync(join(root, "api/routes/users_route.py"), 0o640);
      Deno.mkdirSync(join(root, "api/empty"));
      const before = readProject(root);
      equal((await run(workspace)).status, "applied");
      const after = readProject(root);
      equal((await undo(workspace)).status, "applied");
      deepEqual(readProject(root), before);
      equal((await redo(workspace)).status, "applied");
      deepEqual(readProject(root), after);
      equal((await undo(workspace)).status, "applied");
      deepEqual(readProject(root), before);
    }));
}

Deno.test("undo() gives back the encodings of files", () =>
  inTemporaryFolder(async (root) => {
    const workspace = createDiskWorkspace(root);
    await generateApi(workspace, "shop", SPEC, { isInside: true });
    const route = join(root, "api/routes/users_route.py");
    const latin = [...new TextEncoder().encode("# coding: latin-1\r\n# caf"), 0xe9, 13, 10];
    const bytes = Uint8Array.from([...latin, ...Deno.readFileSync(route)]);
    Deno.writeFileSync(route, bytes);
    const before = readProject(root);
    equal((await removeRoute(workspace, "users", { force: true })).status, "applied");
    equal((await undo(workspace)).status, "applied");
    deepEqual(readProject(root), before);
  }));

Deno.test("undo() takes back files in a folder that is a link", () =>
  inTemporaryFolder(async (root) => {
    const workspace = createDiskWorkspace(root);
    await generateApi(workspace, "shop", SPEC, { isInside: true });
    Deno.renameSync(join(root, "tests"), join(root, "checks"));
    Deno.symlinkSync("checks", join(root, "tests"), { type: "dir" });
    const before = readProject(root);
    await generateRoute(workspace, "invoices");
    const { status, message } = await undo(workspace);
    equal(status, "applied", message);
    deepEqual(readProject(root), before);
  }));

Deno.test("undo() refuses if a copy of a generated file uses the change", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "invoices");
  const text = workspace.files().get(projectPath("tests/test_invoices_route.py")) ?? "";
  const copy = projectPath("other/tests/test_invoices_route.py");
  await replaceAll(workspace, new Map(workspace.files()).set(copy, text));
  const { status, message } = await undo(workspace);
  equal(status, "refused");
  match(message, /other\/tests\/test_invoices_route\.py:/);
});

Deno.test("undo() again takes back the change before, and a new change ends redo()", async () => {
  const workspace = await shop();
  const states = [workspace.files()];
  for (const route of ["a", "b", "c"]) {
    await generateRoute(workspace, route);
    states.push(workspace.files());
  }
  await undo(workspace);
  deepEqual(workspace.files(), states[2]);
  await undo(workspace);
  deepEqual(workspace.files(), states[1]);
  await redo(workspace);
  deepEqual(workspace.files(), states[2]);
  await generateRoute(workspace, "d");
  equal((await redo(workspace)).message, "Nothing to redo");
  await undo(workspace);
  deepEqual(workspace.files(), states[2]);
  await undo(workspace);
  deepEqual(workspace.files(), states[1]);
});

Deno.test("undo() suggests redo() only if it can redo, and keeps the changes before", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "invoices");
  deepEqual((await undo(workspace)).next, ["layerwright redo"]);
  await redo(workspace);
  await generateRoute(workspace, "large", { mock: "x".repeat(12 * 1024 * 1024) });
  const { status, next } = await undo(workspace);
  deepEqual([status, next], ["applied", []]);
  equal((await redo(workspace)).message, "Nothing to redo");
  equal(
    (await undo(workspace)).message,
    "Undid 'generate route invoices': 5 files are as they were",
  );
});

Deno.test("undo() changes nothing in a dry run, and reports the changes", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "invoices");
  const before = workspace.files();
  const { status, message, changes } = await undo(workspace, { dryRun: true, diff: true });
  equal(status, "planned");
  equal(message, "Would undo 'generate route invoices': 5 files");
  equal(changes.every(({ diff }) => diff !== null), true);
  deepEqual(workspace.files(), before);
  equal((await undo(workspace)).status, "applied");
});

Deno.test("undo() refuses to discard what changed since, and keeps it with keepEdited", async () => {
  const workspace = await shop();
  const before = workspace.files();
  await generateRoute(workspace, "invoices");
  const path = [...workspace.files().keys()].find((each) => each.endsWith("invoices_service.py"));
  await edit(workspace, `${path}`, (text) => text.replace("is working!", "works."));
  const edited = workspace.files();
  const { status, diagnostics, changes } = await undo(workspace);
  equal(status, "refused");
  deepEqual(diagnostics.map(({ code }) => code), ["conflict-edited"]);
  deepEqual(changes.map((each) => [each.path, each.diff !== null]), [[path, true]]);
  deepEqual(workspace.files(), edited);
  const { data } = await undo(workspace, { keepEdited: true });
  deepEqual(data?.kept, ["api/repositories/invoices_repository.py", path]);
  const left = [...workspace.files().keys()].filter((each) => !before.has(each));
  deepEqual(left, ["api/repositories/invoices_repository.py", path]);
});

Deno.test("undo() refuses if only a record is left of the change", async () => {
  const workspace = await shop();
  await generateSubroute(workspace, "products", "featured");
  const records = [...workspace.files()].filter(([path]) => path.startsWith(".layerwright/"));
  await replaceAll(workspace, new Map(records));
  const before = workspace.files();
  const { status, diagnostics } = await undo(workspace);
  equal(status, "refused");
  deepEqual(diagnostics.map(({ code }) => code), ["history-absent"]);
  deepEqual(workspace.files(), before);
});

Deno.test("undo() refuses if none of the changes is there, and undoes nothing else", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "kept");
  const before = workspace.files();
  await generateRoute(workspace, "invoices");
  await replaceAll(workspace, before);
  const { status, diagnostics } = await undo(workspace);
  equal(status, "refused");
  deepEqual(diagnostics.map(({ code }) => code), ["history-absent"]);
  deepEqual(workspace.files(), before);
});

Deno.test("undo() refuses to undo the creation of a project, and an id that does not exist", async () => {
  const workspace = await shop();
  const before = workspace.files();
  const first = await undo(workspace);
  const second = await undo(workspace, { id: "chg_00000000" });
  deepEqual([first, second].map(({ status, diagnostics: [problem] }) => [status, problem?.code]), [
    ["refused", "history-creation"],
    ["failed", "history-unknown"],
  ]);
  deepEqual(workspace.files(), before);
});

Deno.test("undo() has nothing to undo in a project without history", async () => {
  const { status, message } = await undo(createMemoryWorkspace());
  deepEqual([status, message], ["unchanged", "Nothing to undo"]);
});

Deno.test("history() lists what was applied, newest first, and nothing that changed nothing", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "invoices");
  await generateRoute(workspace, "invoices");
  await generateSubroute(workspace, "invoices", "late", { type: "POST", mock: { id: 1 } });
  await undo(workspace);
  const { data } = await history(workspace);
  deepEqual(data?.applied.map(({ command, state, endpoints }) => [command, state, endpoints]), [
    [`generate subroute invoices late --type POST --mock '{"id": 1}'`, "undone", 1],
    ["generate route invoices", "applied", 1],
    ["generate api shop --json spec.json", "created", 3],
  ]);
});

Deno.test("history() shortens long commands, and shows no control characters", async () => {
  const workspace = await shop();
  for (const mock of ["😀".repeat(300), "a\n\u001b[2J\ud800"]) {
    await generateRoute(workspace, `r${mock.length}`, { mock });
  }
  const { data } = await history(workspace);
  const commands = data?.applied.map(({ command }) => command) ?? [];
  deepEqual(commands.filter((command) => command.length > 200), []);
  deepEqual(commands.filter((command) => /\p{Control}/u.test(command)), []);
  equal(
    (await inTemporaryFolder(async (root) => {
      const disk = createDiskWorkspace(root);
      await generateRoute(disk, "long", { mock: "😀".repeat(300) });
      await generateRoute(disk, "odd", { mock: "a\u001b[2J" });
      return await history(disk);
    })).data?.applied.length,
    2,
  );
});

async function shop(): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  return workspace;
}

/** Edits a file as a person would, so that the history does not know it. */
async function edit(
  workspace: MemoryWorkspace,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  const files = new Map(workspace.files());
  const found = [...files].find(([each]) => each === path);
  if (found === undefined) throw new Error(`No ${path}`);
  await replaceAll(workspace, files.set(found[0], change(found[1])));
}

async function replaceAll(
  workspace: MemoryWorkspace,
  wanted: ReturnType<MemoryWorkspace["files"]>,
): Promise<void> {
  const now = workspace.files();
  const paths = [...new Set([...now.keys(), ...wanted.keys()])];
  const changes = paths.flatMap((path) => {
    const [before, after] = [now.get(path) ?? null, wanted.get(path) ?? null];
    if (before === after) return [];
    const kind = before === null ? "create" : after === null ? "delete" : "update";
    return [{ kind, path, before, after }] as Parameters<Workspace["apply"]>[0][number][];
  });
  await workspace.exclusively(() => workspace.apply(changes));
}
