/** The code of a route in which one endpoint changes: its case, the action, the edits and the record. */

import { answers } from "../../project/layout/layers.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { Records } from "../../project/records/records.ts";
import {
  definitionsIn,
  endpointKey,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { Project } from "../../project/project.ts";
import { mocksTemplate } from "../../templates/mod.ts";
import { type Endpoint, keyOf, namedEndpoints } from "../code/endpoint.ts";
import { hasDataFile } from "../code/endpoint_code.ts";
import { hasPerRequest } from "../code/support.ts";
import { endpointsCode, type RouteCode } from "../code/route_files.ts";
import { type EndpointAction, leave, writes } from "../compare/action.ts";
import type { WantedCase } from "../compare/route_facts.ts";
import { type ComparedProject, compareProject, wantedCases } from "../compare/compare_project.ts";
import type { ChangedModel } from "../compare/changed_models.ts";
import type { EndpointCase } from "../compare/endpoint_case.ts";
import { InputsInCode } from "../compare/inputs_in_code.ts";
import { namedModels } from "../compare/named_models.ts";
import { withRecordedFunctions } from "../compare/recorded_functions.ts";
import { FileMerges } from "../edits/file_merges.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { type CleanedUp, cleanUp } from "../generate_api/clean_up.ts";
import { type DecidedRoute, decideRoute } from "../generate_api/reconcile_route.ts";
import { writeRoutes } from "../generate_api/reconcile_routes.ts";
import { type Choices, NO_CHOICES } from "../plans/choices.ts";
import type { PresentRoute } from "./present_route.ts";

/** A route in which one endpoint changes. */
export interface ChangedRoute {
  readonly name: string;
  /** Its record. */
  readonly record: RouteRecord;
  readonly code: RouteCode;
  readonly project: Project;
  readonly records: Records;
  readonly compared: ComparedProject;
  /** The changed endpoint. */
  readonly endpoint: Endpoint;
  /** The changed endpoint, compared with its record and the code. */
  readonly case: EndpointCase;
  /** The endpoints whose whole input is known. */
  readonly exact: ReadonlySet<Endpoint>;
  /** Reads what the project's endpoints answer. */
  readonly inputs: InputsInCode;
}

/**
 * Compares a route in which one endpoint changes with the project.
 *
 * @param route The route after the change.
 * @param key The key of the changed endpoint.
 */
export function changedRoute(
  route: PresentRoute,
  key: string,
  record: RouteRecord,
  project: Project,
  records: Records,
): ChangedRoute | null {
  const perRequest = hasPerRequest(project.files.get(project.layout.perRequest));
  const endpoints = withRecordedFunctions(namedEndpoints(route, route.endpoints), record);
  const known = new Set(route.endpoints.flatMap((each) => each.isExact ? [each.key] : []));
  const exact = new Set(
    endpoints.filter((each) => known.has(keyOf(each)) || keyOf(each) === key),
  );
  const code = withRecordedModels(
    endpointsCode(route, endpoints, { model: !record.withoutModels, perRequest }),
    record,
    exact,
  );
  const compared = compareProject({ project, records, wanted: endpoints });
  const endpoint = endpoints.find((each) => keyOf(each) === key);
  const found = endpoint === undefined ? undefined : wantedCases(compared).get(endpoint);
  if (endpoint === undefined || found === undefined) return null;
  const inputs = new InputsInCode(project);
  const facts = { name: route.name, record, code, project, records, compared, exact, inputs };
  return { ...facts, endpoint, case: found };
}

/** Returns code in which the endpoints whose input is not known also have the models that they had. */
function withRecordedModels(
  code: RouteCode,
  { endpoints }: Pick<RouteRecord, "endpoints">,
  exact: ReadonlySet<Endpoint>,
): RouteCode {
  const recorded = new Map(endpoints.map((each) => [endpointKey(each), each.definitions]));
  const wanted = new Set(
    code.endpoints.flatMap((each, index) => exact.has(each) ? code.models[index] ?? [] : []),
  );
  const models = code.endpoints.map((each, index) => {
    const generated = code.models[index] ?? [];
    const known = recorded.get(keyOf(each)) ?? [];
    const own = known.filter(({ layer, name }) => layer === "model" && !wanted.has(name));
    return exact.has(each) ? generated : [...generated, ...own.map(({ name }) => name)];
  });
  const avoiding: RouteCode["avoiding"] = (names) =>
    withRecordedModels(code.avoiding(names), { endpoints }, exact);
  return { ...code, models, avoiding };
}

/** The actions for the endpoints of a route in which one endpoint changes. */
export interface DecidedChange {
  readonly route: ChangedRoute;
  readonly decided: DecidedRoute;
  /** The action for the changed endpoint. */
  readonly action: EndpointAction;
}

/**
 * Decides about a changed endpoint. The other endpoints stay, unless they share its models.
 *
 * @param choice What to do with the endpoint; by default, what `generate api` does.
 */
export function decideChange(route: ChangedRoute, choice?: "keep" | "replace"): DecidedChange {
  const { name, code, record, project, compared, endpoint, exact, inputs } = route;
  const choices: Choices = choice === undefined
    ? NO_CHOICES
    : { ...NO_CHOICES, [choice]: new Set([keyOf(endpoint)]) };
  const cases = new Map(
    [...wantedCases(compared)].map(([each, found]): [Endpoint, WantedCase] => [
      each,
      exact.has(each) ? found : { ...factsOf(found), as: "kept" },
    ]),
  );
  const { homes, files: snapshot } = project;
  const facts = { name, code, record, homes, inputs, choices, snapshot, cases };
  const decided = decideRoute({ ...facts, losesEndpoints: false });
  return { route, decided, action: decided.actions.get(endpoint) ?? leave("same") };
}

function factsOf({ isRemoved, isServed, hasHandler }: EndpointCase): WantedCase {
  return { isRemoved, isServed, hasHandler };
}

/** A project with a changed endpoint. */
export interface WrittenChange extends Pick<CleanedUp, "records" | "diagnostics"> {
  /** The project with the changes, except to its records. */
  readonly draft: ProjectDraft;
  readonly merges: FileMerges;
}

/** Edits a project as decided. */
export function writeChange(
  { route, decided, action }: DecidedChange,
  discards: boolean,
): WrittenChange {
  const { name, project, records, endpoint } = route;
  const draft = new ProjectDraft(project);
  const merges = new FileMerges(draft, discards);
  if (writes(action) && hasDataFile(endpoint)) mergeMocksPackage(records, merges);
  const { routes, changed, actions, notes } = writeRoutes([decided], records.routes, merges);
  const files = new Map([...records.manifest.files, ...packageRecord(merges)]);
  const manifest = { ...records.manifest, files };
  const cleaned = cleanUp({ manifest, routes }, {
    code: new Map([[name, decided.route.code]]),
    changed,
    unwanted: new Map(),
    actions,
    draft,
  });
  const after = cleaned.records.routes.get(name) ?? route.record;
  return {
    draft,
    merges,
    records: {
      ...cleaned.records,
      routes: new Map([[name, recordAfter(route, after, actions)]]),
    },
    diagnostics: [...notes, ...cleaned.diagnostics],
  };
}

/** Adds the package that loads mocks from data files. */
function mergeMocksPackage({ manifest }: Records, merges: FileMerges): void {
  const path = DEFAULT_LAYOUT.mocksPackage;
  const at = merges.layout.placed(path);
  if (merges.draft.has(at)) return;
  const known = manifest.files.get(path);
  merges.merge({ path, at, text: mocksTemplate({}), known, policy: () => "restore" });
}

function packageRecord({ records }: FileMerges) {
  return [...records].filter(([path]) => path === DEFAULT_LAYOUT.mocksPackage);
}

/**
 * Returns the record of the route. Endpoints that were not written keep their facts, and an endpoint of
 * a command stays one.
 */
function recordAfter(
  { record, endpoint }: ChangedRoute,
  after: RouteRecord,
  actions: ReadonlyMap<Endpoint, EndpointAction>,
): RouteRecord {
  const written = new Set(
    [...actions].flatMap(([each, action]) =>
      each === endpoint || writes(action) ? [keyOf(each)] : []
    ),
  );
  const now = new Map(after.endpoints.map((each) => [endpointKey(each), each]));
  const endpoints = record.endpoints.map((each) => {
    const key = endpointKey(each);
    const next = now.get(key) ?? each;
    return written.has(key)
      ? { ...next, origin: each.origin }
      : { ...each, definitions: next.definitions };
  });
  return { ...after, endpoints };
}

/** An endpoint that a change leaves, and the models that change below it. */
export interface AffectedEndpoint {
  readonly case: EndpointCase;
  readonly models: readonly ChangedModel[];
}

/**
 * Finds the endpoints that a change leaves although their models change: people edited them, or it is not
 * known what they were generated from.
 */
export function affectedEndpoints(
  { route, decided }: DecidedChange,
  { records }: WrittenChange,
): readonly AffectedEndpoint[] {
  const { name, code, record, project, compared, endpoint: target, exact } = route;
  const after = definitionsIn(records.routes.get(name) ?? record, "model");
  const changed = new Map(
    [...definitionsIn(record, "model")].flatMap(([model, before]) => {
      const now = after.get(model);
      return now === before ? [] : [[model, { name: model, before, after: now }] as const];
    }),
  );
  if (changed.size === 0) return [];
  const named = namedModels(code, record, () => project.homes.of(name));
  return [...wantedCases(compared)].flatMap(([endpoint, found]) => {
    const action = decided.actions.get(endpoint);
    const isLeft = endpoint !== target && (action === undefined || !writes(action));
    if (!isLeft || exact.has(endpoint) && !found.isEdited) return [];
    const used = new Set(
      (found.recorded?.definitions ?? []).filter(({ layer }) => answers(layer))
        .flatMap((each) => [...named.inProject(each)]),
    );
    const models = [...changed.values()].filter((each) => used.has(each.name));
    return models.length === 0 ? [] : [{ case: found, models }];
  });
}
