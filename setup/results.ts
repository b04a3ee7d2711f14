/** The result for each agent, and the next steps. */

import type { ReportChange } from "../core/report.ts";
import type { System } from "./client.ts";
import { MANUAL_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import type { FoundServer, KeyFiles } from "./credentials.ts";
import { isPresent } from "./detect.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import { phrase, shown } from "./files.ts";
import { addCommand, KEY_PLACEHOLDER, quoted, stepsFor, textToPaste } from "./guide.ts";
import type { SetupHost } from "./host.ts";
import { DEFAULT_NAME, type Job, KEY_VARIABLE, type SetupOptions } from "./options.ts";
import type { TargetPlan } from "./plan.ts";
import { isLocal } from "./server.ts";

/**
 * The state of an agent after a run. `unverified`: the file is written, but the server did not
 * answer as expected. `refused`: the file's state prevents the change, for example because it has
 * an entry that others wrote.
 */
export type ClientState = "done" | "unchanged" | "planned" | "unverified" | "refused" | "failed";

/** The result for one agent. */
export interface ClientResult {
  readonly id: string;
  readonly client: string;
  /** The file's path, shortened for people. */
  readonly file: string;
  readonly state: ClientState;
  /** The reason why the agent is not connected, as a sentence without a period; `null` if it is. */
  readonly problem: string | null;
  /** The number of tools that the agent will see; `null` if unknown. */
  readonly tools: number | null;
  /** The step that the person must take before the agent loads the server. */
  readonly restart: string;
  /** The agent's own command that does the same, without the key, or `null`. */
  readonly command: string | null;
}

/** The data of a report on connected agents. */
export interface ConnectData {
  /** The server's address; `null` if each agent starts its own server. */
  readonly server: string | null;
  readonly clients: readonly ClientResult[];
}

/** Changes and problems of a run. */
export interface Findings {
  readonly changes: readonly ReportChange[];
  /** Diagnostics that are not about one agent. */
  readonly diagnostics: readonly SetupDiagnostic[];
  /** The reasons why agents are not connected, by id. */
  readonly problems: ReadonlyMap<string, SetupDiagnostic>;
}

/** The outcome of a run. */
export interface Outcome extends Findings {
  readonly status: SetupReport["status"];
  /** The number of tools that agents see, by id. */
  readonly tools: ReadonlyMap<string, number>;
}

/** Returns the result for the agent of a plan. */
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

/** Reports whether a problem is a conflict that a person must resolve, rather than a failure. */
export function isConflict({ code }: SetupDiagnostic): boolean {
  return code === "setup-changed" || code === "setup-foreign" || code === "setup-open" ||
    code === "conflict-busy";
}

/**
 * Returns the next steps, in order.
 *
 * @param isPlanned Whether nothing was written yet.
 */
export function nextSteps(
  job: Job,
  clients: readonly ClientResult[],
  isPlanned: boolean,
): string[] {
  const { options } = job;
  const isDone = clients.some(({ state }) => state === "done" || state === "unverified");
  return [
    ...(isPlanned ? [] : stepsAfter(clients, job)),
    ...stepsByHand(job),
    ...(isDone ? [`Undo: ${commandFor("setup remove", options, job.host.system)}`] : []),
  ];
}

/** Returns the steps that connected agents still need, and the command that retries the others. */
function stepsAfter(clients: readonly ClientResult[], job: Job): string[] {
  const steps = new Map<string, string[]>();
  for (const { client, state, restart } of clients) {
    if (state !== "done" || restart === "") continue;
    steps.set(restart, [...steps.get(restart) ?? [], client]);
  }
  const restarts = [...steps].map(([restart, names]) =>
    `${names.join(", ")}: ${lowerFirst(restart)}`
  );
  const again = clients.filter(({ state }) => state === "refused" || state === "failed");
  return [
    ...restarts,
    ...rootStep(clients, job),
    ...again.length === 0 ? [] : [againStep(again, job)],
  ];
}

/** Returns a line that names the folder of the projects, if an entry of an agent contains it. */
function rootStep(
  clients: readonly ClientResult[],
  { host, server, options: { scope, project } }: Job,
): string[] {
  const told = clients.filter(({ id, state }) =>
    state === "done" && WRITABLE_CLIENTS.some((each) => each.id === id && each.startsElsewhere)
  );
  if (server !== null || scope === "project" || told.length === 0) return [];
  const names = told.map(({ client }) => client).join(", ");
  return [`${names}: projects are in ${shown(host, project)} (change it with --project <dir>)`];
}

function againStep(
  clients: readonly ClientResult[],
  { host: { system }, options }: Job,
): string {
  const names = clients.map(({ client }) => client).join(", ");
  const ids = clients.map(({ id }) => id).join(",");
  return `${names}: ${commandFor("setup", options, system, ["--client", ids])}`;
}

/** Formats a command for the same scope and name. */
function commandFor(
  command: string,
  { name, scope, project }: SetupOptions,
  system: System,
  words: readonly string[] = [],
): string {
  const place = scope === "user" ? [] : ["--scope", scope, "--project", quoted(project, system)];
  const own = name === DEFAULT_NAME ? [] : ["--name", name];
  return ["layerwright", command, ...words, ...place, ...own].join(" ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Returns the steps for named or detected agents that only a person can connect. */
function stepsByHand({ host, options, server, keys }: Job): string[] {
  if (server === null) return [];
  const surroundings = { ...host, project: options.project };
  const wanted = MANUAL_CLIENTS.filter(({ id, signs }) =>
    options.clients?.includes(id) ?? isPresent(signs, surroundings)
  );
  return wanted.map((client) => {
    const steps = stepsFor(client, options.name, server.url);
    const pasted = client.paste === undefined ? null : textToPaste(client.paste, options.name, {
      kind: "key",
      url: server.url,
      key: KEY_PLACEHOLDER,
    });
    const lines = pasted === null ? [] : pasted.split("\n").map((line) => `    ${line}`);
    const isAsked = pasted?.includes(KEY_PLACEHOLDER) === true;
    return [
      `${client.name}:`,
      ...steps.map((step, index) => `  ${index + 1}. ${step}`),
      ...lines,
      ...(isAsked ? [`  ${KEY_PLACEHOLDER}: ${keyPlace(host, server, keys)}`] : []),
    ].join("\n");
  });
}

function keyPlace(host: SetupHost, { url, key }: FoundServer, keys: KeyFiles): string {
  const path = isLocal(url) && key === keys.localKey ? keys.localPath : keys.path;
  return path === null ? "the key of the server" : `the key in ${shown(host, path)}`;
}
