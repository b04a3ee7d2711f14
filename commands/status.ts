/** The command that compares a project with its records and with a spec. */

import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { relative } from "node:path";
import { type Report, report } from "../core/report.ts";
import { shellQuote } from "../core/shell_quote.ts";
import type { View } from "../presentation/view.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { findAnyProject, projectMissing } from "./locate.ts";
import { readSpecOption } from "./spec_option.ts";

/** Adds `layerwright status`. */
export function addStatus(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("status").helpGroup("Inspect:")
    .summary("Differences from the spec, and problems")
    .argument("[route]", "Only this route")
    .option("--spec <spec_file>", "Spec to compare with; - for stdin (default: the project's own)")
    .option("--all", "List everything, not only differences")
    .addOption(
      new Option("--format <format>", "text, or github for annotations").choices([
        "text",
        "github",
      ]),
    )
    .action(async (route, { spec, all = false, format }) => {
      const project = findAnyProject(host, cwd());
      if (project === null) return finish({ report: projectMissing("status") });
      const { root, workspace, name } = project;
      const input = await readSpecOption(context, root, { spec });
      if (input !== null && "severity" in input) {
        return finish({ report: report("status", "failed", { diagnostics: [input] }) });
      }
      const { DRIFT, presentAnnotations, presentStatus, projectStatus } = await import(
        "./late_status.ts"
      );
      const result = await projectStatus(workspace, name, {
        ...(input === null ? {} : { spec: input.text, specPath: input.specPath }),
        ...(route === undefined ? {} : { route }),
        foldsCase: host.foldsCase,
      });
      const isClean = result.data === null || result.data.drift + result.data.problems.length === 0;
      const isToGenerate = result.data?.endpoints.some(({ state }) =>
        DRIFT.has(state) && state !== "unregistered" && state !== "unreadable"
      ) ?? false;
      const listed = route !== undefined ? "endpoints" : all ? "everything" : "notable";
      const asText = (shown: Report, view: View) =>
        presentStatus(shown, all ? { ...view, listLimit: Infinity } : view, listed);
      finish({
        report: {
          ...result,
          next: nextCommands(isToGenerate, spec ?? input?.specPath, relative(host.cwd, cwd())),
        },
        text: format === "github" ? presentAnnotations : asText,
        ...(input === null ? {} : { source: { path: input.specPath, text: input.text } }),
        ...(isClean ? {} : { exitCode: 1 }),
      });
    });
  describe(command, {
    purpose:
      "Show how the code differs from the spec, who wrote each endpoint, and the problems. " +
      "Exit code 1 if there are differences or problems.",
    examples: [
      "layerwright status --spec shop.json",
      "layerwright status products",
      "layerwright status --all",
      "layerwright status --format github",
    ],
  });
}

/**
 * Suggests a dry run of `generate api`, which shows the changes that would resolve the drift.
 *
 * @param folder The folder of `--directory`; empty for the working directory.
 */
function nextCommands(
  isToGenerate: boolean,
  spec: string | undefined,
  folder: string,
): readonly string[] {
  if (!isToGenerate || spec === undefined || spec === "-") return [];
  const there = folder === "" ? "" : ` -C ${shellQuote(folder)}`;
  return [`layerwright${there} generate api --json ${shellQuote(spec)} --dry-run`];
}
