/** Plans changes to an existing project from a spec. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import { decideUpdate, refusedUpdate, type UpdateActions, withChoices } from "./decide_update.ts";
import { dividedModel } from "./divided_model.ts";
import { type HeldContract, heldContracts, listedHeld } from "./held_contracts.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { InputsInCode } from "../compare/inputs_in_code.ts";
import type { EndpointCase } from "../compare/endpoint_case.ts";
import { optionalParts, withParts } from "../../spec/api_spec.ts";
import type { Choices } from "../plans/choices.ts";
import { ChangedParts } from "../compare/changed_parts.ts";
import type { Records } from "../../project/records/records.ts";
import { endpointKey } from "../../project/records/route_record.ts";
import { type ApiInput, wantedEndpoints } from "../code/api_code.ts";
import { type ApiData, conflictError, updateMessages } from "./report.ts";
import type { Support } from "../../templates/mod.ts";
import { installSteps, missingDependency } from "../edits/request_support.ts";
import { conflictChanges } from "./respecify.ts";
import type { Change } from "../../core/change_set.ts";
import { listedConflicts, listedEndpoints, runCounts, type RunResult } from "./report_rows.ts";
import { claimAdded, type Plan, type PlanClaims } from "../plans/plan.ts";
import { type ProjectUpdate, projectUpdate, specFacts } from "./project_update.ts";
import type { Project } from "../../project/project.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { renamedNotes } from "../compare/renamed_spec.ts";
import { servedTwice } from "../compare/served_twice.ts";
import {
  type ComparedProject,
  compareProject,
  servedSummaries,
  statesOf,
  wantedCases,
} from "../compare/compare_project.ts";
import { suggestionsOf } from "../compare/suggested_renames.ts";
import { recordingChanges, type UpdateChanges, updateChanges } from "./update_changes.ts";

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
  const decided = decideUpdate(known);
  if ("changes" in decided) return decided;
  const { conflicts } = decided.choices;
  // Code that got the spec's method by people's decision stays otherwise as it is.
  const asked = new Set(decided.conflicts.map((each) => each.case.wanted));
  const followed = new Set(
    decided.respecified.decisions.flatMap(({ as, case: { wanted } }) =>
      as === "asked" ? [wanted] : []
    ),
  );
  const held = heldContracts(known, decided.routes)
    .filter(({ wanted }) => !followed.has(wanted) && !asked.has(wanted));
  if (decided.conflicts.length > 0 || held.length > 0 && conflicts === "refuse") {
    return conflictRefusal(known, decided, conflicts === "refuse" ? held : []);
  }
  const actions = held.length === 0 ? decided : withHeld(known, decided, held, conflicts);
  const still = conflicts !== "replace" ? [] : heldContracts(known, actions.routes)
    .filter(({ wanted, heldBy }) => heldBy !== undefined && !followed.has(wanted));
  if (still.length > 0) return conflictRefusal(known, decided, still);
  const divided = dividedModel(actions.routes);
  if (divided !== null) return refusedUpdate(known, divided);
  const { support } = actions;
  const update = withSupport(known, support);
  const made = updateChanges(update, actions);
  if (!("records" in made)) return made;
  const run = runResult(update, made);
  const twice = made.changes.length === 0
    ? null
    : servedTwice(run.compared.all, () => known.compared.all);
  if (twice !== null) return refusedUpdate(known, twice);
  const data: ApiData = {
    ...specFacts(update),
    endpoints: servedSummaries(run.compared.cases, inCode(made)),
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
      ...(support === null ? [] : missingDependency(support, made.draft)),
    ],
    messages: updateMessages(input.name, data, runCounts(run), unrecordedRoutes(known, made)),
    data,
    claims: claimsOf(data.states, run, made.diagnostics),
    next: support === null ? [] : installSteps(support, known.project, input.folder),
  };
}

/** Decides in one way about all endpoints whose contract people edited. */
function withHeld(
  update: ProjectUpdate,
  decided: UpdateActions,
  held: readonly HeldContract[],
  as: Choices["conflicts"],
): UpdateActions {
  const { choices } = decided;
  // No command can replace a function that also answers other requests.
  const keys = held.flatMap(({ wanted, heldBy }) =>
    as === "keep" || heldBy !== undefined ? [keyOf(wanted)] : []
  );
  return withChoices(update, decided, {
    ...choices,
    keep: new Set([...choices.keep, ...(as === "keep" ? keys : [])]),
    replace: new Set([...choices.replace, ...(as === "keep" ? [] : keys)]),
  });
}

