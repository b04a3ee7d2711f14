/** The commands that rename generated routes and subroutes. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** Adds `layerwright rename` and its commands. */
export function addRename(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("rename").helpGroup("Generate:")
    .summary("Give a route or a subroute another name");
  describe(command, {
    purpose: "Rename generated code, and everything that uses it. Your code stays.",
    examples: [
      "layerwright rename route orders purchases --dry-run",
      "layerwright rename subroute products sale offers --diff",
    ],
  });
  command.action(() => command.help());
  addRenameRoute(command, context);
  addRenameSubroute(command, context);
}

function addRenameRoute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("route").summary("Route with all its layers");
  addArguments(command, "rename route").action(async () => {
    const { presentRenaming, renameRoute } = await import("./late_changes.ts");
    const what = { name: "rename route", text: presentRenaming, anyLayout: false } as const;
    await runChange(
      context,
      command,
      what,
      ({ workspace }, { route, to, ...options }) => renameRoute(workspace, route, to, options),
    );
  });
  describe(command, {
    purpose: "Rename a route: its files, its code, its URL prefix and everything that uses them.",
    examples: [
      "layerwright rename route orders purchases --diff",
      "layerwright rename route orders purchases",
    ],
  });
}

function addRenameSubroute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("subroute").summary("Endpoint in all layers");
  addArguments(command, "rename subroute").action(async () => {
    const { presentRenaming, renameSubroute } = await import("./late_changes.ts");
    const what = { name: "rename subroute", text: presentRenaming, anyLayout: false } as const;
    await runChange(
      context,
      command,
      what,
      ({ workspace }, { route, subroute, to, ...options }) =>
        renameSubroute(workspace, route, subroute, to, options),
    );
  });
  describe(command, {
    purpose: "Rename a subroute: its path, its code and everything that uses it.",
    examples: [
      "layerwright rename subroute products sale offers --diff",
      "layerwright rename subroute products sale offers",
    ],
  });
}
