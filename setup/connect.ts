/** Connecting clients: from what was asked to what was written, with a person at the terminal or not. */

import { type Diagnostic, error, warning } from "../core/diagnostic.ts";
import { counted, type Report, report, type ReportChange } from "../core/report.ts";
import { applyPlan } from "./apply.ts";
import { chooseClients } from "./choose_clients.ts";
import { chooseServer } from "./choose_server.ts";
import { MANUAL_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import { formatCredentials, withKey } from "./credentials.ts";
import { detect, type Detection, isPresent } from "./detect.ts";
import { addCommand, type Connection, makeEntry, stepsFor } from "./entry.ts";
import { type KeptRecord, readRecord, readTexts, shown, writeProblem } from "./files.ts";
import { type FoundServer, type KeyFiles, readKeyFiles } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import { KEY_VARIABLE, optionProblems, type SetupOptions } from "./options.ts";
import { type ConnectPlan, planConnect, type Target, type TargetPlan } from "./plan.ts";
import { patchLines, previewOf } from "./preview.ts";
import { Cancelled, type Ui } from "./ui.ts";
import { verify } from "./verify.ts";

/** How one client ended up. */
export interface ClientResult {
  readonly id: string;
  readonly client: string;
  /** Its file, as people know it. */
  readonly file: string;
  readonly state: "done" | "unchanged" | "planned" | "refused" | "failed";
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

const COMMAND = "setup";

/**
 * Connects clients.
 *
 * @param ui The terminal, where there is a person at it.
 * @throws {Cancelled} If the person gives up: then nothing was written.
 */
export async function connect(
  host: SetupHost,
  options: SetupOptions,
  ui: Ui | null,
): Promise<Report> {
  const problems = optionProblems(options, KNOWN_CLIENTS);
  if (problems.length > 0) return failed(problems);
  const keys = readKeyFiles(host);
  if ("severity" in keys) return failed([keys]);
  ui?.begin("Layerwright setup");
  const server = options.local ? null : await chooseServer(host, keys, options, ui);
  if (server?.kind === "problems") return failed(server.problems);
  const surroundings = { ...host, project: options.project };
  const found = detect(WRITABLE_CLIENTS, options.scope, surroundings);
  const chosen = await chooseClients(host, found, options, ui);
  if (chosen.kind === "problems") return failed(chosen.problems);
  const job = { host, options, ui, keys, server: server?.server ?? null };
  if (options.dryRun) return await plan(job, chosen.detections);
  const done = await host.exclusively(() => plan(job, chosen.detections));
  return done ?? report(COMMAND, "refused", { diagnostics: [BUSY] });
}

/** The ids that can be asked for. */
export const KNOWN_CLIENTS: readonly string[] = [...WRITABLE_CLIENTS, ...MANUAL_CLIENTS]
  .map(({ id }) => id);

const BUSY = error("conflict-busy", "Another setup is running.", { hint: "Run it again" });

function failed(diagnostics: readonly Diagnostic[]): Report {
  return report(COMMAND, "failed", { diagnostics });
}

interface Job {
  readonly host: SetupHost;
  readonly options: SetupOptions;
  readonly ui: Ui | null;
  readonly keys: KeyFiles;
  /** `null` for one that clients run themselves. */
  readonly server: FoundServer | null;
}

/** Plans, shows the plan, and goes on with it if that is wanted. */
async function plan(job: Job, detections: readonly Detection[]): Promise<Report> {
  const { host, options, ui, server } = job;
  const kept = readRecord(host);
  if ("severity" in kept) return failed([kept]);
  const { targets, problems } = targetsOf(job, detections);
  const { texts, unreadable } = readTexts(host, targets.map(({ file }) => file));
  const readable = targets.filter(({ file }) => !unreadable.has(file));
  for (const { client, file } of targets) {
    const reason = unreadable.get(file);
    if (reason === undefined) continue;
    const message = `${client}: cannot read '${shown(host, file)}' (${reason}).`;
    problems.push(error("file-unreadable", message));
  }
  const planned = await withOthersEntries(
    job,
    (takesOver) => planConnect(readable, options.name, texts, kept.record, takesOver),
  );
  problems.push(...refusals(job, planned.targets));
  const key = server?.key ?? null;
  const changes = planned.changes.map((each) => previewOf(each, shown(host, each.file), key));
  const warnings = options.scope === "local" ? secretsInProject(job, planned) : [];
  if (options.dryRun) {
    const diagnostics = [...problems, ...warnings];
    return summary(job, planned, { changes, diagnostics, status: "planned", unwritten: new Set() });
  }
  if (ui !== null) await show(job, planned, [...problems, ...warnings]);
  return await write(job, planned, kept, { changes, diagnostics: [...problems, ...warnings] });
}

/** The clients with the entries that they shall have, and why others cannot have one. */
function targetsOf({ host, options, server }: Job, detections: readonly Detection[]) {
  const connection = connectionTo(host, server, options);
  const targets: Target[] = [];
  const problems: Diagnostic[] = [];
  for (const { client: { id, name: client }, location } of detections) {
    if (location === null) continue;
    const { form, path } = location;
    const entry = makeEntry(form, options.name, connection);
    const { real: file } = host.read(path);
    if (entry !== null) targets.push({ id, client, form, file, entry });
    else problems.push(error("client-foreign", `${client} ${LACKS[connection.kind]}.`));
  }
  return { targets, problems };
}

const LACKS = {
  key: "takes no server with a key from its file",
  variable: "puts no variables into its file; leave out --key-from-env",
  stdio: "starts no servers itself; leave out --local",
};

function connectionTo(
  { executable }: SetupHost,
  server: FoundServer | null,
  { keyFromEnv, scope, project }: SetupOptions,
): Connection {
  if (server === null) {
    const [command = "", ...args] = executable;
    const root = scope === "local" ? ["--root", project] : [];
    return { kind: "stdio", command, args: [...args, "mcp", ...root] };
  }
  const { url, key } = server;
  if (keyFromEnv || key === null) return { kind: "variable", url, variable: KEY_VARIABLE };
  return { kind: "key", url, key };
}

/** Plans anew with the entries of others that a person lets the wizard replace. */
async function withOthersEntries(
  { host, options, ui }: Job,
  planWith: (takesOver: (target: Target) => boolean) => ConnectPlan,
): Promise<ConnectPlan> {
  const first = planWith(() => false);
  if (ui === null) return first;
  const taken = new Set<string>();
  for (const { kind, target } of first.targets) {
    if (kind !== "foreign") continue;
    const place = `${target.client}: ${shown(host, target.file)}`;
    const question = `${place} has an entry '${options.name}' of somebody else. Replace it?`;
    if (await ui.confirm(question)) taken.add(target.id);
  }
  return taken.size === 0 ? first : planWith(({ id }) => taken.has(id));
}

/** Why clients are left alone. */
function refusals({ host, options }: Job, targets: readonly TargetPlan[]): Diagnostic[] {
  return targets.flatMap((each) => {
    const { client, file } = each.target;
    const path = shown(host, file);
    if (each.kind === "broken") {
      const { line, column, reason } = each.broken;
      const message = `${client}: ${path}:${line}:${column} does not parse (${reason}).`;
      return [error("client-broken", message, { hint: "Mend the file, then run the same again" })];
    }
    if (each.kind !== "foreign") return [];
    const message = `${client}: ${path} has an entry '${options.name}' of somebody else.`;
    return [error("client-foreign", message, { hint: "Choose another name with --name" })];
  });
}

/** Files of a project often end up in git, and the key with them. */
function secretsInProject({ host, server, options }: Job, { changes }: ConnectPlan): Diagnostic[] {
  if (server?.key == null || options.keyFromEnv) return [];
  return changes.map(({ file }) => {
    const hint = "Add it to .gitignore, or use --key-from-env";
    return warning("client-secret", `'${shown(host, file)}' will hold the key.`, { hint });
  });
}

async function show(
  { host, options, ui, server }: Job,
  { changes }: ConnectPlan,
  problems: readonly Diagnostic[],
): Promise<void> {
  for (const { message, hint } of problems) ui?.warn(message, hint === null ? [] : [hint]);
  if (changes.length === 0) return;
  const key = server?.key ?? null;
  const lines = changes.flatMap(({ file, before, after }) => {
    const path = shown(host, file);
    const kind = before === null ? "create" : "update";
    return [`${path} (${kind})`, ...patchLines({ file, before, after }, path, key), ""];
  });
  ui?.tell(`Changes to ${counted(changes.length, "file")}`, lines.slice(0, -1));
  if (options.yes) return;
  const question = `Write ${counted(changes.length, "file")}? Backups stay beside them`;
  if (!await ui?.confirm(question)) throw new Cancelled();
}

interface Findings {
  readonly changes: readonly ReportChange[];
  readonly diagnostics: readonly Diagnostic[];
}

async function write(
  job: Job,
  planned: ConnectPlan,
  kept: KeptRecord,
  { changes, diagnostics }: Findings,
): Promise<Report> {
  const { host } = job;
  const starts = new Map(planned.targets.map(({ target: { file, form } }) => [
    file,
    form.start ?? "",
  ]));
  const { problems, record } = applyPlan(host, planned, kept, starts);
  const unwritten = new Set(problems.keys());
  const written = changes.filter((_, index) => !unwritten.has(planned.changes[index]?.file ?? ""));
  const found = [
    ...diagnostics,
    ...problems.values(),
    ...(record === null || unwritten.size > 0 ? [] : [record]),
    ...keepCredentials(job),
  ];
  const status = written.length > 0 ? "applied" : "unchanged";
  return await summary(job, planned, { changes: written, diagnostics: found, status, unwritten });
}

/** Keeps the address and the key, so that nobody is asked for them again. */
function keepCredentials({ host, keys, server, options }: Job): Diagnostic[] {
  const { path, credentials, localKey } = keys;
  if (server === null || path === null) return [];
  const isOwn = options.keyFromEnv || server.key === localKey;
  const after = formatCredentials(withKey(credentials, server.url, isOwn ? null : server.key));
  const found = host.read(path);
  const before = found.kind === "text" ? found.text : null;
  if (before === after) return [];
  const outcome = host.write({ file: found.real, before, after, backup: null });
  return outcome.kind === "written" ? [] : [writeProblem(shown(host, path), outcome)];
}

interface Outcome extends Findings {
  readonly status: Report["status"];
  /** The files that were not written after all. */
  readonly unwritten: ReadonlySet<string>;
}

async function summary(
  job: Job,
  { targets }: ConnectPlan,
  { changes, diagnostics, status, unwritten }: Outcome,
): Promise<Report> {
  const { host, server } = job;
  const clients: ClientResult[] = [];
  const found = [...diagnostics];
  for (const each of targets) {
    const { id, client, file, form } = each.target;
    const known = WRITABLE_CLIENTS.find((each) => each.id === id);
    const { restart = "" } = known ?? {};
    const command = known === undefined || server === null ? null : addCommand(
      known,
      job.options.scope,
      { name: job.options.name, url: server.url, variable: KEY_VARIABLE, system: host.system },
    );
    const state = stateOf(each, status, unwritten);
    const isThere = state === "done" || state === "unchanged";
    const verified = isThere && status !== "planned" && job.options.verify
      ? await verify(host, form, file, job.options.name)
      : null;
    if (verified?.kind === "failed") {
      found.push(error("client-unverified", `${client}: ${verified.reason}.`));
    }
    const tools = verified?.kind === "ok" ? verified.tools : null;
    clients.push({ id, client, file: shown(host, file), state, tools, restart, command });
  }
  const data: ConnectData = { server: server?.url ?? null, clients };
  return report(COMMAND, changes.length > 0 ? status : endOf(found) ?? "unchanged", {
    message: messageOf(clients, status),
    changes,
    diagnostics: found,
    data,
    next: [...nextSteps(clients), ...stepsByHand(job)],
  });
}

function stateOf(
  { kind, target }: TargetPlan,
  status: Report["status"],
  unwritten: ReadonlySet<string>,
): ClientResult["state"] {
  if (kind === "broken" || kind === "foreign") return "refused";
  if (kind === "unchanged") return "unchanged";
  if (status === "planned") return "planned";
  return unwritten.has(target.file) ? "failed" : "done";
}

/** How a run ends that changed nothing: refused if only what people wrote is in the way. */
function endOf(diagnostics: readonly Diagnostic[]): "refused" | "failed" | null {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return null;
  return errors.every(isConflict) ? "refused" : "failed";
}

/** Whether something that people wrote is in the way. */
function isConflict({ code }: Diagnostic): boolean {
  return code === "conflict-changed" || code === "client-foreign" || code === "conflict-busy";
}

/** The exit code of a run: that of its worst problem, even if other clients were connected. */
export function setupExitCode({ diagnostics }: Report): number {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return 0;
  if (errors.some(({ code }) => code.startsWith("usage-"))) return 2;
  return errors.every(isConflict) ? 3 : 1;
}

function messageOf(clients: readonly ClientResult[], status: Report["status"]): string {
  if (status === "planned") {
    const wanted = clients.filter(({ state }) => state === "planned").length;
    return `Would connect ${counted(wanted, "agent")}`;
  }
  const connected = clients.filter(({ state }) => state === "done" || state === "unchanged").length;
  const others = clients.length - connected;
  return `${connected} connected${others === 0 ? "" : `, ${others} refused`}`;
}

/** What a person does at the clients that have no file: those that were asked for, or are there. */
function stepsByHand({ host, options, server }: Job): string[] {
  if (server === null) return [];
  const surroundings = { ...host, project: options.project };
  const wanted = MANUAL_CLIENTS.filter(({ id, signs }) =>
    options.clients?.includes(id) ?? isPresent(signs, surroundings)
  );
  return wanted.map((client) => {
    const steps = stepsFor(client, options.name, server.url);
    return `${client.name}: ${steps.join(" ")}`;
  });
}

function nextSteps(clients: readonly ClientResult[]): string[] {
  const steps = new Map<string, string[]>();
  for (const { client, state, restart } of clients) {
    if (state === "done") steps.set(restart, [...steps.get(restart) ?? [], client]);
  }
  const restarts = [...steps].map(([restart, names]) => `${names.join(", ")}: ${restart}`);
  const isDone = clients.some(({ state }) => state === "done");
  return isDone ? [...restarts, "Undo: layerwright setup --remove"] : restarts;
}
