/** The command that checks a spec. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { inputName, readJsonFile } from "./input.ts";
import { presentValidation } from "../presentation/present_validation.ts";

/** Adds `layerwright validate`. */
export function addValidate(program: CommandUnknownOpts, { host, cwd, finish }: Context): void {
  const command = program.command("validate").helpGroup("Inspect:")
    .summary("All errors of a spec")
    .argument("<spec_file>", "Spec to read; - for stdin")
    .action(async (file) => {
      const input = await readJsonFile(host, cwd(), file);
      if (input.kind === "problem") {
        const diagnostics = [input.diagnostic];
        return finish({ report: report("validate", "failed", { diagnostics }) });
      }
      const specPath = inputName(file);
      const { foldsCase } = host;
      const source = { path: specPath, text: input.text };
      const { validateSpec } = await import("../actions/validate_spec.ts");
      const result = validateSpec(input.text, { specPath, foldsCase });
      finish({ report: result, source, text: presentValidation });
    });
  describe(command, {
    purpose: "List every error in a spec, each with its line.",
    examples: ["layerwright validate shop.json", "layerwright --report validate - < shop.json"],
  });
}
