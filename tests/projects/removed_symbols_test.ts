/** Removing an addition to a project restores every byte. */

import { deepEqual, equal, ok } from "node:assert/strict";
import {
  createDiskWorkspace,
  createMemoryWorkspace,
  generateSubroute,
  type ProjectPath,
  projectPath,
  type Workspace,
} from "../../mod.ts";
import { readPython } from "../../python/python_module.ts";
import { removeSymbols } from "../../python/remove_symbols.ts";
import { addedSymbols } from "../../python/symbols.ts";
import { projectFolder } from "./hand_edited_project.ts";
import { JOINED_ROUTES } from "./joined_route_cases.ts";
import { STYLES } from "./own_layout_styles.ts";

const ROUTE = "api/routes/products_route.py";

type Files = Readonly<Record<string, string>>;

async function projectFiles(name: string): Promise<Files> {
  const workspace = createDiskWorkspace(projectFolder(name));
  const paths: ProjectPath[] = [];
  const folders: (ProjectPath | null)[] = [null];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await workspace.entries(folder)) {
      const path = projectPath(folder === null ? entry.name : `${folder}/${entry.name}`);
      (entry.kind === "folder" ? folders : paths).push(path);
    }
  }
  return Object.fromEntries(await workspace.read(paths));
}

/**
 * Adds endpoints to a project, removes them from each file, and compares each file with its original
 * text.
 */
async function assertUndone(before: Files, add: (workspace: Workspace) => Promise<unknown>) {
  const workspace = createMemoryWorkspace(before);
  await add(workspace);
  const changed = [...workspace.files()].filter(([path, text]) => before[path] !== text);
  ok(changed.some(([path]) => path === ROUTE), "the route is edited");
  for (const [path, text] of changed) {
    const old = before[path];
    if (old === undefined || !path.endsWith(".py")) continue;
    const module = readPython(text);
    equal(removeSymbols(module, addedSymbols(readPython(old), module)).text, old, path);
  }
}

for (const { name } of STYLES) {
  Deno.test(`removeSymbols() undoes what generateSubroute() adds to ${name}`, async () => {
    const files = await projectFiles(name);
    await assertUndone(
      files,
      (workspace) =>
        generateSubroute(workspace, "products", "sale", { mock: { price: 5, name: "Café" } }),
    );
    await assertUndone(files, async (workspace) => {
      await generateSubroute(workspace, "products", "sale", { mock: [{ price: 5 }] });
      await generateSubroute(workspace, "products", "hold", { type: "POST" });
    });
  });
}

/** Leaves out blank lines and unused imports. Without a linter, a module may have any number of them. */
function essence(text: string): string {
  return text.split("\n").filter((line) => line.trim() !== "" && !/^from \S+ import/.test(line))
    .join("\n");
}

Deno.test("removeSymbols() leaves the code of modules of every kind", async (test) => {
  const project = await projectFiles("helpers_below");
  for (const { title, route, files } of JOINED_ROUTES) {
    await test.step(title, async () => {
      const workspace = createMemoryWorkspace({ ...project, [ROUTE]: route, ...files });
      await generateSubroute(workspace, "products", "sale", { mock: [3] });
      const module = readPython(workspace.files().get(projectPath(ROUTE)) ?? "");
      const { text, left } = removeSymbols(module, addedSymbols(readPython(route), module));
      deepEqual({ text: essence(text), left }, { text: essence(route), left: [] });
    });
  }
});
