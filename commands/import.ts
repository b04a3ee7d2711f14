/** The command that makes a spec from an OpenAPI document. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { ImportedSpec } from "../actions/import_openapi.ts";
import { decodeJsonText } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { type Report, report } from "../core/report.ts";
import { shellQuote } from "../core/shell_quote.ts";
import type { Context } from "./context.ts";
import { delivered, OUTPUT, REPLACE, TO_FILE } from "./delivered.ts";
import { describe } from "./help.ts";
import type { Host } from "./host.ts";
import { inputName, readJsonFile } from "./input.ts";
import type { CommandReport, Outcome } from "./outcome.ts";

/** Maximum size of a document and of each file that it refers to, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Adds `layerwright import`. */
export function addImport(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("import").helpGroup("Generate:")
    .summary("Spec from an OpenAPI document")
    .argument("<openapi_file>", "OpenAPI 3 or Swagger 2, as JSON or YAML; - for stdin")
    .option(OUTPUT, TO_FILE)
    .option("--force", REPLACE)
    .option("--strict", "Fail if an operation has to be left out; write nothing then")
    .action(async (file, { strict = false, ...options }) => {
      const input = await readJsonFile(host, cwd(), file, MAX_BYTES);
      if (input.kind === "problem") {
        return finish({ report: report("import", "failed", { diagnostics: [input.diagnostic] }) });
      }
      const { importOpenApi, presentImport } = await import("./late_changes.ts");
      const folder = file === "-" ? null : dirname(resolve(cwd(), file));
      const result = await importOpenApi(input.text, {
        path: inputName(file),
        strict,
        ...(folder !== null && { readFile: (path) => readBeside(host, folder, path) }),
      });
      const notes: Outcome["notes"] = (shown, view) => presentImport(shown as typeof result, view);
      const text = result.data?.spec ?? null;
      if (text === null) return finish({ report: result, notes });
      const outcome = await delivered(context, { command, result, text }, options);
      finish({ ...outcome, report: imported(result, outcome.report, options.output), notes });
    });
  describe(command, {
    purpose: "Make a spec from an OpenAPI document. Examples become mocks. " +
      "Operations that a spec cannot have are listed with the reason.",
    examples: [
      "layerwright import petstore.yaml -o pets.json",
      "layerwright import - < openapi.json > imported.json",
      "layerwright import openapi.json -o imported.json --strict",
    ],
  });
}

/** Returns the report of a spec that was written to a file, with the counts. */
function imported(
  { message }: Report<ImportedSpec>,
  written: CommandReport,
  output = "-",
): CommandReport {
  if (written.status !== "applied") return written;
  const name = quotable(output);
  const next = [`layerwright mock ${shellQuote(output)}`];
  return { ...written, message: message.replace(":", ` to ${name}:`), next };
}

/** Reads a file in the document's folder, or below it. Links must not lead out of the folder. */
async function readBeside(host: Host, folder: string, path: string): Promise<string | null> {
  const [top, real] = [host.realPath(folder), host.realPath(resolve(folder, path))];
  if (top === null || real === null) return null;
  const inside = relative(top, real);
  if (inside.split(sep)[0] === ".." || isAbsolute(inside)) return null;
  const read = await host.readFile(real, MAX_BYTES);
  return read.kind === "read" ? decodeJsonText(read.bytes) : null;
}
