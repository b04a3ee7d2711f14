/** Records of routes whose definitions changed. */

import {
  type DefinitionRecord,
  definitionsIn,
  endpointKey,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { definitionKey, type DefinitionLayer } from "../code/route_definitions.ts";

/** Sets the hashes of the definitions of a layer. New definitions are added to their endpoints. */
export function withHashes(
  record: RouteRecord,
  layer: DefinitionLayer,
  hashes: ReadonlyMap<string, string>,
  owners: ReadonlyMap<string, Endpoint> = new Map(),
): RouteRecord {
  const known = definitionsIn(record, layer);
  const updated = (definitions: readonly DefinitionRecord[]) =>
    definitions.map((each) =>
      each.layer === layer ? { ...each, hash: hashes.get(each.name) ?? each.hash } : each
    );
  const added = [...hashes].filter(([name]) => !known.has(name))
    .map(([name, hash]): DefinitionRecord => ({ layer, name, hash }));
  const keys = new Set(record.endpoints.map(endpointKey));
  const ownerOf = ({ name }: DefinitionRecord) => {
    const owner = owners.get(definitionKey(layer, name));
    return owner !== undefined && keys.has(keyOf(owner)) ? keyOf(owner) : undefined;
  };
  const grouped = Map.groupBy(added, ownerOf);
  return {
    ...record,
    shared: [...updated(record.shared), ...grouped.get(undefined) ?? []],
    endpoints: record.endpoints.map((each) => ({
      ...each,
      definitions: [...updated(each.definitions), ...grouped.get(endpointKey(each)) ?? []],
    })),
  };
}

/** Returns a record without some definitions of a layer. */
export function withoutDefinitions(
  record: RouteRecord,
  layer: DefinitionLayer,
  names: ReadonlySet<string>,
): RouteRecord {
  const isLeft = (each: DefinitionRecord) => each.layer !== layer || !names.has(each.name);
  return {
    ...record,
    shared: record.shared.filter(isLeft),
    endpoints: record.endpoints.map((each) => ({
      ...each,
      definitions: each.definitions.filter(isLeft),
    })),
  };
}
