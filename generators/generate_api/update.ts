/** Plans changes to an existing project from a spec. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import { ChangedParts } from "../compare/changed_parts.ts";
import type { Records } from "../../project/records/records.ts";
import { endpointKey } from "../../project/records/route_record.ts";
import { type ApiInput, wantedEndpoints } from "../code/api_code.ts";
import { type ApiData, conflictError, updateMessages } from "./report.ts";
import {
  installSteps,
  mergeBodySupport,
  missingDependency,
  supportsBodies,
} from "../edits/body_support.ts";
import type { Respecification } from "./respecification.ts";
import { conflictChanges, followed, respecify } from "./respecify.ts";
import { knownReferences } from "../compare/known_references.ts";
import { listedConflicts, listedEndpoints, runCounts, type RunResult } from "./report_rows.ts";
import { FileMerges } from "../edits/file_merges.ts";
import { brokenFiles, emptyPlan, type Plan } from "../plans/plan.ts";
import { type ProjectUpdate, projectUpdate, specFacts } from "./project_update.ts";
import { writes } from "../compare/action.ts";
import type { Project } from "../../project/project.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import type { DecidedRoute } from "./reconcile_route.ts";
import { decideRoutes, type ReconciledRoutes, writeRoutes } from "./reconcile_routes.ts";
import { renamedNotes } from "../compare/renamed_spec.ts";
import { unwantedEndpoints } from "./unwanted_endpoints.ts";
import { servedTwice } from "../compare/served_twice.ts";
import { otherPrefixes } from "./respecify_path.ts";
import { resolvedChoices } from "../compare/resolved_choices.ts";
import {
  compareProject,
  servedSummaries,
  statesOf,
  wantedCases,
} from "../compare/compare_project.ts";
import { suggestionsOf } from "../compare/suggested_renames.ts";
import { recordingChanges, type UpdateChanges, updateChanges } from "./update_changes.ts";
import { hasDataFile } from "../code/endpoint_code.ts";
import { mergeProjectFiles } from "./merge_project_files.ts";

/**
 * Plans the changes to a project.
 *
 * @param project The generated files and records that already exist, and all Python files.
 */
export function planUpdate(
  input: ApiInput,
  project: Project,
  earlier: Records,
): Plan<ApiData> {
  const known = projectUpdate(input, project, earlier);
  const { code, respecified, compared } = known;
  const { force, prune } = input;
  const { choices, problems } = resolvedChoices(
    input.choices,
    () => knownReferences({ values: known.values, code, records: earlier, cases: compared.cases }),
  );
  if (problems.length > 0) return emptyPlan(problems);
  const prefixes = otherPrefixes(code, earlier.routes);
  if (prefixes.length > 0) return emptyPlan(prefixes);
  const following = respecify(respecified, {
    project,
    code,
    choices,
    spec: known.followed.spec.routes,
  });
  const conflicts = following.decisions.filter(({ as }) => as === "conflict");
  const edited = conflicts.flatMap(({ edits }) => edits ?? []).map(({ path }) => path);
  const broken = brokenFiles([...edited, ...following.edits.paths], project.files);
  if (broken.length > 0) return emptyPlan(broken);
  if (conflicts.length > 0) return conflictRefusal(known, conflicts);
  const unwanted = unwantedEndpoints(compared, following, prune);
  const routes = decideRoutes({ project, code, compared, choices, unwanted }, following);
  const needsSupport = bodiesNeedSupport(project, routes);
  const update = needsSupport ? withBodies(known) : known;
  const ready = followed(following, project);
  const { draft } = ready;
  const merges = new FileMerges(draft, force);
  const records = { ...earlier, routes: ready.routes };
  const loadsMocks = routes.some(hasDataFiles);
  const shared = { earlier: records, choices, loadsMocks, isFirstBody: needsSupport };
  const files = mergeProjectFiles(update.values, shared, merges);
  if (needsSupport) mergeBodySupport(update.values, earlier.manifest.files, merges);
  const written = writeRoutes(routes, ready.routes, merges);
  if (merges.diagnostics.length > 0) return emptyPlan(merges.diagnostics);
  const made = updateChanges(update, written, { merges, files, unwanted });
  const run = runResult(update, written, made, draft);
  const twice = made.changes.length === 0
    ? null
    : servedTwice(run.compared.all, () => compared.all);
  if (twice !== null) return refusal(known, twice);
  const data: ApiData = {
    ...specFacts(update),
    endpoints: servedSummaries(run.compared.cases),
    states: listedEndpoints(run),
  };
  return {
    changes: [...made.changes, ...recordingChanges(update, made)],
    conflicts: made.conflicts,
    discarded: made.discarded,
    diagnostics: [
      ...renamedNotes(update.followed),
      ...suggestedRenames(update, run),
      ...made.diagnostics,
      ...(needsSupport ? missingDependency(draft) : []),
    ],
    messages: updateMessages(input.name, data, runCounts(run), unrecordedRoutes(known, made)),
    data,
    next: needsSupport ? installSteps(input.folder) : [],
  };
}

