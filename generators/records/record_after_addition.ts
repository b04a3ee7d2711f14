/** The records of a project after a command added an endpoint to a route. */

import { hasClass, LAYER_NAMES, layerClass, type LayerName } from "../../project/layout/layers.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { definitionsOf, type Records } from "../../project/records/records.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import {
  definitionKey,
  type DefinitionRecord,
  EMPTY_RECORD,
  endpointKey,
} from "../../project/records/route_record.ts";
import { readPython } from "../../python/python_module.ts";
import { addedSymbols, type PythonSymbol } from "../../python/symbols.ts";
import { type Endpoint, endpointFacts } from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import { fileRecord } from "../edits/merge.ts";

/** An edited file. */
export interface EditedFile {
  readonly path: ProjectPath;
  readonly before: string | null;
  readonly after: string;
}

/** A new endpoint, and the edits that add it. */
export interface AddedEndpoint {
  readonly endpoint: Endpoint;
  readonly home: RouteHome;
  readonly edits: readonly EditedFile[];
}

/** Returns the records of a project with a new endpoint. */
export function recordsAfterAddition(
  { endpoint, home, edits }: AddedEndpoint,
  records: Records,
): Records {
  const record = records.routes.get(endpoint.route) ?? EMPTY_RECORD;
  const definitions = edits.flatMap((edit) => addedDefinitions(edit, home));
  const byKey = new Map(definitions.map((each) => [definitionKey(each), each]));
  // People may have deleted a definition that all endpoints share, which the new one brings back.
  const shared = record.shared.map((each) => byKey.get(definitionKey(each)) ?? each);
  const known = new Set(shared.map(definitionKey));
  const added = {
    ...endpointFacts(endpoint),
    origin: "command" as const,
    input: endpointInput(endpoint),
    kept: null,
    definitions: definitions.filter((each) => !known.has(definitionKey(each))),
  };
  const key = endpointKey(added);
  const others = record.endpoints.filter((each) => endpointKey(each) !== key);
  const removed = record.removed.filter((each) => endpointKey(each) !== key);
  const routes = new Map(records.routes);
  routes.set(endpoint.route, { ...record, shared, endpoints: [...others, added], removed });
  const files = new Map(records.manifest.files);
  for (const { path, before, after } of edits) {
    const at = home.layout.recorded(path);
    const isShared = before === null && !Object.values(home.paths).includes(path) &&
      DEFAULT_LAYOUT.routeFileAt(at) === null;
    if (isShared) files.set(at, fileRecord(at, after));
  }
  return { manifest: { ...records.manifest, files }, routes };
}

/**
 * Returns the records of the definitions that an edit adds to a route's file. Records use the
 * generated names of classes, even if people renamed them.
 */
function addedDefinitions(
  { path, before, after }: EditedFile,
  home: RouteHome,
): readonly DefinitionRecord[] {
  if (!path.endsWith(".py")) {
    const at = home.layout.recorded(path);
    return definitionsOf(at, fileRecord(at, after)).map((each) => ({
      ...each,
      name: DEFAULT_LAYOUT.dataFileName(at),
    }));
  }
  return addedSymbols(readPython(before ?? ""), readPython(after)).flatMap((symbol) =>
    addedDefinition(path, symbol, symbol.hash, home) ?? []
  );
}

/**
 * Returns the record of a definition that was added to a route's file; `null` if the definition
 * belongs to no layer.
 */
function addedDefinition(
  path: ProjectPath,
  symbol: NamedSymbol,
  hash: string,
  home: RouteHome,
): DefinitionRecord | null {
  const layers = LAYER_NAMES.filter((layer) => home.paths[layer] === path);
  const layer = layers.length === 1 ? layers[0] : layers.find((each) => isOf(symbol, each, home));
  if (layer === undefined) return null;
  return { layer, name: generatedName(symbol.name, layer, home), hash };
}

type NamedSymbol = Pick<PythonSymbol, "kind" | "name">;

/** Reports whether a definition belongs to a layer. A file can contain several layers. */
function isOf({ name, kind }: NamedSymbol, layer: LayerName, home: RouteHome): boolean {
  switch (layer) {
    case "service":
    case "repository":
      return name.startsWith(`${home[layer]}.`) || name === home[layer];
    case "route":
      return kind === "function" && !name.startsWith("test_");
    case "test":
      return name.startsWith("test_");
    case "model":
      return kind === "class" || kind === "assignment";
  }
}

function generatedName(name: string, layer: LayerName, { route }: RouteHome): string {
  return hasClass(layer) ? name.replace(/^\w+/, layerClass(layer, route)) : name;
}
