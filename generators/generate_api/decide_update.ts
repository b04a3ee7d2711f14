/** Decides what a run of `generate api` does with each endpoint. Changes nothing. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { endpointKey, type RouteRecord } from "../../project/records/route_record.ts";
import type { ApiData } from "./report.ts";
import type { Respecification } from "./respecification.ts";
import { type Respecified, respecify } from "./respecify.ts";
import { knownReferences } from "../compare/known_references.ts";
import { brokenFiles, emptyPlan, type Plan } from "../plans/plan.ts";
import { type ProjectUpdate, specFacts } from "./project_update.ts";
import { type DecidedRoute, decideRoute } from "./reconcile_route.ts";
import { type UnwantedEndpoints, unwantedEndpoints } from "./unwanted_endpoints.ts";
import { otherPrefixes } from "./respecify_path.ts";
import type { Support } from "../../templates/mod.ts";
import { grownSupport } from "../code/support.ts";
import { writes } from "../compare/action.ts";
import type { WantedCase } from "../compare/route_facts.ts";
import { resolvedChoices } from "../compare/resolved_choices.ts";
import { type ComparedProject, servedSummaries, wantedCases } from "../compare/compare_project.ts";
import { recordedPrefix } from "../../project/records/recorded_path.ts";
import type { Choices } from "../plans/choices.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import { RemovedEndpoints } from "../compare/removed_endpoints.ts";
import type { RouteCode } from "../code/route_files.ts";

/** What a run does with each endpoint. */
export interface UpdateActions {
  /** The endpoints to which the spec gives another method or path. */
  readonly respecified: Respecified;
  /** The recorded endpoints to remove. */
  readonly unwanted: UnwantedEndpoints;
  /** The routes of the spec. */
  readonly routes: readonly DecidedRoute[];
  readonly choices: Choices;
  /** The endpoints whose method or path people must decide about first. */
  readonly conflicts: readonly Respecification[];
  /** The code that checks requests after the run; `null` if the project has all that it needs. */
  readonly support: Support | null;
}

/**
 * Decides about all endpoints.
 *
 * @returns A plan without changes if the choices or the files do not allow a decision.
 */
export function decideUpdate(update: ProjectUpdate): UpdateActions | Plan<ApiData> {
  const { input, project, earlier, followed, code, values, compared } = update;
  const { choices, problems } = resolvedChoices(
    input.choices,
    () => knownReferences({ values, code, records: earlier, cases: compared.cases }),
  );
  if (problems.length > 0) return emptyPlan(problems);
  const prefixes = otherPrefixes(code, earlier.routes);
  if (prefixes.length > 0) return emptyPlan(prefixes);
  const respecified = respecify(update.respecified, {
    project,
    code,
    choices,
    spec: followed.spec.routes,
  });
  const conflicts = respecified.decisions.filter(({ as }) => as === "conflict");
  const edited = conflicts.flatMap(({ edits }) => edits ?? []).map(({ path }) => path);
  const lost = unreadablePaths(compared, choices, input.prune);
  const broken = brokenFiles([...edited, ...respecified.edits.paths, ...lost], project.files);
  if (broken.length > 0) return emptyPlan(broken);
  const unwanted = unwantedEndpoints(compared, respecified, input.prune);
  const decided = withChoices(update, { respecified, unwanted, conflicts }, choices);
  const held = heldPaths(respecified, decided.routes);
  if (held.length === 0) return decided;
  if (choices.conflicts !== "keep") return { ...decided, conflicts: [...conflicts, ...held] };
  const keys = held.map((each) => keyOf(each.case.wanted));
  const kept = { ...input.choices, keep: new Set([...input.choices.keep, ...keys]) };
  return decideUpdate({ ...update, input: { ...input, choices: kept } });
}

/** Returns the files that do not parse and that seem to have handlers that the run would write or remove. */
function unreadablePaths(
  { cases }: ComparedProject,
  { keep, replace, restore }: Choices,
  prune: boolean,
): readonly ProjectPath[] {
  return cases.flatMap((each) => {
    const { wanted, recorded } = each;
    if (recorded === null) return [];
    const isWritten = wanted === null
      ? prune && recorded.origin === "spec"
      : restore.has(keyOf(wanted)) || replace.has(keyOf(wanted)) ||
        !keep.has(keyOf(wanted)) && !each.isKept && recorded.input !== null &&
          recorded.input !== endpointInput(wanted);
    const at = isWritten ? each.unreadable : null;
    return at === null ? [] : [projectPath(at.file)];
  });
}

