/** The report of a changed endpoint. */

import type { Change } from "../../core/change_set.ts";
import { isProjectPath } from "../../core/project_path.ts";
import { countLines } from "../../core/diff.ts";
import { type Diagnostic, error, info } from "../../core/diagnostic.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import type { EndpointAction } from "../compare/action.ts";
import { gainedText } from "../compare/signatures.ts";
import { changedModelsText } from "../compare/changed_models.ts";
import type { EndpointCase } from "../compare/endpoint_case.ts";
import { memberName } from "../compare/following.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { ownName } from "../../python/symbols.ts";
import type { PlanMessages } from "../plans/plan.ts";
import { hasContent } from "../../spec/api_spec.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { AffectedEndpoint, ChangedRoute, DecidedChange } from "./changed_route.ts";
import type { ProjectSpec, SpecEdit } from "./changed_spec.ts";
import type { PresentEndpoint } from "./present_route.ts";

/** Returns the name of an endpoint for people, such as `GET /orders/open`. */
export function labelOf({ method, path, recorded }: EndpointCase): string {
  // Only the running application may know its path.
  return `${method} ${path === "?" ? printedPath(recorded?.path ?? path) : path}`;
}

/** Where a plan changes the endpoint. */
interface ChangedPlaces {
  readonly changesCode: boolean;
  /** The spec in the project's folder; `null` if there is none. */
  readonly spec: string | null;
  readonly changesSpec: boolean;
}

/** Returns the message per outcome. */
export function changeMessages(
  { route: { case: found }, action: { writing, reason } }: DecidedChange,
  { changesCode, spec, changesSpec }: ChangedPlaces,
): PlanMessages {
  const label = labelOf(found);
  const isOwn = writing === null && reason !== "same";
  const places = [
    ...(changesSpec ? [`in ${spec}`] : []),
    ...(changesCode && spec !== null ? ["in the project"] : []),
  ].join(" and ");
  const where = places === "" ? label : `${label} ${places}`;
  return {
    applied: `Changed ${where}`,
    planned: `Would change ${where}`,
    unchanged: isOwn
      ? `Nothing to do: your code answers ${label}`
      : `Nothing to do: ${label} is like that already`,
    conflict: null,
  };
}

/** Returns the error for an endpoint that can only follow by people's decision. */
export function changeConflict(route: ChangedRoute, action: EndpointAction): Diagnostic {
  const message = `Cannot change ${labelOf(route.case)}: ${reasonOf(route, action)}. ` +
    "Nothing was written.";
  const hint = action.reason === "deleted"
    ? "--force generates it again"
    : "--keep-edited keeps your code, --force replaces it and keeps a copy in .layerwright/backup";
  return error("conflict-edited", message, { hint });
}

function reasonOf(
  { name, project: { homes }, case: { place, handler } }: ChangedRoute,
  { reason, heldBy }: EndpointAction,
): string {
  if (reason === "deleted") return "its code was deleted";
  const found = heldBy === undefined ? null : homes.find(name, heldBy.held);
  if (heldBy !== undefined && found === null) return `${heldBy.held.name} was deleted`;
  const own = place === "" && handler !== null ? `${handler.file}:${handler.line}` : place;
  const at = found === null ? own : `${found.path}:${found.line}`;
  return heldBy?.member === undefined || found === null
    ? `${at} is your code`
    : `${memberName(found.name, heldBy.member)} in ${at} is your code`;
}

/** Says which code of people stays. */
export function keptNotes(
  { case: { edits, servicePlace } }: ChangedRoute,
  { models, members = [], gained = [], hasOwnAnswer = true, reason, replaced }: EndpointAction,
): readonly Diagnostic[] {
  if (reason === "keep") return [kept("Your code stays as it is")];
  const isWhole = reason === "asked" && replaced === undefined;
  if (isWhole || models === undefined && reason !== "edited") return [];
  const code = edits.length === 0 ? [] : [`Your code in ${edits.join(" and ")}`];
  const uses = models === undefined || models.length === 0
    ? ""
    : `uses ${changedModelsText(models)}`;
  const does = hasOwnAnswer
    ? uses === "" ? "answers; the mock is only an example there" : `answers, and ${uses}`
    : uses === ""
    ? "stays"
    : uses;
  return [
    ...(gained.length === 0 ? [] : [kept(`Your code in ${servicePlace} ${gainedText(gained)}`)]),
    ...code.map((each) => kept(`${each} ${does}`)),
    ...members.map((each) => kept(`Your edit of ${each} stays`)),
  ];
}

function kept(message: string): Diagnostic {
  return info("definition-kept", message);
}

/** Names code of people at another endpoint that uses a model that changed. */
export function affectedNote({ case: { edits }, models }: AffectedEndpoint): Diagnostic {
  return kept(`Your code in ${edits.join(" and ")} uses ${changedModelsText(models)}`);
}

/** Returns the error for a model that another endpoint shares, whose input is not known. */
export function sharedModel(route: ChangedRoute, other: AffectedEndpoint): Diagnostic {
  const message = `Cannot change ${labelOf(route.case)}: ${labelOf(other.case)} uses ` +
    `${
      other.models.map(({ name }) => name).join(" and ")
    }, and its code does not show what it was generated from. ` +
    "Nothing was written.";
  const hint = "Change the spec, and run 'generate api' with it";
  return error("conflict-edited", message, { hint });
}

/** The spec of a project, and what a change does to it. */
export interface ChangeInSpec {
  /** The path that the project records; `null` without one. */
  readonly path: string | null;
  /** The spec; `null` if it is not in the project's folder. */
  readonly spec: ProjectSpec | null;
  readonly edit: SpecEdit | null;
}

/** Says why the spec stays as it is. */
export function specNotes(
  label: string,
  { path, edit }: ChangeInSpec,
): readonly Diagnostic[] {
  if (path === null) return [];
  if (edit === null && isProjectPath(path)) {
    return [info("spec-left", `${path} does not exist, so only the project changes`)];
  }
  if (edit === null) {
    const message = `${path} is not in the project's folder, so it stays as it is`;
    return [info("spec-left", message, { hint: `Change ${label} there, too` })];
  }
  switch (edit.kind) {
    case "edited":
      return [];
    case "absent":
      return [info("spec-left", `${path} has no ${label}, so it stays as it is`)];
    case "unfit": {
      const message =
        `${path}:${edit.line} cannot say this of ${label} alone, so it stays as it is`;
      const hint = "To say it there, write its endpoints instead of a resource: " +
        "'layerwright export spec' prints them";
      return [info("spec-left", message, { hint })];
    }
  }
}

/** Says that the endpoint has no mock any more. */
export function contentNote(
  before: PresentEndpoint,
  { status, mock }: Endpoint,
): readonly Diagnostic[] {
  if (before.mock === null || mock !== null || hasContent(status)) return [];
  return [info("definition-kept", `Its mock is gone: responses with ${status} have no content`)];
}

/** Names in each change of a module the definition that it changes most. */
export function namedChanges(draft: ProjectDraft): readonly Change[] {
  const { symbols } = draft.project;
  return draft.changes().map((each) => {
    if (each.kind !== "update" || !each.path.endsWith(".py")) return each;
    const { line, added } = countLines(each);
    const around = [...symbols.in(each.path).values()]
      .filter(({ symbol }) => line !== null && symbol.line !== null && symbol.line <= line);
    const name = around.at(-1)?.symbol.name;
    return name === undefined || added === 0 ? each : { ...each, symbol: ownName(name) };
  });
}
