/** Writes all routes of a spec into the project. */

import type { RouteRecord } from "../../project/records/route_record.ts";
import { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { FileMerges } from "../edits/file_merges.ts";
import { withDecisions } from "../records/record_after_update.ts";
import { writeMovedRoute } from "./moved_routes.ts";
import { type EndpointAction, writes } from "../compare/action.ts";
import { type DecidedRoute, followedRoute, mergeRoute } from "./reconcile_route.ts";

/** The routes of a project after a run. */
export interface ReconciledRoutes {
  /** The records of all routes. */
  readonly routes: ReadonlyMap<string, RouteRecord>;
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** The routes whose code the run wrote. */
  readonly changed: ReadonlySet<string>;
  /** What to say of the new handlers. */
  readonly notes: readonly Diagnostic[];
}

/**
 * Writes the code of each route into the project.
 *
 * @param recorded The records of the project whose handlers follow the spec.
 */
export function writeRoutes(
  decided: readonly DecidedRoute[],
  recorded: ReadonlyMap<string, RouteRecord>,
  merges: FileMerges,
): ReconciledRoutes {
  const routes = new Map(recorded);
  const actions = new Map<Endpoint, EndpointAction>();
  const changed = new Set<string>();
  const notes = new Map<string, Diagnostic>();
  const placed = decided.map((each) => followedRoute(each, recorded.get(each.route.name)));
  const { files } = merges.draft;
  const written = placed.map((each) =>
    [each, each.isMoved ? writeMovedRoute(each, merges, files) : mergeRoute(each, merges)] as const
  );
  let symbols: ProjectSymbols | undefined;
  const now = () => symbols ??= new ProjectSymbols(merges.draft.files);
  for (const [each, outcome] of written) {
    const found = typeof outcome === "function" ? outcome(now()) : outcome;
    const { record, actions: done } = found;
    for (const note of found.notes ?? []) notes.set(`${each.route.name} ${note.message}`, note);
    const { name } = each.route;
    routes.set(name, record);
    for (const [endpoint, action] of done) actions.set(endpoint, action);
    if ([...done.values()].some(writes)) changed.add(name);
  }
  return { routes: withDecisions(routes, actions), actions, changed, notes: [...notes.values()] };
}
