/** The URL paths, endpoints and data files that a renaming renames. */

import type { Project } from "../../project/project.ts";
import { dataFileName, urlPrefix } from "../../project/layout/layout.ts";
import type { FollowedBlueprint } from "./renamed_blueprint.ts";
import type { RenamedEndpoint, RenamedRoute } from "./renamed_route.ts";
import type { RenamedTexts } from "./renamed_strings.ts";
import type { RouteInProject } from "./route_to_rename.ts";

/**
 * Returns the names and paths that strings may contain. The route's blueprints must have been
 * renamed already.
 */
export function renamedTexts(
  { route, definitions, names }: RouteInProject,
  blueprints: readonly FollowedBlueprint[],
  { routes }: Project,
): RenamedTexts {
  const handlers = definitions.filter(({ layer, name }) => layer === "route" && name !== "service");
  const places = new Set<string>(handlers.map(({ path }) => path));
  const served = routes.filter(({ file }) => places.has(file))
    .flatMap((each) => each.endpoints.flatMap(({ path }) => path ?? []));
  const data = route.endpoints.flatMap(({ before }) => {
    const name = dataFileName(route.from, before.serviceMethod);
    const renamed = names.get(`mock ${name}`);
    return renamed === undefined ? [] : [[name, renamed] as const];
  });
  return {
    blueprints: new Map(blueprints.flatMap((each) => [...each.names])),
    handlers: new Map(handlers.map(({ name, to }) => [name, to])),
    urls: renamedUrls(route, blueprints, served),
    data: new Map(data),
  };
}

/** Returns the URL paths that change: the route's, or those of a subroute, below each prefix. */
function renamedUrls(
  { from, to, endpoints }: RenamedRoute,
  blueprints: readonly FollowedBlueprint[],
  served: readonly string[],
): RenamedTexts["urls"] {
  const isPrefixed = blueprints.some((each) => each.isPrefixed);
  const rules = new Set(blueprints.flatMap((each) => [...each.rules]));
  const changed = endpoints.filter(({ before }) =>
    from === to ? rules.has(before.rule) : isPrefixed
  );
  const own = new Map(changed.map((each) => [each.before.prefix + each.before.rule, each]));
  const urls = new Map<string, string>();
  const add = (mount: string, { before, after }: RenamedEndpoint) => {
    const [old, now] = from === to
      ? [before.prefix + before.rule, after.prefix + after.rule]
      : [urlPrefix(from), urlPrefix(to)];
    urls.set(mount + old, mount + now);
  };
  for (const endpoint of changed) add("", endpoint);
  for (const path of served) {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      const endpoint = own.get(path.slice(at));
      if (endpoint !== undefined) add(path.slice(0, at), endpoint);
    }
  }
  return [...urls].filter(([before, after]) => before !== after);
}

/** Returns sentences about URL paths that stay, because people wrote them. */
export function keptPaths(
  { route: { from, to, endpoints }, definitions }: RouteInProject,
  blueprints: readonly FollowedBlueprint[],
): readonly string[] {
  if (from !== to) {
    return blueprints.flatMap(({ keptPrefixes }) =>
      keptPrefixes.map((prefix) =>
        `Kept the URL prefix ${prefix === null ? "" : `'${prefix}' `}that you wrote`
      )
    );
  }
  const rules = new Set(blueprints.flatMap((each) => [...each.rules]));
  const renamed = endpoints.filter(({ before, after }) =>
    before.rule !== after.rule && !rules.has(before.rule)
  );
  return definitions.filter(({ layer, endpoint }) =>
    layer === "route" && endpoint !== null && renamed.includes(endpoint)
  ).map(({ name }) => `Kept the path that you wrote for '${name}'`);
}
