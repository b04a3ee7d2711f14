/** Plans another mock, query, headers, list, body or status of one endpoint, or other errors. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { isProjectPath } from "../../core/project_path.ts";
import { MANIFEST_PATH, parseManifest } from "../../project/records/manifest.ts";
import {
  definitionsIn,
  endpointKey,
  type EndpointRecord,
} from "../../project/records/route_record.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import type { Project } from "../../project/project.ts";
import { hasContent, takesBody } from "../../spec/api_spec.ts";
import { listJson, listProblems } from "../../spec/list.ts";
import { parameterProblems, PARAMETERS_PARTS } from "../../spec/parameters.ts";
import { parameterNames } from "../../spec/spec_path.ts";
import { withSupport } from "../add/first_check.ts";
import { isBodyName } from "../code/body_models.ts";
import { isParametersName } from "../code/parameter_models.ts";
import { endpointSummary } from "../code/endpoint_summary.ts";
import { writes } from "../compare/action.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import {
  claimAdded,
  type ClaimedEndpoint,
  emptyPlan,
  type GeneratedEndpoints,
  type Plan,
} from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { unreadableHandlers } from "../plans/unreadable.ts";
import { unregisteredModule } from "../plans/unregistered.ts";
import { unrecorded } from "../plans/unrecorded.ts";
import { READS_BEFORE_WHOLE, readsOfWhole } from "../plans/whole_project.ts";
import { writeRecords } from "../records/write_records.ts";
import { type EndpointChange, withChange } from "./changed_endpoint.ts";
import {
  affectedEndpoints,
  type ChangedRoute,
  changedRoute,
  decideChange,
  type DecidedChange,
  writeChange,
} from "./changed_route.ts";
import { changedSpec, projectSpec, routeInSpec, specPathIn } from "./changed_spec.ts";
import { type EndpointName, type NamedEndpoint, namedEndpoint } from "./named_endpoint.ts";
import { type PresentEndpoint, presentRoute } from "./present_route.ts";
import {
  affectedNote,
  changeConflict,
  type ChangeInSpec,
  changeMessages,
  contentNote,
  keptNotes,
  labelOf,
  namedChanges,
  sharedModel,
  specNotes,
} from "./report.ts";

/** The endpoint to change, and the parts of it that change. */
export interface ChangeInput extends EndpointName {
  readonly change: EndpointChange;
  /** What to do with edited code that would have to change. */
  readonly edited: "refuse" | "keep" | "replace";
  /** Path to the project's folder, for the suggested next steps. */
  readonly folder: string;
}

/** Returns the planner that changes an endpoint. */
export function changePlanner(input: ChangeInput): Planner<GeneratedEndpoints> {
  return {
    reads: READS_BEFORE_WHOLE,
    readsAfter: (first) => {
      const whole = readsOfWhole(first);
      const spec = specPathIn(parseManifest(first.files.get(MANIFEST_PATH) ?? ""));
      // The manifest is read again, together with the files, so that both show the same state.
      const more = spec === null ? [MANIFEST_PATH] : [MANIFEST_PATH, spec];
      return { ...whole, files: [...whole.files ?? [], ...more] };
    },
    plan: (project) => planChange(input, project),
  };
}

async function planChange(
  input: ChangeInput,
  project: Project,
): Promise<Plan<GeneratedEndpoints>> {
  const { records } = project;
  if (records === null) return emptyPlan([unrecorded("this project", "changed")]);
  const named = namedEndpoint(input, records, project);
  if ("severity" in named) return emptyPlan([named]);
  const { record, endpoint: recorded } = named;
  const lost = unreadableHandlers(input.route, [recorded], project);
  if (lost.length > 0) return emptyPlan(lost);
  const spec = projectSpec(project, records);
  if (spec !== null && !("spec" in spec)) return emptyPlan(spec);
  const present = presentRoute(input.route, record, project, routeInSpec(spec, input.route));
  const key = endpointKey(recorded);
  const target = present.endpoints.find((each) => each.key === key);
  if (target === undefined) return emptyPlan([elsewhere(recorded)]);
  const problem = unfit(target, input.change) ?? unread(target, named, input.change);
  if (problem !== null) return emptyPlan([problem]);
  const next = withChange(present, target, input.change);
  const changed = next.endpoints.filter((each) => each.key === key);
  const inSpec = {
    path: records.manifest.spec,
    spec,
    edit: spec === null ? null : changedSpec(spec, recorded, input.change),
  };
  return await withSupport({ endpoints: changed, folder: input.folder }, project, (ready) => {
    const all = ready.records ?? records;
    const route = changedRoute(next, key, record, ready, all);
    return route === null
      ? emptyPlan([elsewhere(recorded)])
      : planRoute(route, target, inSpec, input);
  });
}

/** Returns the error for an endpoint of another blueprint than the one of its route. */
function elsewhere({ method, path }: EndpointRecord): Diagnostic {
  const message = `${method} ${printedPath(path)} is not below the prefix of its route. ` +
    "Nothing was written.";
  return error("python-unclear", message, { hint: "Change it by hand" });
}

