/** The tool that removes and renames. It runs the actions of `layerwright remove` and `layerwright rename`. */

import * as z from "zod";
import { removeRoute, removeSubroute } from "../actions/remove.ts";
import { renameRoute, renameSubroute } from "../actions/rename.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import { presentRemoval } from "../presentation/present.ts";
import { presentRenaming } from "../presentation/present_renaming.ts";
import { METHODS } from "../spec/api_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  DIFF,
  DRY_RUN,
  EXPECT,
  methodType,
  PROJECT,
  PROJECT_ALIASES,
  ROUTE,
  runOptions,
  TYPE_ALIASES,
} from "./arguments.ts";
import { onProjectAt } from "./open_project.ts";
import { tool } from "./tool.ts";

const OWN_ARGUMENTS = ["subroute", "new_name", "type", "keep_edited", "force"] as const;

/** An argument that only some actions take. */
type OwnArgument = typeof OWN_ARGUMENTS[number];

interface TakenArguments {
  readonly needs: readonly OwnArgument[];
  /** Further arguments that are optional. */
  readonly takes: readonly OwnArgument[];
}

const ACTIONS = ["remove_route", "remove_subroute", "rename_route", "rename_subroute"] as const;

const TAKEN: Readonly<Record<typeof ACTIONS[number], TakenArguments>> = {
  remove_route: { needs: [], takes: ["type", "keep_edited", "force"] },
  remove_subroute: { needs: ["subroute"], takes: ["type", "keep_edited", "force"] },
  rename_route: { needs: ["new_name"], takes: [] },
  rename_subroute: { needs: ["subroute", "new_name"], takes: [] },
};

const INPUT = z.strictObject({
  project: PROJECT,
  action: z.enum(ACTIONS),
  route: ROUTE,
  subroute: z.string().optional().describe("For actions on a subroute"),
  new_name: z.string().optional().describe("For renames"),
  type: methodType(METHODS).describe("Remove only this method; default: all"),
  keep_edited: z.boolean().optional().describe("Leave edited code, and what it calls"),
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
    "Remove a route or a subroute from all layers, or rename it everywhere. Refuses to remove " +
    "edited code. Code that other code uses stays.",
  command: null,
  kind: "replaces",
  input: INPUT,
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    operation: "action",
    route_name: "route",
    subroute_name: "subroute",
    overwrite: "force",
    to: "new_name",
  },
  async run(input, call) {
    const diagnostics = wrongArguments(input);
    if (diagnostics.length > 0) return { report: report("", "failed", { diagnostics }) };
    const { project, diff = false } = input;
    const result = await onProjectAt(
      call,
      project,
      "our layout",
      ({ workspace }) => change(workspace, input),
    );
    const isRenaming = input.action === "rename_route" || input.action === "rename_subroute";
    return { report: result, text: isRenaming ? presentRenaming : presentRemoval, diff };
  },
});

/** Returns errors for arguments that the action needs or does not take. */
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

/** Reports whether an argument has a value that the action would have to follow. */
function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false;
}

function change(workspace: Workspace, input: Input): Promise<Report> {
  const { action, route, subroute = "", new_name: to = "", type, keep_edited, force } = input;
  const given = runOptions(input);
  const options = {
    ...given,
    keepEdited: keep_edited ?? false,
    force: force ?? false,
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
  }
}
