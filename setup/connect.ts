/** Connecting clients: from what was asked to what was written, with a person at the terminal or not. */

import { type Diagnostic, error, warning } from "../core/diagnostic.ts";
import { counted, type Report, report, type ReportChange } from "../core/report.ts";
import { isLocal } from "./address.ts";
import { alone } from "./alone.ts";
import { applyPlan } from "./apply.ts";
import { chooseClients } from "./choose_clients.ts";
import { chooseServer } from "./choose_server.ts";
import { MANUAL_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import { confirmChanges } from "./confirm_changes.ts";
import { formatCredentials, withKey } from "./credentials.ts";
import { detect, type Detection, isPresent } from "./detect.ts";
import { addCommand, type Connection, makeEntry, stepsFor, textToPaste } from "./entry.ts";
import { type KeptRecord, readRecord, readTexts, shown } from "./files.ts";
import { type FoundServer, type KeyFiles, readKeyFiles } from "./find_server.ts";
import { FORMATS } from "./formats/formats.ts";
import type { SetupHost } from "./host.ts";
import { exposedFiles, withIgnored } from "./ignore.ts";
import { DEFAULT_NAME, KEY_VARIABLE, optionProblems, type SetupOptions } from "./options.ts";
import { type ConnectPlan, placeOf, planConnect, type Target, type TargetPlan } from "./plan.ts";
import { previewOf } from "./preview.ts";
import { phrase, readProblem, syntaxProblem, writeProblem } from "./problems.ts";
import type { SetupRecord } from "./record.ts";
import type { Ui } from "./ui.ts";
import { verifier, type VerifyFailure } from "./verify.ts";

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
  const server = await chooseServer(host, keys, options, ui);
  if (server.kind === "problems") return failed(server.problems);
  const job = { host, options, ui, keys, server: server.server };
  const found = detect(WRITABLE_CLIENTS, options.scope, { ...host, project: options.project });
  const reasonAgainst = (each: Detection) => obstacle(job, each);
  const chosen = await chooseClients(host, found, options, ui, reasonAgainst);
  if (chosen.kind === "problems") return failed(chosen.problems);
  return await alone(host, options.dryRun, () => plan(job, chosen.detections));
}

/** The ids that can be asked for. */
export const KNOWN_CLIENTS: readonly string[] = [...WRITABLE_CLIENTS, ...MANUAL_CLIENTS]
  .map(({ id }) => id);

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

/** Why a client cannot be chosen, as people read it beside its name; `null` if it can. */
function obstacle({ host, options, server }: Job, { location }: Detection): string | null {
  if (location === null) return null;
  const { form, path } = location;
  const connection = connectionTo(host, server, options);
  if (makeEntry(form, options.name, connection) === null) return LACKS[connection.kind];
  const found = host.read(path);
  if (found.kind === "unreadable") return `${shown(host, path)} cannot be read (${found.reason})`;
  if (found.kind === "absent") return null;
  const reading = FORMATS[form.format].read(found.text, placeOf(form, options.name));
  if (reading.kind !== "broken") return null;
  return phrase(syntaxProblem(shown(host, path), reading.broken));
}

/** Plans, shows the plan, and goes on with it if that is wanted. */
async function plan(job: Job, detections: readonly Detection[]): Promise<Report> {
  const { host, options, ui, server } = job;
  const kept = readRecord(host);
  if ("severity" in kept) return failed([kept]);
  const { targets, unfit } = targetsOf(job, detections);
  const { planned, warnings } = await withoutKeysInGit(
    job,
    await planFor(job, targets, kept.record),
  );
  const key = server?.key ?? null;
  const changes = planned.changes.map((each) => previewOf(each, shown(host, each.file), key));
  const problems = new Map(planned.targets.flatMap((each) => {
    const problem = refusal(job, each);
    return problem === null ? [] : [[each.target.id, problem]];
  }));
  const diagnostics = [...unfit, ...warnings];
  if (options.dryRun) {
    return ended(job, planned, { status: "planned", changes, diagnostics, problems, tools: NONE });
  }
  if (ui !== null) {
    const files = counted(planned.changes.length, "file");
    const question = options.yes ? null : `Write ${files}? Backups stay beside them`;
    const told = [...diagnostics, ...problems.values()];
    const proposal = { changes: planned.changes, problems: told, key, question };
    await confirmChanges(host, ui, proposal);
  }
  return await write(job, planned, kept, { changes, diagnostics, problems });
}

