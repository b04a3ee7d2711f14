/** What became of each client. */

import type { ReportChange } from "../core/report.ts";
import { WRITABLE_CLIENTS } from "./clients/clients.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import { addCommand } from "./entry.ts";
import { shown } from "./files.ts";
import type { Job } from "./job.ts";
import { KEY_VARIABLE } from "./options.ts";
import type { TargetPlan } from "./plan.ts";
import { phrase } from "./problems.ts";

/**
 * `unverified`: its file says what it shall, but the server did not answer as it should; `refused`: what
 * people wrote is in the way.
 */
export type ClientState = "done" | "unchanged" | "planned" | "unverified" | "refused" | "failed";

/** How one client ended up. */
export interface ClientResult {
  readonly id: string;
  readonly client: string;
  /** Its file, as people know it. */
  readonly file: string;
  readonly state: ClientState;
  /** Why it is not connected, as a sentence without its end; `null` if it is. */
  readonly problem: string | null;
  /** How many tools it will see; `null` if nobody looked, or it will see none. */
  readonly tools: number | null;
  /** What a person has to do before it knows the server. */
  readonly restart: string;
  /** Its own command that does the same, without the key; `null` if it has none. */
  readonly command: string | null;
}

/** The data of a report on connected clients. */
export interface ConnectData {
  /** The server's address; `null` for one that clients run themselves. */
  readonly server: string | null;
  readonly clients: readonly ClientResult[];
}

/** What was found on the way. */
export interface Findings {
  readonly changes: readonly ReportChange[];
  /** What is worth saying besides what became of each client. */
  readonly diagnostics: readonly SetupDiagnostic[];
  /** Why clients are not connected, by their ids. */
  readonly problems: ReadonlyMap<string, SetupDiagnostic>;
}

/** What became of a run. */
export interface Outcome extends Findings {
  readonly status: SetupReport["status"];
  /** How many tools clients see, by their ids. */
  readonly tools: ReadonlyMap<string, number>;
}

/** How the client of a plan ended up. */
export function resultOf(
  { host, options, server }: Job,
  plan: TargetPlan,
  { status, problems, tools }: Outcome,
): ClientResult {
  const { id, client, file } = plan.target;
  const known = WRITABLE_CLIENTS.find((each) => each.id === id);
  const problem = problems.get(id);
  const command = known === undefined || server === null ? null : addCommand(known, options.scope, {
    name: options.name,
    url: server.url,
    variable: KEY_VARIABLE,
    system: host.system,
  });
  return {
    id,
    client,
    file: shown(host, file),
    state: stateOf(plan, status, problem),
    problem: problem === undefined ? null : phrase(problem),
    tools: tools.get(id) ?? null,
    restart: known?.restart ?? "",
    command,
  };
}

function stateOf(
  { kind }: TargetPlan,
  status: SetupReport["status"],
  problem: SetupDiagnostic | undefined,
): ClientState {
  if (problem?.code === "setup-verify" || problem?.code === "setup-key") return "unverified";
  if (problem !== undefined) return isLeftAlone(problem) ? "refused" : "failed";
  if (kind === "unchanged") return "unchanged";
  return status === "planned" ? "planned" : "done";
}

function isLeftAlone(problem: SetupDiagnostic): boolean {
  return isConflict(problem) || problem.code === "setup-syntax";
}

/** Whether something that people wrote is in the way. */
export function isConflict({ code }: SetupDiagnostic): boolean {
  return code === "setup-changed" || code === "setup-foreign" || code === "setup-open" ||
    code === "conflict-busy";
}
