/** The commands that change the mock, the body or the status of an endpoint. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** Adds `layerwright change` and its commands. */
export function addChange(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("change").helpGroup("Generate:")
    .summary("Change the mock, body or status of an endpoint");
  describe(command, {
    purpose: "Change one endpoint: its mock, its body or its status. Your code stays.",
    examples: [
      `layerwright change subroute orders open --mock '[{"id": 9}]'`,
      "layerwright change route orders --type POST --status 202",
    ],
  });
  command.action(() => command.help());
  addChangeRoute(command, context);
  addChangeSubroute(command, context);
}

function addChangeRoute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("route").summary("Mock, body or status of an endpoint");
  addArguments(command, "change route").action(async () => {
    const { changeEndpoint, presentChange } = await import("./late_changes.ts");
    const what = { name: "change route", text: presentChange, anyLayout: false } as const;
    await runChange(
      context,
      command,
      what,
      ({ workspace }, { route, ...options }) =>
        changeEndpoint(workspace, { route, subroute: null }, options),
    );
  });
  describe(command, {
    purpose: "Change the mock, the body or the status of an endpoint at a route's own path.",
    examples: [
      `layerwright change route orders --type GET --mock orders.json --diff`,
      "layerwright change route orders --type POST --status 202",
    ],
  });
}

function addChangeSubroute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("subroute").summary("Mock, body or status of an endpoint");
  addArguments(command, "change subroute").action(async () => {
    const { changeEndpoint, presentChange } = await import("./late_changes.ts");
    const what = { name: "change subroute", text: presentChange, anyLayout: false } as const;
    await runChange(
      context,
      command,
      what,
      ({ workspace }, { route, subroute, ...options }) =>
        changeEndpoint(workspace, { route, subroute }, options),
    );
  });
  describe(command, {
    purpose: "Change the mock, the body or the status of an endpoint of a subroute.",
    examples: [
      `layerwright change subroute orders open --mock '[{"id": 9}]'`,
      `layerwright change subroute orders cancel --body '{"reason?": "late"}' --dry-run`,
    ],
  });
}
