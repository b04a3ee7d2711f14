/** Endpoints to which the spec gives another method. */

import { isProjectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import type { FileEdit } from "../edits/file_edits.ts";
import { handlerMethodEdits, testMethodEdits } from "./method_edits.ts";
import { respecifiedAs } from "../compare/action.ts";
import type { RespecifiedCase } from "../compare/endpoint_case.ts";
import type { Handler } from "../compare/handlers.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import {
  alreadyRespecified,
  isDeclined,
  type Respecification,
  respecification,
  type RespecifyInput,
  testEdits,
} from "./respecification.ts";

/**
 * Decides about an endpoint with another method:
 *
 * - as generated, even in another place: does nothing, because the endpoint is replaced as a whole
 * - deleted, or already with the method in the spec: updates only its record
 * - renamed, or with a guard or docstring, but not edited: changes its method, and keeps its name
 * - edited, or with a guard or docstring while the spec changes more than the method: keeps or
 *   changes its method as people decided, otherwise reports a conflict
 */
export function respecifyMethod(
  each: RespecifiedCase,
  { project, choices }: RespecifyInput,
): Respecification {
  const { wanted, handler, owner, hasSurroundings } = each;
  const input = endpointInput(wanted);
  const regenerated = respecification(each, "open", [], null);
  if (isDeclined(each, choices)) return respecification(each, "kept", [], null);
  if (handler === null) return alreadyRespecified(each, namesOfDeleted(each, project));
  if (handler.method === wanted.method) return alreadyRespecified(each, { input });
  if (owner === "generated" && !hasSurroundings) return regenerated;
  const edits = methodEditsOf(each, handler, project);
  const as = respecifiedAs(each, each.holdsMethod, edits !== null, choices);
  const isWhole = as === "follow" && owner !== "edited" && !hasSurroundings &&
    !isRenamed(each, project);
  return isWhole ? regenerated : respecification(each, as, edits, input);
}

/**
 * Returns the recorded definitions of an endpoint that people deleted, with its handler's new name.
 * This frees the old name for an endpoint with the old method.
 */
function namesOfDeleted(
  { route, wanted, recorded: { definitions } }: RespecifiedCase,
  { homes }: Project,
): Partial<RespecifiedCase["recorded"]> {
  return {
    definitions: definitions.map((each) => {
      const isDeleted = each.layer === "route" && homes.find(route, each) === null;
      return isDeleted ? { ...each, name: wanted.handler } : each;
    }),
  };
}

/** Reports whether people renamed any code of an endpoint. */
function isRenamed({ route, recorded }: RespecifiedCase, { homes }: Project): boolean {
  return recorded.definitions.some((each) => {
    const found = homes.find(route, each);
    return found !== null && found.name !== each.name;
  });
}

/** Returns the edits that change the method of a handler, and of its test; `null` if no command can make them. */
function methodEditsOf(
  { route, wanted, recorded }: RespecifiedCase,
  { file, line, method, path }: Handler,
  project: Project,
): readonly FileEdit[] | null {
  const isSamePath = recorded.path === wanted.prefix + wanted.rule;
  if (!isProjectPath(file) || !isSamePath) return null;
  const other = { before: method, after: wanted.method };
  const handler = handlerMethodEdits(project.module(file), line, other);
  if (handler === null) return null;
  const request = { url: printedPath(path ?? "?"), hasOtherStatus: handler.hasOtherStatus };
  return [
    ...handler.edits.map((edit) => ({ ...edit, path: file })),
    ...testEdits(
      route,
      recorded,
      project,
      ({ module, symbol }) => testMethodEdits(module, symbol, request, other),
    ),
  ];
}
