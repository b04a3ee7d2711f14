/** The report of a run that connected clients. */

import { counted, report } from "../core/report.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import type { Job } from "./job.ts";
import { nextSteps } from "./next_steps.ts";
import type { ConnectPlan } from "./plan.ts";
import {
  type ClientResult,
  type ClientState,
  type ConnectData,
  isConflict,
  type Outcome,
  resultOf,
} from "./results.ts";

/** Says what became of a run, and of each client. */
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

/** How a run ends that changed nothing: refused if only what people wrote is in the way. */
function endOf(diagnostics: readonly SetupDiagnostic[]): "refused" | "failed" | null {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return null;
  return errors.every(isConflict) ? "refused" : "failed";
}

/** The exit code of a run: that of its worst problem, even if other clients were connected. */
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
