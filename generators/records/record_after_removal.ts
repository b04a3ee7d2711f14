/** The record of a route after `remove` or `--prune`. */

import {
  asOrdered,
  definitionKey,
  type DefinitionRecord,
  type EndpointRecord,
  inOrder,
  type RecordEntry,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { Project } from "../../project/project.ts";
import { heirsOf, type OwnedEndpoints } from "../edits/owned_endpoints.ts";

/** Returns the keys of the definitions that a project lacks after a removal. */
export function removedKeys({ definitions, data }: OwnedEndpoints, after: Project): Set<string> {
  return new Set([
    ...definitions.filter(({ path, name }) => !after.symbols.in(path).has(name))
      .map(({ recordedKey }) => recordedKey),
    ...[...data].filter(([, path]) => !after.files.has(path))
      .map(([name]) => definitionKey({ layer: "mock", name })),
  ]);
}

/**
 * Returns the record of a route after a removal.
 *
 * @param after The project after the removal.
 * @param isDecision Whether the endpoints must not come back for the same input.
 */
export function recordAfterRemoval(
  owned: OwnedEndpoints,
  after: Project,
  isDecision: boolean,
): RouteRecord {
  const { record, endpoints } = owned;
  const removed = removedKeys(owned, after);
  const gone = new Set(endpoints);
  const heirs = heirsOf({ record, endpoints });
  const inherited = new Map<EndpointRecord, readonly DefinitionRecord[]>();
  for (const each of endpoints) {
    const heir = heirs.get(each.subroute);
    const left = each.definitions.filter((definition) =>
      definition.layer === "model" && !removed.has(definitionKey(definition))
    );
    if (heir !== undefined) inherited.set(heir, [...inherited.get(heir) ?? [], ...left]);
  }
  const entries = inOrder(record).flatMap((each): readonly RecordEntry[] => {
    if (!("definitions" in each)) return [each];
    if (!gone.has(each)) {
      const definitions = [...each.definitions, ...inherited.get(each) ?? []];
      return [{ ...each, definitions }];
    }
    const { kept, asked, origin, subroute } = each;
    // What people kept or deleted stays removed, even if the spec changed it since.
    const { method, path } = kept === null ? each : each.wanted ?? each;
    const input = kept ?? asked ?? each.input;
    const isRecorded = isDecision && input !== null && origin !== "command";
    return isRecorded ? [{ method, path, subroute, input }] : [];
  });
  const left = asOrdered(entries);
  return {
    ...record,
    ...left,
    prefix: left.endpoints.length + left.removed.length === 0 ? null : record.prefix,
    shared: record.shared.filter((each) => !removed.has(definitionKey(each))),
  };
}
