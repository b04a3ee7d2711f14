/** Removes endpoints that a spec no longer has. */

import {
  definitionKey,
  type DefinitionRecord,
  type EndpointRecord,
  type RouteRecord,
  withDefinitions,
} from "../../project/records/route_record.ts";
import { type Diagnostic, info } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { brokenPython } from "../plans/plan.ts";
import { type Removal, type RemovalRequest, removeFromProject } from "../edits/removal.ts";
import {
  type OwnedEndpoints,
  ownedEndpoints,
  type RouteEndpoints,
} from "../edits/owned_endpoints.ts";
import { recordAfterRemoval, removedKeys } from "../records/record_after_removal.ts";
import { type OwnedDefinition, placesOf } from "../edits/removal_plan.ts";

/** The outcome of pruning. */
export interface Pruned {
  /** The changed files. */
  readonly paths: readonly ProjectPath[];
  /** The new records of routes, by name. */
  readonly records: ReadonlyMap<string, RouteRecord>;
  readonly removed: readonly EndpointRecord[];
  /** Says which endpoints stay, and why. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A route with definitions that may no longer be needed. */
export interface StaleRoute {
  readonly route: string;
  readonly record: RouteRecord;
  /** Reports whether the endpoints of the route no longer need a definition. */
  readonly isStale: (definition: DefinitionRecord) => boolean;
}

/**
 * Removes definitions that endpoints no longer need, such as the models of an earlier mock. Definitions that
 * people edited or use stay.
 */
export function withoutStale(
  routes: readonly StaleRoute[],
  draft: ProjectDraft,
): Pick<Pruned, "paths" | "records"> {
  const { project } = draft;
  const parts = routes.flatMap((each) => stalePart(each, project));
  if (parts.length === 0) return { paths: [], records: new Map() };
  const { texts } = removeFromProject(project, combined(parts));
  draft.apply(texts);
  const records = parts.map((part) => {
    const gone = removedKeys(part, draft.project);
    const left = withDefinitions(
      part.record,
      (each) => gone.has(definitionKey(each)) ? null : each,
    );
    const endpoints = left.endpoints.filter(({ definitions }) => definitions.length > 0);
    return [part.route, { ...left, endpoints }] as const;
  });
  return { paths: [...texts.keys()], records: new Map(records) };
}

function stalePart(
  { route, record, isStale }: StaleRoute,
  project: Project,
): readonly OwnedEndpoints[] {
  const endpoints = record.endpoints.map((each) => ({
    ...each,
    definitions: each.definitions.filter(isStale),
  })).filter(({ definitions }) => definitions.length > 0);
  if (endpoints.length === 0) return [];
  // The target is not the whole route, because its shared definitions stay.
  const part = { ...record, endpoints: [...endpoints, ...record.endpoints] };
  const owned = ownedEndpoints({ route, record: part, endpoints }, project);
  const definitions = owned.definitions.map((each) => ({ ...each, stays: each.isEdited }));
  return [{ ...owned, record, definitions }];
}

/**
 * Removes endpoints. An endpoint that people edited stays, and so does one that other code uses.
 *
 * @param routes The endpoints to remove, by route.
 * @param draft The project's Python files and data files.
 */
export function pruned(routes: readonly RouteEndpoints[], draft: ProjectDraft): Pruned {
  const { project } = draft;
  const kept = new Map<EndpointRecord, string>();
  // The code of an endpoint that stays may use another endpoint, which then stays, too. The loop
  // then needs another round.
  for (;;) {
    const parts = routes.flatMap((each) => {
      const endpoints = each.endpoints.filter((endpoint) => !kept.has(endpoint));
      return endpoints.length === 0 ? [] : [ownedEndpoints({ ...each, endpoints }, project)];
    });
    const removal = removeFromProject(project, combined(parts));
    const reasons = reasonsToKeep(parts, removal, project);
    if (reasons.size === 0) {
      draft.apply(removal.texts);
      const after = draft.project;
      return {
        paths: [...removal.texts.keys()],
        records: new Map(parts.map((each) => [each.route, recordAfterRemoval(each, after, false)])),
        removed: parts.flatMap(({ endpoints }) => endpoints),
        diagnostics: keptEndpoints(routes, kept),
      };
    }
    for (const [endpoint, why] of reasons) kept.set(endpoint, why);
  }
}

/** Combines the code of all routes, because each removal searches the whole project. */
function combined(parts: readonly OwnedEndpoints[]): RemovalRequest<OwnedDefinition> {
  return {
    definitions: parts.flatMap(({ definitions }) => definitions),
    files: new Set(parts.flatMap(({ files }) => [...files])),
    data: new Map(parts.flatMap(({ data }) => [...data])),
  };
}

/** Returns the reasons why endpoints cannot be removed. */
function reasonsToKeep(
  parts: readonly OwnedEndpoints[],
  { removed, kept }: Removal<OwnedDefinition>,
  project: Project,
): ReadonlyMap<EndpointRecord, string> {
  const reasons = new Map<EndpointRecord, string>();
  const problems = new Map(
    combined(parts).definitions.map(({ path }) => [path, syntaxProblem(path, project)] as const),
  );
  const gone = new Set(removed);
  const used = new Map(kept.map(({ definition, uses }) => [definition, uses]));
  for (const { endpoints, definitions } of parts) {
    const owners = ownersIn(endpoints);
    for (const definition of definitions) {
      const { path, name, isEdited, isHandler, recordedKey } = definition;
      const uses = used.get(definition) ?? [];
      const why = problems.get(path) ??
        (isEdited && gone.has(definition)
          ? "you edited it"
          : isHandler && uses.length > 0
          ? `other code uses '${name}' (${placesOf(uses)})`
          : null);
      // Shared definitions are removed with the last endpoint.
      const owner = owners.get(recordedKey) ?? endpoints.at(-1);
      if (why !== null && owner !== undefined && !reasons.has(owner)) reasons.set(owner, why);
    }
  }
  return reasons;
}

function ownersIn(endpoints: readonly EndpointRecord[]): ReadonlyMap<string, EndpointRecord> {
  return new Map(
    endpoints.flatMap((endpoint) =>
      endpoint.definitions.map((definition) => [definitionKey(definition), endpoint] as const)
    ),
  );
}

/** Returns the reason why a file cannot be edited; `null` if it can. */
function syntaxProblem(path: ProjectPath, project: Project): string | null {
  const [problem] = project.module(path).problems;
  return problem === undefined ? null : brokenPython(path, problem.line, problem.message).message;
}

function keptEndpoints(
  routes: readonly RouteEndpoints[],
  kept: ReadonlyMap<EndpointRecord, string>,
): readonly Diagnostic[] {
  return routes.flatMap(({ endpoints }) => endpoints).flatMap((each) => {
    const why = kept.get(each);
    if (why === undefined) return [];
    const message = `Kept ${each.method} ${printedPath(each.path)}: ${why}`;
    return [info("definition-kept", message)];
  });
}
