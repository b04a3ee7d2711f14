/** Formats the reports of commands that generate code. */

import { counted, grouped, type Report, type ReportChange } from "../core/report.ts";
import type { ApiData } from "../generators/api_report.ts";
import type { EndpointSummary } from "../generators/plan.ts";
import type { View } from "./view.ts";
import { stateRows } from "./state_rows.ts";
import { type Style, table } from "./style.ts";

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
  const { style } = view;
  const changes = limited(changeLines(report.changes), view);
  return sections(
    headline(report, style),
    changes,
    endpointLines(endpoints, style),
    nextLines(report),
  );
}

/** Formats the report of a removal. */
export function presentRemoval(report: Report, view: View): string {
  return sections(headline(report, view.style), limited(changeLines(report.changes), view));
}

/** Formats the report of `generate api`. */
export function presentApi(report: Report, view: View): string {
  const { style, verbose } = view;
  const data = report.data as ApiData;
  const states = limited(stateLines(data.states, style), view);
  if (report.status === "unchanged") return sections(report.message, states);
  const { changes } = report;
  const isNew = changes.every(({ kind }) => kind === "create") && changes.length === data.files;
  const description = verbose && data.description !== null
    ? `Description: ${data.description.replaceAll("\n", `\n${" ".repeat(13)}`)}\n`
    : "";
  const listed = isNew && !verbose ? treeLines(changes) : changeLines(changes);
  const isTimed = report.status === "applied" && view.elapsed !== null;
  const time = isTimed ? ` in ${Math.round(view.elapsed)} ms` : "";
  const counts = [
    counted(data.files, "file"),
    counted(data.routes, "route"),
    counted(data.endpoints.length, "endpoint"),
  ];
  return sections(
    description + headline(report, style),
    limited(listed, view),
    isNew ? limited(endpointLines(data.endpoints, style), view) : states,
    [counts.join(", ") + time, ...nextLines(report)],
  );
}

function stateLines(states: ApiData["states"], style: Style): readonly string[] {
  return stateRows(states.map((each) => ({ ...each, word: each.state, isDrift: false })), style);
}

/** Formats the suggested next commands. */
export function nextLines({ next }: Report): string[] {
  return next.map((step, index) => `${index === 0 ? "Next: " : "      "}${step}`);
}

function headline({ message }: Report, style: Style): string {
  return message.replace(/^Successfully/, (word) => style("green", word));
}

function sections(first: string, ...rest: readonly (readonly string[])[]): string {
  return [first, ...rest.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"))]
    .join("\n\n");
}

function changeLines(changes: readonly ReportChange[]): string[] {
  return table(changes.map(({ kind, path, line, symbol }) => [
    `  ${kind}`,
    symbol === null || line === null ? path : `${path}:${line}`,
    symbol ?? "",
  ]));
}

function endpointLines(endpoints: readonly EndpointSummary[], style: Style): string[] {
  const rows = endpoints.map((
    { method, path, status, answer },
  ) => [path, String(status), answer, method]);
  return table(rows.map(([path = "", status = "", answer = ""]) => [path, status, answer]))
    .map((line, index) => {
      const method = endpoints[index]?.method ?? "";
      return `  ${style("cyan", method)}${" ".repeat(8 - method.length)}${line}`;
    });
}

interface Folder {
  files: number;
  readonly folders: Map<string, Folder>;
}

/** Formats the number of files directly in each folder. */
function treeLines(changes: readonly ReportChange[]): string[] {
  const root: Folder = { files: 0, folders: new Map() };
  for (const { path } of changes) {
    let folder = root;
    for (const name of path.split("/").slice(0, -1)) {
      const inner = folder.folders.get(name) ?? { files: 0, folders: new Map() };
      folder.folders.set(name, inner);
      folder = inner;
    }
    folder.files++;
  }
  // If there are files outside of all folders, the tree starts at the current folder.
  const shown = root.files === 0 ? root : { files: 0, folders: new Map([[".", root]]) };
  const rows = folderRows(shown, 1);
  const width = rows.reduce((widest, [name]) => Math.max(widest, name.length), 0) + 3;
  return rows.map(([name, files], index) =>
    `${name.padEnd(width)}${index === 0 ? counted(files, "file") : files}`
  );
}

function folderRows({ folders }: Folder, depth: number): [string, number][] {
  return [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, folder]) => [
    [`${"  ".repeat(depth)}${name}/`, folder.files],
    ...folderRows(folder, depth + 1),
  ]);
}
