/**
 * The record of a route, `.layerwright/routes/<route>`: the generated code of each endpoint, and
 * people's decisions about the endpoints.
 *
 * A record has one fact per line, in the order of the code. Two branches therefore conflict in a
 * record only where they conflict in the code. The first line of an endpoint, and the last one, `end` with its
 * method and rule, stay when the endpoint changes or is removed. Git can therefore merge an endpoint
 * that another branch adds above or below.
 *
 * The paths of a route with a prefix of its own are written below `/<route>` all the same. One line has
 * the prefix, as one line of the code has it. If a branch changes the prefix, git can therefore
 * merge endpoints from another branch, which then are below the new prefix. A second slash marks a
 * path that is below `/<route>` in spite of the prefix, as of an endpoint that was removed before the
 * prefix changed.
 */

import { DEFINITION_HASH } from "../../python/hash_pattern.ts";
import { LAYER_NAMES, type LayerName } from "../layout/layers.ts";
import { isProjectPath, type ProjectPath, projectPath } from "../../core/project_path.ts";
import { fileNameOf, urlPrefix } from "../layout/layout.ts";
import { isPathBelow, movedPath } from "../layout/url_paths.ts";

/** The folder of all routes' records. */
export const RECORDS_FOLDER: ProjectPath = projectPath(".layerwright/routes");

/** The layer of a definition; `mock` for a data file. */
export type DefinitionLayer = LayerName | "mock";

/** A definition that Layerwright generated, or the data file of a mock. */
export interface DefinitionRecord {
  readonly layer: DefinitionLayer;
  /** Name of the symbol, such as `ProductsService.get`, or the data file's name. */
  readonly name: string;
  /** Hash of the definition's normal form, or of the data file's value. */
  readonly hash: string;
}

/** An endpoint that Layerwright generated. */
export interface EndpointRecord {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The full URL path, as in the input. */
  readonly path: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  /** Whether a spec or a command asked for it. */
  readonly origin: "spec" | "command";
  /** Hash of the input that it was generated from; `null` if a merge lost the line. */
  readonly input: string | null;
  /** Hash of an input that the endpoint need not follow, by the user's decision. */
  readonly kept: string | null;
  /** The method and path that the spec had for it then, if they differ. */
  readonly wanted?: Pick<EndpointRecord, "method" | "path">;
  /** Hash of the input in the latest spec, if the endpoint was deleted and that input is new. */
  readonly asked?: string;
  readonly definitions: readonly DefinitionRecord[];
}

/**
 * An endpoint that a person removed with a command. The endpoint does not come back for the same
 * input.
 */
export interface RemovedEndpoint extends Pick<EndpointRecord, "method" | "path" | "subroute"> {
  /** Hash of the input of the removed endpoint. */
  readonly input: string;
  /**
   * Key of the nearest later endpoint that was not removed; `null` without one. An endpoint that is
   * added at the end then comes before the removed one, which keeps it apart from endpoints that
   * another branch adds at the end.
   */
  readonly before: string | null;
}

/**
 * A name that a person replaced with a command: of a route, such as `products`, or of a subroute, such as
 * `products/sale`. Specs may still have the old name.
 */
export interface RenamedPart {
  readonly from: string;
  readonly to: string;
}

export interface RouteRecord {
  /**
   * The prefix of the route's paths, if a spec names one; `null` for `/<route>`. Removed endpoints
   * keep it.
   */
  readonly prefix: string | null;
  /** The earlier names of the route and of its subroutes. */
  readonly renamed: readonly RenamedPart[];
  /** Definitions that all endpoints share, such as the blueprint. */
  readonly shared: readonly DefinitionRecord[];
  /** In the order of the code. */
  readonly endpoints: readonly EndpointRecord[];
  /**
   * Each removed endpoint is recorded where its code was, so that the records of two branches
   * conflict only where their code does.
   */
  readonly removed: readonly RemovedEndpoint[];
  /** Whether the route was generated without models, so that later endpoints get none either. */
  readonly withoutModels: boolean;
  /** The form of the record in its file; `null` unless the route was renamed. */
  readonly form: EarlierForm | null;
}

/**
 * The form of the record of a renamed route in its file, which still has an earlier name of the
 * route.
 */
export interface EarlierForm {
  /** The name that the route has in the file. */
  readonly name: string;
  /** Its present name. */
  readonly to: string;
  /** The present hashes of definitions, by their hashes in the file. */
  readonly hashes: ReadonlyMap<string, string>;
}

export const EMPTY_RECORD: RouteRecord = {
  prefix: null,
  renamed: [],
  shared: [],
  endpoints: [],
  removed: [],
  withoutModels: false,
  form: null,
};

