/** Endpoints to which the spec gives another method. */

import { isProjectPath } from "../../core/project_path.ts";
import type { DefinitionRecord } from "../../project/records/route_record.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import type { FileEdit } from "../edits/file_edits.ts";
import { handlerMethodEdits, testMethodEdits } from "./other_method.ts";
import type { Handler } from "../compare/handlers.ts";
import type { Respecified } from "../compare/respecified.ts";
import { endpointInput } from "../code/route_definitions.ts";
import type { Settlement } from "./settlement.ts";
import { endpointFacts } from "../code/endpoint.ts";

/**
 * Decides about an endpoint with another method:
 *
 * - as generated, even in another place: does nothing, because the endpoint is replaced as a whole
 * - deleted, or already with the method in the spec: updates only its record
 * - renamed, but not edited: changes its method, and keeps its name
 * - edited: keeps or changes its method as people decided, otherwise reports a conflict
 */
export function settleMethod(respecified: Respecified, settlement: Settlement): void {
  const { route, endpoint, record, case: { handler, owner } } = respecified;
  if (settlement.isKept(respecified)) {
    settlement.hold(respecified);
  } else if (handler === null) {
    const definitions = namesOfDeleted(respecified, settlement);
    settlement.record(route, record, { ...record, ...endpointFacts(endpoint), definitions });
  } else if (handler.method === endpoint.method) {
    const input = endpointInput(endpoint);
    settlement.record(route, record, { ...record, ...endpointFacts(endpoint), input, kept: null });
  } else if (owner !== "generated") {
    const edits = methodEditsOf(respecified, handler, settlement);
    const isPossible = edits !== null;
    const decision = owner === "edited" || !isPossible
      ? settlement.decision(respecified)
      : "replace";
    if (decision === "keep") settlement.keep(respecified);
    else if (decision === "refuse" || !isPossible) {
      settlement.conflicts.push({ ...respecified, edits });
    } else if (owner === "edited" || isRenamed(respecified, settlement)) {
      for (const edit of edits) settlement.edits.add(edit);
      settlement.follow(respecified, endpointInput(endpoint));
    }
  }
}

/**
 * Returns the recorded definitions of an endpoint that people deleted, with its handler's new name.
 * This frees the old name for an endpoint with the old method.
 */
function namesOfDeleted(
  { route, endpoint, record }: Respecified,
  { homes }: Settlement,
): readonly DefinitionRecord[] {
  return record.definitions.map((each) => {
    const isDeleted = each.layer === "route" && homes.find(route, each) === null;
    return isDeleted ? { ...each, name: endpoint.handler } : each;
  });
}

/** Reports whether people renamed any code of an endpoint. */
function isRenamed({ route, record }: Respecified, { homes }: Settlement): boolean {
  return record.definitions.some((each) => {
    const found = homes.find(route, each);
    return found !== null && found.name !== each.name;
  });
}

/** Returns the edits that change the method of a handler, and of its test; `null` if no command can make them. */
function methodEditsOf(
  { route, endpoint, record }: Respecified,
  { file, line, method, path }: Handler,
  settlement: Settlement,
): readonly FileEdit[] | null {
  const isSamePath = record.path === endpoint.prefix + endpoint.rule;
  if (!isProjectPath(file) || !isSamePath) return null;
  const other = { before: method, after: endpoint.method };
  const handler = handlerMethodEdits(settlement.module(file), line, other);
  if (handler === null) return null;
  const tests = record.definitions.flatMap((each): readonly FileEdit[] => {
    const at = each.layer === "test" ? settlement.homes.find(route, each) : null;
    const symbol = at === null ? undefined : settlement.symbol(at.path, at.name);
    if (at === null || symbol === undefined) return [];
    const request = { url: printedPath(path ?? "?"), hasOtherStatus: handler.hasOtherStatus };
    return testMethodEdits(settlement.module(at.path), symbol, request, other)
      .map((edit) => ({ ...edit, path: at.path }));
  });
  return [...handler.edits.map((edit) => ({ ...edit, path: file })), ...tests];
}
