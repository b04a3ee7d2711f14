/** Runs the commands that change a project. */

import type { Report } from "../core/report.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ChangingCommand, Given } from "./commands.ts";
import { generateApi } from "./generate_api.ts";
import { addResource } from "./generate_resource.ts";
import { addRoute } from "./generate_route.ts";
import { addSubroute } from "./generate_subroute.ts";
import type { RunOptions } from "./run_planner.ts";

/** Options of a run that are not part of the command, because they depend on where it runs. */
export interface InvokeOptions extends RunOptions {
  /** Whether the project's file system ignores case in file names; default: `false`. */
  readonly foldsCase?: boolean;
  /** The path of the project's folder in suggested commands; default: the project's name. */
  readonly folder?: string;
  /** Whether the report's paths are relative to the project's folder; default: as in the arguments. */
  readonly isInside?: boolean;
}

const late = () => import("./late_actions.ts");

const ACTIONS: {
  readonly [Command in ChangingCommand]: (
    workspace: Workspace,
    given: Given<Command> & InvokeOptions,
  ) => Promise<Report>;
} = {
  "generate api": (workspace, { name, spec, inside: isInside = false, ...options }) =>
    generateApi(workspace, name, spec, { isInside, ...options }),
  "generate route": addRoute,
  "generate resource": addResource,
  "generate subroute": addSubroute,
  "generate docs": async (workspace, options) =>
    await (await late()).generateDocs(workspace, options),
  "change route": async (workspace, { route, ...options }) =>
    await (await late()).changeEndpoint(workspace, { route, subroute: null }, options),
  "change subroute": async (workspace, { route, subroute, ...options }) =>
    await (await late()).changeEndpoint(workspace, { route, subroute }, options),
  "remove route": async (workspace, { route, ...options }) =>
    await (await late()).removeRoute(workspace, route, options),
  "remove subroute": async (workspace, { route, subroute, ...options }) =>
    await (await late()).removeSubroute(workspace, route, subroute, options),
  "remove docs": async (workspace, options) => await (await late()).removeDocs(workspace, options),
  "rename route": async (workspace, { route, to, ...options }) =>
    await (await late()).renameRoute(workspace, route, to, options),
  "rename subroute": async (workspace, { route, subroute, to, ...options }) =>
    await (await late()).renameSubroute(workspace, route, subroute, to, options),
  upgrade: async (workspace, { name, ...options }) =>
    await (await late()).upgradeProject(workspace, name, options),
  undo: async (workspace, options) => await (await late()).undo(workspace, options),
  redo: async (workspace, options) => await (await late()).redo(workspace, options),
  adopt: async (workspace, { name, spec, ...options }) =>
    await (await late()).adoptProject(workspace, name, spec, options),
};

/** Runs a command on a project. The arguments must have the right types; their values may be hostile. */
export async function invoke<Command extends ChangingCommand>(
  workspace: Workspace,
  command: Command,
  given: Given<Command> & InvokeOptions,
): Promise<Report> {
  return await ACTIONS[command](workspace, given);
}
