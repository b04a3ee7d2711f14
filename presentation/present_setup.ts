/** Formats the reports of setup. */

import type { Report } from "../core/report.ts";
import { notedTable } from "./noted_table.ts";
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
  const shown = changes.map(({ path, diff }) => {
    const hunks = (diff ?? "").replace(/^[^]*?(?=^@@)/m, "").trimEnd();
    return `--- ${path}\n+++ ${path}\n${hunks}`;
  });
  const hasHidden = shown.some((patch) => /^ .*\*{4}/m.test(patch));
  return [...shown, ...hasHidden ? [HIDDEN_NOTE] : []].join("\n");
}

/** A preview can be pasted into an issue, so it shows nothing that setup did not write. */
const HIDDEN_NOTE = "**** hides the values that setup did not write; they stay as they are.";

/** Formats the files from which setup has removed entries, or would remove them. */
export function presentRemoved(report: SetupReport): string {
  if (report.status === "planned") return patches(report) || report.message;
  const rows = report.changes.map(({ kind, path }) => `  ${kind}  ${path}`);
  const sections = [rows, report.next].filter((lines) => lines.length > 0);
  return [report.message, ...sections.map((lines) => lines.join("\n"))].join("\n\n");
}

/** Formats the list of agents. An address that is too long for its row goes below the row. */
export function presentListed(report: SetupReport, { columns }: View): string {
  const { clients } = report.data as { readonly clients: readonly Listed[] };
  if (clients.length === 0) return "No coding agents found";
  const rows = clients.map(({ client, scope, state, address }) => [
    client,
    scope,
    state === "absent" ? "not connected" : state,
    address ?? "-",
  ]);
  return notedTable([["Agent", "Scope", "State", "Address"], ...rows], columns).join("\n");
}
