import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { relative } from "node:path";
import { presentAddition } from "../presentation/present.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { runInProject } from "./in_project.ts";
import { readJsonOption } from "./input.ts";
import { planOption, previewOptions } from "./preview_options.ts";

const PROJECT_COMMAND = { name: "generate resource", text: presentAddition, anyLayout: false };

/**
 * The hint on the command line, in place of {@linkcode ID_FIELD_HINT}, which names the key of a
 * spec.
 */
const OPTION_HINT = "Name the field of the id with --id-field";

/** Adds `layerwright generate resource`. */
export function addGenerateResource(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("resource")
    .summary("Five endpoints of a collection")
    .argument("<route>", "Route (letters, digits, _; no digit first)")
    .requiredOption("--example <json>", "An item or a list of them: JSON, or a path to a JSON file")
    .option("--id-field <name>", "The field with an item's id (default: id)")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (route, { example, idField, ...flags }) => {
      await runInProject(context, PROJECT_COMMAND, async ({ root, workspace }) => {
        const read = await readJsonOption(context.host, context.cwd(), "example", example);
        if ("severity" in read) return read;
        const { addResource, ID_FIELD_HINT } = await import("./late_additions.ts");
        const report = await addResource(workspace, route, {
          example: read.value,
          ...(read.path !== undefined && { examplePath: read.path }),
          ...(idField !== undefined && { idField }),
          folder: relative(context.host.cwd, root),
          ...previewOptions(context, root, flags),
        });
        const diagnostics = report.diagnostics.map((each) =>
          each.hint === ID_FIELD_HINT ? { ...each, hint: OPTION_HINT } : each
        );
        return { ...report, diagnostics };
      });
    });
  describe(command, {
    purpose:
      "Add a resource: a route with endpoints that list, create, read, replace and delete items.",
    examples: [
      `layerwright generate resource reviews --example '{"id": 1, "stars": 5}'`,
      "layerwright generate resource parts --example parts.json --id-field sku",
    ],
  });
}
