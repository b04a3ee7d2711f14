/** The commands that change the mock, the query, the headers, the list, the body, the status or the errors of an endpoint. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { EndpointNames } from "../actions/added_endpoints.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import type { Report } from "../core/report.ts";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { readSpecOption } from "./spec_option.ts";

/** Adds `layerwright change` and its commands. */
export function addChange(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("change").helpGroup("Generate:")
    .summary("Change the mock, query, headers, list, body, status or errors of an endpoint");
  describe(command, {
    purpose:
      "Change one endpoint: its mock, query, headers, list, body, status or errors. Your code stays.",
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
  const command = parent.command("route").summary(
    "Mock, query, headers, list, body, status or errors of an endpoint",
  );
  addArguments(command, "change route").action(async () => {
    const { changeEndpoint, presentChange } = await import("./late_changes.ts");
    const what = { name: "change route", text: presentChange, anyLayout: false } as const;
    await runChange(
      context,
      command,
      what,
      async ({ root, workspace }, { route, ...options }) => {
        const names = { route, subroute: null };
        const changed = await changeEndpoint(workspace, names, options);
        return await withSpecPlace(changed, names, context, root);
      },
    );
  });
  describe(command, {
    purpose:
      "Change the mock, the query, the headers, the list, the body, the status or the errors of an endpoint at a route's own path.",
    examples: [
      `layerwright change route orders --type GET --mock orders.json --diff`,
      "layerwright change route orders --type POST --status 202",
    ],
  });
}

function addChangeSubroute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("subroute").summary(
    "Mock, query, headers, list, body, status or errors of an endpoint",
  );
  addArguments(command, "change subroute").action(async () => {
    const { changeEndpoint, presentChange } = await import("./late_changes.ts");
    const what = { name: "change subroute", text: presentChange, anyLayout: false } as const;
    await runChange(
      context,
      command,
      what,
      async ({ root, workspace }, { route, subroute, ...options }) => {
        const names = { route, subroute };
        const changed = await changeEndpoint(workspace, names, options);
        return await withSpecPlace(changed, names, context, root);
      },
    );
  });
  describe(command, {
    purpose:
      "Change the mock, the query, the headers, the list, the body, the status or the errors of an endpoint of a subroute.",
    examples: [
      `layerwright change subroute orders open --mock '[{"id": 9}]'`,
      `layerwright change subroute orders open --query '{"limit?": 20}'`,
      "layerwright change subroute orders open --error 404='No such order'",
      `layerwright change subroute orders cancel --body '{"reason?": "late"}' --dry-run`,
    ],
  });
}

/** Names the line of the spec that people have to change themselves. */
async function withSpecPlace(
  changed: Report,
  { route, subroute }: EndpointNames,
  context: Context,
  root: string,
): Promise<Report> {
  const isLeft = ({ code, hint }: Diagnostic) =>
    code === "spec-left" && hint?.startsWith("Change ") === true;
  if (!changed.diagnostics.some(isLeft)) return changed;
  const spec = await readSpecOption(context, root, {});
  if (spec === null || "severity" in spec) return changed;
  const { placeInSpec } = await import("./late_changes.ts");
  const place = placeInSpec(spec.text, route, subroute);
  if (place === null) return changed;
  const diagnostics = changed.diagnostics.map((each) =>
    isLeft(each) ? { ...each, hint: `${each.hint}: ${spec.specPath}:${place.line}` } : each
  );
  return { ...changed, diagnostics };
}
