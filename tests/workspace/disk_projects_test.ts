import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { projectPath } from "../../core/project_path.ts";
import { WorkspaceError } from "../../workspace/workspace.ts";
import { openDiskProjects } from "../../workspace/disk_projects.ts";
import type { Project, Projects } from "../../workspace/projects.ts";
import { changes } from "./changes.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, writeFiles } from "./tree.ts";

function projectsIn(root: string): Projects {
  const projects = openDiskProjects(root);
  ok(!("severity" in projects));
  return projects;
}

async function opened(projects: Projects, path: string): Promise<Project> {
  const project = await projects.open(path);
  ok(!("severity" in project));
  return project;
}

Deno.test("openDiskProjects reports why a folder cannot be served", () =>
  inTemporaryFolder((folder) => {
    writeFiles(folder, { "file.txt": "" });
    for (
      const [path, reason] of [
        ["absent", "No such file or directory"],
        ["file.txt", "Not a directory"],
        ["file.txt/x", "Not a directory"],
        ["x".repeat(300), "File name too long"],
      ] as const
    ) {
      const root = join(folder, path);
      const problem = openDiskProjects(root);
      ok("severity" in problem);
      equal(problem.code, "file-unreadable");
      ok(problem.message.startsWith("Cannot serve '") && problem.message.includes(`(${reason})`));
    }
  }));

for (
  const { behaviour, path, name, place } of [
    { behaviour: "a project by its name", path: "shop", name: "shop", place: "shop" },
    { behaviour: "a project below folders", path: "a/b/shop", name: "shop", place: "a/b/shop" },
    { behaviour: "a project through a link", path: "link", name: "real", place: "real" },
    { behaviour: "a project below a link", path: "link/shop", name: "shop", place: "real/shop" },
    { behaviour: "a project whose name begins with a dot", path: ".x", name: ".x", place: ".x" },
    {
      behaviour: "a project with a similar name",
      path: "layerwright",
      name: "layerwright",
      place: "layerwright",
    },
    {
      behaviour: "a project named in full",
      path: "x.layerwright",
      name: "x.layerwright",
      place: "x.layerwright",
    },
  ]
) {
  Deno.test(`openDiskProjects opens ${behaviour}, and writes nothing before a change is applied`, () =>
    inTemporaryFolder(async (root) => {
      Deno.mkdirSync(join(root, "real"));
      Deno.symlinkSync("real", join(root, "link"));
      const before = readTree(root);
      const project = await opened(projectsIn(root), path);
      equal(project.name, name);
      deepEqual(await project.workspace.entries(null), []);
      deepEqual(readTree(root), before);
      await project.workspace.exclusively(() =>
        project.workspace.apply(changes(["app.py", null, "app\n"]))
      );
      equal(readTree(root)[`${place}/app.py`], "644 app\n");
    }));
}

Deno.test("openDiskProjects opens its root as '.', with the name of the folder", () =>
  inTemporaryFolder(async (folder) => {
    writeFiles(folder, { "shop/app.py": "app\n" });
    Deno.symlinkSync("shop", join(folder, "link"));
    for (const root of ["shop", "link"]) {
      const { name, workspace } = await opened(projectsIn(join(folder, root)), ".");
      equal(name, "shop");
      deepEqual(await workspace.entries(null), [{ name: "app.py", kind: "file" }]);
    }
  }));

Deno.test("openDiskProjects opens one workspace per project, also through links", () =>
  inTemporaryFolder(async (root) => {
    Deno.mkdirSync(join(root, "shop"));
    Deno.symlinkSync("shop", join(root, "link"));
    const projects = projectsIn(root);
    const { workspace } = await opened(projects, "shop");
    for (const path of ["shop", "link"]) {
      equal((await opened(projects, path)).workspace, workspace);
    }
    ok((await opened(projects, "other")).workspace !== workspace);
  }));

