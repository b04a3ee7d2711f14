/** The command that records a project without records. */

import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { adoptProject } from "../actions/adopt_project.ts";
import { report } from "../core/report.ts";
import { presentAdoption } from "../presentation/present_status.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { inputName, readJsonFile } from "./input.ts";
import { findAnyProject, projectMissing } from "./locate.ts";
import { previewOptions } from "./preview_options.ts";
import { requiredSpec } from "./spec_option.ts";

/** Adds `layerwright adopt`. */
export function addAdopt(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("adopt").helpGroup("Maintain:")
    .summary("Record a project without records")
    .option("--spec <spec_file>", "Spec of the project; - for stdin")
    .addOption(new Option("--json <spec_file>", "Same as --spec").hideHelp())
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .action(async (options) => {
      const spec = requiredSpec(command, options);
      const project = findAnyProject(host, cwd());
      if (project === null) return finish({ report: projectMissing("adopt") });
      const input = await readJsonFile(host, cwd(), spec);
      if (input.kind === "problem") {
        const diagnostics = [input.diagnostic];
        return finish({ report: report("adopt", "failed", { diagnostics }) });
      }
      const { root, name, workspace } = project;
      const specPath = inputName(spec);
      const result = await adoptProject(workspace, name, input.text, {
        ...previewOptions(host, root, options),
        specPath,
        foldsCase: host.foldsCase,
      });
      const source = { path: specPath, text: input.text };
      finish({ report: result, text: presentAdoption, source });
    });
  describe(command, {
    purpose: "Record a project that lost its .layerwright folder, or that was begun without it.",
    examples: [
      "layerwright adopt --spec shop.json --dry-run",
      "layerwright adopt --spec shop.json",
    ],
  });
}
