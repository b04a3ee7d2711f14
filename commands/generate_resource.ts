import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { presentAddition } from "../presentation/present.ts";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

const COMMAND = { name: "generate resource", text: presentAddition, anyLayout: false } as const;

/**
 * The hint on the command line, in place of {@linkcode ID_FIELD_HINT}, which names the key of a
 * spec.
 */
const OPTION_HINT = "Name the field of the id with --id-field";

/** Adds `layerwright generate resource`. */
export function addGenerateResource(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("resource").summary("Five endpoints of a collection");
  addArguments(command, COMMAND.name).action(() =>
    runChange(context, command, COMMAND, async ({ workspace }, given) => {
      const { addResource } = await import("../actions/generate_resource.ts");
      const { ID_FIELD_HINT } = await import("../spec/read_resource.ts");
      const report = await addResource(workspace, given);
      const diagnostics = report.diagnostics.map((each) =>
        each.hint === ID_FIELD_HINT ? { ...each, hint: OPTION_HINT } : each
      );
      return { ...report, diagnostics };
    })
  );
  describe(command, {
    purpose:
      "Add a resource: a route with endpoints that list, create, read, replace and delete items.",
    examples: [
      `layerwright generate resource reviews --example '{"id": 1, "stars": 5}'`,
      "layerwright generate resource parts --example parts.json --id-field sku",
    ],
  });
}