/** Returns the error for parts that do not go with the endpoint. */
function unfit(
  { key, method, path, status: present, ...before }: PresentEndpoint,
  { mock, list, body, status = present, ...parameters }: EndpointChange,
): Diagnostic | null {
  const [problem] = PARAMETERS_PARTS.flatMap((part) => {
    const example = parameters[part] ?? null;
    const words = `for ${printedPath(key)}`;
    return example === null ? [] : parameterProblems(part, example, words, parameterNames(path));
  });
  if (problem !== undefined) {
    const { code, message, hint } = problem;
    return error(code, message, hint === undefined ? {} : { hint });
  }
  const asked = list === undefined ? before.list && listJson(before.list) : list;
  const listed = asked == null ? [] : listProblems(asked, {
    method,
    mock: mock ?? before.mock,
    query: parameters.query === undefined ? before.query ?? null : parameters.query,
    parameters: parameterNames(path),
  }, `for ${printedPath(key)}`);
  for (const { code, message, hint } of listed) {
    return error(code, message, hint === undefined ? {} : { hint });
  }
  if (body !== undefined && body !== null && !takesBody(method)) {
    const message = `'body' does not go with ${method}.`;
    return error("spec-body", message, { hint: "Only POST and PUT have a body" });
  }
  if (mock === undefined || hasContent(status)) return null;
  const message = `'mock' does not go with status ${status}: it has no content.`;
  return error("spec-status", message, { hint: "Remove the mock, or choose another status" });
}

/** Returns the error for parts that stay, but that the code does not show. */
function unread(
  { isExact, unread: unreadParts, method, status: present, body }: PresentEndpoint,
  { record, endpoint: recorded }: NamedEndpoint,
  change: EndpointChange,
): Diagnostic | null {
  if (isExact) return null;
  const { status = present } = change;
  // Endpoints of a route may share the model of a body, but not that of parameters.
  const asked = recorded.definitions.some(({ layer, name }) =>
    layer === "model" && isParametersName(name)
  );
  const needs = [
    ...(change.mock === undefined && hasContent(status) ? ["--mock"] : []),
    ...(asked
      ? unreadParts.filter((part) => change[part] === undefined).map((part) => `--${part}`)
      : []),
    ...(change.body === undefined && body === undefined && takesBody(method) &&
        [...definitionsIn(record, "model").keys()].some(isBodyName)
      ? ["--body"]
      : []),
  ];
  if (needs.length === 0) return null;
  const message = "Your code no longer shows everything that the endpoint was generated from. " +
    "Nothing was written.";
  return error("conflict-edited", message, { hint: `Pass ${needs.join(" and ")}, too` });
}

function planRoute(
  route: ChangedRoute,
  before: PresentEndpoint,
  inSpec: ChangeInSpec,
  { edited, change }: Pick<ChangeInput, "edited" | "change">,
): Plan<GeneratedEndpoints> {
  const followed = decideChange(route);
  if (!isFollowing(followed) && edited === "refuse") return refusedChange(route, followed);
  const decided = edited === "replace" || !isFollowing(followed) && edited === "keep"
    ? decideChange(route, edited)
    : followed;
  const written = writeChange(decided, edited === "replace");
  if (written.merges.diagnostics.length > 0) return emptyPlan(written.merges.diagnostics);
  const affected = affectedEndpoints(decided, written);
  const held = affected.find((each) => !each.case.isEdited);
  if (held !== undefined) return emptyPlan([sharedModel(route, held)]);
  const { draft } = written;
  const code = draft.changes();
  writeSpec(inSpec, draft);
  const changesSpec = draft.changes().length > code.length;
  const notes = [
    ...keptNotes(route, decided.action),
    ...affected.map(affectedNote),
    ...contentNote(before, route.endpoint),
    ...specNotes(labelOf(route.case), inSpec),
    ...notServed(route),
    ...written.diagnostics,
  ];
  // A record that nothing follows would only hide that the code differs from a spec elsewhere.
  if (code.length > 0 || changesSpec) writeRecords(written.records, draft);
  return {
    ...emptyPlan(notes),
    changes: namedChanges(draft),
    conflicts: written.merges.conflicts.changes(),
    discarded: code.filter(({ path }) => written.merges.replaced.has(path)),
    messages: changeMessages(decided, {
      changesCode: code.length > 0,
      spec: inSpec.spec?.path ?? null,
      changesSpec,
    }),
    claims: claimAdded(servedBy(route, writes(decided.action) ? change.status : undefined), notes),
    data: dataOf(route),
  };
}

function writeSpec({ spec, edit }: ChangeInSpec, draft: ProjectDraft): void {
  if (spec !== null && edit?.kind === "edited") draft.write(spec.path, edit.text);
}

/** Reports whether the code follows the change, or need not follow it. */
function isFollowing({ action }: DecidedChange): boolean {
  const { reason, heldBy, isContract = false } = action;
  return writes(action) || reason === "same" ||
    reason === "edited" && heldBy === undefined && !isContract;
}

/** Returns the plan that refuses a change, with the patch that `--force` would apply. */
function refusedChange(route: ChangedRoute, { action }: DecidedChange): Plan<GeneratedEndpoints> {
  const { draft } = writeChange(decideChange(route, "replace"), true);
  return {
    ...emptyPlan([]),
    refusal: changeConflict(route, action),
    conflicts: draft.changes(),
    data: dataOf(route),
  };
}

/** Returns the report's data: the endpoint at the path where it is served. */
function dataOf({ endpoint, case: { method, path } }: ChangedRoute): GeneratedEndpoints {
  return { endpoints: [{ ...endpointSummary(endpoint), method, path }] };
}

/**
 * Returns the endpoint as the code serves it, if it does.
 *
 * @param status Its new status.
 */
function servedBy(
  { case: { handler, method, path } }: ChangedRoute,
  status: number | undefined,
): readonly ClaimedEndpoint[] {
  const isServed = handler !== null && handler.registered && path !== "?";
  if (!isServed) return [];
  return [{ method, path, file: handler.file, ...(status === undefined ? {} : { status }) }];
}

/** Says how Flask would serve an endpoint whose blueprint nothing registers. */
function notServed({ case: { handler }, project }: ChangedRoute): readonly Diagnostic[] {
  const isMissing = handler !== null && !handler.registered && isProjectPath(handler.file);
  return isMissing ? unregisteredModule(handler.file, project.files) : [];
}
