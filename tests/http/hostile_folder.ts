/** A served folder with links to the outside, and files beside the folder. */

import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { createMemoryWorkspace, generateApi } from "../../mod.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";

/** Text that no response may contain. Only files that are hidden or outside of the root contain it. */
export const SECRET = "precious";

async function generated(folder: string, route: string): Promise<Record<string, string>> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", { routes: { [route]: { type: "GET", mock: [1] } } });
  // The minimal files of a project.
  const files = [...workspace.files()].filter(([path]) => /^(?:api|\.layerwright)\//.test(path));
  return Object.fromEntries(files.map(([path, text]) => [`${folder}/${path}`, text]));
}

const FILES = {
  ...await generated("root/shop", "products"),
  ...await generated("outside", SECRET),
  "root/notes.txt": "Buy milk\n",
  "root/deep/er/file.txt": "",
  "root/shop/.env": `KEY=${SECRET}\n`,
  "root/.git/config": `${SECRET}\n`,
};

const LINKS = [
  ["root/link_out", "../outside"],
  ["root/hop", "link_out"],
  ["root/deep/hop", "er/hop"],
  ["root/deep/er/hop", "../../../outside"],
  ["root/to_parent", ".."],
  ["root/to_everything", "/"],
  ["root/dangling", "../nowhere"],
  ["root/loop", "loop"],
  ["root/link_in", "shop"],
  ["root/to_state", "shop/.layerwright"],
  ["root/to_git", ".git"],
  ["root/git_config", ".git/config"],
  ["root/env_hop", "shop/env.txt"],
  ["root/shop/env.txt", ".env"],
  ["root/shop/settings", ".layerwright"],
  ["root/shop/api/env.txt", "../.env"],
] as const;

/** Runs a test with the folder `root`, and checks that nothing in or beside it has changed. */
export function inHostileFolder(test: (root: string) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    writeFiles(folder, FILES);
    for (const [link, target] of LINKS) Deno.symlinkSync(target, join(folder, link));
    const before = readTree(folder);
    await test(join(folder, "root"));
    deepEqual(readTree(folder), before);
  });
}
