/** Reconciles one route of a spec with the project. */

import { answers, LAYER_NAMES } from "../../project/layout/layers.ts";
import type { Snapshot } from "../../core/change_set.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import { DEFAULT_LAYOUT, type Layout } from "../../project/layout/layout.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import { definitionsOf, routeFileRecord } from "../../project/records/records.ts";
import {
  allDefinitions,
  definitionKey,
  type DefinitionLayer,
  type DefinitionRecord,
  definitionsIn,
  EMPTY_RECORD,
  endpointKey,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import type { Choices } from "../plans/choices.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import type { FileMerges } from "../edits/file_merges.ts";
import type { Policy } from "../edits/merge_module.ts";
import { type EndpointAction, leave, routeActions, writes } from "../compare/action.ts";
import { type KeptModels, keptModels, withKeptModels } from "../compare/kept_models.ts";
import { routeSymbols, type WantedCase, type WantedRoute } from "../compare/route_facts.ts";
import { claimedModels } from "../compare/claimed_models.ts";
import { shownMocks } from "../compare/shown_mocks.ts";
import { withoutOtherKinds } from "../compare/other_kinds.ts";
import { gainedParameters } from "../compare/signatures.ts";
import { usedMembers } from "../compare/used_members.ts";
import type { InputsInCode } from "../compare/inputs_in_code.ts";
import { namedModels } from "../compare/named_models.ts";
import { codeInForm, handlersInPlace } from "./handlers_in_place.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { grouped, recordAfterUpdate } from "../records/record_after_update.ts";
import { recordedDefinitions } from "../records/recorded_route.ts";
import { definitionOwners } from "../code/route_definitions.ts";
import { filesIn, type RouteCode } from "../code/route_files.ts";
import { sentBodies, withSentBodies } from "./sent_bodies.ts";

/** A route of a spec in a project. */
interface RouteInProject {
  readonly name: string;
  readonly code: RouteCode;
  /** `undefined` if Layerwright never generated the route. */
  readonly record: RouteRecord | undefined;
  /** The places of the code of the project's routes. */
  readonly homes: RouteHomes;
  readonly choices: Choices;
}

/** A route of a spec, and everything that decisions about it depend on. */
export interface RouteToReconcile extends RouteInProject {
  readonly snapshot: Snapshot;
  readonly inputs: InputsInCode;
  /** The endpoints of the spec, compared with the project; empty for a new project. */
  readonly cases: ReadonlyMap<Endpoint, WantedCase>;
  /** Whether the run removes endpoints that the spec no longer has from the route. */
  readonly losesEndpoints: boolean;
}

/** A route, and the actions for its endpoints. */
export interface DecidedRoute {
  readonly route: RouteInProject;
  /** The record of the route. */
  readonly record: RouteRecord;
  /** The models of which people keep what they edited. */
  readonly kept: KeptModels;
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** The endpoint of each generated definition, by its key. */
  readonly owners: ReadonlyMap<string, Endpoint>;
  /** Whether to write any of its files. */
  readonly changes: boolean;
  /** Whether people moved or renamed the code to write. */
  readonly isMoved: boolean;
}

export interface ReconciledRoute {
  readonly record: RouteRecord;
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** What to say of the new handlers. */
  readonly notes?: readonly Diagnostic[];
}

/**
 * Decides what to do with each endpoint of a route. Models get other names if an endpoint that stays
 * has theirs.
 */
export function decideRoute(route: RouteToReconcile): DecidedRoute {
  const { name, homes, losesEndpoints } = route;
  let taken: ReadonlySet<string> = new Set();
  for (let code = route.code;; code = route.code.avoiding(taken)) {
    const decided = decideFor({ ...route, code });
    const symbols = routeSymbols(homes, name, decided.record);
    const definitions = () => recordedDefinitions(code);
    const claimed = claimedModels({ ...decided, definitions, symbols, losesEndpoints });
    if (claimed.size === 0) return decided;
    taken = taken.union(claimed);
  }
}

function decideFor(route: RouteToReconcile): DecidedRoute {
  const { name, code, snapshot, inputs, homes, choices, cases, losesEndpoints } = route;
  const record = presentRecord(route.record, code);
  const owners = definitionOwners(code);
  const wanted: WantedRoute = {
    endpoints: code.endpoints,
    cases,
    owners,
    definitions: () => recordedDefinitions(code),
    isWhole: () => isWhole(homes.of(name), record, snapshot),
    losesEndpoints,
    namedModels: namedModels(code, record, () => homes.of(name)),
    sharedModels: sharedModels(code),
    usedMember: usedMembers(name, homes),
    gained: gainedParameters(name, code, homes),
    showsMock: shownMocks(name, record, homes, inputs),
  };
  const symbols = routeSymbols(homes, name, record);
  const kept = keptModels(wanted, record, symbols, choices);
  const known = withKeptModels(record, kept.models);
  const decided = routeActions(wanted, known, symbols, kept.choices);
  // An endpoint of which people keep models stays if nothing else of it has to follow.
  const settled = new Map([...decided].map(([endpoint, action]) => {
    const isKept = action.reason === "edited" && choices.keep.has(keyOf(endpoint));
    return [endpoint, isKept ? leave("keep") : action] as const;
  }));
  const actions = withoutOtherKinds(settled, name, record.endpoints, homes);
  const changes = [...actions.values()].some(writes) ||
    code.paths.some((path) => choices.restore.has(path));
  const isMoved = changes && homes.of(name).isMoved;
  const sent = sentBodies(code, { name, actions, recorded: record.endpoints, inputs });
  return {
    route: { ...route, code: withSentBodies(code, sent) },
    record: known,
    kept: kept.models,
    actions,
    owners,
    changes,
    isMoved,
  };
}

function sharedModels(code: RouteCode): (endpoint: Endpoint) => readonly string[] {
  let shared: ReadonlyMap<Endpoint, readonly string[]> | undefined;
  return (endpoint) => {
    shared ??= new Map(
      code.endpoints.map((each, index) => [each, code.sharedModels[index] ?? []]),
    );
    return shared.get(endpoint) ?? [];
  };
}

/**
 * Returns a decided route in the project whose handlers follow the spec. Its code is where it was
 * found before, under the same names.
 */
export function followedRoute(
  decided: DecidedRoute,
  known: RouteRecord | undefined,
): DecidedRoute {
  const { code, record } = decided.route;
  if (known === record) return decided;
  return {
    ...decided,
    route: { ...decided.route, record: known },
    record: withKeptModels(presentRecord(known, code), decided.kept),
  };
}

/** Returns the record of a route. The prefix of an existing blueprint stays. */
function presentRecord(known: RouteRecord = EMPTY_RECORD, { prefix }: RouteCode): RouteRecord {
  return known.endpoints.length === 0 ? { ...known, prefix } : known;
}

/** Reconciles a route with unmoved code. */
export function reconcileRoute(route: RouteToReconcile, merges: FileMerges): ReconciledRoute {
  return mergeRoute(decideRoute(route), merges);
}

/**
 * Merges the code of a route into the files where it was generated. Changes only endpoints that the spec adds
 * or changes.
 */
export function mergeRoute(
  decided: DecidedRoute,
  merges: FileMerges,
): ReconciledRoute {
  const { route, record, actions, owners, changes } = decided;
  const { name, code, homes, choices } = route;
  if (!changes) {
    const known = withKeptModels(route.record ?? EMPTY_RECORD, decided.kept);
    const all = allDefinitions(known);
    return { record: recordAfterUpdate(known, actions, owners, all), actions };
  }
  const { layout } = homes.of(name);
  const files = generatedFiles(code, layout);
  const isRestoring = [...actions.values()].some(({ kind }) => kind === "restore");
  const policyOf = policies(decided, merges.before.files);
  const before = grouped(record, actions, owners, allDefinitions(record));
  const recordedOf = (endpoint: Endpoint) => before.get(endpoint) ?? [];
  const growing = { code, home: homes.of(name), recordedOf, actions };
  const inForm = handlersInPlace(growing, merges);
  const wiring = new Set([...inForm.handlers.values()].map((each) => each.wiring?.name));
  const recorded = [...unwanted(record, files)];
  for (const { path, at, text, layer } of files) {
    const known = routeFileRecord(record, path) ?? keptFile(route, at, merges.before.files);
    const policy = (definition: string): Policy => {
      const name = layer === "mock" ? DEFAULT_LAYOUT.dataFileName(path) : definition;
      if (definition === path && (isRestoring || choices.restore.has(path))) return "restore";
      if (layer === "route" && wiring.has(name)) return "restore";
      if (owners.has(definitionKey({ layer, name }))) return policyOf({ layer, name });
      return known?.symbols.has(definition) ? "leave" : "follow";
    };
    // An endpoint that is not written needs no data file.
    if (layer === "mock" && known === undefined && policy(path) === "leave") continue;
    merges.merge({ path, at, text, known, policy, inForm: codeInForm(layer, inForm) });
    const file = merges.records.get(path) ?? known;
    if (file !== undefined) recorded.push(...definitionsOf(path, file));
  }
  const definitions = asRecorded(recorded, code, layout);
  return {
    record: recordAfterUpdate(record, actions, owners, definitions),
    actions,
    notes: inForm.notes,
  };
}

/**
 * Returns the policies for the definitions of endpoints.
 *
 * @param files The project's files before the run.
 */
export function policies(
  decided: DecidedRoute,
  files: Snapshot,
): (definition: Pick<DefinitionRecord, "layer" | "name">) => Policy {
  const { record, actions, owners } = decided;
  const needed = missingModels(decided, files);
  const asked = modelsToReplace(decided);
  const recorded = new Set(allDefinitions(record).map(definitionKey));
  const layersOf = new Map(
    record.endpoints.map((each) =>
      [endpointKey(each), new Set(each.definitions.map(({ layer }) => layer))] as const
    ),
  );
  return (definition) => {
    const key = definitionKey(definition);
    if (definition.layer === "model" && asked.has(definition.name)) return "replace";
    const owner = owners.get(key);
    const action = owner === undefined ? undefined : actions.get(owner);
    const policy = policyOf(action, key);
    // New code imports its models, so models that people deleted or renamed are restored.
    const isImported = policy === "follow" || policy === "leave" && needed.has(definition.name);
    if (definition.layer === "model" && isImported) return "restore";
    if (owner === undefined || recorded.has(key) || action?.writing === "add") return policy;
    const { layer } = definition;
    // The endpoint has that definition under another name, or its module could not take it.
    const isLeft = layer !== "model" && layer !== "mock" &&
      (action?.writing === "update" || layersOf.get(keyOf(owner))?.has(layer));
    return isLeft ? "leave" : policy;
  };
}

/** Returns the models that endpoints to replace share with other endpoints. */
function modelsToReplace(
  { route: { code: { endpoints, sharedModels } }, actions }: DecidedRoute,
): ReadonlySet<string> {
  return new Set(
    endpoints.flatMap((each, index) => {
      const { writing, replaced } = actions.get(each) ?? {};
      return writing !== "replace"
        ? []
        : (sharedModels[index] ?? []).filter((name) =>
          replaced?.has(definitionKey({ layer: "model", name })) ?? true
        );
    }),
  );
}

/**
 * Finds the models that the project lacks and that written endpoints share with an endpoint that is
 * not written. Each model comes with the first written endpoint that needs it.
 */
function missingModels(
  { route: { name, code: { endpoints, sharedModels }, homes }, actions, owners }: DecidedRoute,
  files: Snapshot,
): ReadonlyMap<string, Endpoint> {
  const isWritten = (endpoint: Endpoint | undefined) =>
    endpoint !== undefined && (actions.get(endpoint)?.writing ?? null) !== null;
  const needed = new Map<string, Endpoint>();
  for (const [index, endpoint] of endpoints.entries()) {
    for (const name of isWritten(endpoint) ? sharedModels[index] ?? [] : []) {
      const owner = owners.get(definitionKey({ layer: "model", name }));
      if (!isWritten(owner) && !needed.has(name)) needed.set(name, endpoint);
    }
  }
  if (needed.size === 0) return needed;
  const { paths, found } = homes.of(name);
  const present = symbolHashes(files.get(paths.model) ?? "");
  return new Map(
    [...needed].filter(([name]) =>
      !present.has(name) && !found.has(definitionKey({ layer: "model", name }))
    ),
  );
}

/**
 * Returns the record of a file that people kept after the route was removed. Nothing in it counts
 * as generated.
 */
function keptFile(
  { record }: RouteInProject,
  path: ProjectPath,
  files: Snapshot,
): FileRecord | undefined {
  const isKept = record !== undefined && path.endsWith(".py") && files.has(path);
  return isKept ? { hash: null, symbols: new Map() } : undefined;
}

/** Reports whether the project has all recorded modules that a new endpoint goes into. */
function isWhole({ paths }: RouteHome, record: RouteRecord, snapshot: Snapshot): boolean {
  return LAYER_NAMES.filter(answers).every((layer) =>
    snapshot.has(paths[layer]) || definitionsIn(record, layer).size === 0
  );
}

/** @param key The key of a definition. */
function policyOf(action: EndpointAction | undefined, key: string): Policy {
  const writing = action?.left?.has(key) === true ? "leave" : action?.writing ?? "leave";
  const isLeft = writing === "replace" && action?.replaced?.has(key) === false;
  return writing === "add" || writing === "update" || isLeft ? "follow" : writing;
}

interface RouteFileText {
  /** The path by which records name it. */
  readonly path: ProjectPath;
  /** Its path in the project. */
  readonly at: ProjectPath;
  readonly layer: DefinitionLayer;
  readonly text: string;
}

function generatedFiles(code: RouteCode, layout: Layout): readonly RouteFileText[] {
  return [...filesIn(code, layout)].flatMap(([name, text]) => {
    const path = projectPath(name);
    const layer = DEFAULT_LAYOUT.routeFileAt(path)?.layer;
    return layer === undefined ? [] : [{ path, at: layout.placed(path), layer, text }];
  });
}

/** Returns definitions with the hashes that records have: those of the text in {@linkcode DEFAULT_LAYOUT}. */
function asRecorded(
  definitions: readonly DefinitionRecord[],
  code: RouteCode,
  layout: Layout,
): readonly DefinitionRecord[] {
  if (layout === DEFAULT_LAYOUT) return definitions;
  const usual = recordedDefinitions(code);
  const rendered = recordedDefinitions({ files: filesIn(code, layout) });
  const hashes = new Map(rendered.map(({ hash }, index) => [hash, usual[index]?.hash]));
  return definitions.map((each) => ({ ...each, hash: hashes.get(each.hash) ?? each.hash }));
}

/** Returns the recorded definitions in files that the spec does not want. */
function unwanted(
  record: RouteRecord,
  files: readonly RouteFileText[],
): readonly DefinitionRecord[] {
  const layers = new Set(files.map(({ layer }) => layer));
  const data = new Set(files.map(({ path }) => DEFAULT_LAYOUT.dataFileName(path)));
  return allDefinitions(record).filter(({ layer, name }) =>
    layer === "mock" ? !data.has(name) : !layers.has(layer)
  );
}