/** Returns the path of a route's record. */
export function recordPath(route: string): ProjectPath {
  return projectPath(`${RECORDS_FOLDER}/${fileNameOf(route)}`);
}

/** Returns the path of the file that says how to read the record of a renamed route. */
export function namesPath(route: string): ProjectPath {
  return projectPath(`${RECORDS_FOLDER}/${fileNameOf(route)}${NAMES}`);
}

const NAMES = ".names";

/** Returns the route whose record is at a path; `null` if the file is not a route's record. */
export function recordedRouteAt(path: string): string | null {
  if (!path.startsWith(`${RECORDS_FOLDER}/`) || path.endsWith(NAMES)) return null;
  return path.slice(RECORDS_FOLDER.length + 1).replace(/-$/, "");
}

const LAYERS = [...LAYER_NAMES, "mock"] as const;
const DEFINITION_LAYERS: ReadonlySet<string> = new Set(LAYERS);
const ENDPOINT = /^endpoint ([A-Z]+) (\/\S*) (\S+) (spec|command)$/;
const REMOVED = /^removed ([0-9a-f]{16})$/;
const RENAMED = /^renamed (\w+(?:\/\w+)?) (\w+(?:\/\w+)?)$/;
const INPUT = /^input ([0-9a-f]{16})$/;
const KEPT = /^kept ([0-9a-f]{16})$/;
const WANTED = /^wanted ([A-Z]+) (\/\S*)$/;
const ASKED = /^asked ([0-9a-f]{16})$/;
const MOUNTED = /^mounted (\/\S*)$/;
const WITHOUT_MODELS = "without models";

/** The parts of a record while it is read. */
interface Draft {
  endpoint: EndpointRecord | null;
  readonly definitions: Map<string, DefinitionRecord>;
  input: string | null;
  kept: string | null;
  wanted: EndpointRecord["wanted"] | null;
  asked: string | null;
  /** Inputs that people removed: several if branches removed the endpoint with different inputs. */
  readonly removed: Set<string>;
}

const UNDECIDED = { input: null, kept: null, wanted: null, asked: null };

/**
 * Parses a record. Skips lines that it does not know, such as the markers of a merge conflict. If a merge
 * left an endpoint or a definition twice, the last line counts.
 *
 * @param route The name of the route in the file.
 *
 * @example
 * ```ts
 * import { parseRouteRecord } from "./route_record.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const { endpoints: [endpoint] } = parseRouteRecord(
 *   "endpoint GET /shops - spec\ninput 0123456789abcdef\nroute get 0123456789ab\n",
 *   "shops",
 * );
 * deepEqual(endpoint?.definitions, [{ layer: "route", name: "get", hash: "0123456789ab" }]);
 * ```
 */
export function parseRouteRecord(text: string, route: string): RouteRecord {
  const shared: Draft = {
    endpoint: null,
    definitions: new Map(),
    removed: new Set(),
    ...UNDECIDED,
  };
  const drafts = new Map<string, Draft>();
  const renamed = new Map<string, RenamedPart>();
  const lines = text.split(/\r?\n/);
  let current = shared;
  let prefix: string | null = null;
  // The sides of a conflict begin in the same block, and its base is no fact of any side.
  let atConflict: Draft | null = null;
  let isBase = false;
  for (const line of lines) {
    if (line.startsWith("<<<<<<< ")) atConflict = current;
    else if (line.startsWith("||||||| ")) isBase = true;
    else if (line === "=======") {
      current = atConflict ?? current;
      isBase = false;
    }
    if (isBase) continue;
    const definition = readDefinition(line);
    if (definition !== null) {
      const { layer, name } = definition;
      if (layer === "mock" && !isProjectPath(name)) continue;
      current.definitions.set(definitionKey(definition), definition);
      continue;
    }
    if (line === "") continue;
    if (line.startsWith("end ")) {
      current = shared;
      continue;
    }
    const written = readEndpoint(line);
    if (written !== null) {
      const endpoint = { ...written, path: mountedPath(written.path, prefix, route) };
      const key = endpointKey(endpoint);
      current = drafts.get(key) ??
        { definitions: new Map(), removed: new Set(), ...UNDECIDED, endpoint };
      current.endpoint = endpoint;
      drafts.set(key, current);
      continue;
    }
    prefix = MOUNTED.exec(line)?.[1] ?? prefix;
    const [, from, to] = RENAMED.exec(line) ?? [];
    if (from !== undefined && to !== undefined) renamed.set(from, { from, to });
    current.input = INPUT.exec(line)?.[1] ?? current.input;
    current.kept = KEPT.exec(line)?.[1] ?? current.kept;
    const [, by, at] = WANTED.exec(line) ?? [];
    if (by !== undefined && at !== undefined) current.wanted = { method: by, path: at };
    current.asked = ASKED.exec(line)?.[1] ?? current.asked;
    const [, input] = REMOVED.exec(line) ?? [];
    if (input !== undefined) current.removed.add(input);
  }
  return {
    prefix,
    renamed: [...renamed.values()],
    shared: [...shared.definitions.values()],
    ...asOrdered([...drafts.values()].flatMap(entriesOf)),
    withoutModels: lines.includes(WITHOUT_MODELS),
    form: null,
  };
}