/** Reports whether the run writes an endpoint with a body to a project without the code that checks bodies. */
function bodiesNeedSupport({ files, layout }: Project, routes: readonly DecidedRoute[]): boolean {
  return routes.some(({ actions }) =>
    [...actions].some(([{ body }, action]) => body !== undefined && writes(action))
  ) && !supportsBodies(files, layout);
}

/** Reports whether the mock of any endpoint that people did not remove is in a data file. */
function hasDataFiles({ actions }: DecidedRoute): boolean {
  return [...actions].some(([each, { reason }]) => reason !== "removed" && hasDataFile(each));
}

function withBodies(update: ProjectUpdate): ProjectUpdate {
  return { ...update, values: { ...update.values, hasBodies: true } };
}

/** Returns the plan that refuses to change handlers that people edited. */
function conflictRefusal(
  update: ProjectUpdate,
  conflicts: readonly Respecification[],
): Plan<ApiData> {
  const states = listedConflicts(conflicts, update.input.prefix, update.project.files);
  return {
    ...refusal(update, conflictError(states), states),
    conflicts: conflictChanges(conflicts, update.project),
  };
}

/** Returns a plan without changes that says why there are none. */
function refusal(
  update: ProjectUpdate,
  reason: Diagnostic,
  states: ApiData["states"] = [],
): Plan<ApiData> {
  return {
    ...emptyPlan([]),
    refusal: reason,
    data: { ...specFacts(update), endpoints: servedSummaries(update.compared.cases), states },
  };
}

/** Returns the routes in the project that conflict with the spec and have no record. */
function unrecordedRoutes(
  { code, earlier, project }: ProjectUpdate,
  { conflicts }: UpdateChanges,
): readonly string[] {
  const paths = new Set(conflicts.map(({ path }) => path));
  if (paths.size === 0) return [];
  return [...code].filter(([route, { paths: own }]) =>
    !earlier.routes.has(route) && project.files.has(project.layout.routePaths(route).route) &&
    own.some((path) => paths.has(project.layout.placed(path)))
  ).map(([route]) => route);
}

/**
 * Compares the project after a run with the spec.
 *
 * @param draft The project with the changes of the run.
 */
function runResult(
  { input: { prune, prefix }, project, earlier, code, respecified, compared }: ProjectUpdate,
  { actions }: ReconciledRoutes,
  { conflicts, records, removed }: UpdateChanges,
  draft: ProjectDraft,
): RunResult {
  const resolved = new ProjectDraft(draft.project);
  resolved.follow(conflicts);
  const after = compareProject({
    project: resolved.project,
    records,
    wanted: wantedEndpoints(code),
  });
  const replaced = new Set(
    respecified.filter(({ wanted }) => actions.get(wanted)?.kind === "respecify")
      .map(({ recorded }) => endpointKey(recorded)),
  );
  return {
    before: wantedCases(compared),
    changedParts: new ChangedParts(project, earlier.routes),
    compared: after,
    actions,
    removed: removed.filter((each) => !replaced.has(endpointKey(each))),
    prune,
    prefix,
  };
}

/** Suggests renames if a run added an endpoint, and the project has an endpoint that the spec lacks. */
function suggestedRenames({ compared }: ProjectUpdate, run: RunResult) {
  const hasExtra = run.compared.cases.some(({ agreement }) => agreement === "extra");
  const isToSuggest = hasExtra &&
    [...run.actions.values()].some(({ writing }) => writing === "add");
  return isToSuggest ? suggestionsOf(statesOf(compared.all)) : [];
}
