/** Plans changes to an existing project from a spec. */

import type { Change, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { appFolder, inApp } from "../project/app_folder.ts";
import { PER_REQUEST_PATH } from "../project/layout.ts";
import { MANIFEST_PATH } from "../project/manifest.ts";
import { earlierFiles, type Records } from "../project/records.ts";
import { RouteHomes } from "../project/route_homes.ts";
import { endpointKey } from "../project/route_record.ts";
import { apiCode, type ApiInput, fileCount, wantedEndpoints } from "./api_code.ts";
import { type ApiData, conflictError, updateMessages } from "./api_report.ts";
import { changesInApp } from "./changes_in_app.ts";
import type { Choices } from "./choices.ts";
import { cleanUp } from "./clean_up.ts";
import { comparedProject, pythonIn, servedSummaries } from "./compared_project.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  changesSince,
  type HandlerConflict,
  type SettledHandlers,
  settleHandlers,
} from "./handler_conflicts.ts";
import { knownReferences } from "./known_references.ts";
import { listedConflicts, listedEndpoints, runCounts } from "./listed_endpoints.ts";
import { nothingMerged } from "./merge_files.ts";
import { hasPerRequest } from "./per_request.ts";
import { emptyPlan, type Plan } from "./plan.ts";
import { mergeProjectFiles, projectInput, projectValues } from "./project_files.ts";
import type { ComparedEndpoint } from "./project_state.ts";
import { type Decision, keyOf, writes } from "./reconcile.ts";
import { reconcileRoute } from "./reconcile_route.ts";
import { followRenames, renamedNotes } from "./renamed_spec.ts";
import { recordChanges } from "./record_changes.ts";
import { resolvedChoices } from "./resolved_choices.ts";
import { respecifiedEndpoints } from "./respecified.ts";
import { servedEndpoints } from "./served_endpoints.ts";
import { stillWanted } from "./still_wanted.ts";
import { suggestionsOf } from "./suggested_renames.ts";

/**
 * Plans the changes to a project.
 *
 * @param project Those of the generated files and the records that exist, and all Python files.
 */
