import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import type { ApplyOutcome, Workspace } from "../../workspace/workspace.ts";
import { changes, type Triple } from "./changes.ts";
import { withDatabase } from "../hosted/storage/on_both.ts";
import { hostedWorkspace, makeAccount, storeAll } from "../hosted/projects/account.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { writeFiles } from "./tree.ts";

type Files = Readonly<Record<string, string>>;

/** Each kind of workspace, created with some files. */
const KINDS: readonly {
  readonly name: string;
  readonly withWorkspace: (
    files: Files,
    test: (workspace: Workspace) => unknown,
  ) => Promise<void>;
}[] = [
  {
    name: "createMemoryWorkspace",
    withWorkspace: async (files, test) => {
      await test(createMemoryWorkspace(files));
    },
  },
  {
    name: "createDiskWorkspace",
    withWorkspace: (files, test) =>
      inTemporaryFolder(async (folder) => {
        const root = join(folder, "shop");
        writeFiles(root, files);
        await test(createDiskWorkspace(root));
      }),
  },
  ...(["sqlite", "postgres"] as const).map((kind) => ({
    name: `createHostedWorkspace on ${kind}`,
    withWorkspace: (files: Files, test: (workspace: Workspace) => unknown) =>
      withDatabase(kind, async (database) => {
        const account = await makeAccount(database, "acc_1");
        const workspace = await hostedWorkspace(database, account);
        if (Object.keys(files).length > 0) await storeAll(workspace, files);
        await test(workspace);
      }),
  })),
];

const FILES: Files = {
  "README.md": "# Shop\n",
  "api/app.py": "app = 1\r\n",
  "api/routes/users.py": "\ufeffusers = 1\n",
};

