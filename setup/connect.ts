/** Connects agents to the tools. */

import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { counted, report } from "../core/report.ts";
import { writePlan } from "./apply.ts";
import { chooseServer } from "./choose_server.ts";
import { KNOWN_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import { readKeyFiles } from "./credentials.ts";
import { detect, type Detection } from "./detect.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import { readProblem, readTexts, shown, syntaxProblem } from "./files.ts";
import type { SetupHost } from "./host.ts";
import { type Job, optionProblems, type SetupOptions, withLock } from "./options.ts";
import { closeFiles, makePrivate, openProblem, withoutKeysInGit } from "./key_exposure.ts";
import { type ConnectPlan, planConnect, type Target, type TargetPlan } from "./plan.ts";
import { confirmChanges, ownTexts, previewOf, type View } from "./preview.ts";
import type { SetupRecord } from "./record.ts";
import { readRecord } from "./record_file.ts";
import { summary } from "./summary.ts";
import { chooseClients, obstacle, targetsOf } from "./targets.ts";
import type { Ui } from "./ui.ts";
import { checkServer } from "./verify.ts";

/**
 * Connects agents.
 *
 * @param ui The terminal; `null` if there is no one to ask.
 * @throws {Cancelled} If the person cancels. Nothing was written then.
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
  return await withLock(host, "setup", options.dryRun, () => plan(job, chosen.detections));
}

/**
 * Checks that the project's folder exists. A missing folder is an error, because it is probably
 * mistyped.
 */
function projectProblems(host: SetupHost, { project }: SetupOptions): SetupDiagnostic[] {
  const isThere = host.exists(project) && host.read(project).kind !== "text";
  const path = quotable(shown(host, project));
  return isThere ? [] : [error("usage-option", `Invalid --project '${path}' (no such folder).`)];
}

function failed(diagnostics: readonly SetupDiagnostic[]): SetupReport {
  return report("setup", "failed", { diagnostics });
}

/** Plans the changes, shows them, and writes them once the person agrees. */
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
    const question = options.yes ? null : `Write ${files}? A backup is kept beside each`;
    const told = [...diagnostics, ...problems.values()];
    const proposal = { changes: planned.changes, problems: told, view, question };
    await confirmChanges(host, ui, proposal);
  }
  const open = makePrivate(host, closed.toClose).map((file) => openProblem(shown(host, file)));
  if (open.length > 0) return report("setup", "refused", { diagnostics: open });
  return await writePlan(job, planned, kept, { changes, diagnostics, problems });
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Returns the data for a preview that hides the values that people wrote. */
function viewOf({ entries, targets }: ConnectPlan, key: string | null): View {
  const own = targets.flatMap(({ target }) => [...ownTexts(target.entry, key)]);
  return { entries, own: new Map(own) };
}

/** Plans all targets, including those with unreadable files. */
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

/**
 * Asks whether to replace foreign entries. If the person agrees, plans again with the replacements.
 */
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
    const question =
      `${place} has an entry '${options.name}' that setup did not write. Replace it?`;
    if (await ui.confirm(question, false)) taken.add(target.id);
  }
  return taken.size === 0 ? first : planWith(({ id }) => taken.has(id));
}

/** Returns the reason why a target is not written, or `null`. */
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
