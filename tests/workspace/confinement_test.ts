import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { projectPath } from "../../core/project_path.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { changes } from "./changes.ts";
import { run } from "./run.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, writeFiles } from "./tree.ts";

/** A link in the project, its target, and a path that leads through the link. */
interface Case {
  readonly behaviour: string;
  readonly link: string;
  readonly target: string;
  readonly path: string;
}

const REFUSED: readonly (Case & { readonly kind: string; readonly reason: string })[] = [
  ...[
    { behaviour: "a linked file", link: "a.py", target: "../outside/secret.py", path: "a.py" },
    {
      behaviour: "a file in a linked folder",
      link: "a",
      target: "../outside",
      path: "a/secret.py",
    },
    {
      behaviour: "an absent file in a linked folder",
      link: "a",
      target: "../outside",
      path: "a/b.py",
    },
    { behaviour: "an absent folder in one", link: "a", target: "../outside", path: "a/b/c/d.py" },
    { behaviour: "a file below an absolute link", link: "a", target: "/etc", path: "a/hostname" },
    {
      behaviour: "a link to a sibling with a similar name",
      link: "a",
      target: "../shop2",
      path: "a/b.py",
    },
    { behaviour: "a link to the parent", link: "a", target: "..", path: "a/outside/secret.py" },
    { behaviour: "a link through a link", link: "a", target: "hop/outside", path: "a/secret.py" },
    { behaviour: "a dangling link out", link: "a.py", target: "../outside/no.py", path: "a.py" },
    { behaviour: "a far dangling link out", link: "a.py", target: "/no/such/a.py", path: "a.py" },
  ].map((each) => ({ ...each, kind: "outside", reason: "Link leads outside the project" })),
  {
    behaviour: "a dangling link inside",
    link: "a.py",
    target: "api/absent.py",
    path: "a.py",
    kind: "unreadable",
    reason: "Broken link",
  },
  {
    behaviour: "a link to itself",
    link: "a",
    target: "a",
    path: "a/b.py",
    kind: "unreadable",
    reason: "Too many levels of symbolic links",
  },
];

for (const { behaviour, link, target, path, kind, reason } of REFUSED) {
  Deno.test(`createDiskWorkspace neither reads nor writes ${behaviour}`, () =>
    inTemporaryFolder(async (folder) => {
      const root = makeProject(folder);
      Deno.symlinkSync(target, join(root, link));
      const before = readTree(folder);
      const workspace = createDiskWorkspace(root);

      await rejects(workspace.read([projectPath(path)]), { kind, path, reason });
      for (const text of [null, "secret\n"]) {
        const after = text === null ? "new\n" : null;
        const outcome = await workspace.exclusively(() =>
          workspace.apply(changes(["new.py", null, "new\n"], [path, text, after]))
        );
        deepEqual(outcome, {
          kind: "done",
          value: { kind: "failed", path, reason },
          recovered: false,
          left: [],
        });
      }
      deepEqual(readTree(folder), before);
    }));
}

Deno.test("createDiskWorkspace does not list a folder outside the project", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    Deno.symlinkSync("../outside", join(root, "a"));
    await rejects(createDiskWorkspace(root).entries(projectPath("a")), { kind: "outside" });
  }));

const ALLOWED: readonly (Case & { readonly real: string })[] = [
  {
    behaviour: "a linked file",
    link: "a.py",
    target: "api/app.py",
    path: "a.py",
    real: "api/app.py",
  },
  { behaviour: "a linked folder", link: "a", target: "api", path: "a/app.py", real: "api/app.py" },
  {
    behaviour: "an absolute link",
    link: "a",
    target: "<root>/api",
    path: "a/app.py",
    real: "api/app.py",
  },
  {
    behaviour: "a link out of the project and back",
    link: "a",
    target: "../shop/api",
    path: "a/app.py",
    real: "api/app.py",
  },
];

for (const { behaviour, link, target, path, real } of ALLOWED) {
  Deno.test(`createDiskWorkspace updates the target of ${behaviour} inside the project`, () =>
    inTemporaryFolder(async (folder) => {
      const root = makeProject(folder);
      Deno.symlinkSync(target.replace("<root>", root), join(root, link));
      const before = readTree(root);
      const workspace = createDiskWorkspace(root);

      deepEqual([...await workspace.read([projectPath(path)])], [[path, "app\n"]]);
      await workspace.exclusively(() => workspace.apply(changes([path, "app\n", "new\n"])));
      deepEqual(readTree(root), { ...before, [real]: "644 new\n" });
    }));
}