for (
  const { behaviour, path, swap } of [
    {
      behaviour: "a link to a hidden file",
      path: "notes.txt",
      swap: (shop: string) => replace(join(shop, "notes.txt"), ".env"),
    },
    {
      behaviour: "a link out of the project",
      path: "notes.txt",
      swap: (shop: string) => replace(join(shop, "notes.txt"), "../../outside/notes.txt"),
    },
    {
      behaviour: "a link for its folder",
      path: "docs/notes.txt",
      swap: (shop: string) => replace(join(shop, "docs"), "../../outside"),
    },
    {
      behaviour: "a link for its project",
      path: "notes.txt",
      swap: (shop: string) => replace(shop, "../outside"),
    },
    {
      behaviour: "a link to a folder",
      path: "notes.txt",
      swap: (shop: string) => replace(join(shop, "notes.txt"), "docs"),
    },
  ]
) {
  Deno.test(`readIf() reads nothing of ${behaviour} that replaces a file after the check`, () =>
    inTemporaryFolder(async (folder) => {
      writeFiles(folder, {
        "root/shop/notes.txt": "shown",
        "root/shop/docs/notes.txt": "shown",
        "root/shop/.env": "secret",
        "outside/notes.txt": "secret",
      });
      const root = join(folder, "root");
      const project = await opened(projectsIn(root), "shop");
      const decided: string[] = [];
      const reading = project.readIf(projectPath(path), (real) => {
        if (decided.push(real) === 1) swap(join(root, "shop"));
        return !real.includes("/.");
      });
      const found = await reading.catch((problem) => ok(problem instanceof WorkspaceError));
      ok(found === null || found === undefined, found ?? "");
      equal(decided[0], `shop/${path}`);
    }));
}

/** Replaces a file or folder with a link. */
function replace(path: string, target: string): void {
  Deno.renameSync(path, `${path}-away`);
  Deno.symlinkSync(target, path);
}

Deno.test("readIf() reads a file that an editor replaced during the call", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { "shop/notes.txt": "old", "shop/draft": "new" });
    const project = await opened(projectsIn(root), "shop");
    let saves = 0;
    const text = await project.readIf(projectPath("notes.txt"), () => {
      if (saves++ === 0) Deno.renameSync(join(root, "shop/draft"), join(root, "shop/notes.txt"));
      return true;
    });
    deepEqual([text, saves], ["new", 2]);
  }));

Deno.test("openDiskProjects notices that a link has a new target", () =>
  inTemporaryFolder(async (folder) => {
    writeFiles(folder, { "root/shop/app.py": "", "outside/app.py": "" });
    const root = join(folder, "root");
    Deno.symlinkSync("shop", join(root, "link"));
    const projects = projectsIn(root);
    await opened(projects, "link");
    Deno.removeSync(join(root, "link"));
    Deno.symlinkSync("../outside", join(root, "link"));
    const project = await projects.open("link");
    equal("severity" in project && project.code, "path-outside");
  }));

Deno.test("open() throws errors that are not from the system", () =>
  inTemporaryFolder(async (root) => {
    const projects = projectsIn(root);
    const { lstatSync } = Deno;
    Deno.lstatSync = () => {
      throw new TypeError("A defect");
    };
    try {
      await rejects(async () => await projects.open("shop"), { message: "A defect" });
    } finally {
      Deno.lstatSync = lstatSync;
    }
  }));

Deno.test("list() returns generated projects in order, up to the limit", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, {
      "b/.layerwright/manifest": "",
      "a/.layerwright/manifest": "",
      "c/.layerwright/manifest": "",
      "foreign/app.py": "",
      "half/.layerwright/lock": "",
      "below/d/.layerwright/manifest": "",
      "con/.layerwright/manifest": "",
      "file": "",
    });
    Deno.symlinkSync("a", join(root, "link"));
    const projects = projectsIn(root);
    deepEqual(await projects.list(10), ["a", "b", "c"]);
    deepEqual(await projects.list(2), ["a", "b"]);
    deepEqual(await projects.list(0), []);
    deepEqual(await projects.list(1, "b"), ["b"]);
  }));
