/** The tool for changes of what a project has. Except for `change_mock`, it runs the actions of commands. */

import * as z from "zod";
import { placeWords } from "../actions/added_endpoints.ts";
import { changeMock } from "../actions/change_mock.ts";
import type { ChangingCommand } from "../actions/commands.ts";
import { invoke } from "../actions/invoke.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import { presentRemoval } from "../presentation/present.ts";
import { presentUndo } from "../presentation/present_history.ts";
import { presentRenaming } from "../presentation/present_renaming.ts";
import type { View } from "../presentation/view.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  parsedJson,
  PROJECT,
  PROJECT_ALIASES,
  RUN,
  runOptions,
  TYPE_ALIASES,
} from "./arguments.ts";
import { toolArguments, toolGiven, toolSchemas } from "./command_arguments.ts";
import { onProjectAt } from "./open_project.ts";
import { tool } from "./tool.ts";

/** The command of each action, and the function that formats its report. */
const ACTIONS = {
  remove_route: { command: "remove route", text: presentRemoval },
  remove_subroute: { command: "remove subroute", text: presentRemoval },
  rename_route: { command: "rename route", text: presentRenaming },
  rename_subroute: { command: "rename subroute", text: presentRenaming },
  change_mock: { command: null, text: presentRemoval },
  undo: { command: "undo", text: presentReversal },
  redo: { command: "redo", text: presentReversal },
} as const;

type Action = keyof typeof ACTIONS;

const REMOVAL = toolSchemas("remove subroute");

/** The arguments that only some actions take. */
const OWN = {
  route: z.string().optional(),
  subroute: z.string().optional(),
  new_name: z.string().optional(),
  type: REMOVAL.type,
  mock: z.unknown().optional(),
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
    "Remove or rename a route or a subroute, change a mock, or undo. Refuses to remove edited code.",
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
    const { command, text } = ACTIONS[action];
    const isReversal = command === "undo" || command === "redo";
    const done = await onProjectAt(
      call,
      project,
      isReversal ? "anything" : "our layout",
      ({ workspace, name }) =>
        command === null
          ? changeMock(workspace, { ...mockOf(input), name, foldsCase: call.projects.foldsCase })
          : change(workspace, command, input),
    );
    // Agents undo and redo with this tool, not with the suggested commands.
    return { report: isReversal ? { ...done, next: [] } : done, text, diff };
  },
});

function presentReversal(report: Report, view: View): string {
  return presentUndo(report, { ...view, verbose: true });
}

/** Returns errors for arguments that the action needs but did not get, and for arguments that it does not take. */
function wrongArguments(input: Input): readonly Diagnostic[] {
  const { action } = input;
  const { command } = ACTIONS[action];
  const taken = command === null ? MOCK_ARGUMENTS : toolArguments(command)
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

/** The arguments of `change_mock`, which is no command. */
const MOCK_ARGUMENTS = [
  { name: "route", isRequired: true },
  { name: "subroute" },
  { name: "type" },
  { name: "mock", isRequired: true },
];

/** Reports whether an argument has an effect. A flag that is `false` has none. */
function isGiven(input: Readonly<Record<string, unknown>>, name: string): boolean {
  return input[name] !== undefined && (name === "mock" || input[name] !== false);
}

function mockOf({ route = "", subroute, type, mock, ...run }: Input) {
  const place = placeWords({ route, subroute: subroute ?? null });
  return { route, subroute, type, mock: parsedJson("mock", mock, place), ...runOptions(run) };
}

function change(workspace: Workspace, command: ChangingCommand, input: Input): Promise<Report> {
  const given = toolGiven(command, { ...input, to: input.new_name });
  return invoke(workspace, command, { ...given, ...runOptions(input) });
}
