/** Chooses the agents to connect, and creates the entry of each. */

import { dirname } from "node:path";
import { error, warning } from "../core/diagnostic.ts";
import { FORMATS } from "../formats/formats.ts";
import type { WritableClient } from "./client.ts";
import type { Detection } from "./detect.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { type Connection, isTakenLiterally, makeEntry } from "./entry.ts";
import { leadsAway, phrase, shown, syntaxProblem } from "./files.ts";
import { MAX_FILE_BYTES, type SetupHost } from "./host.ts";
import { type Job, KEY_VARIABLE, type SetupOptions } from "./options.ts";
import { placeOf, type Target } from "./plan.ts";
import type { Choice, Ui } from "./ui.ts";

export type ChosenClients =
  | { readonly kind: "clients"; readonly detections: readonly Detection[] }
  | { readonly kind: "problems"; readonly problems: readonly SetupDiagnostic[] };

/**
 * Chooses the agents to connect: the named ones, all that are found, or those that the person
 * selects.
 *
 * @param found The result of detection, for all agents whose files setup writes.
 * @param obstacle Returns why an agent cannot be connected, or `null`.
 */
export async function chooseClients(
  host: SetupHost,
  found: readonly Detection[],
  { clients, all, scope }: SetupOptions,
  ui: Ui | null,
  obstacle: (detection: Detection) => string | null,
): Promise<ChosenClients> {
  if (clients !== null) {
    // Named agents that only a person can connect are not in `found`: they get instructions at the
    // end.
    const named = found.filter(({ client }) => clients.includes(client.id));
    const problems = named.filter(({ location }) => location === null).map(({ client }) =>
      error("usage-option", `${client.name} has no file for scope '${scope}' on this system.`)
    );
    return problems.length > 0
      ? { kind: "problems", problems }
      : { kind: "clients", detections: named };
  }
  const usable = found.filter(({ location }) => location !== null);
  const present = usable.filter(({ isPresent }) => isPresent);
  if (present.length === 0) {
    const hint = "Name one, such as --client codex";
    return { kind: "problems", problems: [error("setup-client", "No agents found.", { hint })] };
  }
  if (all || ui === null) return { kind: "clients", detections: present };
  const choices = present.map((each): Choice => {
    const { client: { id, name }, location } = each;
    const reason = obstacle(each);
    const hint = reason ?? `${shown(host, location?.path ?? "")}, ${scope}`;
    return { value: id, label: name, hint, disabled: reason !== null };
  });
  const possible = choices.filter(({ disabled }) => !disabled);
  // If there is nothing to choose from, the plan reports the obstacles.
  if (possible.length === 0) return { kind: "clients", detections: present };
  const ids = await ui.choose(
    `Connect which agents? (${present.length} found)`,
    choices,
    possible.map(({ value }) => value),
  );
  return {
    kind: "clients",
    detections: present.filter(({ client }) => ids.includes(client.id)),
  };
}

/** Returns the reason why an agent cannot be chosen, or `null`. */
export function obstacle(job: Job, { client, location }: Detection): string | null {
  if (location === null) return null;
  const { host, options } = job;
  const { form, path } = location;
  const connection = connectionTo(job, client);
  if (makeEntry(form, options.name, connection) === null) return LACKS[connection.kind];
  const reason = rootProblem(job, client) ?? outside(job, path);
  if (reason !== null) return reason;
  const found = host.read(path, MAX_FILE_BYTES[options.scope]);
  if (found.kind === "unreadable") return `${shown(host, path)} cannot be read (${found.reason})`;
  if (found.kind === "absent") return null;
  const reading = FORMATS[form.format].read(found.text, placeOf(form, options.name));
  if (reading.kind !== "broken") return null;
  return phrase(syntaxProblem(shown(host, path), reading.broken));
}

/** The agents to connect with their entries, and why others cannot be connected. */
export interface Targets {
  readonly targets: readonly Target[];
  readonly unfit: readonly SetupDiagnostic[];
}

/** Creates the entries of the chosen agents. */
export function targetsOf(
  job: Job,
  detections: readonly Detection[],
): Targets {
  const { host, options } = job;
  const targets: Target[] = [];
  const unfit: SetupDiagnostic[] = [];
  // An agent that was named must not be skipped without an error.
  const report = options.clients === null ? warning : error;
  for (const { client: known, location } of detections) {
    if (location === null) continue;
    const { id, name: client } = known;
    const connection = connectionTo(job, known);
    const { form, path } = location;
    const entry = makeEntry(form, options.name, connection);
    const file = host.realPath(path) ?? path;
    const reason = entry === null
      ? LACKS[connection.kind]
      : rootProblem(job, known) ?? outside(job, path);
    if (entry !== null && reason === null) targets.push({ id, client, form, file, entry });
    else unfit.push(report("setup-unfit", `Skipped ${client} (${reason}).`));
  }
  return { targets, unfit };
}

/** Returns why a project's file must not be written, or `null`. A link can lead out of the project. */
function outside({ host, options: { scope, project } }: Job, path: string): string | null {
  const reason = scope === "user" ? null : leadsAway(host, project, path);
  return reason === null ? null : `${shown(host, path)} ${reason}`;
}

const LACKS = {
  key: "it takes no address; try --stdio",
  variable: "its file cannot refer to a variable; leave out --key-from-env",
  stdio: "it cannot start servers; leave out --stdio",
};

function connectionTo(job: Job, client: WritableClient): Connection {
  const { host, options: { keyFromEnv, project }, server } = job;
  if (server === null) {
    const [command = "", ...args] = host.executable;
    const root = needsRoot(job, client) ? ["--root", project] : [];
    return { kind: "stdio", command, args: [...args, "mcp", ...root] };
  }
  const { url, key } = server;
  if (keyFromEnv || key === null) return { kind: "variable", url, variable: KEY_VARIABLE };
  return { kind: "key", url, key };
}

/** Reports whether a server that the agent starts needs its folder as an argument. */
function needsRoot({ server, options: { scope } }: Job, { startsElsewhere }: WritableClient) {
  return server === null && (scope === "project" || startsElsewhere === true);
}

/** Returns why a server that the agent starts cannot get its folder as an argument, or `null`. */
function rootProblem(job: Job, client: WritableClient): string | null {
  const { host: { system }, options: { project } } = job;
  if (!needsRoot(job, client)) return null;
  if (dirname(project) === project) {
    return `it starts servers outside projects; name a folder with --project`;
  }
  // Backslashes in Windows paths are safe, because no agent replaces them.
  return isTakenLiterally(system === "windows" ? project.replaceAll("\\", "/") : project)
    ? null
    : `some agents would change the path ${project}`;
}
