/** Plans changes to an existing project from a spec. */

import type { Snapshot } from "../../core/change_set.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
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
import { comparedProject, servedSummaries } from "../compare/compared_project.ts";
import { conflictChanges, type HandlerConflict } from "./handler_conflicts.ts";
import { knownReferences } from "../compare/known_references.ts";
import { listedConflicts, listedEndpoints, runCounts, type RunResult } from "./report_rows.ts";
import { currentFiles, nothingMerged } from "../edits/merge_files.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import { type ProjectUpdate, projectUpdate, specFacts } from "./project_update.ts";
import { writes } from "../compare/reconcile.ts";
import { type Decided, type ReconciledRoutes, reconcileRoutes } from "./reconcile_routes.ts";
import { renamedNotes } from "../compare/renamed_spec.ts";
import { servedTwice } from "../compare/served_twice.ts";
import { settleHandlers } from "./settled_handlers.ts";
import { otherPrefixes } from "./settled_paths.ts";
import { resolvedChoices } from "../compare/resolved_choices.ts";
import { statesOf } from "../compare/compare_project.ts";
import { suggestionsOf } from "../compare/suggested_renames.ts";
import { recordingChanges, type UpdateChanges, updateChanges } from "./update_changes.ts";
import { mergeProjectFiles } from "./merge_project_files.ts";
import { keyOf } from "../code/endpoint.ts";

/**
 * Plans the changes to a project.
 *
 * @param project The generated files and records that already exist, and all Python files.
 */
export function planUpdate(
  input: ApiInput,
  project: Snapshot,
  earlier: Records,
): Plan<ApiData> {
  const known = projectUpdate(input, project, earlier);
  const { code, respecified, compared } = known;
  const { force } = input;
  const { choices, problems } = resolvedChoices(
    input.choices,
    () => knownReferences({ values: known.values, code, records: earlier, cases: compared.cases }),
  );
  if (problems.length > 0) return emptyPlan(problems);
  const { routes: spec } = known.followed.spec;
  const found = { files: project, records: earlier, choices, spec };
  const prefixes = otherPrefixes(code, earlier.routes);
  if (prefixes.length > 0) return emptyPlan(prefixes);
  const settled = settleHandlers(respecified, code, found);
  if (settled.conflicts.length > 0) return conflictRefusal(known, settled.conflicts);
  const merged = nothingMerged();
  const { draft: { files: snapshot }, routes } = settled;
  const decided = { choices, settled, prune: input.prune, force };
  const needsSupport = bodiesNeedSupport(known, decided);
  const update = needsSupport ? withBodies(known) : known;
  const { layout } = update;
  const shared = { code, earlier: { ...earlier, routes }, snapshot, layout, force, choices };
  const files = mergeProjectFiles(update.values, { ...shared, isFirstBody: needsSupport }, merged);
  if (needsSupport) {
    const support = { snapshot, layout, known: earlier.manifest.files, force };
    mergeBodySupport(update.values, support, merged);
  }
  const reconciled = reconcileRoutes(code, decided, merged);
  if (merged.diagnostics.length > 0) return emptyPlan(merged.diagnostics);
  const made = updateChanges(update, decided, reconciled, { merged, files });
  const run = runResult(update, decided, reconciled, made);
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
    conflicts: force ? [] : made.conflicts,
    discarded: made.discarded,
    diagnostics: [
      ...renamedNotes(update.followed),
      ...suggestedRenames(update, run),
      ...made.diagnostics,
      ...(needsSupport ? missingDependency(currentFiles(merged, snapshot)) : []),
    ],
    messages: updateMessages(input.name, data, runCounts(run), unrecordedRoutes(known, made)),
    data,
    next: needsSupport ? installSteps(input.folder) : [],
  };
}

/** Reports whether the run writes an endpoint with a body to a project without the code that checks bodies. */
function bodiesNeedSupport({ code, project, layout }: ProjectUpdate, decided: Decided): boolean {
  const hasBodies = wantedEndpoints(code).some(({ body }) => body !== undefined);
  if (!hasBodies || supportsBodies(project, layout)) return false;
  const { decisions } = reconcileRoutes(code, decided, nothingMerged());
  return [...decisions].some(([{ body }, decision]) => body !== undefined && writes(decision));
}

function withBodies(update: ProjectUpdate): ProjectUpdate {
  return { ...update, values: { ...update.values, hasBodies: true } };
}

/** Returns the plan that refuses to change handlers that people edited. */
function conflictRefusal(
  update: ProjectUpdate,
  conflicts: readonly HandlerConflict[],
): Plan<ApiData> {
  const states = listedConflicts(conflicts, update.input.prefix, update.project);
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
  { code, earlier, layout, project }: ProjectUpdate,
  { conflicts }: UpdateChanges,
): readonly string[] {
  const paths = new Set(conflicts.map(({ path }) => path));
  if (paths.size === 0) return [];
  return [...code].filter(([route, { paths: own }]) =>
    !earlier.routes.has(route) && project.has(layout.routePaths(route).route) &&
    own.some((path) => paths.has(layout.placed(path)))
  ).map(([route]) => route);
}

/** Compares the project after a run with the spec. */
function runResult(
  { input: { prune, prefix }, project, code, respecified }: ProjectUpdate,
  { choices, settled }: Decided,
  { decisions, recorded, reasons }: ReconciledRoutes,
  { changes, conflicts, records, removed }: UpdateChanges,
): RunResult {
  const compared = comparedProject(project, records, code, [...changes, ...conflicts]);
  const added = respecified.filter(({ endpoint }) => decisions.get(endpoint) === "add");
  const before = new Map([...added, ...settled.followed].map((each) => [each.endpoint, each]));
  const replaced = new Set([...before.values()].map(({ record }) => endpointKey(record)));
  const kept = new Set([
    ...settled.kept.map(({ endpoint }) => endpoint),
    ...wantedEndpoints(code).filter((each) => choices.keep.has(keyOf(each))),
  ]);
  return {
    compared,
    decisions,
    recorded: new Set([...recorded].filter((each) => !before.has(each))),
    before,
    kept,
    removed: removed.filter((each) => !replaced.has(endpointKey(each))),
    reasons,
    prune,
    prefix,
  };
}

/** Suggests renames if a run added an endpoint, and the project has an endpoint that the spec lacks. */
function suggestedRenames({ compared }: ProjectUpdate, run: RunResult) {
  const hasExtra = run.compared.cases.some(({ agreement }) => agreement === "extra");
  const isToSuggest = hasExtra && [...run.decisions.values()].includes("add");
  return isToSuggest ? suggestionsOf(statesOf(compared.all)) : [];
}