/**
 * Returns the entries of an endpoint: several if branches removed it in different forms, or if one
 * branch removed it and another one changed it.
 */
function entriesOf(
  { endpoint, definitions, input, kept, wanted, asked, removed }: Draft,
): readonly RecordEntry[] {
  if (endpoint === null) return [];
  const { method, path, subroute } = endpoint;
  const gone = [...removed].map((input) => ({ method, path, subroute, input }));
  if (gone.length > 0 && definitions.size === 0) return gone;
  const decided = {
    input,
    kept,
    ...(kept !== null && wanted && { wanted }),
    ...(asked !== null && { asked }),
  };
  return [...gone, { ...endpoint, ...decided, definitions: [...definitions.values()] }];
}

/**
 * Reads a line with a definition, the most frequent kind. Splitting it takes less time than a
 * regular expression.
 */
function readDefinition(line: string): DefinitionRecord | null {
  const [layer = "", name = "", hash = "", ...more] = line.split(" ");
  const isDefinition = DEFINITION_LAYERS.has(layer) && name !== "" && more.length === 0 &&
    DEFINITION_HASH.test(hash);
  return isDefinition ? { layer: layer as DefinitionRecord["layer"], name, hash } : null;
}

function readEndpoint(line: string): EndpointRecord | null {
  const [, method, path, subroute, origin] = ENDPOINT.exec(line) ?? [];
  if (method === undefined || path === undefined || subroute === undefined) return null;
  return {
    method,
    path,
    subroute: subroute === "-" ? null : subroute,
    origin: origin === "spec" ? "spec" : "command",
    input: null,
    kept: null,
    definitions: [],
  };
}

/** Returns the key of an endpoint: its method and path. */
export function endpointKey({ method, path }: Pick<EndpointRecord, "method" | "path">): string {
  return `${method} ${path}`;
}

/**
 * Formats a record; an empty string if there is nothing to record.
 *
 * @param route The name of the route in the file.
 */
