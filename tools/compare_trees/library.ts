/** The library of a checkout, with more options in each call. */

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  GenerateApiOptions,
  GenerateResourceOptions,
  GenerateRouteOptions,
  GenerateSubrouteOptions,
  RemoveOptions,
  Report,
} from "../../mod.ts";
import type { Library } from "../../tests/life/commands.ts";

/** Imports the library of a checkout. */
export async function libraryOf(checkout: string): Promise<Library> {
  return await import(pathToFileURL(join(resolve(checkout), "mod.ts")).href);
}

/** Options of commands. Each command gets only those that it has. */
export type MoreOptions = Partial<
  & GenerateApiOptions
  & GenerateResourceOptions
  & GenerateRouteOptions
  & GenerateSubrouteOptions
  & RemoveOptions
>;

/**
 * Returns a library that adds options to the calls of its commands.
 *
 * @param note Called with the report of each command.
 */
export function withOptions(
  library: Library,
  more: MoreOptions,
  note: (report: Report) => void,
): Library {
  const noted = async <R extends Report>(running: Promise<R>): Promise<R> => {
    const report = await running;
    note(report);
    return report;
  };
  return {
    ...library,
    generateApi: (workspace, name, spec, options) =>
      noted(library.generateApi(workspace, name, spec, { ...options, ...more })),
    generateRoute: (workspace, route, options) =>
      noted(library.generateRoute(workspace, route, { ...options, ...more })),
    generateSubroute: (workspace, route, subroute, options) =>
      noted(library.generateSubroute(workspace, route, subroute, { ...options, ...more })),
    generateResource: (workspace, route, example, options) =>
      noted(library.generateResource(workspace, route, example, { ...options, ...more })),
    removeRoute: (workspace, route, options) =>
      noted(library.removeRoute(workspace, route, { ...options, ...more })),
    removeSubroute: (workspace, route, subroute, options) =>
      noted(library.removeSubroute(workspace, route, subroute, { ...options, ...more })),
    renameRoute: (workspace, route, to, options) =>
      noted(library.renameRoute(workspace, route, to, { ...options, ...more })),
    renameSubroute: (workspace, route, subroute, to, options) =>
      noted(library.renameSubroute(workspace, route, subroute, to, { ...options, ...more })),
    adoptProject: (workspace, name, spec, options) =>
      noted(library.adoptProject(workspace, name, spec, { ...options, ...more })),
    upgradeProject: (workspace, name, options) =>
      noted(library.upgradeProject(workspace, name, { ...options, ...more })),
    undo: (workspace, options) => noted(library.undo(workspace, { ...options, ...more })),
    redo: (workspace, options) => noted(library.redo(workspace, { ...options, ...more })),
  };
}
