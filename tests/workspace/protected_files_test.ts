/** Files that no change may reach, not even through a link in the project. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import type { Change } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, writeFiles } from "./tree.ts";

const FILES = {
  "api/app.py": "",
  ".git/config": "[core]\n",
  ".git/hooks/pre-commit": "#!/bin/sh\n",
  ".layerwright/history/list": "",
};

/** A link in the project, and a change that reaches a protected file through it. */
const LINKS: readonly (readonly [link: string, target: string, change: Change])[] = [
  ["hooks", ".git/hooks", create("hooks/post-checkout")],
  ["hooks", ".git/hooks", { ...update("hooks/pre-commit", FILES[".git/hooks/pre-commit"]) }],
  ["g", ".git", update("g/config", FILES[".git/config"])],
  ["settings", ".git/config", update("settings", FILES[".git/config"])],
  ["g", ".git", remove("g/config", FILES[".git/config"])],
  ["state", ".layerwright", remove("state/history/list", "")],
];

function create(path: string): Change {
  return { kind: "create", path: projectPath(path), before: null, after: "echo\n" };
}

function update(path: string, before: string): Change {
  return { kind: "update", path: projectPath(path), before, after: "other\n" };
}

function remove(path: string, before: string): Change {
  return { kind: "delete", path: projectPath(path), before, after: null };
}

for (const [link, target, change] of LINKS) {
  Deno.test(`a ${change.kind} of ${change.path} does not reach ${target}`, async () => {
    await inTemporaryFolder(async (folder) => {
      writeFiles(folder, FILES);
      Deno.symlinkSync(target, join(folder, link));
      const { [".layerwright/lock"]: _, ...before } = readTree(folder);
      const workspace = createDiskWorkspace(folder);
      const outcome = await workspace.exclusively(() => workspace.apply([change]));
      equal(outcome.kind === "done" && outcome.value.kind, "failed");
      const { [".layerwright/lock"]: __, ...after } = readTree(folder);
      deepEqual(after, before);
    });
  });
}
