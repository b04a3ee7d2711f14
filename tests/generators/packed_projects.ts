/** Putting endpoints of several specs into few projects: every tool takes seconds for each project. */

import type { ExpectedEndpoint } from "./arbitrary_spec.ts";

/**
 * Packs lists of endpoints into as few projects as their routes' names allow. A list stays together, and
 * no project gets two routes whose names differ in case only.
 *
 * @returns The endpoints of each project.
 */
export function packedProjects(
  lists: readonly (readonly ExpectedEndpoint[])[],
): readonly (readonly ExpectedEndpoint[])[] {
  const projects: { readonly routes: Set<string>; readonly endpoints: ExpectedEndpoint[] }[] = [];
  for (const endpoints of lists) {
    const routes = new Set(endpoints.map(({ route }) => route.toLowerCase()));
    const fitting = projects.find((project) => project.routes.isDisjointFrom(routes));
    if (fitting === undefined) projects.push({ routes, endpoints: [...endpoints] });
    else {
      routes.forEach((route) => fitting.routes.add(route));
      fitting.endpoints.push(...endpoints);
    }
  }
  return projects.map(({ endpoints }) => endpoints);
}