for (const { name, withWorkspace } of KINDS) {
  Deno.test(`${name} reads the files that exist`, () =>
    withWorkspace(FILES, async (workspace) => {
      const paths = [...Object.keys(FILES), "absent.py", "api/absent/deep.py"].map(projectPath);
      deepEqual(Object.fromEntries(await workspace.read(paths)), FILES);
    }));

  for (
    const [path, reason] of [
      ["api/routes", "Is a directory"],
      ["README.md/deep.py", "Not a directory"],
    ] as const
  ) {
    Deno.test(`${name} cannot read '${path}': ${reason}`, () =>
      withWorkspace(FILES, async (workspace) => {
        await rejects(workspace.read([projectPath(path)]), {
          name: "WorkspaceError",
          kind: "unreadable",
          path,
          reason,
        });
      }));
  }

  for (
    const [folder, entries] of [
      [null, ["README.md file", "api folder"]],
      ["api", ["app.py file", "routes folder"]],
      ["absent", []],
    ] as const
  ) {
    Deno.test(`${name} lists folder '${folder}'`, () =>
      withWorkspace(FILES, async (workspace) => {
        const found = await workspace.entries(folder && projectPath(folder));
        deepEqual(found.map(({ name, kind }) => `${name} ${kind}`), entries);
      }));
  }

  Deno.test(`${name} cannot list a file`, () =>
    withWorkspace(FILES, async (workspace) => {
      await rejects(workspace.entries(projectPath("README.md")), { kind: "unreadable" });
    }));

  Deno.test(`${name} is empty without a root`, () =>
    withWorkspace({}, async (workspace) => {
      deepEqual(await workspace.entries(null), []);
      equal((await workspace.read([projectPath("README.md")])).size, 0);
    }));

  Deno.test(`${name} applies every kind of change at once`, () =>
    withWorkspace(FILES, async (workspace) => {
      const outcome = await applyTo(workspace, [
        ["README.md", FILES["README.md"] ?? null, null],
        ["api/app.py", "app = 1\r\n", "app = 2\r\n"],
        ["api/models/cart/item.py", null, "item = 1\n"],
      ]);
      deepEqual(outcome, { kind: "applied" });
      deepEqual(await allFiles(workspace), {
        "api/app.py": "app = 2\r\n",
        "api/models/cart/item.py": "item = 1\n",
        "api/routes/users.py": FILES["api/routes/users.py"],
      });
    }));

  for (
    const { behaviour, change, outcome } of [
      {
        behaviour: "a file to be created exists",
        change: ["README.md", null, "new"],
        outcome: { kind: "changed", path: "README.md" },
      },
      {
        behaviour: "a file to be updated differs",
        change: ["README.md", "# Shop", "new"],
        outcome: { kind: "changed", path: "README.md" },
      },
      {
        behaviour: "a file to be updated is absent",
        change: ["absent.py", "old", "new"],
        outcome: { kind: "changed", path: "absent.py" },
      },
      {
        behaviour: "a file to be deleted differs",
        change: ["README.md", "# Shop", null],
        outcome: { kind: "changed", path: "README.md" },
      },
      {
        behaviour: "a folder is in place of a new file",
        change: ["api/routes", null, "new"],
        outcome: { kind: "failed", path: "api/routes", reason: "Is a directory" },
      },
      {
        behaviour: "a file is in place of a new folder",
        change: ["README.md/new.py", null, "new"],
        outcome: { kind: "failed", path: "README.md/new.py", reason: "Not a directory" },
      },
    ] as const
  ) {
    Deno.test(`${name} applies nothing if ${behaviour}`, () =>
      withWorkspace(FILES, async (workspace) => {
        const others: readonly Triple[] = [
          ["a_first.py", null, "new"],
          ["api/app.py", "app = 1\r\n", "app = 2\r\n"],
          ["z/last.py", null, "new"],
        ];
        deepEqual(await applyTo(workspace, [...others, change]), outcome);
        deepEqual(await allFiles(workspace), FILES);
      }));
  }

  Deno.test(`${name} applies nothing from an empty change set`, () =>
    withWorkspace(FILES, async (workspace) => {
      deepEqual(await applyTo(workspace, []), { kind: "applied" });
      deepEqual(await allFiles(workspace), FILES);
    }));

  Deno.test(`${name} refuses to apply outside of exclusively`, () =>
    withWorkspace(FILES, async (workspace) => {
      await rejects(workspace.apply(changes(["new.py", null, "new"])), /outside of exclusively/);
      deepEqual(await allFiles(workspace), FILES);
    }));

  Deno.test(`${name} reads without a lock, and applies nothing meanwhile`, () =>
    withWorkspace(FILES, async (workspace) => {
      deepEqual(await workspace.reading(() => allFiles(workspace)), {
        kind: "done",
        value: FILES,
        recovered: false,
        left: [],
      });
      const applying = workspace.reading(() => workspace.apply(changes(["new.py", null, "new"])));
      await rejects(applying, /outside of exclusively/);
      deepEqual(await allFiles(workspace), FILES);
    }));

  Deno.test(`work on ${name} sees its own changes`, () =>
    withWorkspace(FILES, async (workspace) => {
      const outcome = await workspace.exclusively(async () => {
        await workspace.apply(changes(["api/new.py", null, "1"], ["README.md", "# Shop\n", null]));
        const seen = await allFiles(workspace);
        await workspace.apply(changes(["api/new.py", "1", "2"]));
        return [seen, await allFiles(workspace)];
      });
      const { "README.md": _, ...rest } = FILES;
      deepEqual(outcome.kind === "done" && outcome.value, [
        { ...rest, "api/new.py": "1" },
        { ...rest, "api/new.py": "2" },
      ]);
    }));

  Deno.test(`${name} runs exclusive work one at a time, failures included`, () =>
    withWorkspace({ "count.txt": "0" }, async (workspace) => {
      const increments = Array.from(
        { length: 20 },
        (_, index) =>
          workspace.exclusively(async () => {
            const path = projectPath("count.txt");
            const count = (await workspace.read([path])).get(path) ?? "";
            await workspace.apply(changes(["count.txt", count, String(Number(count) + 1)]));
            if (index % 5 === 0) throw new Error("Work failed");
          }),
      );
      const ended = await Promise.allSettled(increments);
      equal(ended.filter(({ status }) => status === "rejected").length, 4);
      deepEqual(await allFiles(workspace), { "count.txt": "20" });
    }));
}

async function applyTo(workspace: Workspace, triples: readonly Triple[]): Promise<ApplyOutcome> {
  const outcome = await workspace.exclusively(() => workspace.apply(changes(...triples)));
  if (outcome.kind !== "done") throw new Error("The workspace was busy");
  deepEqual([outcome.recovered, outcome.left], [false, []]);
  // Some workspaces keep changes and return their ids, which are unique.
  return outcome.value.kind === "applied" ? { kind: "applied" } : outcome.value;
}

async function allFiles(workspace: Workspace, folder: ProjectPath | null = null): Promise<Files> {
  const files: Record<string, string> = {};
  for (const { name, kind } of await workspace.entries(folder)) {
    const path = projectPath(folder === null ? name : `${folder}/${name}`);
    if (kind === "folder") Object.assign(files, await allFiles(workspace, path));
    else files[path] = (await workspace.read([path])).get(path) ?? "unreadable";
  }
  return files;
}
