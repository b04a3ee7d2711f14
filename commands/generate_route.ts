import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { presentAddition } from "../presentation/present.ts";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

const COMMAND = { name: "generate route", text: presentAddition, anyLayout: false } as const;

/** Adds `layerwright generate route`. */
export function addGenerateRoute(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("route").summary("Route with all its layers");
  addArguments(command, COMMAND.name).action(() =>
    runChange(context, command, COMMAND, async ({ workspace }, given) => {
      const { addRoute } = await import("../actions/generate_route.ts");
      // For commander, `--no-model` sets the option `model` to `false`.
      return await addRoute(workspace, {
        ...given,
        noModel: command.getOptionValue("model") === false,
      });
    })
  );
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
