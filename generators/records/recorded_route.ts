/** The record of a route that was just generated. */

import { projectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { definitionsOf } from "../../project/records/records.ts";
import {
  definitionKey,
  type DefinitionRecord,
  EMPTY_RECORD,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { fileRecord } from "../edits/merge.ts";
import { definitionOwners } from "../code/route_definitions.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import type { RouteCode } from "../code/route_files.ts";
import { endpointFacts } from "../code/endpoint.ts";

/**
 * Returns the record of a route whose code is all new.
 *
 * @param earlier The decisions about an earlier route of that name, which stay: the names that it had, and
 * its removed endpoints, except those that are generated again.
 */
export function recordedRoute(
  code: RouteCode,
  { origin, withoutModels }: Pick<EndpointRecord, "origin"> & Pick<RouteRecord, "withoutModels">,
  earlier: Pick<RouteRecord, "renamed" | "removed"> = EMPTY_RECORD,
): RouteRecord {
  const owners = definitionOwners(code);
  const grouped = Map.groupBy(
    recordedDefinitions(code),
    (each) => owners.get(definitionKey(each)),
  );
  const endpoints = code.endpoints.map((endpoint) => ({
    ...endpointFacts(endpoint),
    origin,
    input: endpointInput(endpoint),
    kept: null,
    definitions: grouped.get(endpoint) ?? [],
  }));
  const again = new Set(endpoints.map(endpointKey));
  return {
    prefix: code.prefix,
    renamed: earlier.renamed,
    shared: grouped.get(undefined) ?? [],
    endpoints,
    removed: earlier.removed.filter((each) => !again.has(endpointKey(each))),
    withoutModels,
    form: null,
  };
}

/** Returns the definitions of a route's generated code, in the order of the code. */
export function recordedDefinitions(
  { files }: Pick<RouteCode, "files">,
): readonly DefinitionRecord[] {
  return [...files].flatMap(([path, text]) => {
    const at = projectPath(path);
    return DEFAULT_LAYOUT.routeFileAt(at) === null ? [] : definitionsOf(at, fileRecord(at, text));
  });
}