const NONE: ReadonlyMap<string, number> = new Map();

/** The clients with the entries that they shall have, and those that cannot have one. */
function targetsOf({ host, options, server }: Job, detections: readonly Detection[]) {
  const connection = connectionTo(host, server, options);
  const targets: Target[] = [];
  const unfit: Diagnostic[] = [];
  // Who asks for a client by name has to hear that nothing came of it.
  const report = options.clients === null ? warning : error;
  for (const { client: { id, name: client }, location } of detections) {
    if (location === null) continue;
    const { form, path } = location;
    const entry = makeEntry(form, options.name, connection);
    const { real: file } = host.read(path);
    if (entry !== null) targets.push({ id, client, form, file, entry });
    else unfit.push(report("setup-unfit", `Skipped ${client} (${LACKS[connection.kind]}).`));
  }
  return { targets, unfit };
}

const LACKS = {
  key: "it takes no address; try --local",
  variable: "its file cannot refer to a variable; leave out --key-from-env",
  stdio: "it starts no servers; leave out --local",
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

/** Plans for all targets, also those whose files cannot be read. */
async function planFor(
  job: Job,
  targets: readonly Target[],
  record: SetupRecord,
): Promise<ConnectPlan> {
  const { texts, unreadable } = readTexts(job.host, targets.map(({ file }) => file));
  const readable = targets.filter(({ file }) => !unreadable.has(file));
  const planned = await withOthersEntries(
    job,
    (takesOver) => planConnect(readable, job.options.name, texts, record, takesOver),
  );
  const others = targets.flatMap((target): TargetPlan[] => {
    const reason = unreadable.get(target.file);
    return reason === undefined ? [] : [{ kind: "unreadable", target, reason }];
  });
  return { ...planned, targets: [...planned.targets, ...others] };
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

/** Why a client is left alone; `null` if it is not. */
function refusal({ host, options }: Job, plan: TargetPlan): Diagnostic | null {
  const path = shown(host, plan.target.file);
  switch (plan.kind) {
    case "broken":
      return syntaxProblem(path, plan.broken);
    case "foreign": {
      const hint = "Choose another name with --name";
      return error("setup-foreign", `${path} has another entry named '${options.name}'.`, { hint });
    }
    case "unreadable":
      return readProblem(path, plan.reason);
    default:
      return null;
  }
}

/** Keeps files with the key out of git, where a person wants that; what is left is warned of. */
async function withoutKeysInGit(
  { host, server, options, ui }: Job,
  planned: ConnectPlan,
): Promise<{ readonly planned: ConnectPlan; readonly warnings: readonly Diagnostic[] }> {
  const isSecret = options.scope === "local" && server !== null && server.key !== null &&
    !options.keyFromEnv;
  const exposed = isSecret ? exposedFiles(host, options.project, planned) : [];
  const warnings = exposed.map(({ file }) => {
    const hint = "Add it to .gitignore, or use --key-from-env";
    return warning("setup-git", `${shown(host, file)} would put the key into git`, { hint });
  });
  if (ui === null || options.yes || exposed.length === 0) return { planned, warnings };
  for (const { message } of warnings) ui.warn(message, []);
  const lines = exposed.map(({ line }) => line).join(", ");
  return await ui.confirm(`Add ${lines} to the project's .gitignore?`)
    ? { planned: withIgnored(host, options.project, planned, options.name), warnings: [] }
    : { planned, warnings: [] };
}

/** What became of a run. */
interface Findings {
  readonly changes: readonly ReportChange[];
  /** What is worth saying besides what became of each client. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why clients are not connected, by their ids. */
  readonly problems: ReadonlyMap<string, Diagnostic>;
}

async function write(
  job: Job,
  planned: ConnectPlan,
  kept: KeptRecord,
  { changes, diagnostics, problems: refusals }: Findings,
): Promise<Report> {
  const { host } = job;
  const starts = new Map(planned.targets.map(({ target: { file, form } }) => [
    file,
    form.start ?? "",
  ]));
  const { problems: unwritten, record } = applyPlan(host, planned, kept, starts);
  const written = changes.filter((_, index) => !unwritten.has(planned.changes[index]?.file ?? ""));
  const problems = new Map(refusals);
  for (const { target: { id, file } } of planned.targets) {
    const problem = unwritten.get(file);
    if (problem !== undefined) problems.set(id, problem);
  }
  const { tools, failures } = await verifyAll(job, planned, problems);
  for (const [id, failure] of failures) problems.set(id, failure);
  const isKeyRefused = [...failures.values()].some(({ code }) => code === "setup-key");
  const found = [
    ...diagnostics,
    ...(record === null || unwritten.size > 0 ? [] : [record]),
    ...(isKeyRefused ? [] : keepCredentials(job)),
  ];
  const status = written.length > 0 ? "applied" : "unchanged";
  return ended(job, planned, { status, changes: written, diagnostics: found, problems, tools });
}

/** Calls the server as each client will that has its entry. */
async function verifyAll(
  { host, options }: Job,
  { targets }: ConnectPlan,
  problems: ReadonlyMap<string, Diagnostic>,
) {
  const tools = new Map<string, number>();
  const failures = new Map<string, Diagnostic>();
  if (!options.verify) return { tools, failures };
  const wanted = targets.map(({ target }) => target).filter(({ id }) => !problems.has(id));
  const call = verifier(host);
  await Promise.all(wanted.map(async ({ id, client, form, file }) => {
    const verified = await call(form, file, options.name);
    if (verified.kind === "ok") tools.set(id, verified.tools);
    else failures.set(id, unverified(client, verified));
  }));
  return { tools, failures };
}

function unverified(client: string, { reason, isKeyRefused }: VerifyFailure): Diagnostic {
  const message = `${client}: ${reason}.`;
  if (!isKeyRefused) return error("setup-verify", message);
  return error("setup-key", message, { hint: "Give the right key with --api-key-stdin" });
}

/** Keeps the address and the key, so that nobody is asked for them again. */
function keepCredentials({ host, keys, server, options }: Job): Diagnostic[] {
  const { path, credentials, localKey } = keys;
  if (server === null || path === null) return [];
  const isOwn = options.keyFromEnv || isLocal(server.url) && server.key === localKey;
  const after = formatCredentials(withKey(credentials, server.url, isOwn ? null : server.key));
  const found = host.read(path);
  const before = found.kind === "text" ? found.text : null;
  if (before === after) return [];
  const outcome = host.write({ file: found.real, before, after, backup: null });
  return outcome.kind === "written" ? [] : [writeProblem(shown(host, path), outcome)];
}

interface Outcome extends Findings {
  readonly status: Report["status"];
  /** How many tools clients see, by their ids. */
  readonly tools: ReadonlyMap<string, number>;
}

function ended(job: Job, { targets }: ConnectPlan, outcome: Outcome): Report {
  const { server, options } = job;
  const { status, changes, problems } = outcome;
  const clients = targets.map((each) => resultOf(job, each, outcome));
  const byMessage = new Map([...problems.values()].map((each) => [each.message, each]));
  const diagnostics = [...outcome.diagnostics, ...byMessage.values()];
  const data: ConnectData = { server: server?.url ?? null, clients };
  const isPlanned = status === "planned";
  const isDone = clients.some(({ state }) => state === "done" || state === "unverified");
  return report(COMMAND, changes.length > 0 ? status : endOf(diagnostics) ?? "unchanged", {
    message: isPlanned
      ? `Would connect ${counted(clients.filter(isToBe).length, "agent")}`
      : messageOf(clients),
    changes,
    diagnostics,
    data,
    next: [
      ...(isPlanned ? [] : nextSteps(clients, options)),
      ...stepsByHand(job),
      ...(isDone ? [`Undo: ${commandFor(options, ["--remove"])}`] : []),
    ],
  });
}

function isToBe({ state }: ClientResult): boolean {
  return state === "planned" || state === "unchanged";
}

function resultOf(
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
  status: Report["status"],
  problem: Diagnostic | undefined,
): ClientState {
  if (problem?.code === "setup-verify" || problem?.code === "setup-key") return "unverified";
  if (problem !== undefined) return isLeftAlone(problem) ? "refused" : "failed";
  if (kind === "unchanged") return "unchanged";
  return status === "planned" ? "planned" : "done";
}

function isLeftAlone(problem: Diagnostic): boolean {
  return isConflict(problem) || problem.code === "setup-syntax";
}

/** How a run ends that changed nothing: refused if only what people wrote is in the way. */
function endOf(diagnostics: readonly Diagnostic[]): "refused" | "failed" | null {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return null;
  return errors.every(isConflict) ? "refused" : "failed";
}

/** Whether something that people wrote is in the way. */
function isConflict({ code }: Diagnostic): boolean {
  return code === "setup-changed" || code === "setup-foreign" || code === "conflict-busy";
}

/** The exit code of a run: that of its worst problem, even if other clients were connected. */
export function setupExitCode({ diagnostics }: Report): number {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return 0;
  if (errors.some(({ code }) => code.startsWith("usage-") || code === "setup-client")) return 2;
  return errors.every(isConflict) ? 3 : 1;
}

function messageOf(clients: readonly ClientResult[]): string {
  const count = (...states: readonly ClientState[]) =>
    clients.filter(({ state }) => states.includes(state)).length;
  const refused = count("refused");
  const failed = count("failed", "unverified");
  return [
    `${count("done", "unchanged")} connected`,
    ...(refused === 0 ? [] : [`${refused} refused`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(", ");
}

/** What a person does at the clients that have no file: those that were asked for, or are there. */
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
      key: KEY_TO_COME,
    });
    const lines = pasted === null ? [] : pasted.split("\n").map((line) => `    ${line}`);
    const isAsked = pasted?.includes(KEY_TO_COME) === true;
    return [
      `${client.name}:`,
      ...steps.map((step, index) => `  ${index + 1}. ${step}`),
      ...lines,
      ...(isAsked ? [`  ${KEY_TO_COME}: ${keyPlace(host, server, keys)}`] : []),
    ].join("\n");
  });
}

