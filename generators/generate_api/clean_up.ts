/** Removes endpoints and definitions that the spec no longer has, in a run of `generate api`. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import type { Records } from "../../project/records/records.ts";
import {
  definitionKey,
  type DefinitionRecord,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { withoutUnusedMocksPackage } from "../edits/mocks_package.ts";
import { hasSameLines } from "../edits/merge.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { withEolOf } from "../plans/plan.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { EndpointAction } from "../compare/action.ts";
import { recordsOf, type UnwantedEndpoints } from "./unwanted_endpoints.ts";
import { pruned, type StaleRoute, withoutStale } from "./prune.ts";
import { definitionOwners } from "../code/route_definitions.ts";
import type { RouteCode } from "../code/route_files.ts";

export interface CleanUpInput {
  /** The code that the spec wants, by route. */
  readonly code: ReadonlyMap<string, RouteCode>;
  /** The routes whose code the run wrote. */
  readonly changed: ReadonlySet<string>;
  /** The endpoints to remove. */
  readonly unwanted: UnwantedEndpoints;
  /** What the run did with the endpoints of the spec. */
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** The project, with the code that the run wrote. */
  readonly draft: ProjectDraft;
}

/** What a run removed, and the records after it. */
export interface CleanedUp {
  /** The records after the run. */
  readonly records: Records;
  readonly removed: readonly EndpointRecord[];
  /** Says which endpoints stay, and why. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Removes endpoints and definitions that the spec no longer has.
 *
 * @param records The records of the code that the run wrote.
 */
export function cleanUp(
  { manifest, routes: recorded }: Records,
  { code, changed, unwanted, actions, draft }: CleanUpInput,
): CleanedUp {
  const routes = new Map(recorded);
  const old = pruned(recordsOf(unwanted, recorded, actions), draft);
  for (const [route, record] of old.records) routes.set(route, record);
  const written = [...code].filter(([route]) => changed.has(route));
  const stale = withoutStale(written.flatMap((each) => staleRoute(each, routes)), draft);
  for (const [route, record] of stale.records) routes.set(route, record);
  const paths = new Set([...old.paths, ...stale.paths]);
  if (paths.size > 0) {
    for (const [, generated] of written) inOrderOfSpec(paths, generated, draft);
  }
  const records = { manifest, routes };
  return {
    records: paths.size === 0 ? records : withoutUnusedMocksPackage(records, draft),
    removed: old.removed,
    diagnostics: old.diagnostics,
  };
}

/**
 * Returns a route's record, with a predicate for the models and mocks that the spec no longer
 * wants; empty if the route has no record.
 */
function staleRoute(
  [route, generated]: readonly [string, RouteCode],
  records: ReadonlyMap<string, RouteRecord>,
): readonly StaleRoute[] {
  const record = records.get(route);
  if (record === undefined) return [];
  const wanted = definitionOwners(generated);
  const isStale = ({ layer, name }: DefinitionRecord) =>
    (layer === "model" || layer === "mock") && !wanted.has(definitionKey({ layer, name }));
  return [{ route, record, isStale }];
}

/**
 * Writes the generated text of each file that has the same lines in another order, because a new
 * definition was added below the one that it replaced. Skips files whose older definitions would
 * change their order, so that undo can restore the file.
 *
 * @param paths The files that definitions were removed from.
 */
function inOrderOfSpec(
  paths: ReadonlySet<ProjectPath>,
  { files }: RouteCode,
  draft: ProjectDraft,
): void {
  for (const [file, generated] of files) {
    const path = projectPath(file);
    const text = paths.has(path) ? draft.text(path) : undefined;
    const wanted = text === undefined ? generated : withEolOf(text, generated);
    if (text === undefined || text === wanted || !hasSameLines(text, wanted)) continue;
    if (hasSameOrder(draft.before.files.get(path) ?? "", wanted)) draft.write(path, wanted);
  }
}

/** Reports whether the definitions that two modules have in common are in the same order. */
function hasSameOrder(one: string, other: string): boolean {
  const [names, others] = [definitionNames(one), definitionNames(other)];
  const common = new Set(names).intersection(new Set(others));
  const inOrder = (all: readonly string[]) => all.filter((name) => common.has(name)).join();
  return inOrder(names) === inOrder(others);
}

function definitionNames(text: string): readonly string[] {
  return symbols(readPython(text)).map(({ name }) => name);
}