/** Returns the plan that refuses to change contracts that people edited, with the patches that would. */
function conflictRefusal(
  update: ProjectUpdate,
  decided: UpdateActions,
  held: readonly HeldContract[],
): Plan<ApiData> {
  const { project, input: { prefix } } = update;
  const { conflicts } = decided;
  const followed = conflictChanges(conflicts, project);
  const replaced = held.length === 0 ? [] : replacingChanges(update, decided, held);
  const states = [
    ...listedConflicts(conflicts, prefix, project.files),
    ...listedHeld(held, update, replaced),
  ];
  const isHandler = held.length === 0 && conflicts.every(({ isRegenerated }) => !isRegenerated);
  const paths = new Set(followed.map(({ path }) => path));
  return {
    ...refusedUpdate(
      update,
      conflictError(states, isHandler ? undefined : ["code", "code"]),
      states,
    ),
    conflicts: [...followed, ...replaced.filter(({ path }) => !paths.has(path))],
  };
}

/** Returns the changes of a run that replaces held code, to the files that have it. */
function replacingChanges(
  update: ProjectUpdate,
  decided: UpdateActions,
  held: readonly HeldContract[],
): readonly Change[] {
  const replacing = withHeld(update, decided, held, "replace");
  const { changes } = updateChanges(
    withSupport(update, replacing.support),
    replacing,
  );
  const files = new Set(held.flatMap(({ code }) => code.map((each) => each?.path)));
  return changes.filter(({ path }) => files.has(path));
}

/** Returns what the rows of a report say of endpoints. A row without a place is of an endpoint that is not there. */
function claimsOf(
  rows: ApiData["states"],
  { prefix, compared }: RunResult,
  diagnostics: readonly Diagnostic[],
): PlanClaims {
  const written = rows.filter(({ state, file }) =>
    file !== null && (state === "new" || state === "outdated")
  );
  const statuses = written.length === 0 ? new Map<string, number>() : generatedStatuses(compared);
  const served = written.map(({ method, path, file }) => {
    const status = statuses.get(`${method} ${path}`);
    return {
      method,
      path,
      file: file?.slice(prefix.length) ?? null,
      ...(status === undefined ? {} : { status }),
    };
  });
  const gone = rows.filter(({ state }) => state === "removed");
  return { ...claimAdded(served, diagnostics), gone, moves: true };
}

/** Returns the status of each endpoint of the spec whose code nobody edited. */
function generatedStatuses({ cases }: ComparedProject): ReadonlyMap<string, number> {
  return new Map(
    cases.flatMap((each) =>
      each.wanted === null || each.owner === "edited"
        ? []
        : [[`${each.method} ${each.path}`, each.wanted.status] as const]
    ),
  );
}

function withSupport(update: ProjectUpdate, support: Support | null): ProjectUpdate {
  return support === null ? update : { ...update, values: { ...update.values, ...support } };
}

/** Returns a function that gives endpoints the parts that their code shows beside members that people edited. */
function inCode(
  { draft, actions }: UpdateChanges,
): (wanted: Endpoint, of: EndpointCase) => Endpoint {
  const inputs = new InputsInCode(draft.project);
  return (wanted, { route, recorded }) => {
    const { members = [] } = actions.get(wanted) ?? {};
    if (members.length === 0 || recorded === null) return wanted;
    const parts = inputs.of({ name: route, path: wanted.prefix }, recorded);
    return withParts(wanted, optionalParts(parts ?? {}));
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

/** Compares the project after a run with the spec. */
function runResult(
  { input: { prune, prefix }, earlier, inputs, code, respecified, compared }: ProjectUpdate,
  { draft, actions, conflicts, discarded, records, removed }: UpdateChanges,
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
    changedParts: new ChangedParts(inputs),
    compared: after,
    actions,
    served: earlier.manifest.served,
    removed: removed.filter((each) => !replaced.has(endpointKey(each))),
    prune,
    discards: discarded.length > 0,
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
