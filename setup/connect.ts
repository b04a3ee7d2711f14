/** Connecting clients: from what was asked to what was written, with a person at the terminal or not. */

import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { counted, report } from "../core/report.ts";
import { isLocal } from "./address.ts";
import { alone } from "./alone.ts";
import { applyPlan } from "./apply.ts";
import { checkServer } from "./check_server.ts";
import { changeCredentials } from "./change_credentials.ts";
import { chooseClients } from "./choose_clients.ts";
import { chooseServer } from "./choose_server.ts";
import { KNOWN_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import { confirmChanges } from "./confirm_changes.ts";
import { withKey } from "./credentials.ts";
import { detect, type Detection } from "./detect.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import { type KeptRecord, readRecord, readTexts, shown } from "./files.ts";
import { readKeyFiles } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import type { Job } from "./job.ts";
import { withoutKeysInGit } from "./keys_in_git.ts";
import { optionProblems, type SetupOptions } from "./options.ts";
import { closeFiles, makePrivate, openProblem } from "./open_files.ts";
import { type ConnectPlan, planConnect, type Target, type TargetPlan } from "./plan.ts";
import { ownTexts, previewOf, type View } from "./preview.ts";
import { readProblem, syntaxProblem } from "./problems.ts";
import type { SetupRecord } from "./record.ts";
import type { Findings } from "./results.ts";
import { summary } from "./summary.ts";
import { obstacle, targetsOf } from "./targets.ts";
import type { Ui } from "./ui.ts";
import { verifier, type VerifyFailure } from "./verify.ts";

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
): Promise<SetupReport> {
  const problems = [...optionProblems(options, KNOWN_CLIENTS), ...projectProblems(host, options)];
  if (problems.length > 0) return failed(problems);
  const keys = readKeyFiles(host);
  if ("severity" in keys) return failed([keys]);
  ui?.begin("Layerwright setup");
  const server = await chooseServer(host, keys, options, ui);
  if (server.kind === "problems") return failed(server.problems);
  const unfit = await checkServer(host, options, server.server, ui);
  if (unfit !== null) return failed([unfit]);
  const job = { host, options, ui, keys, server: server.server };
  const found = detect(WRITABLE_CLIENTS, options.scope, { ...host, project: options.project });
  const reasonAgainst = (each: Detection) => obstacle(job, each);
  const chosen = await chooseClients(host, found, options, ui, reasonAgainst);
  if (chosen.kind === "problems") return failed(chosen.problems);
  return await alone(host, "setup", options.dryRun, () => plan(job, chosen.detections));
}

/** A project is somebody's: one that is not there is a slip, and no folder to make. */
function projectProblems(host: SetupHost, { project }: SetupOptions): SetupDiagnostic[] {
  const isThere = host.exists(project) && host.read(project).kind !== "text";
  const path = quotable(shown(host, project));
  return isThere ? [] : [error("usage-option", `Invalid --project '${path}' (no such folder).`)];
}

function failed(diagnostics: readonly SetupDiagnostic[]): SetupReport {
  return report("setup", "failed", { diagnostics });
}

/** Plans, shows the plan, and goes on with it if that is wanted. */
async function plan(job: Job, detections: readonly Detection[]): Promise<SetupReport> {
  const { host, options, ui, server } = job;
  const kept = readRecord(host);
  if ("severity" in kept) return failed([kept]);
  const { targets, unfit } = targetsOf(job, detections);
  const closed = await closeFiles(job, await planFor(job, targets, kept.record));
  const { planned, warnings } = await withoutKeysInGit(job, closed.planned);
  const view = viewOf(planned, server?.key ?? null);
  const changes = planned.changes.map((each) => previewOf(each, shown(host, each.file), view));
  const problems = new Map(planned.targets.flatMap((each) => {
    const problem = refusal(job, each);
    return problem === null ? [] : [[each.target.id, problem]];
  }));
  const diagnostics = [...unfit, ...warnings, ...closed.warnings];
  if (options.dryRun) {
    return summary(job, planned, {
      status: "planned",
      changes,
      diagnostics,
      problems,
      tools: NONE,
    });
  }
  if (ui !== null) {
    const files = counted(planned.changes.length, "file");
    const question = options.yes ? null : `Write ${files}? Backups stay beside them`;
    const told = [...diagnostics, ...problems.values()];
    const proposal = { changes: planned.changes, problems: told, view, question };
    await confirmChanges(host, ui, proposal);
  }
  const open = makePrivate(host, closed.toClose).map((file) => openProblem(shown(host, file)));
  if (open.length > 0) return report("setup", "refused", { diagnostics: open });
  return await write(job, planned, kept, { changes, diagnostics, problems });
}

