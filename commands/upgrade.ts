/** The command that brings a project to the templates of this version. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { findAnyProject, findProject, projectMissing } from "./locate.ts";
import { planOption, previewOptions } from "./preview_options.ts";

/** Adds `layerwright upgrade`. */
export function addUpgrade(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("upgrade").helpGroup("Maintain:")
    .summary("Bring a project to new templates")
    .option("--keep-edited", "Keep your edits, and do not list them again")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (options) => {
      const project = findProject(host, cwd());
      if (project === null) {
        return finish({ report: projectMissing("upgrade", findAnyProject(host, cwd())) });
      }
      const { root, name, workspace } = project;
      const { presentLeft, presentUpgrade, upgradeProject } = await import("./late_changes.ts");
      const report = await upgradeProject(workspace, name, {
        ...previewOptions(context, root, options),
        keepEdited: options.keepEdited ?? false,
      });
      const isShown = options.diff === true && report.data !== null;
      finish({ report, text: presentUpgrade, ...(isShown && { notes: presentLeft }) });
    });
  describe(command, {
    purpose: "Update generated code to this version's templates. Your edits stay.",
    examples: ["layerwright upgrade --diff", "layerwright upgrade"],
  });
}
