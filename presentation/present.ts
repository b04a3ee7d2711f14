/** Formats the reports of commands that add or remove code. */

import { grouped, type Report, type ReportChange } from "../core/report.ts";
import type { EndpointSummary } from "../generators/plans/plan.ts";
import type { View } from "./view.ts";
import { notedTable } from "./noted_table.ts";
import { type Style, table, wrap } from "./style.ts";

/** Shortens a list of lines to the view's limit, and adds the number of omitted lines. */
export function limited(
  lines: readonly string[],
  { listLimit, listHint }: Pick<View, "listLimit" | "listHint">,
): readonly string[] {
  if (lines.length <= listLimit) return lines;
  const more = grouped(lines.length - listLimit);
  return [...lines.slice(0, listLimit), `  and ${more} more${listHint}`];
}

/** Formats the report of an added route or subroute. */
export function presentAddition(report: Report, view: View): string {
  const { endpoints } = report.data as { readonly endpoints: readonly EndpointSummary[] };
  const changes = limited(changeLines(report.changes, view), view);
  return sections(
    headline(report, view.style),
    changes,
    endpointLines(endpoints, view),
    nextLines(report),
  );
}

/** Formats the report of a removal. */
export function presentRemoval(report: Report, view: View): string {
  return sections(headline(report, view.style), limited(changeLines(report.changes, view), view));
}

/** Formats the report of a removal. If it was applied, the last line is the command that undoes it. */
export function presentUndoableRemoval(report: Report, view: View): string {
  const removal = presentRemoval(report, view);
  return report.status === "applied" ? `${removal}\nUndo: layerwright undo` : removal;
}

/** Formats the suggested next commands. */
export function nextLines({ next }: Report): string[] {
  return next.map((step, index) => `${index === 0 ? "Next: " : "      "}${step}`);
}

/** Formats the message of a report. */
export function headline({ message }: Report, style: Style): string {
  return message.replace(/^Successfully/, (word) => style("green", word));
}

/** Joins a line with the lists below it, separated by blank lines. */
export function sections(first: string, ...rest: readonly (readonly string[])[]): string {
  return [first, ...rest.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"))]
    .join("\n\n");
}

/** Formats changes as a table. A symbol without room in its row goes below the row. */
export function changeLines(
  changes: readonly ReportChange[],
  { columns }: Pick<View, "columns">,
): string[] {
  const rows = changes.map(({ kind, path, line, symbol }) => [
    `  ${kind}`,
    symbol === null || line === null ? path : `${path}:${line}`,
    symbol ?? "",
  ]);
  return notedTable(rows, columns);
}

/** What an endpoint checks of its requests, and the errors that it documents, for people. */
export interface EndpointParts {
  /** The query; not set if the endpoint reads none. */
  readonly query?: string;
  /** The headers; not set if the endpoint reads none. */
  readonly headers?: string;
  /** What clients can ask of a list; not set if the endpoint pages no list. */
  readonly list?: string;
  /** The bodies; not set if the endpoint accepts any JSON, or takes no body. */
  readonly body?: string;
  /** The statuses of its errors; not set if it documents none. */
  readonly errors?: string;
}

/** Describes the parts of an endpoint; empty if it has none. */
export function partsNote({ query, headers, list, body, errors }: EndpointParts): string {
  return [
    ...(query === undefined ? [] : [`query: ${query}`]),
    ...(headers === undefined ? [] : [`headers: ${headers}`]),
    ...(list === undefined ? [] : [`list: ${list}`]),
    ...(body === undefined ? [] : [`body: ${body}`]),
    ...(errors === undefined ? [] : [`errors: ${errors}`]),
  ].join("; ");
}

/** A row of a table, with the parts of the endpoint in it. */
export interface EndpointRow extends EndpointParts {
  readonly cells: readonly string[];
}

/** Formats endpoints as a table. A note that is too long for its row goes below the row. */
export function endpointTable(rows: readonly EndpointRow[], { columns }: View): string[] {
  const short = table(rows.map(({ cells }) => cells));
  const long = table(
    rows.map((row) => partsNote(row) === "" ? row.cells : [...row.cells, partsNote(row)]),
  );
  return rows.map((row, index) => {
    const note = partsNote(row);
    const [without = "", line = ""] = [short[index], long[index]];
    if (note === "" || line.length <= columns) return line;
    return `${without}\n    ${wrap(note, 4, columns, 6)}`;
  });
}

/** Formats the endpoints of a project as a table. */
export function endpointLines(endpoints: readonly EndpointSummary[], view: View): string[] {
  const rows = endpoints.map(({ method, path, status, answer, handler: _, ...parts }) => ({
    cells: [`  ${method.padEnd(6)}`, path, String(status), answer],
    ...parts,
  }));
  return endpointTable(rows, view).map((line, index) => {
    const method = endpoints[index]?.method ?? "";
    return `  ${view.style("cyan", method)}${line.slice(2 + method.length)}`;
  });
}
