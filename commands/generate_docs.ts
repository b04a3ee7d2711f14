import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { presentRemoval } from "../presentation/present.ts";
import { addArguments, runChange } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

const COMMAND = { name: "generate docs", text: presentRemoval, anyLayout: false } as const;

/** Adds `layerwright generate docs`. */
export function addGenerateDocs(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("docs").summary("A page of docs in the app");
  addArguments(command, COMMAND.name).action(() =>
    runChange(context, command, COMMAND, async ({ workspace }, given) => {
      const { generateDocs } = await import("./late_changes.ts");
      return await generateDocs(workspace, given);
    })
  );
  describe(command, {
    purpose:
      "Let the app serve its documentation: a page at /-/docs, and OpenAPI at /-/openapi.json. " +
      "In a project that has it, renew the documents in api/openapi.",
    examples: ["layerwright generate docs --dry-run", "layerwright generate docs"],
  });
}
