/** The command that shows a plan. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** Adds `layerwright show`. */
export function addShow(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("show").helpGroup("Plan:")
    .summary("Show a plan")
    .argument("<file>", "Plan to show; - for stdin")
    .option("--diff", "Print a patch for git apply")
    .action(async (file, { diff = false }) => {
      const { finish } = context;
      const { planReport, presenterOf, presentLeft, readPlanFile } = await import(
        "./late_plans.ts"
      );
      const plan = await readPlanFile(context, file);
      if ("severity" in plan) {
        return finish({ report: report("show", "failed", { diagnostics: [plan] }) });
      }
      const { invocation: { command }, report: { data } } = plan;
      const text = presenterOf(command);
      const notes = command === "upgrade" && diff ? presentLeft : undefined;
      finish({
        report: planReport(plan, diff),
        ...(data !== null && { text, ...(notes !== undefined && { notes }) }),
      });
    });
  describe(command, {
    purpose: "Show what a plan changes, as the command would have printed it.",
    examples: [
      "layerwright generate route invoices --plan invoices.json",
      "layerwright show invoices.json --diff",
    ],
  });
}
