/** The test of a new endpoint. */

import { type Diagnostic, info } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { SERVICE_FUNCTION } from "../../project/layout/layout.ts";
import { symbols } from "../../python/symbols.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { testPart } from "../code/endpoint_code.ts";
import type { EndpointTypes } from "../code/models.ts";
import type { Relocation } from "./relocation.ts";

/** A handler that was added. */
export interface AddedHandler {
  /** The handler's expression for the service. */
  readonly service: string;
  /** Whether its response is the service's answer as JSON. */
  readonly isJson: boolean;
  readonly types: EndpointTypes;
  /** Adapts the test to where the code of the route is. */
  readonly relocation: Relocation;
}

/**
 * Adds a test if the route's tests still have the generated form, or reports why not.
 */
export function addTest(
  draft: ProjectDraft,
  endpoint: Endpoint,
  path: ProjectPath,
  { service, isJson, types, relocation }: AddedHandler,
): readonly Diagnostic[] {
  const grown = draft.module(path);
  const part = relocation.apply(testPart(endpoint, types, isJson), path);
  const present = grown === undefined ? [] : symbols(grown.module);
  if (present.some(({ name }) => name === part.name) || grown?.added.has(part.name)) return [];
  const fixture = present.find(({ kind, name }) =>
    kind === "function" && name === SERVICE_FUNCTION
  );
  const hasForm = fixture?.text.includes("yield stand_in.return_value") ?? false;
  const why = grown === undefined
    ? "does not exist"
    : !hasForm
    ? "no longer has the form of generated tests"
    // The stand-in replaces the class, so it does not affect an instance that already exists.
    : !service.endsWith(")")
    ? `has a stand-in that does not reach '${service}'`
    : null;
  if (why === null) {
    draft.addFunction(path, part);
    return [];
  }
  return [info("tests-kept", `No test was added: ${path} ${why}`)];
}
