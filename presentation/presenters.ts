/** Selects the function that formats a command's report. */

import type { ChangingCommand } from "../actions/commands.ts";
import type { Report } from "../core/report.ts";
import { presentAddition, presentRemoval, presentUndoableRemoval } from "./present.ts";
import { presentApi } from "./present_api.ts";
import { presentChange } from "./present_change.ts";
import { presentUndo } from "./present_history.ts";
import { presentRenaming } from "./present_renaming.ts";
import { presentAdoption } from "./present_status.ts";
import { presentUpgrade } from "./present_upgrade.ts";
import type { View } from "./view.ts";

const PRESENTERS: Readonly<Record<ChangingCommand, (report: Report, view: View) => string>> = {
  "generate api": presentApi,
  "generate route": presentAddition,
  "generate resource": presentAddition,
  "generate subroute": presentAddition,
  "generate docs": presentRemoval,
  "change route": presentChange,
  "change subroute": presentChange,
  "remove route": presentUndoableRemoval,
  "remove subroute": presentUndoableRemoval,
  "remove docs": presentUndoableRemoval,
  "rename route": presentRenaming,
  "rename subroute": presentRenaming,
  upgrade: presentUpgrade,
  undo: presentUndo,
  redo: presentUndo,
  adopt: presentAdoption,
};

/**
 * Returns the function that formats the report of a command. The command must be one that changes
 * projects.
 */
export function presenterOf(command: ChangingCommand): (report: Report, view: View) => string {
  return PRESENTERS[command];
}
