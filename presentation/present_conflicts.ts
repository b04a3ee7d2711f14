/** Formats the conflicts of `generate api`: edited handlers that the spec changes. */

import type { Report } from "../core/report.ts";
import type { ApiData } from "../generators/generate_api/report.ts";
import type { ListedEndpoint } from "../generators/generate_api/report_rows.ts";
import { colourPatch } from "./patch.ts";
import { limited } from "./present.ts";
import type { View } from "./view.ts";

/** Formats each conflict with its patch, and the flags that resolve it; empty without conflicts. */
export function presentConflicts(report: Report, view: View): string {
  const conflicts = conflictsOf(report);
  if (conflicts.length === 0) return "";
  return [
    "",
    ...conflicts.flatMap((each) => [...conflictLines(each, view), ""]),
    flags(conflicts, view),
  ]
    .join("\n");
}

/** Formats each conflict with its patch, without flags. */
export function listConflicts(report: Report, view: View): string {
  return limited(conflictsOf(report).flatMap((each) => conflictLines(each, view)), view).join("\n");
}

function conflictsOf({ data }: Report): readonly ListedEndpoint[] {
  const states = (data as ApiData | null)?.states ?? [];
  return states.filter(({ state }) => state === "conflict");
}

function conflictLines(conflict: ListedEndpoint, view: View): readonly string[] {
  const { method, path, note, file, line, diff } = conflict;
  const what = `  ${method} ${path} ${note}`;
  const place = `${file}:${line}`;
  const isShort = what.length + place.length + 3 <= view.columns;
  const heading = isShort ? [`${what}   ${place}`] : [what, `    ${place}`];
  const why = "    No command can change this code: change it by hand, or keep it";
  return [...heading, ...(diff === null ? [why] : handlerLines(diff, view))];
}

/** Maximum number of lines below the change. */
const LINES_BELOW = 3;

/** Returns the changed lines of a patch, with the lines directly below them in the handler. */
function handlerLines(diff: string, { style }: View): readonly string[] {
  const lines = diff.split("\n");
  const first = lines.findIndex((line, index) => index > 0 && /^[-+](?![-+]{2} )/.test(line));
  const changed = lines.slice(first);
  const end = changed.findLastIndex((line) => /^[-+]/.test(line)) + 1;
  const below = changed.slice(end, end + LINES_BELOW);
  const blank = below.findIndex(isBlank);
  return [...changed.slice(0, end), ...below.slice(0, blank === -1 ? LINES_BELOW : blank)]
    .filter((line) => !isBlank(line))
    .map((line) => `    ${colourPatch(line, style)}`);
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}

function flags(conflicts: readonly ListedEndpoint[], { columns }: View): string {
  const quoted = ({ method, path }: ListedEndpoint) => `'${method} ${path}'`;
  const replaceable = conflicts.filter(({ diff }) => diff !== null);
  const backup = "yours goes to .layerwright/backup/";
  const all = replaceable.length === conflicts.length ? "all: --force; " : "";
  const rows = [
    ...conflicts.slice(0, 1).map((each) =>
      ["  Keep yours:      ", `--keep ${quoted(each)}`, "(all: --keep-edited)"] as const
    ),
    ...replaceable.slice(0, 1).map((each) =>
      ["  Take the spec's: ", `--replace ${quoted(each)}`, `(${all}${backup})`] as const
    ),
  ];
  const width = Math.max(...rows.map(([label, flag]) => label.length + flag.length));
  const isShort = rows.every(([, , aside]) => width + 2 + aside.length <= columns);
  return rows.map(([label, flag, aside]) =>
    isShort
      ? `${(label + flag).padEnd(width)}  ${aside}`
      : `${label}${flag}\n${" ".repeat(label.length)}${aside}`
  ).join("\n");
}
