/** All commands besides `generate`. Like `late_agents.ts`, it is one module that is loaded late. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "./context.ts";
import { addAdopt } from "./adopt.ts";
import { addApply } from "./apply.ts";
import { addChange } from "./change.ts";
import { addCompletions } from "./completions.ts";
import { addMcp, addServe } from "./connect.ts";
import { addExport } from "./export.ts";
import { addImport } from "./import.ts";
import { addMock } from "./mock.ts";
import { addRemove } from "./remove.ts";
import { addRename } from "./rename.ts";
import { addSetup } from "./setup.ts";
import { addShow } from "./show.ts";
import { addStatus } from "./status.ts";
import { addLog, addRedo, addUndo } from "./undo.ts";
import { addUpgrade } from "./upgrade.ts";
import { addValidate } from "./validate.ts";
import { addVersion } from "./version.ts";

/** Adds the commands, in the order of the help. */
export function addLateCommands(program: CommandUnknownOpts, context: Context): void {
  addImport(program, context);
  addChange(program, context);
  addRemove(program, context);
  addRename(program, context);
  addShow(program, context);
  addApply(program, context);
  addLog(program, context);
  addUndo(program, context);
  addRedo(program, context);
  addStatus(program, context);
  addValidate(program, context);
  addMock(program, context);
  addExport(program, context);
  addSetup(program, context);
  addServe(program, context);
  addMcp(program, context);
  addAdopt(program, context);
  addUpgrade(program, context);
  addVersion(program, context);
  addCompletions(program, context);
}
