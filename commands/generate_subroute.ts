import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { presentAddition } from "../presentation/present.ts";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

const COMMAND = { name: "generate subroute", text: presentAddition, anyLayout: true } as const;

/** Adds `layerwright generate subroute`. */
export function addGenerateSubroute(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("subroute").summary("Endpoint in an existing route");
  addArguments(command, COMMAND.name).action(() =>
    runChange(context, command, COMMAND, async ({ workspace }, given) => {
      const { addSubroute } = await import("../actions/generate_subroute.ts");
      return await addSubroute(workspace, given);
    })
  );
  describe(command, {
    purpose: "Add an endpoint to an existing route, beside your edits.",
    examples: [
      "layerwright generate subroute products sale --mock sale.json",
      "layerwright generate subroute products hold --type POST --diff",
      "layerwright generate subroute carts cart --path '/{id:int}' --methods GET,DELETE",
    ],
  });
}
