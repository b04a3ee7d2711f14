/** The commands `log`, `undo` and `redo`. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Report } from "../core/report.ts";
import type { View } from "../presentation/view.ts";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { runInProject } from "./in_project.ts";

/** Adds `layerwright log`. */
export function addLog(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("log").helpGroup("Undo:")
    .summary("Changes that were applied")
    .action(async () => {
      const { history, presentHistory } = await import("./late_changes.ts");
      const now = Date.now();
      const text = (report: Report, view: View) => presentHistory(report, view, now);
      await runInProject(
        context,
        { name: "log", text, anyLayout: true },
        ({ workspace }) => history(workspace),
      );
    });
  describe(command, {
    purpose: "List what commands applied to this project, newest first.",
    examples: ["layerwright log", "layerwright --report log"],
  });
}

/** Adds `layerwright undo`. */
export function addUndo(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("undo").helpGroup("Undo:")
    .summary("Reverse an applied change");
  addArguments(command, "undo").action(async () => {
    const { presentUndo, undo } = await import("./late_changes.ts");
    const what = { name: "undo", text: presentUndo, anyLayout: true } as const;
    await runChange(context, command, what, ({ workspace }, given) => undo(workspace, given));
  });
  describe(command, {
    purpose:
      "Undo the last change that was not undone yet, or the change with the id. Later changes stay.",
    examples: ["layerwright undo --diff", "layerwright undo"],
  });
}

/** Adds `layerwright redo`. */
export function addRedo(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("redo").helpGroup("Undo:")
    .summary("Reapply the last undone change");
  addArguments(command, "redo").action(async () => {
    const { presentUndo, redo } = await import("./late_changes.ts");
    const what = { name: "redo", text: presentUndo, anyLayout: true } as const;
    await runChange(context, command, what, ({ workspace }, given) => redo(workspace, given));
  });
  describe(command, {
    purpose: "Redo the last undone change. After a new change, nothing can be redone.",
    examples: ["layerwright redo --diff", "layerwright redo"],
  });
}
