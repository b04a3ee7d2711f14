/** Reads plan files. They may come from a stranger. */

import { type Change, type ChangeSet, changeSet } from "../core/change_set.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { choice, list, nullable, object, oneOf, text } from "../core/shape.ts";
import { VERSION } from "../core/version.ts";
import { isProtectedPath } from "../workspace/state_folder.ts";
import { DATA, isNote } from "./plan_data.ts";
import { isProjectName } from "./generate_api.ts";
import type { Invocation } from "./invocation.ts";
import {
  type FiledChange,
  type FiledPlan,
  formatUnsealed,
  type PlanFile,
  startsAsPlan,
} from "./plan_format.ts";
import { withoutSeal } from "./plan_seal.ts";
import { isInvocation } from "./read_invocation.ts";

/** Maximum length of a plan file. Bytes and characters are the same, because a plan is ASCII. */
export const MAX_PLAN_BYTES = 64_000_000;

/**
 * Reads a plan file.
 *
 * @param file The file's text.
 * @param path The file's path in messages.
 * @returns The plan, or an error unless the file is exactly as this version writes it.
 */
export async function readPlan(file: string, path: string): Promise<PlanFile | Diagnostic> {
  if (file.length > MAX_PLAN_BYTES) return invalid(path, "it is too large");
  if (!startsAsPlan(file)) {
    return invalid(
      path,
      "it is not a plan of Layerwright",
      "A command with --plan <file> writes one",
    );
  }
  const unsealed = await withoutSeal(file);
  if (unsealed === null) return touched(path, file);
  return await planOf(parsed(unsealed), unsealed, path);
}

/**
 * Parses text with a valid seal; `null` if it is not JSON. A valid seal proves no origin, because
 * anyone can compute it.
 */
function parsed(unsealed: string): unknown {
  try {
    return JSON.parse(unsealed);
  } catch (problem) {
    if (problem instanceof SyntaxError) return null;
    throw problem;
  }
}

async function planOf(
  filed: unknown,
  unsealed: string,
  path: string,
): Promise<PlanFile | Diagnostic> {
  if (!isVersioned(filed)) return invalid(path, "its contents are not those of a plan");
  if (filed.version !== VERSION) return otherVersion(path, filed.version);
  if (!isFiled(filed)) return invalid(path, "its contents are not those of a plan");
  const set = changesOf(filed.changes);
  if (set === null) return invalid(path, "its changes are invalid");
  const { invocation, folder, message, data } = filed;
  // Reviewers see paths with this prefix, but `apply` ignores it, so a wrong prefix would mislead
  // them.
  if (folder !== folderOf(invocation) || !isPlace(folder)) {
    return invalid(path, "its paths do not belong to its command");
  }
  const plan: PlanFile = {
    invocation,
    folder,
    changes: set.changes,
    message,
    diagnostics: filed.diagnostics as readonly Diagnostic[],
    data,
    changeSet: await set.id,
  };
  // The plan must read exactly as this version writes it, so that reviewers see nothing that
  // differs from the changes.
  return formatUnsealed(plan) === unsealed
    ? plan
    : invalid(path, "its parts contradict each other");
}

/** Reports whether a prefix is empty or a folder that a project may be in. */
function isPlace(folder: string): boolean {
  return folder === "" || isProjectName(folder.slice(0, -1)) && !isProtectedPath(folder);
}

/** Returns the prefix of the paths in the report of a command. */
function folderOf({ command, arguments: given }: Invocation): string {
  return command === "generate api" && given["inside"] !== true ? `${given["name"]}/` : "";
}

function isVersioned(value: unknown): value is { version: string } {
  return text(Object(value).version);
}

const isFiledChange = object<FiledChange>(
  {
    kind: choice<Change["kind"]>({ create: true, update: true, delete: true }),
    path: text,
    symbol: text,
    like: text,
    before: nullable(list(text)),
    after: nullable(list(text)),
  },
  "symbol",
  "like",
);

const isShaped = object<FiledPlan>({
  layerwright_plan: (value): value is 1 => value === 1,
  version: text,
  command: text,
  message: text,
  folder: isPrefix,
  invocation: isInvocation,
  changes: list(isFiledChange),
  diagnostics: list(isNote),
  data: (value): value is unknown => value !== undefined,
  change_set: text,
  seal: oneOf(""),
});

function isFiled(value: unknown): value is FiledPlan {
  return isShaped(value) && nullable<unknown>(DATA[value.invocation.command])(value.data);
}

/** Reports whether text is the prefix of relative paths, such as `shop/`. */
function isPrefix(value: unknown): value is string {
  return text(value) && (value === "" || value.endsWith("/")) && !value.startsWith("/") &&
    !value.split("/").includes("..");
}

/**
 * Returns the change set; `null` if a path is invalid or repeated, or a change contradicts itself.
 */
function changesOf(filed: readonly FiledChange[]): ChangeSet | null {
  const paths = new Set(filed.map(({ path }) => path));
  const isValid = filed.every(({ path, like }) =>
    isProjectPath(path) && !isProtectedPath(path) && (like === undefined || isProjectPath(like))
  );
  if (paths.size < filed.length || !isValid) return null;
  const changes = filed.map(changeOf);
  return changes.every(isChange) ? changeSet(changes) : null;
}

function changeOf({ kind, path, symbol, like, before, after }: FiledChange) {
  return {
    kind,
    path: path as ProjectPath,
    ...(symbol !== undefined && { symbol }),
    ...(like !== undefined && { like: like as ProjectPath }),
    before: before?.join("\n") ?? null,
    after: after?.join("\n") ?? null,
  };
}

/**
 * Reports whether a change has the texts that its kind needs, and whether its symbol occurs in the
 * new text.
 */
function isChange(change: ReturnType<typeof changeOf>): change is typeof change & Change {
  const { symbol } = change;
  if (symbol !== undefined && !isNameIn(symbol, change.after ?? "")) return false;
  const [isBefore, isAfter] = [change.before !== null, change.after !== null];
  switch (change.kind) {
    case "create":
      return !isBefore && isAfter;
    case "update":
      return isBefore && isAfter;
    case "delete":
      return isBefore && !isAfter;
  }
}

function isNameIn(symbol: string, code: string): boolean {
  return /^[\p{L}\p{N}_]+$/u.test(symbol) && code.includes(symbol);
}

function invalid(path: string, reason: string, hint?: string): Diagnostic {
  const message = `Invalid plan '${quotable(path)}' (${reason}).`;
  return error("plan-invalid", message, hint === undefined ? {} : { hint });
}

function touched(path: string, file: string): Diagnostic {
  const hint = file.includes("\r")
    ? "Its line ends were converted; in .gitattributes, mark plans with -text"
    : file.startsWith("\ufeff")
    ? "Save it without a byte order mark"
    : "Plan again, and do not edit the file";
  return invalid(path, "it was changed after it was written", hint);
}

/**
 * Returns the error for a plan of another version. The hint names no command: people run commands
 * from hints, and nothing has checked the command in the plan.
 */
function otherVersion(path: string, version: string): Diagnostic {
  const made = `Plan '${quotable(path)}' was made by Layerwright ${quotable(version, 20)}`;
  const hint = "Plan again with this version";
  return error("plan-version", `${made}, and this is ${VERSION}.`, { hint });
}
