import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { METHODS } from "../spec/api_spec.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { runInProject } from "./in_project.ts";
import { planOption } from "./preview_options.ts";
import {
  bodyOption,
  methodsOption,
  readAdditionOptions,
  statusOption,
} from "./addition_options.ts";
import { presentAddition } from "../presentation/present.ts";

const PROJECT_COMMAND = { name: "generate route", text: presentAddition, anyLayout: false };

/** Adds `layerwright generate route`. */
export function addGenerateRoute(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("route")
    .summary("Route with all its layers")
    .argument(
      "<route>",
      "Route (letters, digits, _; no digit first)",
    )
    .option("--type <METHOD>", "GET, POST, PUT or DELETE, any case (default: GET)")
    .addOption(methodsOption())
    .option("--path <path>", "Prefix of its paths, such as /v1/shop (default: /<route>)")
    .addOption(statusOption())
    .addOption(bodyOption())
    .option("--mock <json>", "JSON, or a path to a JSON file")
    .option("--no-model", "Generate no model")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .action(async (route, options) => {
      await runInProject(context, PROJECT_COMMAND, async ({ root, workspace }) => {
        const read = await readAdditionOptions(context, root, options, METHODS);
        if (read.kind === "problem") return read.diagnostic;
        const { addRoute } = await import("./late_additions.ts");
        return await addRoute(workspace, route, { ...read.options, model: options.model });
      });
    });
  describe(command, {
    purpose:
      "Add a route with all its layers, or a method to an existing one. Your own files stay unchanged.",
    examples: [
      "layerwright generate route invoices --type POST",
      `layerwright generate route carts --methods GET,POST --body '{"item": 1}'`,
      `layerwright generate route rates --mock '{"eur": 1.0}'`,
    ],
  });
}
