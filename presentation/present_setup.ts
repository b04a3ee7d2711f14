/** What the setup wizard did, as people read it. */

import type { Report } from "../core/report.ts";
import { table } from "./style.ts";
import type { View } from "./view.ts";

/** A report of setup, whatever its codes. */
type SetupReport = Report<unknown, string>;

/** A client in the data of a report on connected ones. */
interface Connected {
  readonly client: string;
  readonly file: string;
  readonly state: string;
  readonly tools: number | null;
  readonly command: string | null;
}

interface Listed {
  readonly client: string;
  readonly scope: string;
  readonly state: string;
  readonly address: string | null;
}

/** Clients that were connected, or would be. */
export function presentConnected(report: SetupReport, { verbose }: View): string {
  if (report.status === "planned") return patches(report) || report.message;
  const { clients } = report.data as { readonly clients: readonly Connected[] };
  const rows = clients.map(({ client, file, state, tools }) => [
    `  ${state}`,
    client,
    file,
    tools === null ? "" : `${tools} tools`,
  ]);
  const commands = clients.flatMap(({ command }) => command === null ? [] : [`  ${command}`]);
  const sections = [
    table(rows),
    report.next.map((step, index) =>
      `${index === 0 ? "Next: " : "      "}${step.replaceAll("\n", "\n      ")}`
    ),
    verbose && commands.length > 0 ? ["The agents' own commands:", ...commands] : [],
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return [report.message, ...shown].join("\n\n");
}

/** What would change. The paths are for people, so nobody can apply it. */
function patches({ changes }: SetupReport): string {
  return changes.map(({ path, diff }) => {
    const hunks = (diff ?? "").replace(/^[^]*?(?=^@@)/m, "").trimEnd();
    return `--- ${path}\n+++ ${path}\n${hunks}`;
  }).join("\n");
}

/** Files from which entries were removed. */
export function presentRemoved(report: SetupReport): string {
  if (report.status === "planned") return patches(report) || report.message;
  const rows = report.changes.map(({ kind, path }) => `  ${kind}  ${path}`);
  const sections = [rows, report.next].filter((lines) => lines.length > 0);
  return [report.message, ...sections.map((lines) => lines.join("\n"))].join("\n\n");
}

/** The clients that are there. */
export function presentListed(report: SetupReport): string {
  const { clients } = report.data as { readonly clients: readonly Listed[] };
  if (clients.length === 0) return "No coding agents found";
  const rows = clients.map(({ client, scope, state, address }) => [
    client,
    scope,
    state,
    address ?? "-",
  ]);
  return table([["Agent", "Scope", "State", "Address"], ...rows]).join("\n");
}
