/** The commands that rename generated routes and subroutes. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { runInProject } from "./in_project.ts";
import { planOption, previewOptions } from "./preview_options.ts";

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
  const command = parent.command("route")
    .summary("Route with all its layers")
    .argument("<route>", "Route to rename")
    .argument("<name>", "New name")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (route, name, options) => {
      const { presentRenaming, renameRoute } = await import("./late_changes.ts");
      const rename = { name: "rename route", text: presentRenaming, anyLayout: false };
      await runInProject(
        context,
        rename,
        ({ root, workspace }) =>
          renameRoute(workspace, route, name, previewOptions(context, root, options)),
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
  const command = parent.command("subroute")
    .summary("Endpoint in all layers")
    .argument("<route>", "Route of the subroute")
    .argument("<subroute>", "Subroute to rename")
    .argument("<name>", "New name")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (route, subroute, name, options) => {
      const { presentRenaming, renameSubroute } = await import("./late_changes.ts");
      const rename = { name: "rename subroute", text: presentRenaming, anyLayout: false };
      await runInProject(
        context,
        rename,
        ({ root, workspace }) =>
          renameSubroute(
            workspace,
            route,
            subroute,
            name,
            previewOptions(context, root, options),
          ),
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
