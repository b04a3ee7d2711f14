/** Adds a resource to a project: the endpoints of a collection and of its items. */

import { object, text } from "../core/json_nodes.ts";
import type { JsonValue } from "../core/json_value.ts";
import { type Report, report } from "../core/report.ts";
import type { GeneratedEndpoints } from "../generators/plans/plan.ts";
import { resourcePlanner } from "../generators/add/resource_planner.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  type Addition,
  type FolderOption,
  newNameProblems,
  placeWords,
  readRoute,
} from "./added_endpoints.ts";
import type { Given } from "./commands.ts";
import { invocationOf } from "./invocation.ts";
import { type CheckedJson, jsonOption, readable } from "./json_option.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";
import type { ListInput } from "../spec/api_spec_input.ts";

/** Options of {@linkcode generateResource}. */
export interface GenerateResourceOptions extends RunOptions {
  /** The field with the id of an item, an integer or a string; default: `id`. */
  readonly idField?: string;
  /**
   * What clients can ask of the list of items: they page it with the parameters `limit` and `offset`,
   * filter it by fields and sort it.
   */
  readonly list?: ListInput;
}

const COMMAND = "generate resource";

/**
 * Adds a resource to a project, with all its layers: endpoints that list and create items at
 * `/<route>`, and that read, replace and delete an item below it. A route that has only GET gets
 * the other endpoints. The result equals that of a spec with the `resource`.
 *
 * @param workspace The project's own folder.
 * @param route The route's name: ASCII letters, digits and underscores, no digit first.
 * @param example An example of an item, or a list of them, as in a spec.
 * @param options The field with the id, the list, and whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` with a warning if the resource exists; `failed`
 * if its name or example is invalid; `refused` if the route has other methods, or if edits would be lost.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateResource } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * const { data } = await generateResource(workspace, "reviews", { id: 1, stars: 5 });
 * deepEqual(data?.endpoints.map(({ method, path }) => `${method} ${path}`), [
 *   "GET /reviews",
 *   "POST /reviews",
 *   "GET /reviews/{item_id:int}",
 *   "PUT /reviews/{item_id:int}",
 *   "DELETE /reviews/{item_id:int}",
 * ]);
 * ```
 */
export async function generateResource(
  workspace: Workspace,
  route: string,
  example: JsonValue,
  options: GenerateResourceOptions = {},
): Promise<Report<GeneratedEndpoints>> {
  const place = placeWords({ route, subroute: null });
  const parsed = jsonOption("example", example, place);
  const list = jsonOption("list", options.list, place);
  return await addResource(workspace, { ...options, route, example: parsed, list });
}

/** Adds a resource like {@linkcode generateResource}, with a parsed example. */
export async function addResource(
  workspace: Workspace,
  given: Given<typeof COMMAND> & RunOptions & FolderOption,
): Promise<Report<GeneratedEndpoints>> {
  const { route, idField, folder = "" } = given;
  const example = readable(given.example);
  const list = readable(given.list);
  const { route: resource, diagnostics } = readResource(route, example, { idField, list });
  if (resource === null || example.value === null) {
    return report(COMMAND, "failed", { diagnostics });
  }
  const invocation = invocationOf(COMMAND, given);
  const planner = resourcePlanner({ route: resource, folder });
  return await runPlanner({ invocation, workspace, options: given, diagnostics, planner });
}

/** Reads a resource with all checks of the spec reader. */
function readResource(
  route: string,
  { value, diagnostics: unread }: CheckedJson,
  { idField, list }: { readonly idField: string | undefined; readonly list: CheckedJson },
): Addition {
  const wrong = newNameProblems({ route, subroute: null });
  const diagnostics = [...wrong, ...unread, ...list.diagnostics];
  if (value === null || diagnostics.length > 0) return { route: null, diagnostics };
  const id = idField === undefined ? undefined : text(idField);
  const written = object([
    ["resource", value],
    ["id_field", id],
    ["list", list.value ?? undefined],
  ]);
  return readRoute(route, written, diagnostics);
}
