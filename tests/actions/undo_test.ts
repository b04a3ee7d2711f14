import { deepEqual, equal, match, ok } from "node:assert/strict";
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
  undo,
} from "../../mod.ts";
import { replaceFiles } from "../workspace/replace_files.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readProject, writeFiles } from "../workspace/tree.ts";
import { generatedShop, PLANNED_CHANGES, type PlannedChange } from "./planned_projects.ts";

const SPEC = {
  routes: {
    products: { type: "GET", mock: [{ id: 1 }], subroutes: { sale: { type: "GET" } } },
    users: { type: "POST" },
  },
} as const;

/** Commands whose changes can be undone. */
const COMMANDS: readonly PlannedChange[] = [
  ...PLANNED_CHANGES.filter(({ words }) => !/new project|^undo$|^redo$/.test(words)),
  {
    words: "generate subroute with a data file",
    project: generatedShop,
    run: (workspace) =>
      generateSubroute(workspace, "orders", "all", { mock: ["x".repeat(20_000)] }),
  },
];

for (const { words, project, run } of COMMANDS) {
  Deno.test(`undo() restores every byte, mode and folder after ${words}, and redo() repeats it`, () =>
    inTemporaryFolder(async (root) => {
      const workspace = createDiskWorkspace(root);
      const files = Object.fromEntries((await project()).files());
      writeFiles(root, files);
      const route = Object.keys(files).find((path) => path.endsWith("_route.py")) ?? "";
      Deno.chmodSync(join(root, route), 0o640);
      Deno.mkdirSync(join(root, "api/empty"));
      const before = readProject(root);
      equal((await run(workspace, {})).status, "applied");
      const after = readProject(root);
      equal((await undo(workspace)).status, "applied");
      deepEqual(readProject(root), before);
      equal((await redo(workspace)).status, "applied");
      deepEqual(readProject(root), after);
      equal((await undo(workspace)).status, "applied");
      deepEqual(readProject(root), before);
    }));
}

Deno.test("undo() restores the encodings of files", () =>
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

Deno.test("undo() restores files in a linked folder", () =>
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

Deno.test("undo() does not restore a deleted link as a file, and undoes the rest once the link is there", () =>
  inTemporaryFolder(async (root) => {
    const workspace = createDiskWorkspace(root);
    await generateApi(workspace, "shop", SPEC, { isInside: true });
    const service = join(root, "api/services/users_service.py");
    Deno.mkdirSync(join(root, "shared"));
    Deno.renameSync(service, join(root, "shared/users.txt"));
    Deno.symlinkSync("../../shared/users.txt", service);
    const before = readProject(root);
    equal((await removeRoute(workspace, "users")).status, "applied");
    const after = readProject(root);
    for (const keepEdited of [false, true]) {
      const { status, message, diagnostics: [problem] } = await undo(workspace, { keepEdited });
      deepEqual([status, problem?.code], ["refused", "history-link"]);
      match(
        message,
        /deleted a link; .*\n {2}api\/services\/users_service\.py -> \.\.\/\.\.\/shared\/users\.txt/,
      );
      deepEqual(readProject(root), after);
    }
    Deno.symlinkSync("../../shared/users.txt", service);
    equal((await undo(workspace)).status, "applied");
    deepEqual(readProject(root), before);
    ok(Deno.lstatSync(service).isSymlink);
  }));

Deno.test("undo() refuses if a copy of a generated file uses the change", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "invoices");
  const text = workspace.files().get(projectPath("tests/test_invoices_route.py")) ?? "";
  const copy = projectPath("other/tests/test_invoices_route.py");
  await replaceFiles(workspace, new Map(workspace.files()).set(copy, text));
  const { status, message } = await undo(workspace);
  equal(status, "refused");
  match(message, /other\/tests\/test_invoices_route\.py:/);
});

Deno.test("a second undo() reverts the change before, and a new change ends redo()", async () => {
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

Deno.test("undo() refuses to discard later edits, and keeps them with keepEdited", async () => {
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
  await replaceFiles(workspace, new Map(records));
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
  await replaceFiles(workspace, before);
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

Deno.test("history() lists applied changes, newest first, without commands that changed nothing", async () => {
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

/** Edits a file like a person, outside of the history. */
async function edit(
  workspace: MemoryWorkspace,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  const files = new Map(workspace.files());
  const found = [...files].find(([each]) => each === path);
  if (found === undefined) throw new Error(`No ${path}`);
  await replaceFiles(workspace, files.set(found[0], change(found[1])));
}
