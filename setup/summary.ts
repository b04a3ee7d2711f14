/** The report of a run of `setup`, and the last lines in a terminal. */

import { counted, report } from "../core/report.ts";
import { table } from "../presentation/style.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import { phrase } from "./files.ts";
import type { Job } from "./options.ts";
import type { ConnectPlan } from "./plan.ts";
import {
  type ClientResult,
  type ClientState,
  type ConnectData,
  isConflict,
  nextSteps,
  type Outcome,
  resultOf,
} from "./results.ts";
import { type Ui, warningLines } from "./ui.ts";

/** Creates the report of a run. */
export function summary(job: Job, { targets }: ConnectPlan, outcome: Outcome): SetupReport {
  const { server } = job;
  const { status, changes, problems } = outcome;
  const clients = targets.map((each) => resultOf(job, each, outcome));
  const byMessage = new Map([...problems.values()].map((each) => [each.message, each]));
  const diagnostics = [...outcome.diagnostics, ...byMessage.values()];
  const data: ConnectData = { server: server?.url ?? null, clients };
  const isPlanned = status === "planned";
  return report("setup", changes.length > 0 ? status : endOf(diagnostics) ?? "unchanged", {
    message: isPlanned
      ? `Would connect ${counted(clients.filter(isToBe).length, "agent")}`
      : messageOf(clients),
    changes,
    diagnostics,
    data,
    next: nextSteps(job, clients, isPlanned),
  });
}

function isToBe({ state }: ClientResult): boolean {
  return state === "planned" || state === "unchanged";
}

/** Returns the status of a run without changes: `refused` if all its errors are conflicts. */
function endOf(diagnostics: readonly SetupDiagnostic[]): "refused" | "failed" | null {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return null;
  return errors.every(isConflict) ? "refused" : "failed";
}

/**
 * Returns the exit code of a run. It is not 0 if any agent has an error, even if others were
 * connected.
 */
export function setupExitCode({ diagnostics }: SetupReport): number {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return 0;
  if (errors.some(({ code }) => code.startsWith("usage-") || code === "setup-client")) return 2;
  return errors.every(isConflict) ? 3 : 1;
}

function messageOf(clients: readonly ClientResult[]): string {
  const count = (...states: readonly ClientState[]) =>
    clients.filter(({ state }) => states.includes(state)).length;
  const refused = count("refused");
  const failed = count("failed");
  const unverified = count("unverified");
  return [
    `${count("done", "unchanged")} connected`,
    ...(refused === 0 ? [] : [`${refused} refused`]),
    ...(unverified === 0 ? [] : [`${unverified} not verified`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(", ");
}

/**
 * Shows the written files, the tests and the next steps.
 *
 * @param verbose Whether to show the agents' own commands.
 */
export function tellEnd(
  ui: Ui,
  { data, diagnostics, message, next }: SetupReport,
  verbose: boolean,
): void {
  const { clients = [] } = (data ?? {}) as Partial<ConnectData>;
  if (clients.length > 0) tellWritten(ui, clients);
  // Problems of one agent are shown beside its name.
  const told = new Set(clients.map(({ problem }) => problem));
  const [known, others] = [true, false].map((isKnown) =>
    diagnostics.filter((each) => told.has(phrase(each)) === isKnown)
  );
  tellVerified(ui, clients, hintsOf(known ?? []));
  for (const each of others ?? []) {
    if (each.severity === "error") ui.warn(...warningLines(each));
  }
  const commands = clients.flatMap(({ command }) => command ?? []);
  if (verbose && commands.length > 0) ui.tell("The agents' own commands", commands);
  if (next.length > 0) ui.tell("Next", next);
  ui.end(message);
}

/** Returns the hints for agents whose connection failed. */
function hintsOf(problems: readonly SetupDiagnostic[]): string[] {
  const hints = problems.flatMap(({ code, hint }) =>
    code === "setup-key" || code === "setup-verify" ? hint ?? [] : []
  );
  return [...new Set(hints)];
}

function tellWritten(ui: Ui, clients: readonly ClientResult[]): void {
  const rows = clients.map(({ state, client, file, problem }) =>
    state === "unverified" ? ["done", client, file] : [state, client, problem ?? file]
  );
  const refused = rows.filter(([state]) => state === "refused" || state === "failed").length;
  if (clients.every(({ state }) => state === "unchanged")) {
    return ui.tell("Nothing to write", aligned(rows));
  }
  const title = `${clients.length - refused} of ${clients.length} written`;
  if (refused > 0) ui.warn(title, aligned(rows));
  else ui.tell(title, aligned(rows));
}

function tellVerified(
  ui: Ui,
  clients: readonly ClientResult[],
  hints: readonly string[],
): void {
  const rows = clients.flatMap(({ state, client, tools, problem }) => {
    if (tools !== null) return [["ok", client, `${tools} tools`]];
    // The problem starts with the agent's name, which the row shows already.
    return state === "unverified"
      ? [["failed", client, problem?.replace(`${client}: `, "") ?? ""]]
      : [];
  });
  if (rows.length === 0) return;
  const isWrong = clients.some(({ state }) => state === "unverified");
  if (isWrong) ui.warn("Not verified from the files on disk", [...aligned(rows), ...hints]);
  else ui.tell("Verified from the files on disk", aligned(rows));
}

/** Aligns the columns of all lists. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  return table(rows.map(([state = "", ...cells]) => [state.padEnd("refused".length), ...cells]));
}
