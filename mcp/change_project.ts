/** The tool that changes what a project has. It runs the actions of `layerwright remove`. */

import * as z from "zod";
import { removeRoute, removeSubroute } from "../actions/remove.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import { presentRemoval } from "../presentation/present.ts";
import { METHODS } from "../spec/api_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  DIFF,
  DRY_RUN,
  methodType,
  PROJECT,
  PROJECT_ALIASES,
  ROUTE,
  TYPE_ALIASES,
} from "./arguments.ts";
import { onProjectAt } from "./open_project.ts";
import { tool } from "./tool.ts";

/** The arguments that only some actions take. */
type OwnArgument = "subroute" | "type";

interface TakenArguments {
  readonly needs: readonly OwnArgument[];
  readonly takes: readonly OwnArgument[];
}

const ACTIONS = ["remove_route", "remove_subroute"] as const;

const TAKEN: Readonly<Record<typeof ACTIONS[number], TakenArguments>> = {
  remove_route: { needs: [], takes: [] },
  remove_subroute: { needs: ["subroute"], takes: ["type"] },
};

const INPUT = z.strictObject({
  project: PROJECT,
  action: z.enum(ACTIONS),
  route: ROUTE,
  subroute: z.string().optional().describe("For actions on a subroute"),
  type: methodType(METHODS).describe("Only this method; default: all"),
  keep_edited: z.boolean().optional().describe("Leave edited code, and what it calls"),
  force: z.boolean().optional().describe("Remove edited code, too, after a backup"),
  dry_run: DRY_RUN,
  diff: DIFF,
});

type Input = z.infer<typeof INPUT>;

/** The tool `change_project`. */
export const CHANGE_PROJECT = tool({
  name: "change_project",
  title: "Change project",
  description:
    "Remove a route or a subroute from all layers. Refuses if you edited its code. Code that " +
    "other code uses stays.",
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
    return { report: result, text: presentRemoval, diff };
  },
});

/** Returns errors for arguments that the action needs or does not take. */
function wrongArguments(input: Input): readonly Diagnostic[] {
  const { action } = input;
  const { needs, takes } = TAKEN[action];
  const missing = needs.filter((name) => input[name] === undefined);
  const own: readonly OwnArgument[] = ["subroute", "type"];
  const others = own.filter((name) =>
    input[name] !== undefined && ![...needs, ...takes].includes(name)
  );
  return [
    ...missing.map((name) => error("usage-argument", `Missing argument '${name}'.`)),
    ...others.map((name) =>
      error("usage-argument", `Argument '${name}' does not apply to '${action}'.`)
    ),
  ];
}

function change(workspace: Workspace, input: Input): Promise<Report> {
  const { action, route, subroute = "", type, keep_edited, force, dry_run, diff } = input;
  const options = {
    keepEdited: keep_edited ?? false,
    force: force ?? false,
    dryRun: dry_run ?? false,
    diff: diff ?? false,
  };
  switch (action) {
    case "remove_route":
      return removeRoute(workspace, route, options);
    case "remove_subroute":
      return removeSubroute(workspace, route, subroute, {
        ...options,
        ...(type !== undefined && { type }),
      });
  }
}
