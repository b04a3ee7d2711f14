/** Reports on projects as they are, as people read them. */

import type { AnalysisData, ProjectInfo } from "../actions/inspect.ts";
import { counted, type Report } from "../core/report.ts";
import type { AnalyzedRoute } from "../project/analysis.ts";
import type { View } from "./view.ts";
import { limited } from "./present.ts";
import { table, wrap } from "./style.ts";

/** Endpoints by file, then problems. */
export function presentAnalysis(report: Report, view: View): string {
  const { style } = view;
  const { name, routes, problems } = report.data as AnalysisData;
  const endpoints = routes.flatMap((route) => route.endpoints);
  const counts = [counted(routes.length, "route"), counted(endpoints.length, "endpoint")];
  if (problems.length > 0) counts.push(counted(problems.length, "problem"));
  const shown = limited(routes.map((route) => routeBlock(route, style)), view);
  const lines = problems.map(({ file, line, message }) => `  ${file}:${line}  ${message}`);
  const blocks = problems.length === 0
    ? []
    : [[style("bold", "Problems:"), ...limited(lines, view)].join("\n")];
  return [`${name}: ${counts.join(", ")}`, ...shown, ...blocks].join("\n\n");
}

function routeBlock({ file, endpoints }: AnalyzedRoute, style: View["style"]): string {
  const methods = endpoints.map((endpoint) => endpoint.methods?.join(",") ?? "?");
  const width = methods.reduce((widest, { length }) => Math.max(widest, length), 6) + 2;
  const rows = table(
    endpoints.map(({ path, file, line, handler }) => [path ?? "?", `${file}:${line}`, handler]),
  );
  const lines = rows.map((row, index) => {
    const method = methods[index] ?? "";
    return `  ${style("cyan", method)}${" ".repeat(width - method.length)}${row}`;
  });
  return lines.length === 0 ? file : lines.join("\n");
}

/** What a project is made of. */
export function presentInfo(report: Report, view: View): string {
  const { routes, models, containers } = report.data as ProjectInfo;
  const listed = (names: readonly string[]) =>
    names.length === 0 ? "none" : limited(names, view).map((name) => name.trim()).join(", ");
  const files = containers.map(({ file, present }) => present ? file : `${file} (absent)`);
  const rows = [
    ["Routes", listed(routes)],
    ["Models", listed(models.map((name) => name.replace(/Model(\d*)$/, "$1")))],
    ["Containers", files.join(", ")],
  ];
  const lines = rows.map(([title = "", text = ""]) =>
    `  ${title.padEnd(12)}${wrap(text, 14, view.columns, 14)}`
  );
  return [report.message, ...lines].join("\n");
}
