/** What a run does with an endpoint to which the spec gives another method or path. */

import type { EndpointRecord } from "../../project/records/route_record.ts";
import type { Project } from "../../project/project.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import { endpointFacts, keyOf } from "../code/endpoint.ts";
import type { ApiCode } from "../code/api_code.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import type { FoundDefinition } from "../../project/homes/found_definition.ts";
import type { ParsedSymbol } from "../../project/facts/file_symbols.ts";
import type { TextEdit } from "../../python/text_edit.ts";
import type { RespecifiedAs } from "../compare/route_facts.ts";
import type { RespecifiedCase } from "../compare/endpoint_case.ts";
import type { FileEdit } from "../edits/file_edits.ts";
import type { Choices } from "../plans/choices.ts";

/** A project, and the spec that it follows. */
export interface RespecifyInput {
  readonly project: Project;
  readonly code: ApiCode;
  readonly choices: Choices;
  /** The routes of the spec. */
  readonly spec: readonly RouteSpec[];
}

/** A decision about an endpoint to which the spec gives another method or path. */
export interface Respecification {
  readonly case: RespecifiedCase;
  readonly as: RespecifiedAs;
  /** Its record, which has the method and path of the spec if it has or gets them. */
  readonly record: EndpointRecord;
  /** The edits that make its handler follow the spec; `null` if no command can make them. */
  readonly edits: readonly FileEdit[] | null;
  /** Whether its handler gets the path of the spec only if it is generated again. */
  readonly isRegenerated?: boolean;
}

/**
 * Returns a decision, with the record that follows from it.
 *
 * @param input The hash of the input of its code if it follows the spec; `null` if it is generated again.
 */
export function respecification(
  each: RespecifiedCase,
  as: RespecifiedAs,
  edits: readonly FileEdit[] | null,
  input: string | null,
): Respecification {
  const { wanted, recorded } = each;
  const { method, path, subroute } = endpointFacts(wanted);
  const record = as === "keep"
    ? { ...recorded, kept: endpointInput(wanted), wanted: { method, path } }
    : as === "follow" || as === "asked"
    ? { ...recorded, method, path, subroute, input, kept: null }
    : recorded;
  return { case: each, as, edits, record };
}

/** Returns the decision about an endpoint whose code is deleted, or as the spec wants it already. */
export function alreadyRespecified(
  each: RespecifiedCase,
  facts: Partial<EndpointRecord> = {},
): Respecification {
  const { wanted, recorded } = each;
  const record = { ...recorded, ...endpointFacts(wanted), kept: null, ...facts };
  return { case: each, as: "open", edits: [], record };
}

/** Reports whether people declined in an earlier run that an endpoint follows the spec. */
export function isDeclined({ wanted, isKept }: RespecifiedCase, { replace }: Choices): boolean {
  return isKept && !replace.has(keyOf(wanted));
}

/** Returns the edits of the tests of an endpoint. */
export function testEdits(
  route: string,
  { definitions }: EndpointRecord,
  { homes }: Project,
  editsOf: (parsed: ParsedSymbol, test: FoundDefinition) => readonly TextEdit[],
): readonly FileEdit[] {
  return definitions.flatMap((each) => {
    const test = each.layer === "test" ? homes.find(route, each) : null;
    if (test === null) return [];
    return editsOf(test.place.symbol.parsed(), test).map((edit) => ({ ...edit, path: test.path }));
  });
}
