/** The command that makes a spec from an OpenAPI document. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { dirname, resolve } from "node:path";
import { report } from "../core/report.ts";
import { shellQuote } from "../core/shell_quote.ts";
import type { Context } from "./context.ts";
import { delivered, OUTPUT, REPLACE, TO_FILE } from "./delivered.ts";
import { describe } from "./help.ts";
import { inputName, readJsonFile } from "./input.ts";
import type { Outcome } from "./outcome.ts";
import { readBeside } from "./read_beside.ts";

/** Adds `layerwright import`. */
export function addImport(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("import").helpGroup("Generate:")
    .summary("Spec from an OpenAPI document")
    .argument("<openapi_file>", "OpenAPI 3 or Swagger 2, as JSON or YAML; - for stdin")
    .option(OUTPUT, TO_FILE)
    .option("--force", REPLACE)
    .option("--strict", "Fail if more than texts would be lost; write nothing then")
    .action(async (file, { strict = false, ...options }) => {
      const input = await readJsonFile(host, cwd(), file);
      if (input.kind === "problem") {
        return finish({ report: report("import", "failed", { diagnostics: [input.diagnostic] }) });
      }
      const { importedMessage, importOpenApi, presentImport } = await import("./late_changes.ts");
      const folder = file === "-" ? null : dirname(resolve(cwd(), file));
      const result = await importOpenApi(input.text, {
        path: inputName(file),
        strict,
        ...(folder !== null &&
          { readFile: (path) => Promise.resolve(readBeside(host, folder, path)) }),
      });
      const notes: Outcome["notes"] = (shown, view) => presentImport(shown as typeof result, view);
      const { data } = result;
      if (data === null || data.spec === null) return finish({ report: result, notes });
      const outcome = await delivered(context, { command, result, text: data.spec }, options);
      const { output = "-" } = options;
      const written = outcome.report.status !== "applied" ? outcome.report : {
        ...outcome.report,
        message: importedMessage(data, output),
        next: [`layerwright mock ${shellQuote(output)}`],
      };
      finish({ ...outcome, report: written, notes });
    });
  describe(command, {
    purpose: "Make a spec from an OpenAPI document. Examples become mocks. " +
      "Operations that a spec cannot have are listed with the reason, and other parts are counted.",
    examples: [
      "layerwright import petstore.yaml -o pets.json",
      "layerwright import - < openapi.json > imported.json",
      "layerwright import openapi.json -o imported.json --strict",
    ],
  });
}