export function planUpdate(
  input: ApiInput,
  project: Snapshot,
  earlier: Records,
): Plan<ApiData> {
  const { force, prune, prefix } = input;
  const renamed = followRenames(input.spec, earlier);
  const { spec } = renamed;
  const app = appFolder(pythonIn(project));
  const perRequest = hasPerRequest(project.get(inApp(PER_REQUEST_PATH, { app })));
  const code = apiCode(spec, (route) => ({
    perRequest,
    isWanted: stillWanted(route, earlier.routes.get(route.name), input.choices),
  }));
  const name = earlier.manifest.name ?? input.name;
  const values = projectValues(name, spec);
  let known: readonly ComparedEndpoint[] | undefined;
  const compared = () => known ??= comparedProject(project, earlier, code);
  const respecified = respecifiedEndpoints(
    new Map([...code].map(([route, { endpoints }]) => [route, endpoints])),
    earlier,
  );
  const { choices, problems } = resolvedChoices(
    input.choices,
    knownReferences({ values, code, records: earlier, respecified, compared }),
  );
  if (problems.length > 0) return emptyPlan(problems);
  const settled = settleHandlers(respecified, {
    files: project,
    records: earlier,
    choices,
    compared,
  });
  const facts = {
    description: spec.description,
    files: fileCount(values, code),
    routes: spec.routes.length,
  };
  if (settled.conflicts.length > 0) {
    const endpoints = servedSummaries(compared());
    return refusal({ ...facts, endpoints, states: [] }, settled.conflicts, prefix);
  }
  const merged = nothingMerged();
  const snapshot = settled.files;
  const records = { manifest: earlier.manifest, routes: settled.routes };
  const files = mergeProjectFiles(
    values,
    { code, earlier: records, snapshot, force, choices },
    merged,
  );
  const isServed = servedEndpoints(pythonIn(snapshot));
  const routes = new Map(records.routes);
  const homes = new RouteHomes(pythonIn(snapshot), records.routes);
  const decisions = new Map<Endpoint, Decision>();
  const reasons = new Map<Endpoint, string>();
  const changed = new Set<string>();
  for (const [route, generated] of code) {
    const reconciled = reconcileRoute({
      name: route,
      code: generated,
      record: records.routes.get(route),
      snapshot,
      homes,
      force,
      choices: withoutSettled(choices, settled),
      isServed: (endpoint) => settled.held.has(endpoint) || isServed(endpoint),
    }, merged);
    routes.set(route, reconciled.record);
    for (const [endpoint, decision] of reconciled.decisions) decisions.set(endpoint, decision);
    for (const [endpoint, reason] of reconciled.left) reasons.set(endpoint, reason);
    if ([...reconciled.decisions.values()].some(writes)) changed.add(route);
  }
  if (merged.diagnostics.length > 0) return emptyPlan(merged.diagnostics);
  const manifest = {
    ...earlier.manifest,
    name,
    input: projectInput(values),
    files: new Map(files.flatMap((path) => {
      const record = merged.records.get(path) ?? earlier.manifest.files.get(path);
      return record === undefined ? [] : [[path, record] as const];
    })),
  };
  const placed = changesInApp(merged.changes, app, snapshot);
  merged.conflicts.push(...placed.conflicts);
  const discarding = force ? merged.conflicts : [];
  const cleaned = cleanUp(
    { changes: [...placed.changes, ...discarding], records: { manifest, routes } },
    { code, changed, prune, snapshot },
  );
  const changes = changesSince(project, settled, cleaned.changes);
  const isComplete = earlier.manifest.input !== null;
  const hasNews = isComplete ||
    [...decisions.values()].some((each) => writes(each) || each === "edited") ||
    choices.keep.size + respecified.length > 0;
  const recording = recordingChanges(project, cleaned.records, {
    specFile: input.specFile,
    hasChanges: changes.length > 0,
    hasNews,
  });
  const after = comparedProject(project, cleaned.records, code, {
    changes: [...changes, ...merged.conflicts],
    knowsCode: (endpoint) => decisions.get(endpoint) === "edited",
  });
  const before = new Map(
    [
      ...respecified.filter(({ endpoint }) => decisions.get(endpoint) === "add"),
      ...settled.followed,
    ].map((each) => [each.endpoint, each]),
  );
  const replaced = new Set([...before.values()].map(({ record }) => endpointKey(record)));
  const run = {
    compared: after,
    decisions,
    before,
    kept: new Set([
      ...settled.kept.map(({ endpoint }) => endpoint),
      ...wantedEndpoints(code).filter((each) => choices.keep.has(keyOf(each))),
    ]),
    removed: cleaned.removed.filter((each) => !replaced.has(endpointKey(each))),
    reasons,
    prune,
    prefix,
  };
  const hasExtra = after.some(({ state }) => state.state === "extra");
  const suggestions = hasExtra && [...decisions.values()].includes("add")
    ? suggestionsOf(compared().map(({ state }) => state))
    : [];
  const data: ApiData = {
    ...facts,
    endpoints: servedSummaries(after),
    states: listedEndpoints(run),
  };
  const edited = new Set(
    settled.followed.filter(({ served }) => served.code === "edited").map(({ served }) =>
      served.file
    ),
  );
  return {
    changes: [...changes, ...recording],
    conflicts: force ? [] : merged.conflicts,
    discarded: [
      ...[...merged.replaced, ...discarding].filter(({ path }) => !edited.has(path)),
      ...changes.filter(({ path }) => edited.has(path)),
    ],
    diagnostics: [...renamedNotes(renamed), ...suggestions, ...cleaned.diagnostics],
    messages: updateMessages(input.name, data, runCounts(run)),
    data,
    next: [],
  };
}

/** The facts about a run that decide which records it writes. */
interface Recording {
  readonly specFile: string | null;
  readonly hasChanges: boolean;
  /** Whether the run or the user decided anything, or the records are complete already. */
  readonly hasNews: boolean;
}

/**
 * Returns the changes to the records. Without other changes or decisions, records of earlier
 * editions stay incomplete, and a new path of the spec is not recorded.
 */
function recordingChanges(
  project: Snapshot,
  records: Records,
  { specFile, hasChanges, hasNews }: Recording,
): readonly Change[] {
  const { manifest, routes } = records;
  const isEarlier = earlierFiles(project.get(MANIFEST_PATH)).length > 0;
  const decides = !isEarlier && hasNews;
  const isWritten = hasChanges || decides && recordChanges(records, project).length > 0;
  const spec = specFile ?? manifest.spec;
  return isWritten ? recordChanges({ manifest: { ...manifest, spec }, routes }, project) : [];
}

/** Returns the plan that refuses to change handlers that people edited. */
function refusal(
  data: ApiData,
  conflicts: readonly HandlerConflict[],
  prefix: string,
): Plan<ApiData> {
  const states = listedConflicts(conflicts, prefix);
  const files = new Map<ProjectPath, Change>();
  for (const { change } of conflicts) if (change !== null) files.set(change.path, change);
  return {
    ...emptyPlan([]),
    conflicts: [...files.values()],
    refusal: conflictError(states),
    data: { ...data, states },
  };
}

/** Returns the choices that remain after those about handlers have taken effect. */
function withoutSettled(choices: Choices, { kept, followed }: SettledHandlers): Choices {
  const settled = new Set([...kept, ...followed].map(({ endpoint }) => keyOf(endpoint)));
  return {
    ...choices,
    keep: choices.keep.difference(settled),
    replace: choices.replace.difference(settled),
  };
}
