import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import {
  bodyOption,
  methodsOption,
  readAdditionOptions,
  statusOption,
} from "./addition_options.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { runInProject } from "./in_project.ts";
import { planOption } from "./preview_options.ts";
import { presentAddition } from "../presentation/present.ts";

const PROJECT_COMMAND = { name: "generate subroute", text: presentAddition, anyLayout: true };

/** Adds `layerwright generate subroute`. */
export function addGenerateSubroute(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("subroute")
    .summary("Endpoint in an existing route")
    .argument("<route>", "Existing route")
    .argument(
      "<subroute>",
      "Endpoint (letters, digits, _; no digit first)",
    )
    .option("--type <METHOD>", "GET or POST, any case (default: GET)")
    .addOption(methodsOption())
    .option("--path <path>", "Below the route's, such as /{id:int} (default: /<subroute>)")
    .addOption(statusOption())
    .addOption(bodyOption())
    .option("--mock <json>", "JSON, or a path to a JSON file")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (route, subroute, options) => {
      await runInProject(context, PROJECT_COMMAND, async ({ root, workspace }) => {
        const read = await readAdditionOptions(context, root, options, ["GET", "POST"]);
        if (read.kind === "problem") return read.diagnostic;
        const { addSubroute } = await import("./late_additions.ts");
        return await addSubroute(workspace, route, subroute, read.options);
      });
    });
  describe(command, {
    purpose: "Add an endpoint to an existing route, beside your edits.",
    examples: [
      "layerwright generate subroute products sale --mock sale.json",
      "layerwright generate subroute products hold --type POST --diff",
      "layerwright generate subroute carts cart --path '/{id:int}' --methods GET,DELETE",
    ],
  });
}
