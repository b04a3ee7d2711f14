/** The tool for removals, renamings, undo and redo. It runs the same actions as the commands. */

import * as z from "zod";
import { removeRoute, removeSubroute } from "../actions/remove.ts";
import { renameRoute, renameSubroute } from "../actions/rename.ts";
import { redo, undo } from "../actions/undo.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import { presentRemoval } from "../presentation/present.ts";
import { presentUndo } from "../presentation/present_history.ts";
import { presentRenaming } from "../presentation/present_renaming.ts";
import type { View } from "../presentation/view.ts";
import { METHODS } from "../spec/api_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  DIFF,
  DRY_RUN,
  EXPECT,
  methodType,
  PROJECT,
  PROJECT_ALIASES,
  runOptions,
  TYPE_ALIASES,
} from "./arguments.ts";
import { onProjectAt } from "./open_project.ts";
import { type Answer, tool } from "./tool.ts";

const OWN_ARGUMENTS = [
  "route",
  "subroute",
  "new_name",
  "type",
  "id",
  "keep_edited",
  "force",
] as const;

/** An argument that only some actions take. */
type OwnArgument = typeof OWN_ARGUMENTS[number];

interface TakenArguments {
  readonly needs: readonly OwnArgument[];
  /** Optional arguments. */
  readonly takes: readonly OwnArgument[];
}

const ACTIONS = [
  "remove_route",
  "remove_subroute",
  "rename_route",
  "rename_subroute",
  "undo",
  "redo",
] as const;

type Action = typeof ACTIONS[number];

const TAKEN: Readonly<Record<Action, TakenArguments>> = {
  remove_route: { needs: ["route"], takes: ["type", "keep_edited", "force"] },
  remove_subroute: { needs: ["route", "subroute"], takes: ["type", "keep_edited", "force"] },
  rename_route: { needs: ["route", "new_name"], takes: [] },
  rename_subroute: { needs: ["route", "subroute", "new_name"], takes: [] },
  undo: { needs: [], takes: ["id", "keep_edited"] },
  redo: { needs: [], takes: ["keep_edited"] },
};

const INPUT = z.strictObject({
  project: PROJECT,
  action: z.enum(ACTIONS),
  route: z.string().optional(),
  subroute: z.string().optional().describe("For actions on a subroute"),
  new_name: z.string().optional().describe("For renames"),
  type: methodType(METHODS).describe("Only this method; default: all"),
  id: z.string().optional().describe("To undo: change_set; default: last"),
  keep_edited: z.boolean().optional().describe("Leave edited code and what it calls"),
  force: z.boolean().optional().describe("Remove edited code after a backup"),
  dry_run: DRY_RUN,
  diff: DIFF,
  expect: EXPECT,
});

type Input = z.infer<typeof INPUT>;

/** The tool `change_project`. */
export const CHANGE_PROJECT = tool({
  name: "change_project",
  title: "Change project",
  description:
    "Remove or rename a route or a subroute in all layers, or undo a change. Refuses to remove " +
    "edited code. Code in use stays.",
  command: null,
  kind: "replaces",
  isIdempotent: false,
  input: INPUT,
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    operation: "action",
    route_name: "route",
    subroute_name: "subroute",
    overwrite: "force",
    to: "new_name",
    change_set: "id",
  },
  async run(input, call) {
    const diagnostics = wrongArguments(input);
    if (diagnostics.length > 0) return { report: report("", "failed", { diagnostics }) };
    const { project, action, diff = false } = input;
    const wanted = action === "undo" || action === "redo" ? "anything" : "our layout";
    const result = await onProjectAt(
      call,
      project,
      wanted,
      ({ workspace }) => change(workspace, input),
    );
    return { report: result, text: PRESENTERS[action], diff };
  },
});

const PRESENTERS: Readonly<Record<Action, NonNullable<Answer["text"]>>> = {
  remove_route: presentRemoval,
  remove_subroute: presentRemoval,
  rename_route: presentRenaming,
  rename_subroute: presentRenaming,
  undo: presentReversal,
  redo: presentReversal,
};

function presentReversal(report: Report, view: View): string {
  return presentUndo(report, { ...view, verbose: true });
}

/** Returns errors for arguments that the action needs but did not get, and for arguments that it does not take. */
function wrongArguments(input: Input): readonly Diagnostic[] {
  const { action } = input;
  const { needs, takes } = TAKEN[action];
  const missing = needs.filter((name) => input[name] === undefined);
  const taken = [...needs, ...takes];
  const others = OWN_ARGUMENTS.filter((name) => isGiven(input[name]) && !taken.includes(name));
  return [
    ...missing.map((name) => error("usage-argument", `Missing argument '${name}'.`)),
    ...others.map((name) =>
      error("usage-argument", `Argument '${name}' does not apply to '${action}'.`)
    ),
  ];
}

/** Reports whether an argument has an effect. An argument that is `false` has none. */
function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false;
}

function change(workspace: Workspace, input: Input): Promise<Report> {
  const { action, route = "", subroute = "", new_name: to = "", type, id } = input;
  const given = runOptions(input);
  const keepEdited = input.keep_edited ?? false;
  const options = {
    ...given,
    keepEdited,
    force: input.force ?? false,
    ...(type !== undefined && { type }),
  };
  switch (action) {
    case "remove_route":
      return removeRoute(workspace, route, options);
    case "remove_subroute":
      return removeSubroute(workspace, route, subroute, options);
    case "rename_route":
      return renameRoute(workspace, route, to, given);
    case "rename_subroute":
      return renameSubroute(workspace, route, subroute, to, given);
    case "undo":
      return withoutCommands(
        undo(workspace, { ...given, keepEdited, ...(id !== undefined && { id }) }),
      );
    case "redo":
      return withoutCommands(redo(workspace, { ...given, keepEdited }));
  }
}

/** Removes the commands that a report suggests, because agents undo and redo with this tool. */
async function withoutCommands(run: Promise<Report>): Promise<Report> {
  return { ...await run, next: [] };
}
