/** Formats the history of a project, and the reports of `undo` and `redo`. */

import type { AppliedChange, HistoryData } from "../actions/history.ts";
import { counted, type Report } from "../core/report.ts";
import type { UndoData } from "../generators/undo/planner.ts";
import { changeLines, limited, sections } from "./present.ts";
import { table } from "./style.ts";
import type { View } from "./view.ts";

/**
 * Formats the list of applied change sets.
 *
 * @param now Milliseconds since 1970.
 */
export function presentHistory(report: Report, view: View, now: number): string {
  const { applied } = report.data as HistoryData;
  if (applied.length === 0) return report.message;
  const rows = table(applied.map((change) => [
    change.id,
    age(Date.parse(change.time), now),
    change.command,
    size(change),
  ]));
  return limited(rows, view).join("\n");
}

function size({ files, endpoints, state }: AppliedChange): string {
  const parts = [
    counted(files, "file"),
    ...(endpoints === null ? [] : [counted(endpoints, "endpoint")]),
    ...(state === "undone" ? ["undone"] : []),
  ];
  return parts.join(", ");
}

/**
 * Formats an applied change set.
 *
 * @param now Milliseconds since 1970.
 */
export function presentApplied(report: Report, view: View, now: number): string {
  const change = report.data as AppliedChange | null;
  if (change === null) return report.message;
  const facts = `${change.id}  ${age(Date.parse(change.time), now)}  ${size(change)}`;
  return sections(`${report.message}\n${facts}`, limited(changeLines(report.changes, view), view));
}

/** Formats the report of an undo or a redo. */
export function presentUndo(report: Report, view: View): string {
  const data = report.data as UndoData | null;
  const [back] = report.status === "applied" ? report.next : [];
  const first = back === undefined ? report.message : `${report.message}. Back again: ${back}`;
  const kept = (data?.kept ?? []).map((path) => `  ${path} keeps your changes`);
  const changes = report.status === "planned" || view.verbose
    ? changeLines(report.changes, view)
    : [];
  return sections(first, limited(kept, view), limited(changes, view));
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats how long ago a time is, such as `2 minutes ago`; from 30 days on, formats the date. */
export function age(time: number, now: number): string {
  const past = now - time;
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${counted(Math.floor(past / MINUTE), "minute")} ago`;
  if (past < DAY) return `${counted(Math.floor(past / HOUR), "hour")} ago`;
  if (past < 2 * DAY) return "yesterday";
  if (past < 30 * DAY) return `${counted(Math.floor(past / DAY), "day")} ago`;
  return new Date(time).toISOString().slice(0, 10);
}
