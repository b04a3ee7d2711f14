/** The tool for changes of what a project has. It runs the actions of commands. */

import * as z from "zod";
import type { ChangingCommand } from "../actions/commands.ts";
import { invoke } from "../actions/invoke.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import { presentRemoval } from "../presentation/present.ts";
import { presentChange } from "../presentation/present_change.ts";
import { presentUndo } from "../presentation/present_history.ts";
import { presentRenaming } from "../presentation/present_renaming.ts";
import type { View } from "../presentation/view.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { PROJECT, PROJECT_ALIASES, TYPE_ALIASES } from "./arguments.ts";
import {
  RUN,
  runOptions,
  shownSchemas,
  toolArguments,
  toolGiven,
  toolSchemas,
} from "./command_arguments.ts";
import { onProjectAt } from "./open_project.ts";
import { tool } from "./tool.ts";

/** The command of each action, and the function that formats its report. */
const ACTIONS = {
  remove_route: { command: "remove route", text: presentRemoval },
  remove_subroute: { command: "remove subroute", text: presentRemoval },
  rename_route: { command: "rename route", text: presentRenaming },
  rename_subroute: { command: "rename subroute", text: presentRenaming },
  change_endpoint: { command: "change route", text: presentChange },
  generate_docs: { command: "generate docs", text: presentRemoval },
  remove_docs: { command: "remove docs", text: presentRemoval },
  undo: { command: "undo", text: presentReversal },
  redo: { command: "redo", text: presentReversal },
} as const;

type Action = keyof typeof ACTIONS;

const REMOVAL = toolSchemas("remove subroute");
const CHANGE = toolSchemas("change subroute");

/** The arguments that only some actions take. */
const OWN = {
  route: z.string().optional(),
  subroute: z.string().optional(),
  new_name: z.string().optional(),
  type: REMOVAL.type,
  mock: CHANGE.mock,
  query: CHANGE.query,
  headers: CHANGE.headers,
  list: CHANGE.list,
  body: CHANGE.body,
  errors: CHANGE.errors,
  status: CHANGE.status,
  id: toolSchemas("undo").id,
  keep_edited: REMOVAL.keep_edited,
  force: REMOVAL.force,
};

const INPUT = z.strictObject({
  project: PROJECT,
  action: z.enum(Object.keys(ACTIONS) as Action[]),
  ...OWN,
  ...RUN,
});

type Input = z.infer<typeof INPUT>;

/** The tool `change_project`. */
export const CHANGE_PROJECT = tool({
  name: "change_project",
  description:
    "Remove or rename a route or subroute, change an endpoint, serve docs, undo. Refuses to lose edits.",
  command: null,
  kind: "replaces",
  isIdempotent: false,
  input: INPUT,
  shown: { status: shownSchemas("change subroute")["status"] },
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
    const { text } = ACTIONS[action];
    const command = commandOf(input);
    const isReversal = command === "undo" || command === "redo";
    const done = await onProjectAt(
      call,
      project,
      isReversal ? "anything" : "our layout",
      ({ workspace }) => change(workspace, command, input),
    );
    // Agents undo and redo with this tool, not with the suggested commands.
    return { report: isReversal ? { ...done, next: [] } : done, text, diff };
  },
});

/** Returns the command of an action. Only `change_endpoint` has one command for routes and one for subroutes. */
function commandOf({ action, subroute }: Input): ChangingCommand {
  return action === "change_endpoint" && subroute !== undefined
    ? "change subroute"
    : ACTIONS[action].command;
}

function presentReversal(report: Report, view: View): string {
  return presentUndo(report, { ...view, verbose: true });
}

/** Returns errors for arguments that the action needs but did not get, and for arguments that it does not take. */
function wrongArguments(input: Input): readonly Diagnostic[] {
  const { action } = input;
  const taken = toolArguments(commandOf(input))
    .map(([name, { isRequired }]) => ({ isRequired, name: name === "to" ? "new_name" : name }));
  const missing = taken.filter(({ name, isRequired }) => isRequired && !isGiven(input, name));
  const others = Object.keys(OWN).filter((name) =>
    isGiven(input, name) && !taken.some((each) => each.name === name)
  );
  return [
    ...missing.map(({ name }) => error("usage-argument", `Missing argument '${name}'.`)),
    ...others.map((name) =>
      error("usage-argument", `Argument '${name}' does not apply to '${action}'.`)
    ),
  ];
}

/** Reports whether an argument has an effect. A flag that is `false` has none. */
function isGiven(input: Readonly<Record<string, unknown>>, name: string): boolean {
  return input[name] !== undefined && (JSON_ARGUMENTS.has(name) || input[name] !== false);
}

const JSON_ARGUMENTS: ReadonlySet<string> = new Set(
  toolArguments("change subroute").filter(([, { kind }]) => kind === "json" || kind === "errors")
    .map(([name]) => name),
);

function change(workspace: Workspace, command: ChangingCommand, input: Input): Promise<Report> {
  const given = toolGiven(command, { ...input, to: input.new_name });
  return invoke(workspace, command, { ...given, ...runOptions(input) });
}
