/** Keeps the key out of files that other people can read, and out of git. */

import { dirname, join, relative } from "node:path";
import { error, warning } from "../core/diagnostic.ts";
import { FORMATS } from "../formats/formats.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { backupOf, draftOf, shown } from "./files.ts";
import { MAX_FILE_BYTES, type SetupHost } from "./host.ts";
import type { FileMode, Job } from "./options.ts";
import type { ConnectPlan } from "./plan.ts";
import type { RecordedEntry } from "./record.ts";

const HINT = "Add --file-mode private (chmod 600), --file-mode keep (leave it readable), or " +
  "--key-from-env (no key in the file)";

/** A plan from which the files that must not get the key were removed. */
export interface ClosedPlan {
  readonly planned: ConnectPlan;
  /** The files to make private, by real path. */
  readonly toClose: readonly string[];
  readonly warnings: readonly SetupDiagnostic[];
}

/**
 * Decides what to do with files that others can read, according to the options or by asking the
 * person. Without a decision, these files get no key.
 */
export async function closeFiles(job: Job, planned: ConnectPlan): Promise<ClosedPlan> {
  const { host, options } = job;
  const open = openFiles(job, planned);
  if (open.length === 0) return { planned, toClose: [], warnings: [] };
  const mode = options.fileMode ?? await askedMode(job, shownAll(host, open));
  const warn = (files: readonly string[], hint: string) =>
    files.length === 0 ? [] : [openWarning(shownAll(host, files), hint)];
  if (mode === "keep") {
    const hint = `Keep the key private: chmod 600 ${shownAll(host, open, " ")}`;
    return { planned, toClose: [], warnings: warn(open, hint) };
  }
  if (mode === "private") {
    const warnings = options.dryRun ? warn(open, "Setup would make them private (chmod 600)") : [];
    return { planned, toClose: open, warnings };
  }
  if (options.dryRun) return { planned, toClose: [], warnings: warn(open, HINT) };
  const left = withoutKeyIn(planned, new Set(open));
  const refused = new Set(
    left.targets.flatMap(({ kind, target: { file } }) => kind === "open" ? [file] : []),
  );
  return {
    planned: left,
    toClose: [],
    warnings: warn(open.filter((file) => !refused.has(file)), HINT),
  };
}

function shownAll(host: SetupHost, files: readonly string[], between = ", "): string {
  return files.map((file) => shown(host, file)).join(between);
}

function openWarning(places: string, hint: string): SetupDiagnostic {
  return warning("setup-open", `Other people on this computer may be able to read ${places}`, {
    hint,
  });
}

/** Reports that a file did not get the key. */
export function openProblem(path: string): SetupDiagnostic {
  const message =
    `Other people on this computer may be able to read ${path}, so it did not get the key.`;
  return error("setup-open", message, { hint: HINT });
}

/**
 * Makes files private.
 *
 * @returns The files that others can still read.
 */
export function makePrivate(host: SetupHost, files: readonly string[]): readonly string[] {
  for (const file of files) host.makePrivate(file);
  return files.filter((file) => host.isReadableByOthers(file));
}

/**
 * Removes the changes to the given files from a plan. Files that do not change are not affected,
 * even if they have the key.
 */
function withoutKeyIn(
  { targets, changes, entries }: ConnectPlan,
  files: ReadonlySet<string>,
): ConnectPlan {
  const changing = new Set(changes.map(({ file }) => file).filter((file) => files.has(file)));
  const isLeft = ({ file }: { readonly file: string }) => !changing.has(file);
  return {
    targets: targets.map((each) =>
      isLeft(each.target) ? each : { kind: "open", target: each.target }
    ),
    changes: changes.filter(isLeft),
    entries: entries.filter(isLeft),
  };
}

/**
 * Asks whether to make files private.
 *
 * @returns `null` if the person declines, or if there is no one to ask.
 */
async function askedMode({ ui, options }: Job, places: string): Promise<FileMode | null> {
  if (ui === null || options.yes) return null;
  const question =
    `Other people on this computer may be able to read ${places}. Make private (chmod 600)?`;
  return await ui.confirm(question) ? "private" : null;
}

/** Finds the files that have or will get the key, and that others can read. */
function openFiles(job: Job, planned: ConnectPlan): string[] {
  return filesWithKey(job, planned).filter((file) => job.host.isReadableByOthers(file));
}

/** Returns the real paths of the files that have or will get the key. */
function filesWithKey({ options, server }: Job, { targets }: ConnectPlan): readonly string[] {
  if (options.keyFromEnv || (server?.key ?? null) === null) return [];
  const files = targets.flatMap(({ kind, target: { file } }) =>
    kind === "add" || kind === "update" || kind === "unchanged" ? [file] : []
  );
  return [...new Set(files)];
}

/**
 * Warns about files with the key that git would add or already tracks. Asks whether to add the
 * files that git does not track yet to `.gitignore`.
 */
export async function withoutKeysInGit(
  job: Job,
  planned: ConnectPlan,
): Promise<{ readonly planned: ConnectPlan; readonly warnings: readonly SetupDiagnostic[] }> {
  const { host, options, ui } = job;
  const { name, project } = options;
  const files = options.scope === "project" ? filesWithKey(job, planned) : [];
  const found = files.map(async (file) => [file, await gitState(host, file)] as const);
  const states: ReadonlyMap<string, GitState> = new Map(await Promise.all(found));
  const lines = missingLines(host, project, filesThatAre(states, "exposed"));
  const warnings = [...states].flatMap(([file, state]) => gitWarning(host, file, state));
  if (ui === null || options.yes || lines.length === 0) return { planned, warnings };
  for (const { message } of warnings) ui.warn(message, []);
  const isWanted = await ui.confirm(
    `Add ${lines.map(({ line }) => line).join(", ")} to the project's .gitignore?`,
  );
  // `.gitignore` has no effect on files that git already tracks.
  const left = filesThatAre(states, "tracked").flatMap((file) => gitWarning(host, file, "tracked"));
  return {
    planned: isWanted ? withIgnored(host, project, planned, name, lines) : planned,
    warnings: left,
  };
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
 * `safe`: git ignores the file, its backup and its drafts, or the file is not in a repository.
 * `tracked`: git already tracks the file. `exposed`: git would add one of these files, or does not
 * answer.
 */
export type GitState = "safe" | "tracked" | "exposed";

/**
 * Asks git about a file, because only git knows all the rules by which it ignores files.
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
 * Returns the lines to add to a project's `.gitignore`. Lines that `.gitignore` already has are
 * left out, because repeating them would not help. Returns no lines if `.gitignore` is a link or
 * unreadable.
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
 * Adds lines for the project's `.gitignore` to a plan. If the entries are removed later, the lines
 * are removed too.
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
    // `.gitignore` comes first, so that git ignores each file before it has a key.
    changes: [{ file, before, after }, ...planned.changes],
    entries: [...entries, ...planned.entries],
  };
}

function ignoreFile(host: SetupHost, project: string) {
  const root = host.realPath(project) ?? project;
  const found = host.read(join(root, ".gitignore"), MAX_FILE_BYTES.project);
  const before = found.kind === "text" ? found.text : null;
  // Git does not follow a linked `.gitignore`, which could be outside the project.
  const isOwn = found.real === join(root, ".gitignore") && found.kind !== "unreadable";
  return { file: found.real, before, text: before ?? "", root, isOwn };
}
