/** The command that records a project without records. */

import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { findAnyProject, projectMissing } from "./locate.ts";
import { planOption, previewOptions } from "./preview_options.ts";
import { missingSpec, readSpecOption } from "./spec_option.ts";

/** Adds `layerwright adopt`. */
export function addAdopt(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("adopt").helpGroup("Maintain:")
    .summary("Record a project without records")
    .option("--spec <spec_file>", "Spec of the project; - for stdin (required)")
    .addOption(new Option("--json <spec_file>", "Same as --spec").hideHelp())
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (options) => {
      if ((options.spec ?? options.json) === undefined) return missingSpec(command, "--spec");
      const project = findAnyProject(host, cwd());
      if (project === null) return finish({ report: projectMissing("adopt") });
      const { root, name, workspace } = project;
      const input = await readSpecOption(context, root, options);
      if (input === null) return missingSpec(command, "--spec");
      if ("severity" in input) {
        return finish({ report: report("adopt", "failed", { diagnostics: [input] }) });
      }
      const { text, ...located } = input;
      const { adoptProject, presentAdoption } = await import("./late_changes.ts");
      const result = await adoptProject(workspace, name, text, {
        ...previewOptions(context, root, options),
        ...located,
        foldsCase: host.foldsCase,
      });
      const source = { path: located.specPath, text };
      finish({ report: result, text: presentAdoption, source });
    });
  describe(command, {
    purpose: "Record a project that lost its .layerwright folder, or never had one.",
    examples: [
      "layerwright adopt --spec shop.json --dry-run",
      "layerwright adopt --spec shop.json",
    ],
  });
}
