/** The command that records a project without records. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { report } from "../core/report.ts";
import { addArguments, readArguments } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { findAnyProject, projectMissing } from "./locate.ts";
import { missingSpec, type SpecWords } from "./spec_option.ts";

/** Adds `layerwright adopt`. */
export function addAdopt(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("adopt").helpGroup("Maintain:")
    .summary("Record a project without records");
  addArguments(command, "adopt")
    .action(async () => {
      const options: SpecWords = command.opts();
      if ((options.spec ?? options.json) === undefined) {
        return missingSpec(command, "--spec <spec_file>");
      }
      const project = findAnyProject(host, cwd());
      if (project === null) return finish({ report: projectMissing("adopt") });
      const { root, name, workspace } = project;
      const given = await readArguments(context, root, command, "adopt");
      if ("severity" in given) {
        return finish({ report: report("adopt", "failed", { diagnostics: [given] }) });
      }
      const { adoptProject, presentAdoption } = await import("./late_changes.ts");
      const result = await adoptProject(workspace, name, given.spec, {
        ...given,
        foldsCase: host.foldsCase,
      });
      const source = { path: given.specPath, text: given.spec };
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
