/** Names of the backups and drafts beside the files that setup writes. */

import { equal } from "node:assert/strict";
import { join } from "node:path";
import { backupOf, draftOf, freeBackup, isBackup } from "../../setup/files.ts";

const FILE = join("home", "ada", ".mcp.json");
const BACKUP = join("home", "ada", ".mcp.json.before-layerwright");

for (
  const [taken, free] of [
    [[], BACKUP],
    [[FILE, `${BACKUP}-2`], BACKUP],
    [[BACKUP], `${BACKUP}-2`],
    [[BACKUP, `${BACKUP}-3`], `${BACKUP}-2`],
    [[BACKUP, `${BACKUP}-2`], `${BACKUP}-3`],
    [[BACKUP, `${BACKUP}-2`, `${BACKUP}-3`], `${BACKUP}-4`],
  ] as const
) {
  Deno.test(`a backup gets a free name beside ${taken.length} files`, () => {
    const exists = (path: string) => taken.some((each) => each === path);
    equal(freeBackup({ exists }, FILE), free);
  });
}

for (
  const [path, expected] of [
    [BACKUP, true],
    [`${BACKUP}-2`, true],
    [`${BACKUP}-10`, true],
    [`${BACKUP}-`, false],
    [`${BACKUP}-x`, false],
    [`${BACKUP}2`, false],
    [`${BACKUP}.json`, false],
    [`${BACKUP}-2.json`, false],
    [join("a.before-layerwright", "b"), false],
    ["before-layerwright", false],
    [FILE, false],
    [draftOf(FILE), false],
  ] as const
) {
  Deno.test(`'${path}' is ${expected ? "a" : "no"} backup`, () => equal(isBackup(path), expected));
}

Deno.test("backups and drafts are beside their file", () => {
  equal(backupOf(FILE), BACKUP);
  equal(draftOf(FILE), join("home", "ada", ".mcp.json.layerwright-draft"));
});