export function formatRouteRecord(record: RouteRecord, route: string): string {
  const { prefix, shared, withoutModels } = record;
  const renamed = renamedByEndpoint(record);
  const mount = prefix ?? urlPrefix(route);
  // The endpoints at the prefix have the place of those that were removed from an earlier prefix.
  const { earlier = [], present = [] } = Object.groupBy(
    inOrder(record),
    (each) => "definitions" in each || isPathBelow(each.path, mount) ? "present" : "earlier",
  );
  const blocks = [
    renamedLines(renamed.get(undefined)),
    prefix === null ? [] : [`mounted ${prefix}`],
    [...definitionLines(shared), ...(withoutModels ? [WITHOUT_MODELS] : [])],
    ...[...earlier, ...present].map((each) => {
      const path = unmountedPath(each.path, prefix, route);
      const lines = "definitions" in each
        ? endpointLines({ ...each, path }, renamed.get(each))
        : [endpointLine({ ...each, path, origin: "spec" }), `removed ${each.input}`];
      return [...lines, endLine({ ...each, path }, route)];
    }),
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n") + "\n");
  return texts.length === 0 ? "" : [...texts, END].join("\n");
}

/** Returns a path as the record has it, below the default prefix of the route. */
function unmountedPath(path: string, prefix: string | null, route: string): string {
  const own = urlPrefix(route);
  const mount = prefix ?? own;
  if (isPathBelow(path, mount)) return movedPath(path, mount, own);
  return isPathBelow(path, own) || path.startsWith("//") ? `/${path}` : path;
}

/** Returns the full path that {@linkcode unmountedPath} wrote. */
function mountedPath(path: string, prefix: string | null, route: string): string {
  const own = urlPrefix(route);
  return path.startsWith("//") ? path.slice(1) : movedPath(path, own, prefix ?? own);
}

/**
 * The last line, which keeps the last block apart from blocks that a branch adds below, so that git
 * can merge both.
 */
const END = "end\n";

function definitionLines(definitions: readonly DefinitionRecord[]): readonly string[] {
  return LAYERS.flatMap((layer) => definitions.filter((each) => each.layer === layer))
    .map(({ layer, name, hash }) => `${layer} ${name} ${hash}`);
}

/**
 * Groups earlier names. The earlier names of a subroute belong to its first endpoint, so that two
 * branches that each rename a subroute write in different places.
 */
function renamedByEndpoint(
  { renamed, endpoints }: RouteRecord,
): ReadonlyMap<EndpointRecord | undefined, readonly RenamedPart[]> {
  const first = new Map<string | undefined, EndpointRecord>();
  for (const each of endpoints) {
    if (each.subroute !== null && !first.has(each.subroute)) first.set(each.subroute, each);
  }
  return Map.groupBy(renamed, ({ to }) => first.get(to.split("/")[1]));
}

function renamedLines(renamed: readonly RenamedPart[] = []): readonly string[] {
  return renamed.map(({ from, to }) => `renamed ${from} ${to}`);
}

function endpointLines(
  endpoint: EndpointRecord,
  renamed: readonly RenamedPart[] | undefined,
): readonly string[] {
  const { definitions, input, kept, wanted, asked } = endpoint;
  const decided = [
    ...(kept === null ? [] : [`kept ${kept}`]),
    ...(kept === null || wanted === undefined ? [] : [`wanted ${endpointKey(wanted)}`]),
    ...(asked === undefined ? [] : [`asked ${asked}`]),
  ];
  return [
    endpointLine(endpoint),
    ...(input === null ? [] : [`input ${input}`]),
    ...renamedLines(renamed),
    ...definitionLines(definitions),
    ...decided,
  ];
}

/** Formats the first line of an endpoint. */
function endpointLine(
  { method, path, subroute, origin }: Pick<
    EndpointRecord,
    "method" | "path" | "subroute" | "origin"
  >,
): string {
  return `endpoint ${method} ${path} ${subroute ?? "-"} ${origin}`;
}

/** Formats the last line of an entry. It names the entry, so that git does not mix entries up. */
function endLine({ method, path }: Pick<EndpointRecord, "method" | "path">, route: string): string {
  return `end ${endpointKey({ method, path: movedPath(path, urlPrefix(route), "") })}`.trimEnd();
}

/** Returns the endpoints of a record, with each removed endpoint where it was. */
export function inOrder(
  { endpoints, removed }: Pick<RouteRecord, "endpoints" | "removed">,
): readonly (EndpointRecord | RemovedEndpoint)[] {
  const keys = new Set(endpoints.map(endpointKey));
  const above = Map.groupBy(
    removed,
    ({ before }) => before !== null && keys.has(before) ? before : null,
  );
  return [
    ...endpoints.flatMap((each) => [...above.get(endpointKey(each)) ?? [], each]),
    ...above.get(null) ?? [],
  ];
}

/** An endpoint of a record, or a removed one. */
export type RecordEntry = EndpointRecord | Omit<RemovedEndpoint, "before">;

/**
 * Returns endpoints and removed endpoints for a record. Each removed endpoint stays above the
 * endpoint behind it.
 */
export function asOrdered(
  entries: readonly RecordEntry[],
): Pick<RouteRecord, "endpoints" | "removed"> {
  const removed: RemovedEndpoint[] = [];
  let before: string | null = null;
  for (const each of entries.toReversed()) {
    if ("definitions" in each) before = endpointKey(each);
    else removed.push({ ...each, before });
  }
  return {
    endpoints: entries.filter((each) => "definitions" in each),
    removed: removed.reverse(),
  };
}

/** Returns all recorded definitions of a route: the shared ones, then those of each endpoint. */
export function allDefinitions(
  { shared, endpoints }: Pick<RouteRecord, "shared" | "endpoints">,
): readonly DefinitionRecord[] {
  return [...shared, ...endpoints.flatMap(({ definitions }) => definitions)];
}

/** Returns a record with other definitions. A definition that becomes `null` is dropped. */
export function withDefinitions(
  record: RouteRecord,
  change: (definition: DefinitionRecord) => DefinitionRecord | null,
): RouteRecord {
  const changed = (all: readonly DefinitionRecord[]) => all.flatMap((each) => change(each) ?? []);
  return {
    ...record,
    shared: changed(record.shared),
    endpoints: record.endpoints.map((each) => ({
      ...each,
      definitions: changed(each.definitions),
    })),
  };
}

/** Returns the key of a definition in its route. */
export function definitionKey({ layer, name }: Pick<DefinitionRecord, "layer" | "name">): string {
  return `${layer} ${name}`;
}

/** Returns the recorded definitions of a layer, in the order of the code. */
export function definitionsIn(
  record: RouteRecord,
  layer: DefinitionRecord["layer"],
): ReadonlyMap<string, string> {
  return new Map(
    allDefinitions(record).filter((each) => each.layer === layer).map((
      { name, hash },
    ) => [name, hash]),
  );
}
