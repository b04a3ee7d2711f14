/** What a command did: printed for people, given to programs as it is. */

import type { Change } from "./change_set.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { countLines, patch } from "./diff.ts";

/** `planned`: a dry run; `refused`: a conflict; `failed`: an error. The last two changed nothing. */
export type Status = "planned" | "applied" | "unchanged" | "refused" | "failed";

export interface ReportChange {
  readonly kind: "create" | "update" | "delete";
  /** As people know it: from the project's root, or as they typed it. */
  readonly path: string;
  /** The 1-based line where most of the new code in an updated file starts. */
  readonly line: number | null;
  /** The function, method or class that is added. */
  readonly symbol: string | null;
  readonly added: number;
  readonly removed: number;
  /** A patch, where one was asked for or the change was refused. */
  readonly diff: string | null;
}

export interface Report {
  readonly schema_version: 1;
  readonly command: string;
  readonly status: Status;
  readonly message: string;
  /** The hash of what the command changed, or would. */
  readonly change_set: string | null;
  readonly changes: readonly ReportChange[];
  readonly diagnostics: readonly Diagnostic[];
  /** The command's answer. */
  readonly data: unknown;
  /** What to do next. */
  readonly next: readonly string[];
}

/** The parts of a report that some commands leave out. */
export type ReportDetails = Partial<Omit<Report, "schema_version" | "command" | "status">>;

/** Makes a report; without a message, it has that of its first error. */
export function report(command: string, status: Status, details: ReportDetails = {}): Report {
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

function summary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((each) => each.severity === "error");
  const [first] = errors;
  if (errors.length > 1) return `${errors.length} errors`;
  return first?.message ?? "";
}

/**
 * Describes a change.
 *
 * @param folder What stands before its path, such as `shop/`.
 */
export function reportChange(change: Change, folder: string, withDiff: boolean): ReportChange {
  return {
    kind: change.kind,
    path: folder + change.path,
    symbol: change.symbol ?? null,
    ...countLines(change),
    diff: withDiff ? patch(change, folder) : null,
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