/** Decides again about the endpoints of all routes, with other choices. */
export function withChoices(
  update: ProjectUpdate,
  { respecified, unwanted, conflicts }: Pick<
    UpdateActions,
    "respecified" | "unwanted" | "conflicts"
  >,
  choices: Choices,
): UpdateActions {
  const routes = decideRoutes(update, respecified, unwanted, choices);
  const written = routes.flatMap(({ actions }) =>
    [...actions].flatMap(([endpoint, action]) => writes(action) ? [endpoint] : [])
  );
  const support = grownSupport(written, update.project);
  return { respecified, unwanted, routes, choices, conflicts, support };
}

/**
 * Finds the endpoints that would get another path if they were generated again, but are left because
 * people edited a model or a method.
 */
function heldPaths(
  { decisions }: Respecified,
  routes: readonly DecidedRoute[],
): readonly Respecification[] {
  const left = new Set(
    routes.flatMap(({ actions }) =>
      [...actions].flatMap(([each, action]) => writes(action) ? [] : [each])
    ),
  );
  return decisions.filter(({ as, isRegenerated, case: { wanted } }) =>
    as === "follow" && isRegenerated === true && left.has(wanted)
  ).map((each) => ({ ...each, as: "conflict", edits: null }));
}

/** Decides what to do with each endpoint of the spec. Changes nothing. */
function decideRoutes(
  { project, code, compared, inputs }: ProjectUpdate,
  respecified: Respecified,
  unwanted: UnwantedEndpoints,
  choices: Choices,
): readonly DecidedRoute[] {
  const cases = respecifiedCases(compared, respecified);
  const { homes } = compared;
  const { files: snapshot } = project;
  return [...code].map(([name, generated]) => {
    const record = respecified.routes.get(name);
    const code = withPresentPrefix(name, generated, record);
    const losesEndpoints = unwanted.has(name);
    const shared = { name, code, record, snapshot, inputs, homes, choices, cases };
    return decideRoute({ ...shared, losesEndpoints });
  });
}

/**
 * Returns the cases of the spec's endpoints, after the methods, paths and prefixes that the spec
 * changes.
 */
function respecifiedCases(
  compared: ComparedProject,
  { routes, records, decisions }: Respecified,
): ReadonlyMap<Endpoint, WantedCase> {
  const respecified = new Map(decisions.map((each) => [each.case.wanted, each.as]));
  const freed = new Set(
    [...records].map((each) => each.map(endpointKey))
      .flatMap(([before, after]) => before === after ? [] : [before]),
  );
  // A removed endpoint moves with the prefix of its route.
  const removed = new RemovedEndpoints(routes);
  return new Map(
    [...wantedCases(compared)].map(([endpoint, { isRemoved, isServed, hasHandler }]) => [endpoint, {
      isRemoved: isRemoved || removed.routesOf(endpoint).includes(endpoint.route),
      hasHandler,
      isServed: freed.has(keyOf(endpoint)) ? () => false : isServed,
      as: respecified.get(endpoint),
    }]),
  );
}

/**
 * Returns the code of a route for the recorded prefix. People may have kept that prefix, although
 * the spec has another one.
 */
function withPresentPrefix(
  route: string,
  code: RouteCode,
  record: RouteRecord | undefined,
): RouteCode {
  if (record === undefined || record.endpoints.length === 0 || record.prefix === code.prefix) {
    return code;
  }
  let files: ReadonlyMap<string, string> | undefined;
  const { filesAt, ...rest } = code;
  const prefix = recordedPrefix(route, record);
  return {
    ...rest,
    avoiding: (names) => withPresentPrefix(route, code.avoiding(names), record),
    filesAt: (place) => filesAt({ prefix, ...place }),
    get files() {
      return files ??= filesAt({ prefix });
    },
  };
}

/** Returns a plan without changes that says why there are none. */
export function refusedUpdate(
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
