/** The command that brings a project to the templates of this version. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { addArguments, readArguments } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { findAnyProject, findProject, projectMissing } from "./locate.ts";

/** Adds `layerwright upgrade`. */
export function addUpgrade(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("upgrade").helpGroup("Maintain:")
    .summary("Bring a project to new templates");
  addArguments(command, "upgrade")
    .action(async () => {
      const project = findProject(host, cwd());
      if (project === null) {
        return finish({ report: projectMissing("upgrade", findAnyProject(host, cwd())) });
      }
      const { root, name, workspace } = project;
      const { presentLeft, presentUpgrade, upgradeProject } = await import("./late_changes.ts");
      const given = await readArguments(context, root, command, "upgrade");
      if ("severity" in given) return;
      const report = await upgradeProject(workspace, name, given);
      const isShown = given.diff === true && report.data !== null;
      finish({ report, text: presentUpgrade, ...(isShown && { notes: presentLeft }) });
    });
  describe(command, {
    purpose: "Update generated code to this version's templates. Your edits stay.",
    examples: ["layerwright upgrade --diff", "layerwright upgrade"],
  });
}
