/** What a command did: printed for people, given to programs as it is. */

import type { Change } from "./change_set.ts";
import type { Diagnostic, DiagnosticCode } from "./diagnostic.ts";
import { countLines, patch } from "./diff.ts";

/** `planned`: a dry run; `refused`: a conflict; `failed`: an error. The last two changed nothing. */
export type Status = "planned" | "applied" | "unchanged" | "refused" | "failed";

/** What became of one file, or would. */
export interface ReportChange {
  /** What was done to the file. */
  readonly kind: "create" | "update" | "delete";
  /** As people know it: from the project's root, or as they typed it. */
  readonly path: string;
  /** The 1-based line where most of the new code in an updated file starts. */
  readonly line: number | null;
  /** The function, method or class that is added. */
  readonly symbol: string | null;
  /** Lines. */
  readonly added: number;
  /** Lines. */
  readonly removed: number;
  /** A patch, where one was asked for or the change was refused. */
  readonly diff: string | null;
}

/**
 * What came of one call. Reports are plain JSON.
 *
 * @typeParam Data What the call answers beyond changes and diagnostics.
 * @typeParam Code The codes that its diagnostics can have.
 */
export interface Report<Data = unknown, Code extends string = DiagnosticCode> {
  /** Grows if a property changes its meaning. */
  readonly schema_version: 1;
  /** The command of the CLI that does the same, such as `generate api`. */
  readonly command: string;
  /** How it ended. */
  readonly status: Status;
  /** One sentence for people. */
  readonly message: string;
  /** The hash of what the command changed, or would. */
  readonly change_set: string | null;
  /** What became of each file, by path. */
  readonly changes: readonly ReportChange[];
  /** All that went wrong or is worth knowing. */
  readonly diagnostics: readonly Diagnostic<Code>[];
  /** The command's answer; `null` if it has none, as when it failed. */
  readonly data: Data | null;
  /** What to do next. */
  readonly next: readonly string[];
}

/** The parts of a report that some commands leave out. */
export type ReportDetails<Data = unknown, Code extends string = DiagnosticCode> = Partial<
  Omit<Report<Data, Code>, "schema_version" | "command" | "status">
>;

/** Makes a report; without a message, it has that of its first error. */
export function report<Data = never, Code extends string = DiagnosticCode>(
  command: string,
  status: Status,
  details: ReportDetails<Data, Code> = {},
): Report<Data, Code> {
  const { diagnostics = [] } = details;
  return {
    schema_version: 1,
    command,
    status,
    message: details.message ?? summary(diagnostics),
    change_set: details.change_set ?? null,
    changes: details.changes ?? [],
    diagnostics,
    data: details.data ?? null,
    next: details.next ?? [],
  };
}

function summary(diagnostics: readonly Diagnostic<string>[]): string {
  const errors = diagnostics.filter((each) => each.severity === "error");
  const [first] = errors;
  if (errors.length > 1) return `${errors.length} errors`;
  return first?.message ?? "";
}

/**
 * Describes a change.
 *
 * @param folder What stands before its path, such as `shop/`.
 * @param patchFolder What stands before its path in a patch; `null` for no patch.
 */
export function reportChange(
  change: Change,
  folder: string,
  patchFolder: string | null,
): ReportChange {
  return {
    kind: change.kind,
    path: folder + change.path,
    symbol: change.symbol ?? null,
    ...countLines(change),
    diff: patchFolder === null ? null : patch(change, patchFolder),
  };
}

/** A number with its noun: `1 route`, `1,000 routes`. */
export function counted(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** A whole number with a comma between thousands: the runtime's own way takes long to load. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
