/** Reports of commands: printed for people, and passed to programs as JSON. */

import type { Change } from "./change_set.ts";
import type { Diagnostic, DiagnosticCode } from "./diagnostic.ts";
import { countLines, patch } from "./diff.ts";

/** The status of a command. `planned` is a dry run. `refused` (a conflict) and `failed` changed nothing. */
export type Status = "planned" | "applied" | "unchanged" | "refused" | "failed";

/** A change to one file, made or planned. */
export interface ReportChange {
  /** The kind of change. */
  readonly kind: "create" | "update" | "delete";
  /** The file, relative to the project's root or as typed. */
  readonly path: string;
  /** The 1-based line where the largest addition to an updated file starts; `null` for other changes. */
  readonly line: number | null;
  /** The added function, method or class. */
  readonly symbol: string | null;
  /** Number of added lines. */
  readonly added: number;
  /** Number of removed lines. */
  readonly removed: number;
  /** A patch if the change was refused or the caller requested patches. */
  readonly diff: string | null;
}

/**
 * The result of one command, as plain JSON.
 *
 * @typeParam Data The result beyond changes and diagnostics.
 * @typeParam Code The codes that its diagnostics can have.
 */
export interface Report<Data = unknown, Code extends string = DiagnosticCode> {
  /** Increases when a property changes its meaning. */
  readonly schema_version: 1;
  /** The equivalent CLI command, such as `generate api`. */
  readonly command: string;
  /** The status. */
  readonly status: Status;
  /** A summary in one sentence. */
  readonly message: string;
  /** The id of the change set, made or planned. */
  readonly change_set: string | null;
  /** The changes, sorted by path; Layerwright's own records come last. */
  readonly changes: readonly ReportChange[];
  /** Errors, warnings and notes. */
  readonly diagnostics: readonly Diagnostic<Code>[];
  /** The command's result; `null` without one, for example after an error. */
  readonly data: Data | null;
  /** Suggested next commands. */
  readonly next: readonly string[];
}

/** The optional parts of a report. */
export type ReportDetails<Data = unknown, Code extends string = DiagnosticCode> = Partial<
  Omit<Report<Data, Code>, "schema_version" | "command" | "status">
>;

/**
 * Creates a report. By default, its message is the message of its only error, or the number of
 * errors.
 */
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
 * Creates a report's entry for a change.
 *
 * @param folder The prefix of the path, such as `shop/`.
 * @param patchFolder The prefix of the path in a patch; `null` for no patch.
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

/** Formats a number with its noun: `1 route`, `1,000 routes`. */
export function counted(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Formats an integer with commas between thousands. `Intl` would take long to load. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
