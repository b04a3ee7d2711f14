/** The command that shows a plan, or a change that was applied. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { isLikeEntryId } from "../core/history.ts";
import { type Report, report } from "../core/report.ts";
import type { View } from "../presentation/view.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { runInProject } from "./in_project.ts";
import { patchFolder, previewOptions } from "./preview_options.ts";

/** Adds `layerwright show`. */
export function addShow(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("show").helpGroup("Plan:")
    .summary("Show a plan, or an applied change")
    .argument("<file>", "Plan, or id of a change from 'log'; - for stdin")
    .option("--diff", "Print a patch for git apply")
    .action(async (file, { diff = false }) => {
      const { finish, host, cwd } = context;
      if (isLikeEntryId(file) && !host.exists(resolve(cwd(), file))) {
        return await showApplied(context, file, diff);
      }
      const { findPlanPlace, planReport, presenterOf, presentLeft, readPlanFile } = await import(
        "./late_plans.ts"
      );
      const plan = await readPlanFile(context, file);
      if ("severity" in plan) {
        return finish({ report: report("show", "failed", { diagnostics: [plan] }) });
      }
      const { invocation: { command }, data } = plan;
      // With `--diff`, stdout carries only the patch, so the title goes to stderr.
      const notes = (shown: Report) => {
        const title = diff && shown.status === "planned" ? [shown.message] : [];
        const left = diff && command === "upgrade" && data !== null ? [presentLeft(shown)] : [];
        return [...title, ...left].filter((each) => each !== "").join("\n\n");
      };
      const place = findPlanPlace("show", plan, context);
      // Without the plan's project, the prefix is that of the report.
      const prefix = ("root" in place ? patchFolder(host, place.root) : null) ?? plan.folder;
      finish({
        report: planReport(plan, diff ? prefix : null),
        notes,
        ...(data !== null && { text: presenterOf(command) }),
      });
    });
  describe(command, {
    purpose: "Show the command and the changes of a plan, or the changes that were applied.",
    examples: [
      "layerwright generate route invoices --plan invoices.json",
      "layerwright show invoices.json --diff",
    ],
  });
}

/** Shows a change that was applied. */
async function showApplied(context: Context, id: string, diff: boolean): Promise<void> {
  const { presentApplied, showChange } = await import("./late_changes.ts");
  const now = Date.now();
  const text = (shown: Report, view: View) => presentApplied(shown, view, now);
  await runInProject(
    context,
    { name: "show", text, anyLayout: true },
    ({ root, workspace }) => showChange(workspace, id, previewOptions(context, root, { diff })),
  );
}
