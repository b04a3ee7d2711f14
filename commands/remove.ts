/** The commands that remove generated routes and subroutes. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { RemoveOptions } from "../actions/remove.ts";
import { type Diagnostic, error, info } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import type { Report } from "../core/report.ts";
import { presentUndoableRemoval } from "../presentation/present.ts";
import { parseMethod } from "../spec/api_spec.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { runInProject } from "./in_project.ts";
import { planOption, type PreviewFlags, previewOptions } from "./preview_options.ts";
import { readSpecOption } from "./spec_option.ts";

/** The option values, as typed. */
interface RemovalWords extends PreviewFlags {
  readonly type?: string | undefined;
  readonly keepEdited?: boolean | undefined;
  readonly force?: boolean | undefined;
}

const KEEP_EDITED = "Keep your edits, and the code that they call";
const FORCE = "Remove your edits too; keep copies in .layerwright/backup";

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
}

function addRemoveRoute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("route")
    .summary("Route with all its layers")
    .argument("<route>", "Route to remove")
    .option(
      "--type <METHOD>",
      "Only this method of the route's own path (default: the whole route)",
    )
    .option("--keep-edited", KEEP_EDITED)
    .option("--force", FORCE)
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (route, words) => {
      const remove = { name: "remove route", text: presentUndoableRemoval, anyLayout: false };
      await runInProject(context, remove, async ({ root, workspace }) => {
        const options = removeOptions(context, root, words);
        if ("severity" in options) return options;
        const { removeRoute } = await import("./late_changes.ts");
        const removed = await removeRoute(workspace, route, options);
        const isWhole = options.type === undefined;
        return isWhole
          ? withSpecNote(removed, await noteOfSpec(context, root, route, null))
          : removed;
      });
    });
  describe(command, {
    purpose: "Remove a route: its files, its tests and its endpoints.",
    examples: ["layerwright remove route orders --diff", "layerwright remove route orders"],
  });
}

function addRemoveSubroute(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("subroute")
    .summary("Endpoint in all layers")
    .argument("<route>", "Route of the subroute")
    .argument("<subroute>", "Subroute to remove")
    .option("--type <METHOD>", "Only this method (default: all)")
    .option("--keep-edited", KEEP_EDITED)
    .option("--force", FORCE)
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (route, subroute, words) => {
      const remove = { name: "remove subroute", text: presentUndoableRemoval, anyLayout: false };
      await runInProject(context, remove, async ({ root, workspace }) => {
        const options = removeOptions(context, root, words);
        if ("severity" in options) return options;
        const { removeSubroute } = await import("./late_changes.ts");
        const removed = await removeSubroute(workspace, route, subroute, options);
        return withSpecNote(removed, await noteOfSpec(context, root, route, subroute));
      });
    });
  describe(command, {
    purpose: "Remove an endpoint: its handler, its methods, its models and its test.",
    examples: [
      "layerwright remove subroute products sale --keep-edited --diff",
      "layerwright remove subroute products sale",
    ],
  });
}

/** Returns the options, or the problem with them. */
function removeOptions(
  context: Context,
  root: string,
  words: RemovalWords,
): RemoveOptions | Diagnostic {
  const { type: typed, keepEdited = false, force = false } = words;
  const options = { ...previewOptions(context, root, words), keepEdited, force };
  if (typed === undefined) return options;
  const type = parseMethod(typed);
  if (type !== null) return { ...options, type };
  const message = `Invalid --type '${quotable(typed)}' (must be GET, POST, PUT, or DELETE).`;
  return error("type-invalid", message);
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
