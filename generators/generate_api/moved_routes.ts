/** Writes the routes whose code people moved or renamed. */

import type { Snapshot } from "../../core/change_set.ts";
import { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import { allDefinitions } from "../../project/records/route_record.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { type MovedEndpoint, MovedRoute } from "./moved_route.ts";
import { leave } from "../compare/action.ts";
import { type DecidedRoute, missingModels, type ReconciledRoute } from "./reconcile_route.ts";
import { grouped, recordOf } from "./reconciled_record.ts";
import { wantedDefinitions } from "../edits/wanted_definitions.ts";

/**
 * Writes the endpoints of routes where their code is now. Many routes can share a file, so each file is written
 * once for all of them.
 */
export function writeMovedRoutes(
  routes: readonly DecidedRoute[],
  draft: ProjectDraft,
): ReadonlyMap<DecidedRoute, ReconciledRoute> {
  if (routes.length === 0) return new Map();
  const { files } = draft;
  const written = routes.map((route) => [route, writeEndpoints(route, draft, files)] as const);
  const now = new ProjectSymbols(draft.files);
  return new Map(written.map(([route, outcome]) => [route, outcome(now)]));
}

/**
 * Writes the endpoints of a route.
 *
 * @param files The files before any of the endpoints is written.
 * @returns a function that computes the outcome from the files with
 * the endpoints of all routes.
 */
function writeEndpoints(
  decided: DecidedRoute,
  draft: ProjectDraft,
  files: Snapshot,
): (now: ProjectSymbols) => ReconciledRoute {
  const { route: { name, code, homes }, record, actions, owners } = decided;
  const wanted = wantedDefinitions(code);
  const recorded = (by: typeof actions) => grouped(record, by, owners, allDefinitions(record));
  const before = recorded(actions);
  const needed = missingModels(decided, files);
  const models = Map.groupBy(
    [...wanted.values()].flat().filter(({ layer, name }) => layer === "model" && needed.has(name)),
    (model) => needed.get(model.name),
  );
  const after = new Map(actions);
  const moved = new MovedRoute(homes.of(name), draft, files);
  const written: MovedEndpoint[] = [];
  for (const [endpoint, { writing }] of actions) {
    if (writing === null) continue;
    const each = {
      endpoint,
      writing,
      wanted: [...models.get(endpoint) ?? [], ...wanted.get(endpoint) ?? []],
      recorded: before.get(endpoint) ?? [],
    };
    const reason = moved.write(each);
    if (reason === null) {
      written.push(each);
      continue;
    }
    after.set(endpoint, leave(writing === "add" ? "unplaced" : "deleted", reason));
  }
  const isComplete = [...after.values()].every(({ problem }) => problem === undefined);
  return (now) => {
    // What could not be written leaves its names to the endpoints that have them.
    const groups = new Map(isComplete ? before : recorded(after));
    for (const each of written) {
      const own = { ...each, recorded: groups.get(each.endpoint) ?? [] };
      groups.set(each.endpoint, moved.records(own, now));
    }
    const definitions = [...groups.values()].flat();
    return { record: recordOf(record, after, groups, definitions), actions: after };
  };
}
