/** Formats the reports of setup. */

import type { Report } from "../core/report.ts";
import { table } from "./style.ts";
import type { View } from "./view.ts";

/** A report of setup, with any diagnostic codes. */
type SetupReport = Report<unknown, string>;

/** An agent in a report on connected agents. */
interface Connected {
  readonly client: string;
  readonly file: string;
  readonly state: string;
  readonly tools: number | null;
  readonly command: string | null;
}

/** An agent in the list of agents. */
interface Listed {
  readonly client: string;
  readonly scope: string;
  readonly state: string;
  readonly address: string | null;
}

/** Formats the agents that setup has connected, or would connect. */
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

/**
 * Formats the patches of planned changes. Their paths are shortened for people, so no tool can
 * apply them.
 */
function patches({ changes }: SetupReport): string {
  return changes.map(({ path, diff }) => {
    const hunks = (diff ?? "").replace(/^[^]*?(?=^@@)/m, "").trimEnd();
    return `--- ${path}\n+++ ${path}\n${hunks}`;
  }).join("\n");
}

/** Formats the files from which setup has removed entries, or would remove them. */
export function presentRemoved(report: SetupReport): string {
  if (report.status === "planned") return patches(report) || report.message;
  const rows = report.changes.map(({ kind, path }) => `  ${kind}  ${path}`);
  const sections = [rows, report.next].filter((lines) => lines.length > 0);
  return [report.message, ...sections.map((lines) => lines.join("\n"))].join("\n\n");
}

/** Formats the list of agents. */
export function presentListed(report: SetupReport): string {
  const { clients } = report.data as { readonly clients: readonly Listed[] };
  if (clients.length === 0) return "No coding agents found";
  const rows = clients.map(({ client, scope, state, address }) => [
    client,
    scope,
    state === "absent" ? "not connected" : state,
    address ?? "-",
  ]);
  return table([["Agent", "Scope", "State", "Address"], ...rows]).join("\n");
}
