/** Upgrades the code of a route that depends on its mocks: services, repositories and models. */

import { dataHash, symbolHashes, textHash } from "../../project/facts/code_hash.ts";
import { DEFAULT_LAYOUT, type RoutePaths } from "../../project/layout/layout.ts";
import {
  allDefinitions,
  definitionsIn,
  endpointKey,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { RouteSpec, SubrouteSpec } from "../../spec/api_spec.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { dataFile } from "../code/endpoint_code.ts";
import { withHashes } from "../records/record_hashes.ts";
import type { Removable } from "../edits/removal_graph.ts";
import { definitionKey, definitionOwners } from "../code/route_definitions.ts";
import { type RouteCode, routeCode } from "../code/route_files.ts";
import { upgradeModule } from "./upgrade_module.ts";
import type { UpgradedProject } from "./upgraded_project.ts";

/** The layers whose code depends on the mocks. */
const MOCKED = ["service", "repository", "model"] as const;

/** A route to upgrade. */
export interface RouteToUpgrade {
  readonly route: string;
  readonly record: RouteRecord;
  /** The route, read from its code. */
  readonly spec: RouteSpec;
  /** The layers whose templates changed. */
  readonly parts: ReadonlySet<string>;
}

/** A route after an upgrade. */
export interface UpgradedRoute {
  readonly record: RouteRecord;
  /** Definitions to remove if nothing uses them, because they are no longer generated. */
  readonly obsolete: readonly Removable[];
}

/** Upgrades the code that depends on mocks, for endpoints where no one edited that code. */
export function upgradeMocks(
  project: UpgradedProject,
  { route, record, spec, parts }: RouteToUpgrade,
): UpgradedRoute {
  if (record.withoutModels) return { record, obsolete: [] };
  const paths = DEFAULT_LAYOUT.routePaths(route);
  const code = routeCode(recordedSpec(spec, record));
  const owners = definitionOwners(code);
  const present = presentDefinitions(project, paths);
  const unedited = uneditedEndpoints(project, { code, record, present });
  let upgraded = withDataFiles(project, { record, code, unedited });
  const obsolete: Removable[] = [];
  for (const layer of MOCKED.filter((each) => parts.has(each))) {
    const path = paths[layer];
    const generated = code.files.get(path);
    const known = definitionsIn(upgraded, layer);
    const isUnedited = (name: string) => {
      const owner = owners.get(definitionKey(layer, name));
      return owner !== undefined && unedited.has(owner);
    };
    if (generated !== undefined) {
      // A route without models has no module for them.
      const isNew = layer === "model" && known.size === 0;
      const before = project.text(path) ?? (isNew ? headOf(generated) : undefined);
      if (before === undefined) continue;
      const isChanging = isUnedited;
      const changed = upgradeModule({ path, before, generated, known, isChanging });
      if (changed.text !== before) project.set(path, changed.text);
      upgraded = withHashes(upgraded, layer, changed.symbols, owners);
    }
    if (layer !== "model" || unedited.size < code.endpoints.length) continue;
    for (const [name, hash] of known) {
      const isOld = !owners.has(definitionKey(layer, name));
      if (isOld && present.get(definitionKey(layer, name)) === hash) obsolete.push({ path, name });
    }
  }
  return { record: upgraded, obsolete };
}

/** Returns the docstring of a generated module. */
function headOf(generated: string): string {
  return generated.slice(0, generated.indexOf("\n") + 1);
}

interface UneditedCode {
  readonly record: RouteRecord;
  readonly code: RouteCode;
  readonly unedited: ReadonlySet<Endpoint>;
}

/** Creates the data files of mocks that were in the code, and returns the record with them. */
function withDataFiles(
  project: UpgradedProject,
  { record, code, unedited }: UneditedCode,
): RouteRecord {
  const hashes = new Map<string, string>();
  for (const data of [...unedited].map(dataFile).filter((each) => each !== null)) {
    const path = DEFAULT_LAYOUT.dataFile(data.name);
    if (project.text(path) === undefined) project.set(path, data.text);
    hashes.set(data.name, dataHash(data.text));
  }
  return withHashes(record, "mock", hashes, definitionOwners(code));
}

/** Returns a route without the endpoints that people wrote. */
function recordedSpec(spec: RouteSpec, record: RouteRecord): RouteSpec {
  const handlers = new Set(definitionsIn(record, "route").keys());
  const recorded = new Set(record.endpoints.map(endpointKey));
  const { endpoints } = routeCode(spec, { model: false });
  const isRecorded = (endpoint: Endpoint) =>
    recorded.size === 0 ? handlers.has(endpoint.handler) : recorded.has(keyOf(endpoint));
  const kept = new Set(
    endpoints.filter(isRecorded).map(({ subroute, method }) => `${subroute} ${method}`),
  );
  const ofPath = <Path extends SubrouteSpec>(path: Path, subroute: string | null) => ({
    ...path,
    endpoints: path.endpoints.filter(({ method }) => kept.has(`${subroute} ${method}`)),
  });
  const subroutes = spec.subroutes.map((each) => ofPath(each, each.name));
  return {
    ...ofPath(spec, null),
    subroutes: subroutes.filter((each) => each.endpoints.length > 0),
  };
}

/** Returns the hashes of the definitions in the generated modules of a route, by their keys. */
function presentDefinitions(
  project: UpgradedProject,
  paths: RoutePaths,
): ReadonlyMap<string, string> {
  return new Map(MOCKED.flatMap((layer) =>
    [...symbolHashes(project.text(paths[layer]) ?? "")]
      .map(([name, hash]) => [definitionKey(layer, name), hash] as const)
  ));
}

interface MockedCode {
  readonly code: RouteCode;
  readonly record: RouteRecord;
  readonly present: ReadonlyMap<string, string>;
}

/**
 * Finds the endpoints where no one edited the code that depends on the mock. The code of these
 * endpoints therefore still has the mocks that they were generated from.
 */
function uneditedEndpoints(
  project: UpgradedProject,
  { code, record, present }: MockedCode,
): ReadonlySet<Endpoint> {
  const recorded = new Map(
    allDefinitions(record).map((each) => [definitionKey(each.layer, each.name), each]),
  );
  const owned = Map.groupBy(definitionOwners(code), ([, endpoint]) => endpoint);
  const isUnedited = (key: string) => {
    const known = recorded.get(key);
    if (key.startsWith("mock ")) return isDataUnedited(project, key.slice(5), known?.hash);
    // A model that is neither recorded nor present is new.
    const mayBeNew = key.startsWith("model ");
    return (known !== undefined || mayBeNew) && present.get(key) === known?.hash;
  };
  const isMocked = (key: string) => /^(?:service|repository|model|mock) /.test(key);
  const ofEndpoint = new Map(record.endpoints.map((each) => [endpointKey(each), each.definitions]));
  return new Set(code.endpoints.filter((endpoint) => {
    const wanted = (owned.get(endpoint) ?? []).map(([key]) => key);
    const earlier = (ofEndpoint.get(keyOf(endpoint)) ?? [])
      .map(({ layer, name }) => definitionKey(layer, name));
    return [...new Set([...wanted, ...earlier])].filter(isMocked).every(isUnedited);
  }));
}

/** Reports whether a data file is as recorded, or new. The first edition recorded hashes of texts. */
function isDataUnedited(
  project: UpgradedProject,
  name: string,
  recorded: string | undefined,
): boolean {
  const text = project.text(DEFAULT_LAYOUT.dataFile(name));
  if (text === undefined || recorded === undefined) return text === recorded;
  return dataHash(text) === recorded || textHash(text) === recorded;
}
