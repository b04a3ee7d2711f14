/** Formats the reports of commands that inspect a project. */

import { type AnalysisData, nothingFound, type ProjectInfo } from "../actions/inspect.ts";
import { counted, grouped, type Report } from "../core/report.ts";
import type { AnalyzedRoute } from "../project/routing/analysis.ts";
import { printedPath } from "../project/layout/url_paths.ts";
import type { View } from "./view.ts";
import { limited } from "./present.ts";
import { table, wrap } from "./style.ts";

/** The limit on all shown endpoints, as a multiple of the view's limit on routes. */
const ENDPOINTS_PER_ROUTE = 10;

/** Maximum width of the column of methods. A longer list of methods extends past its column. */
const MAX_METHODS_WIDTH = 50;

/** Formats the endpoints by route, and then the problems. */
export function presentAnalysis(report: Report, view: View): string {
  const { style, listHint } = view;
  const { name, routes, problems, unread, files } = report.data as AnalysisData;
  const endpoints = routes.reduce((sum, route) => sum + route.endpoints.length, 0);
  const counts = routes.length === 0
    ? [nothingFound(files)]
    : [counted(routes.length, "route"), counted(endpoints, "endpoint")];
  if (problems.length > 0) counts.push(counted(problems.length, "problem"));
  if (unread.length > 0) counts.push(counted(unread.length, "unread place"));
  const shown = firstEndpoints(routes, view);
  const blocks = shown.map((route) => {
    const { file, left } = route;
    const more = left === 0 ? "" : `\n  and ${grouped(left)} more in ${file}${listHint}`;
    return routeBlock(route, style) + more;
  });
  if (shown.length < routes.length) {
    blocks.push(`  and ${grouped(routes.length - shown.length)} more${listHint}`);
  }
  if (problems.length > 0) {
    const lines = problems.map(({ file, line, message }) => `  ${file}:${line}  ${message}`);
    blocks.push([style("bold", "Problems:"), ...limited(lines, view)].join("\n"));
  }
  if (unread.length > 0) {
    const lines = unread.map(({ file, line, message }) => `  ${file}:${line}  ${message}`);
    blocks.push([style("bold", "Unread:"), ...limited(lines, view)].join("\n"));
  }
  return [`${name}: ${counts.join(", ")}`, ...blocks].join("\n\n");
}

/** Selects the endpoints to show. `left` is the number of a route's omitted endpoints. */
function firstEndpoints(routes: readonly AnalyzedRoute[], { listLimit }: View) {
  let room = listLimit * ENDPOINTS_PER_ROUTE;
  const shown: (AnalyzedRoute & { readonly left: number })[] = [];
  for (const route of routes) {
    if (shown.length >= listLimit || room === 0) break;
    const endpoints = route.endpoints.slice(0, room);
    room -= endpoints.length;
    shown.push({ ...route, endpoints, left: route.endpoints.length - endpoints.length });
  }
  return shown;
}

function routeBlock({ file, endpoints }: AnalyzedRoute, style: View["style"]): string {
  const methods = endpoints.map((endpoint) => endpoint.methods?.join(",") ?? "?");
  const widest = methods.reduce((most, { length }) => Math.max(most, length), 6);
  const width = Math.min(widest, MAX_METHODS_WIDTH) + 2;
  const rows = table(
    endpoints.map(({ path, file, line, handler }) => [
      printedPath(path ?? "?"),
      `${file}:${line}`,
      handler,
    ]),
  );
  const lines = rows.map((row, index) => {
    const method = methods[index] ?? "";
    return `  ${style("cyan", method)}${" ".repeat(Math.max(2, width - method.length))}${row}`;
  });
  return lines.length === 0 ? file : lines.join("\n");
}

/** Formats the parts of a project. */
export function presentInfo(report: Report, view: View): string {
  const { routes, models, containers } = report.data as ProjectInfo;
  return [
    report.message,
    partLine("Routes", listed(routes, view), view),
    ...containerLines({ models, containers }, view),
  ].join("\n");
}

/** Formats the parts of a project besides its routes. */
export function partLines(
  { generator, ...parts }: Pick<ProjectInfo, "generator" | "models" | "containers">,
  view: View,
): readonly string[] {
  const origin = generator === null ? "none" : `layerwright ${generator}`;
  return [partLine("Generator", origin, view), ...containerLines(parts, view)];
}

function containerLines(
  { models, containers }: Pick<ProjectInfo, "models" | "containers">,
  view: View,
): readonly string[] {
  const files = containers.map(({ file, present }) => present ? file : `${file} (absent)`);
  const names = models.map((name) => name.replace(/Model(\d*)$/, "$1"));
  return [
    partLine("Models", listed(names, view), view),
    partLine("Containers", files.join(", "), view),
  ];
}

function listed(names: readonly string[], view: View): string {
  if (names.length === 0) return "none";
  return limited(names, view).map((name) => name.trim()).join(", ");
}

function partLine(title: string, text: string, { columns }: View): string {
  return `  ${title.padEnd(12)}${wrap(text, 14, columns, 14)}`;
}
