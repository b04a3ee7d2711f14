/** Projects on two branches of a git repository, and their merges. */

import { Buffer } from "node:buffer";
import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { runCommand } from "../../tools/run_command.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import type { Files } from "./project.ts";

/** A project, and its states on two branches. */
export interface Branches {
  readonly base: Files;
  readonly ours: Files;
  readonly theirs: Files;
}

/** The result of `git merge`. */
export interface Merge {
  /** The files that git cannot merge. */
  readonly conflicts: readonly string[];
  /** Git's messages about the conflicts. */
  readonly messages: readonly string[];
  /** All files, as git leaves them. */
  readonly files: Files;
}

/** Git without the machine's settings. */
const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  LC_ALL: "C",
};

function git(cwd: string, args: readonly string[], stdin = "") {
  const settings = ["-c", "core.hooksPath=/dev/null"];
  return runCommand("git", [...settings, ...args], { cwd, env: ENVIRONMENT, stdin });
}

/** Merges the branches of each project with git. */
export function merged(all: readonly Branches[]): Promise<readonly Merge[]> {
  return inTemporaryFolder(async (home) => {
    const repository = join(home, "repository");
    Deno.mkdirSync(repository);
    await git(repository, ["init", "--quiet", "--bare"]);
    const stream = all.flatMap(commits).join("");
    const imported = await git(repository, ["fast-import", "--quiet"], stream);
    equal(imported.code, 0, imported.stderr);
    const merges: Merge[] = [];
    for (const index of all.keys()) merges.push(await mergedAt(repository, home, index));
    return merges;
  });
}

/** Returns the input of `git fast-import` for the three commits of a project. */
function commits({ base, ours, theirs }: Branches, index: number): string[] {
  return [
    commit(`base-${index}`, null, {}, base),
    commit(`ours-${index}`, `base-${index}`, base, ours),
    commit(`theirs-${index}`, `base-${index}`, base, theirs),
  ];
}

function commit(branch: string, from: string | null, before: Files, after: Files): string {
  const deleted = Object.keys(before).filter((path) => after[path] === undefined);
  const changed = Object.entries(after).filter(([path, text]) => before[path] !== text);
  return [
    `commit refs/heads/${branch}\n`,
    "committer Ada <ada@example.com> 0 +0000\n",
    data(branch),
    from === null ? "" : `from refs/heads/${from}\n`,
    ...deleted.map((path) => `D ${path}\n`),
    ...changed.map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
    "\n",
  ].join("");
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Merges the branches of a project in a work tree of its own. */
async function mergedAt(repository: string, home: string, index: number): Promise<Merge> {
  const folder = join(home, `work-${index}`);
  const args = ["worktree", "add", "--quiet", "--detach", folder, `ours-${index}`];
  const added = await git(repository, args);
  equal(added.code, 0, added.stderr);
  const { code, stdout, stderr } = await git(folder, ["merge", "--no-edit", `theirs-${index}`]);
  ok(code === 0 || stdout.includes("CONFLICT"), stderr);
  const conflicts = code === 0
    ? ""
    : (await git(folder, ["diff", "--name-only", "--diff-filter=U"])).stdout;
  const files = Object.fromEntries(readFiles(folder));
  Deno.removeSync(folder, { recursive: true });
  return {
    conflicts: conflicts.split("\n").filter((path) => path !== ""),
    messages: stdout.split("\n").filter((line) => line.startsWith("CONFLICT")),
    files,
  };
}

function readFiles(root: string, prefix = ""): [path: string, text: string][] {
  return [...Deno.readDirSync(join(root, prefix))].flatMap(({ name, isDirectory }) => {
    const path = prefix + name;
    if (path === ".git" || path === ".layerwright/history") return [];
    return isDirectory
      ? readFiles(root, `${path}/`)
      : [[path, Deno.readTextFileSync(join(root, path))]];
  });
}
