/** Packs the routes of several specs into few projects, because tools take seconds per project. */

import { areApart } from "./arbitrary_path.ts";
import { type ExpectedEndpoint, pathOf } from "./written_spec.ts";

/**
 * Each test of a project creates an application with all endpoints, so the time of all tests grows
 * quadratically.
 */
const MAX_ENDPOINTS = 50;

interface Project {
  /** Names of the routes in lower case: some file systems do not distinguish `Users` from `users`. */
  readonly names: Set<string>;
  readonly endpoints: ExpectedEndpoint[];
}

/**
 * Packs the routes of some specs into few projects: their names and paths must differ, and their
 * number is limited.
 *
 * @returns The endpoints of each project.
 */
export function packedProjects(
  specs: readonly (readonly ExpectedEndpoint[])[],
): readonly (readonly ExpectedEndpoint[])[] {
  const routes = specs.flatMap((endpoints) => [
    ...Map.groupBy(endpoints, ({ route }) => route),
  ]);
  const projects: Project[] = [];
  for (const [route, endpoints] of routes) {
    const name = route.toLowerCase();
    const fitting = projects.find((project) =>
      !project.names.has(name) && project.endpoints.length + endpoints.length <= MAX_ENDPOINTS &&
      areApart(
        [...project.endpoints, ...endpoints].map((each) => ({ ...each, path: pathOf(each) })),
      )
    );
    if (fitting === undefined) projects.push({ names: new Set([name]), endpoints: [...endpoints] });
    else {
      fitting.names.add(name);
      fitting.endpoints.push(...endpoints);
    }
  }
  return projects.map(({ endpoints }) => endpoints);
}