/** Stands for the key where people paste it themselves: it is never shown. */
const KEY_TO_COME = "YOUR_API_KEY";

function keyPlace(host: SetupHost, { url, key }: FoundServer, keys: KeyFiles): string {
  const path = isLocal(url) && key === keys.localKey ? keys.localPath : keys.path;
  return path === null ? "the key of the server" : `the key in ${shown(host, path)}`;
}

function nextSteps(clients: readonly ClientResult[], options: SetupOptions): string[] {
  const steps = new Map<string, string[]>();
  for (const { client, state, restart } of clients) {
    if (state !== "done" && state !== "unverified") continue;
    if (restart !== "") steps.set(restart, [...steps.get(restart) ?? [], client]);
  }
  const restarts = [...steps].map(([restart, names]) =>
    `${names.join(", ")}: ${lowerFirst(restart)}`
  );
  const again = clients.filter(({ state }) => state === "refused" || state === "failed");
  return again.length === 0 ? restarts : [...restarts, againStep(again, options)];
}

function againStep(clients: readonly ClientResult[], options: SetupOptions): string {
  const names = clients.map(({ client }) => client).join(", ");
  const ids = clients.map(({ id }) => id).join(",");
  const scope = options.scope === "user" ? [] : ["--scope", options.scope];
  return `${names}: ${commandFor(options, ["--client", ids, ...scope])}`;
}

/** A command for people to type. */
function commandFor({ name }: SetupOptions, words: readonly string[]): string {
  const own = name === DEFAULT_NAME ? [] : ["--name", name];
  return ["layerwright setup", ...words, ...own].join(" ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
