/** The commands that print a project's spec, or the schema of specs. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import type { ExportedSpec } from "../actions/export_spec.ts";
import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { type Report, report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { findAnyProject, projectMissing } from "./locate.ts";
import type { Outcome } from "./outcome.ts";

const OUTPUT = "-o, --output <file>";
const TO_FILE = "Write to <file>; - for stdout (default: stdout)";
const REPLACE = "Replace <file> if it differs";

/** The option values, as typed. */
interface OutputWords {
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
}

/** Adds `layerwright export` and its commands. */
export function addExport(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("export").summary("Print a spec or its schema").helpGroup(
    "Inspect:",
  );
  describe(command, {
    purpose: "Print what other programs read: a project's spec, or the schema of specs.",
    examples: ["layerwright export spec", "layerwright export schema -o layerwright.schema.json"],
  });
  command.action(() => command.help());
  addExportSpec(command, context);
  addExportSchema(command, context);
}

function addExportSpec(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("spec")
    .summary("Spec of a project, from its code")
    .option(OUTPUT, TO_FILE)
    .option("--force", REPLACE)
    .action(async (options) => {
      const { host, cwd, finish } = context;
      const project = findAnyProject(host, cwd());
      if (project === null) return finish({ report: projectMissing("export spec") });
      const { workspace, name } = project;
      const { exportSpec, presentOmitted } = await import("./late_changes.ts");
      const result = await exportSpec(workspace, name);
      const notes: Outcome["notes"] = ({ data }, view) =>
        data === null ? "" : presentOmitted((data as ExportedSpec).omitted, view);
      const text = result.data?.spec ?? null;
      if (text === null) return finish({ report: result, notes });
      finish({ ...await delivered(context, { result, text }, options), notes });
    });
  describe(command, {
    purpose: "Print the spec of a project: its routes, and the mocks that its code returns.",
    examples: [
      "layerwright export spec > shop.json",
      "layerwright -C shop export spec -o shop.json",
    ],
  });
}

function addExportSchema(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("schema")
    .summary("JSON Schema of a spec")
    .option(OUTPUT, TO_FILE)
    .option("--force", REPLACE)
    .action(async (options) => {
      const { specSchema } = await import("./late_changes.ts");
      const text = `${JSON.stringify(specSchema, null, 2)}\n`;
      const message = "The JSON Schema of a spec";
      const result = report("export schema", "unchanged", { message, data: specSchema });
      context.finish(await delivered(context, { result, text }, options));
    });
  describe(command, {
    purpose: "Print the JSON Schema of a spec, for your editor.",
    examples: ["layerwright export schema > layerwright.schema.json"],
  });
}

/** A report, and the text that the command is asked for. */
interface Exported {
  readonly result: Report;
  readonly text: string;
}

/** Prints the text, or writes it to the file that the options name. */
async function delivered(
  { host, cwd }: Context,
  { result, text }: Exported,
  { output = "-", force = false }: OutputWords,
): Promise<Outcome> {
  const isStdout = output === "-" || output === "/dev/stdout";
  if (isStdout) return { report: result, text: () => text.slice(0, -1), isProduct: true };
  const { command } = result;
  const name = quotable(output);
  const written = await host.writeOutput(resolve(cwd(), output), text, force);
  switch (written.kind) {
    case "written":
      return { report: { ...result, status: "applied", message: `Wrote ${name}` } };
    case "unchanged":
      return { report: { ...result, message: `Nothing to do: ${name} is the same` } };
    case "exists": {
      const hint = "--force replaces it";
      const diagnostics = [error("file-exists", `File '${name}' exists and differs.`, { hint })];
      return { report: report(command, "refused", { diagnostics }) };
    }
    case "failed": {
      const message = `Cannot write '${name}' (${written.reason}).`;
      const diagnostics = [error("write-failed", message)];
      return { report: report(command, "failed", { diagnostics }) };
    }
  }
}