Deno.test("createDiskWorkspace creates files and folders in a linked folder inside", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    Deno.symlinkSync("api", join(root, "a"));
    const workspace = createDiskWorkspace(root);
    await workspace.exclusively(() => workspace.apply(changes(["a/b/c.py", null, "c\n"])));
    equal(Deno.readTextFileSync(join(root, "api/b/c.py")), "c\n");
  }));

Deno.test("createDiskWorkspace deletes a link, not its target", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    const before = readTree(root);
    Deno.symlinkSync("api/app.py", join(root, "a.py"));
    const workspace = createDiskWorkspace(root);
    await workspace.exclusively(() => workspace.apply(changes(["a.py", "app\n", null])));
    deepEqual(readTree(root), before);
  }));

Deno.test("createDiskWorkspace applies nothing if two paths lead to one file", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    Deno.symlinkSync("app.py", join(root, "api/link.py"));
    const before = readTree(root);
    const workspace = createDiskWorkspace(root);
    const outcome = await workspace.exclusively(() =>
      workspace.apply(changes(["api/app.py", "app\n", "1\n"], ["api/link.py", "app\n", "2\n"]))
    );
    deepEqual(outcome, {
      kind: "done",
      value: { kind: "changed", path: "api/link.py" },
      recovered: false,
      left: [],
    });
    deepEqual(readTree(root), before);
  }));

Deno.test("createDiskWorkspace lists links to files inside as files, and all others as other", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    for (
      const [link, target] of [
        ["to_absent", "absent"],
        ["to_file", "api/app.py"],
        ["to_folder", "api"],
        ["to_itself", "to_itself"],
        ["to_outside", "../outside"],
      ] as const
    ) Deno.symlinkSync(target, join(root, link));
    const entries = await createDiskWorkspace(root).entries(null);
    deepEqual(entries.map(({ name, kind }) => `${name} ${kind}`), [
      "api folder",
      "hop other",
      "to_absent other",
      "to_file file",
      "to_folder other",
      "to_itself other",
      "to_outside other",
    ]);
  }));

Deno.test("createDiskWorkspace lists and reads the files of a linked folder by path", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    Deno.symlinkSync("api", join(root, "a"));
    Deno.symlinkSync("..", join(root, "api/up"));
    const workspace = createDiskWorkspace(root);
    deepEqual(await workspace.entries(projectPath("a")), [
      { name: "app.py", kind: "file" },
      { name: "up", kind: "other" },
    ]);
    const path = projectPath("a/up/a/app.py");
    deepEqual([...await workspace.read([path])], [[path, "app\n"]]);
  }));

Deno.test("createDiskWorkspace works at a root behind a link", () =>
  inTemporaryFolder(async (folder) => {
    makeProject(folder);
    Deno.symlinkSync("shop", join(folder, "link"));
    const workspace = createDiskWorkspace(join(folder, "link"));
    await workspace.exclusively(() => workspace.apply(changes(["api/app.py", "app\n", "new\n"])));
    equal(Deno.readTextFileSync(join(folder, "shop/api/app.py")), "new\n");
  }));

Deno.test("createDiskWorkspace does not wait for a pipe", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    await run(["mkfifo", join(root, "pipe.py")]);
    const workspace = createDiskWorkspace(root);
    await rejects(workspace.read([projectPath("pipe.py")]), { reason: "Not a regular file" });
  }));

Deno.test("createDiskWorkspace does not read a file of three gigabytes, which git keeps in three megabytes", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    const large = projectPath("large.py");
    Deno.writeTextFileSync(join(root, large), "");
    Deno.truncateSync(join(root, large), 3 * 1024 ** 3);
    const workspace = createDiskWorkspace(root);
    const refusal = { kind: "unreadable", reason: "Larger than 64 MiB" };
    await rejects(workspace.read([large]), refusal);
  }));

/** Creates `shop`, a project with a link to its parent folder, beside folders that it must not touch. */
function makeProject(folder: string): string {
  writeFiles(folder, {
    "outside/secret.py": "secret\n",
    "shop/api/app.py": "app\n",
    "shop2/b.py": "secret\n",
  });
  const root = join(folder, "shop");
  Deno.symlinkSync("..", join(root, "hop"));
  return root;
}
