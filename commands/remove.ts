/** The commands that remove generated routes and subroutes. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Diagnostic, info } from "../core/diagnostic.ts";
import type { Report } from "../core/report.ts";
import { presentUndoableRemoval } from "../presentation/present.ts";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { readSpecOption } from "./spec_option.ts";

/** Adds `layerwright remove` and its commands. */
export function addRemove(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("remove").helpGroup("Generate:")
    .summary("Remove generated code");
  describe(command, {
    purpose: "Remove generated code. Your own code stays, and so does code that is still used.",
    examples: [
      "layerwright remove route orders --dry-run",
      "layerwright remove subroute products sale --diff",
    ],
  });
  command.action(() => command.help());
  addRemoveRoute(command, context);
  addRemoveSubroute(command, context);
  addRemoveDocs(command, context);
}

function addRemoveDocs(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("docs").summary("Documentation of the app");
  const what = { name: "remove docs", text: presentUndoableRemoval, anyLayout: false } as const;
  addArguments(command, what.name).action(() =>
    runChange(context, command, what, async ({ workspace }, given) => {
      const { removeDocs } = await import("./late_changes.ts");
      return await removeDocs(workspace, given);
    })
  );
  describe(command, {
    purpose: "Remove the documentation that 'generate docs' added.",
    examples: ["layerwright remove docs --diff", "layerwright remove docs"],
  });
}

function addRemoveRoute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("route").summary("Route with all its layers");
  const what = { name: "remove route", text: presentUndoableRemoval, anyLayout: false } as const;
  addArguments(command, what.name).action(() =>
    runChange(context, command, what, async ({ root, workspace }, { route, ...options }) => {
      const { removeRoute } = await import("./late_changes.ts");
      const removed = await removeRoute(workspace, route, options);
      const isWhole = options.type === undefined;
      return isWhole
        ? withSpecNote(removed, await noteOfSpec(context, root, route, null))
        : removed;
    })
  );
  describe(command, {
    purpose: "Remove a route: its files, its tests and its endpoints.",
    examples: ["layerwright remove route orders --diff", "layerwright remove route orders"],
  });
}

function addRemoveSubroute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("subroute").summary("Endpoint in all layers");
  const what = { name: "remove subroute", text: presentUndoableRemoval, anyLayout: false } as const;
  addArguments(command, what.name).action(() =>
    runChange(
      context,
      command,
      what,
      async ({ root, workspace }, { route, subroute, ...options }) => {
        const { removeSubroute } = await import("./late_changes.ts");
        const removed = await removeSubroute(workspace, route, subroute, options);
        return withSpecNote(removed, await noteOfSpec(context, root, route, subroute));
      },
    )
  );
  describe(command, {
    purpose: "Remove an endpoint: its handler, its methods, its models and its test.",
    examples: [
      "layerwright remove subroute products sale --keep-edited --diff",
      "layerwright remove subroute products sale",
    ],
  });
}

/** Adds the note to the report of a removal that succeeded. */
function withSpecNote(removed: Report, note: Diagnostic | null): Report {
  const isDone = removed.status === "applied" || removed.status === "planned";
  if (note === null || !isDone) return removed;
  return { ...removed, diagnostics: [...removed.diagnostics, note] };
}

/** Returns a note if the project's recorded spec still has the removed endpoints. */
async function noteOfSpec(
  context: Context,
  root: string,
  route: string,
  subroute: string | null,
): Promise<Diagnostic | null> {
  const spec = await readSpecOption(context, root, {});
  // A removal does not need the spec, so it ignores an unreadable one.
  if (spec === null || "severity" in spec) return null;
  const { placeInSpec } = await import("./late_changes.ts");
  const place = placeInSpec(spec.text, route, subroute);
  if (place === null) return null;
  const name = subroute === null ? route : `${route}/${subroute}`;
  return info("spec-has-removed", `${spec.specPath}:${place.line} still has '${name}'.`, {
    hint: "'generate api' does not bring it back until the spec changes it",
  });
}
