/** The command that applies a plan. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { relative } from "node:path";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import type { CommandReport } from "./outcome.ts";

/** Adds `layerwright apply`. */
export function addApply(program: CommandUnknownOpts, context: Context): void {
  const { host, finish } = context;
  const command = program.command("apply").helpGroup("Plan:")
    .summary("Apply a plan, or nothing")
    .argument("<file>", "Plan to apply; - for stdin")
    .action(async (file) => {
      const { applyReadPlan, findPlanPlace, presenterOf, readPlanFile } = await import(
        "./late_plans.ts"
      );
      const plan = await readPlanFile(context, file);
      if ("severity" in plan) {
        return finish({ report: report("apply", "failed", { diagnostics: [plan] }) });
      }
      const place = findPlanPlace("apply", plan, context);
      if ("status" in place) return finish({ report: place });
      const { root, isInside } = place;
      const result = await applyReadPlan(host.workspace(root), plan, {
        path: file,
        foldsCase: host.foldsCase,
        folder: relative(host.cwd, root),
        isInside,
      });
      const text = presenterOf(plan.invocation.command);
      finish({ report: result, refusal, ...(result.data !== null && { text }) });
    });
  describe(command, {
    purpose: "Apply exactly what a plan shows. If the project changed since, write nothing.",
    examples: [
      "layerwright generate route invoices --plan invoices.json",
      "layerwright apply invoices.json",
    ],
  });
}

/** Formats the command that plans again. */
function refusal({ diagnostics }: CommandReport): string {
  const hint = diagnostics.find(({ code }) => code.startsWith("plan-"))?.hint ?? null;
  return hint === null ? "" : `  ${hint}`;
}
