/** Files that would get the key, and that other people on the computer can read. */

import { error, warning } from "../core/diagnostic.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { shown } from "./files.ts";
import type { SetupHost } from "./host.ts";
import type { Job } from "./job.ts";
import type { FileMode } from "./options.ts";
import type { ConnectPlan } from "./plan.ts";

const HINT = "Add --file-mode private (chmod 600), --file-mode keep (leave it readable), or " +
  "--key-from-env (no key in the file)";

/** A plan without the files that must not get the key. */
export interface ClosedPlan {
  readonly planned: ConnectPlan;
  /** The files to make private, by real path. */
  readonly toClose: readonly string[];
  readonly warnings: readonly SetupDiagnostic[];
}

/**
 * Decides what to do with files that others can read, by the options or by asking. Otherwise they
 * get no key.
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

/** Leaves files out of a plan. A file that already has the key keeps it. */
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

/** Finds the files that have the key, or will, and that others can read. */
function openFiles({ host, server, options }: Job, { targets }: ConnectPlan): string[] {
  if (options.keyFromEnv || (server?.key ?? null) === null) return [];
  const files = targets.flatMap(({ kind, target: { file } }) =>
    kind === "add" || kind === "update" || kind === "unchanged" ? [file] : []
  );
  return [...new Set(files)].filter((file) => host.isReadableByOthers(file));
}
