/** The commands that print a project's spec, its OpenAPI document, or the schema of specs. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { ExportedSpec } from "../actions/export_spec.ts";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { checkOption, delivered, OUTPUT, REPLACE, TO_FILE } from "./delivered.ts";
import { addExportOpenApi } from "./export_openapi.ts";
import { describe } from "./help.ts";
import { findAnyProject, projectMissing } from "./locate.ts";
import type { Outcome } from "./outcome.ts";

/** Adds `layerwright export` and its commands. */
export function addExport(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("export").summary("Print a spec, OpenAPI or the schema of specs")
    .helpGroup(
      "Inspect:",
    );
  describe(command, {
    purpose: "Print a project's spec or OpenAPI document, or the JSON Schema of specs.",
    examples: [
      "layerwright export spec",
      "layerwright export openapi -o openapi.yaml",
      "layerwright export schema -o layerwright.schema.json",
    ],
  });
  command.action(() => command.help());
  addExportSpec(command, context);
  addExportOpenApi(command, context);
  addExportSchema(command, context);
}

function addExportSpec(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("spec")
    .summary("Spec of a project, from its code")
    .option(OUTPUT, TO_FILE)
    .option("--force", REPLACE)
    .addOption(checkOption())
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
      finish({ ...await delivered(context, { command, result, text }, options), notes });
    });
  describe(command, {
    purpose: "Print the spec of a project: its routes, and the mocks that its code returns.",
    examples: [
      "layerwright export spec > shop.json",
      "layerwright -C shop export spec -o shop.json",
      "layerwright export spec -o shop.json --check",
    ],
  });
}

function addExportSchema(parent: CommandUnknownOpts, context: Context): void {
  const command = parent.command("schema")
    .summary("JSON Schema of a spec")
    .option(OUTPUT, TO_FILE)
    .option("--force", REPLACE)
    .addOption(checkOption())
    .action(async (options) => {
      const { specSchema } = await import("./late_changes.ts");
      const text = `${JSON.stringify(specSchema, null, 2)}\n`;
      const message = "The JSON Schema of a spec";
      const result = report("export schema", "unchanged", { message, data: specSchema });
      context.finish(await delivered(context, { command, result, text }, options));
    });
  describe(command, {
    purpose: "Print the JSON Schema of a spec, for your editor.",
    examples: ["layerwright export schema > layerwright.schema.json"],
  });
}