const NONE: ReadonlyMap<string, number> = new Map();

/** What is shown of the files: of what people wrote there, only where it is. */
function viewOf({ entries, targets }: ConnectPlan, key: string | null): View {
  const own = targets.flatMap(({ target }) => [...ownTexts(target.entry, key)]);
  return { entries, own: new Map(own) };
}

/** Plans for all targets, also those whose files cannot be read. */
async function planFor(
  job: Job,
  targets: readonly Target[],
  record: SetupRecord,
): Promise<ConnectPlan> {
  const { scope } = job.options;
  const { texts, unreadable } = readTexts(job.host, targets.map(({ file }) => ({ file, scope })));
  const readable = targets.filter(({ file }) => !unreadable.has(file));
  const { name, project } = job.options;
  const spot = { name, project: scope === "user" ? null : job.host.realPath(project) ?? project };
  const planned = await withOthersEntries(
    job,
    (takesOver) => planConnect(readable, spot, texts, record, takesOver),
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
    if (await ui.confirm(question, false)) taken.add(target.id);
  }
  return taken.size === 0 ? first : planWith(({ id }) => taken.has(id));
}

/** Why a client is left alone; `null` if it is not. */
function refusal({ host, options }: Job, plan: TargetPlan): SetupDiagnostic | null {
  const path = shown(host, plan.target.file);
  switch (plan.kind) {
    case "broken":
      return syntaxProblem(path, plan.broken);
    case "foreign": {
      const hint = "Choose another name with --name";
      return error("setup-foreign", `${path} has another entry named '${options.name}'.`, { hint });
    }
    case "open":
      return openProblem(path);
    case "unreadable":
      return readProblem(path, plan.reason);
    default:
      return null;
  }
}

async function write(
  job: Job,
  planned: ConnectPlan,
  kept: KeptRecord,
  { changes, diagnostics, problems: refusals }: Findings,
): Promise<SetupReport> {
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
  const isOfUse = planned.targets.length === 0 ||
    planned.targets.some(({ target }) => !problems.has(target.id));
  const found = [
    ...diagnostics,
    ...(record === null || unwritten.size > 0 ? [] : [record]),
    ...(isOfUse ? keepCredentials(job) : []),
  ];
  const status = written.length > 0 ? "applied" : "unchanged";
  return summary(job, planned, { status, changes: written, diagnostics: found, problems, tools });
}

/** Calls the server as each client will that has its entry. */
async function verifyAll(
  { host, options }: Job,
  { targets }: ConnectPlan,
  problems: ReadonlyMap<string, SetupDiagnostic>,
) {
  const tools = new Map<string, number>();
  const failures = new Map<string, SetupDiagnostic>();
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

function unverified(
  client: string,
  { reason, isKeyRefused, hint }: VerifyFailure,
): SetupDiagnostic {
  const code = isKeyRefused ? "setup-key" : "setup-verify";
  return error(code, `${client}: ${reason}.`, hint === null ? {} : { hint });
}

/** Keeps the address and the key, so that nobody is asked for them again. */
function keepCredentials({ host, keys, server, options }: Job): SetupDiagnostic[] {
  if (server === null || keys.path === null) return [];
  const isOwn = options.keyFromEnv || isLocal(server.url) && server.key === keys.localKey;
  const key = isOwn ? null : server.key;
  const problem = changeCredentials(host, (kept) => withKey(kept, server.url, key));
  return problem === null ? [] : [problem];
}
