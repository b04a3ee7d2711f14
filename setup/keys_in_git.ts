/** Keeps the keys in a project's files out of git. */

import { dirname, join, relative } from "node:path";
import { warning } from "../core/diagnostic.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { backupOf, draftOf, shown } from "./files.ts";
import { FORMATS } from "./formats/formats.ts";
import { LONGEST_FILE, type SetupHost } from "./host.ts";
import type { Job } from "./job.ts";
import type { ConnectPlan } from "./plan.ts";
import type { RecordedEntry } from "./record.ts";

/** Adds files with the key to `.gitignore` if the person agrees, and warns about the others. */
export async function withoutKeysInGit(
  { host, server, options, ui }: Job,
  planned: ConnectPlan,
): Promise<{ readonly planned: ConnectPlan; readonly warnings: readonly SetupDiagnostic[] }> {
  const { name, project } = options;
  const isSecret = options.scope === "project" && server !== null && server.key !== null &&
    !options.keyFromEnv;
  const states = isSecret ? await statesOf(host, planned) : new Map<string, GitState>();
  const lines = missingLines(host, project, filesThatAre(states, "exposed"));
  const warnings = [...states].flatMap(([file, state]) => gitWarning(host, file, state));
  if (ui === null || options.yes || lines.length === 0) return { planned, warnings };
  for (const { message } of warnings) ui.warn(message, []);
  const isWanted = await ui.confirm(
    `Add ${lines.map(({ line }) => line).join(", ")} to the project's .gitignore?`,
  );
  // Git continues to track the files that it has.
  const left = filesThatAre(states, "tracked").flatMap((file) => gitWarning(host, file, "tracked"));
  return {
    planned: isWanted ? withIgnored(host, project, planned, name, lines) : planned,
    warnings: left,
  };
}

/** Finds out what git does with the files that have the key, or will. */
async function statesOf(
  host: SetupHost,
  { targets }: ConnectPlan,
): Promise<ReadonlyMap<string, GitState>> {
  const written = targets.flatMap(({ kind, target: { file } }) =>
    kind === "add" || kind === "update" || kind === "unchanged" ? [file] : []
  );
  return new Map(
    await Promise.all(
      [...new Set(written)].map(async (file) => [file, await gitState(host, file)] as const),
    ),
  );
}

function filesThatAre(states: ReadonlyMap<string, GitState>, wanted: GitState): string[] {
  return [...states].flatMap(([file, state]) => state === wanted ? [file] : []);
}

function gitWarning(host: SetupHost, file: string, state: GitState): SetupDiagnostic[] {
  const path = shown(host, file);
  switch (state) {
    case "safe":
      return [];
    case "exposed": {
      const hint = `Add it and ${path}.before-layerwright to .gitignore, or use --key-from-env`;
      return [warning("setup-git", `${path} would add the key to git`, { hint })];
    }
    case "tracked": {
      const hint = "Use --key-from-env, or remove it from git with git rm --cached";
      return [warning("setup-git", `${path} is in git: the key would be committed`, { hint })];
    }
  }
}

/**
 * `safe`: git ignores the file, its backup and its drafts. `tracked`: git has the file already.
 * `exposed`: git would add one of them, or cannot be asked.
 */
export type GitState = "safe" | "tracked" | "exposed";

/**
 * Asks git about a file: only git knows everything that it ignores.
 *
 * @param file A real path, which need not exist.
 */
async function gitState(host: SetupHost, file: string): Promise<GitState> {
  const folder = nearestFolder(host, dirname(file));
  if (!isInRepository(host, folder)) return "safe";
  const tracked = await host.git(folder, ["ls-files", "-z", "--", file]);
  if (tracked === null || tracked.code !== 0) return "exposed";
  if (tracked.output !== "") return "tracked";
  const backup = backupOf(file);
  const files = [file, backup, draftOf(file), draftOf(backup)];
  const ignored = await host.git(folder, ["check-ignore", "--", ...files]);
  if (ignored === null || ignored.code !== 0) return "exposed";
  return ignored.output.split("\n").length === files.length + 1 ? "safe" : "exposed";
}

function nearestFolder(host: SetupHost, folder: string): string {
  return host.exists(folder) || dirname(folder) === folder
    ? folder
    : nearestFolder(host, dirname(folder));
}

function isInRepository(host: SetupHost, folder: string): boolean {
  if (host.exists(join(folder, ".git"))) return true;
  return dirname(folder) !== folder && isInRepository(host, dirname(folder));
}

/** A file, and the line that ignores it with its backup and its drafts. */
export interface IgnoreLine {
  readonly file: string;
  readonly line: string;
}

const FORMAT = "lines";

/**
 * Returns the lines that a project's `.gitignore` lacks. A line that it already has does not help.
 * Returns none if the list is a link or unreadable.
 */
export function missingLines(
  host: SetupHost,
  project: string,
  files: readonly string[],
): IgnoreLine[] {
  const { root, text, isOwn } = ignoreFile(host, project);
  if (!isOwn) return [];
  const known = text.split(/\r?\n/);
  return files.flatMap((file) => {
    const path = relative(root, file).replaceAll("\\", "/").replace(/[*?[\]]/g, "\\$&");
    const line = `/${path}*`;
    const isOneLine = !/[\r\n]/.test(line);
    return known.includes(line) || !isOneLine ? [] : [{ file, line }];
  });
}

/**
 * Adds lines for the project's `.gitignore` to a plan. They are removed with the entries.
 *
 * @param name The entry's name.
 */
function withIgnored(
  host: SetupHost,
  project: string,
  planned: ConnectPlan,
  name: string,
  lines: readonly IgnoreLine[],
): ConnectPlan {
  const { file, before, text, root } = ignoreFile(host, project);
  const places = lines.map((
    { line },
  ) => ({ container: [name], kind: "list", name: line } as const));
  const after = places.reduce((sum, place) => FORMATS[FORMAT].set(sum, place, place.name), text);
  const entries = lines.flatMap(({ file: owner }, index): RecordedEntry[] => {
    const clients = planned.entries.find((each) => each.file === owner)?.clients;
    const place = places[index];
    if (clients === undefined || place === undefined) return [];
    return [{ clients, file, format: FORMAT, place, made: { keys: 0 }, project: root }];
  });
  return {
    ...planned,
    // First, so that git ignores each file before it has a key.
    changes: [{ file, before, after }, ...planned.changes],
    entries: [...entries, ...planned.entries],
  };
}

function ignoreFile(host: SetupHost, project: string) {
  const root = host.realPath(project) ?? project;
  const found = host.read(join(root, ".gitignore"), LONGEST_FILE.project);
  const before = found.kind === "text" ? found.text : null;
  // Git does not follow a linked `.gitignore`, which could be outside the project.
  const isOwn = found.real === join(root, ".gitignore") && found.kind !== "unreadable";
  return { file: found.real, before, text: before ?? "", root, isOwn };
}
