/** The read-only commands. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import {
  analyzeProject,
  checkRouteExists,
  getProjectInfo,
  validateSpec,
} from "../actions/inspect.ts";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { inputName, readJsonFile } from "./input.ts";
import { findAnyProject, projectMissing } from "./locate.ts";
import { presentAnalysis, presentInfo } from "../presentation/present_inspection.ts";
import { runInProject } from "./in_project.ts";

const GROUP = "Inspect:";

/** Adds `layerwright validate`. */
export function addValidate(program: CommandUnknownOpts, { host, cwd, finish }: Context): void {
  const command = program.command("validate").helpGroup(GROUP)
    .summary("All errors of a spec")
    .argument("<spec_file>", "Spec to read; - for stdin")
    .action(async (file) => {
      const input = await readJsonFile(host, cwd(), file);
      if (input.kind === "problem") {
        const diagnostics = [input.diagnostic];
        return finish({ report: report("validate", "failed", { diagnostics }) });
      }
      const specPath = inputName(file);
      const { foldsCase } = host;
      const source = { path: specPath, text: input.text };
      finish({ report: validateSpec(input.text, { specPath, foldsCase }), source });
    });
  describe(command, {
    purpose: "List every error in a spec, each with its line.",
    examples: ["layerwright validate shop.json", "layerwright --report validate - < shop.json"],
  });
}

/** Adds `layerwright analyze`. */
export function addAnalyze(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("analyze").helpGroup(GROUP)
    .summary("Endpoints and problems")
    .option("--strict", "Exit with 1 if there are problems")
    .action(async ({ strict = false }) => {
      const { host, cwd, finish } = context;
      const project = findAnyProject(host, cwd());
      if (project === null) return finish({ report: projectMissing("analyze") });
      const result = await analyzeProject(project.workspace, project.name);
      const outcome = { report: result, text: presentAnalysis };
      const hasProblems = (result.data?.problems.length ?? 0) > 0;
      finish(strict && hasProblems ? { ...outcome, exitCode: 1 } : outcome);
    });
  describe(command, {
    purpose: "List every endpoint with its location, and problems in the code.",
    examples: ["layerwright analyze", "layerwright analyze --strict"],
  });
}

/** Adds `layerwright info`. */
export function addInfo(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("info").helpGroup(GROUP)
    .summary("Routes, models, container files")
    .action(async () => {
      const info = { name: "info", text: presentInfo, anyLayout: true };
      await runInProject(context, info, ({ workspace, name }) => getProjectInfo(workspace, name));
    });
  describe(command, {
    purpose: "Show a project's routes, models and container files.",
    examples: ["layerwright info", "layerwright -C shop info"],
  });
}

/** Adds `layerwright check`. */
export function addCheck(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("check").helpGroup(GROUP)
    .summary("Does the route exist?")
    .argument("<route>", "Route to look for")
    .action(async (route) => {
      const { host, cwd, finish } = context;
      const project = findAnyProject(host, cwd());
      if (project === null) return finish({ report: projectMissing("check") });
      const result = await checkRouteExists(project.workspace, route);
      finish(result.data?.exists === false ? { report: result, exitCode: 1 } : { report: result });
    });
  describe(command, {
    purpose: "Check whether a route exists. The exit code is 0 if it does, otherwise 1.",
    examples: ["layerwright check products", "layerwright -q check products && echo yes"],
  });
}
