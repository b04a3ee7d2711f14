/** The command that prints an OpenAPI document. */

import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { basename, extname, resolve } from "node:path";
import type { ExportedOpenApi } from "../actions/export_openapi.ts";
import { type Report, report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { checkOption, delivered, OUTPUT, REPLACE } from "./delivered.ts";
import { describe } from "./help.ts";
import { runInProject } from "./in_project.ts";
import { inputName, readJsonFile } from "./input.ts";
import { findAnyProject, projectMissing } from "./locate.ts";
import type { Outcome } from "./outcome.ts";

/** A report with a document, and the described spec, if there is one. */
interface Described {
  readonly result: Report<ExportedOpenApi>;
  readonly source?: NonNullable<Outcome["source"]>;
}

type Format = "json" | "yaml";

/** Adds `layerwright export openapi`. */
export function addExportOpenApi(parent: CommandUnknownOpts, context: Context): void {
  const { finish } = context;
  const command = parent.command("openapi")
    .summary("OpenAPI of a project or a spec")
    .option("--spec <spec_file>", "Spec to describe; - for stdin (default: the project's code)")
    .option(
      OUTPUT,
      "Write to <file>, as YAML if it ends in .yaml or .yml; - for stdout (default: stdout)",
    )
    .option("--force", REPLACE)
    .addOption(checkOption())
    .addOption(
      new Option("--docs", "Renew the documents of the app's docs, which 'generate docs' added")
        .conflicts(["spec", "output", "force", "check"]),
    )
    .action(async ({ docs = false, ...options }) => {
      if (docs) return await renew(context);
      const { spec, output = "-" } = options;
      const format = /\.ya?ml$/i.test(output) ? "yaml" : "json";
      const { result, source } = spec === undefined
        ? await ofProject(context, format)
        : await ofSpec(context, spec, format);
      const { presentUndescribed } = await import("./late_changes.ts");
      const notes: Outcome["notes"] = ({ data }, view) =>
        data === null ? "" : presentUndescribed((data as ExportedOpenApi).omitted, view);
      const shown = { notes, ...(source !== undefined && { source }) };
      const text = result.data?.document ?? null;
      if (text === null) return finish({ report: result, ...shown });
      finish({ ...await delivered(context, { command, result, text }, options), ...shown });
    });
  describe(command, {
    purpose: "Print an OpenAPI 3.1 document: of the project's code, or of a spec.",
    examples: [
      "layerwright export openapi > openapi.json",
      "layerwright export openapi --spec shop.json -o openapi.yaml",
      "layerwright export openapi -o openapi.json --check",
      "layerwright export openapi --docs",
    ],
  });
}

async function renew(context: Context): Promise<void> {
  const { presentRemoval, renewDocs } = await import("./late_changes.ts");
  const command = { name: "export openapi", text: presentRemoval, anyLayout: false };
  await runInProject(context, command, ({ workspace }) => renewDocs(workspace));
}

async function ofProject({ host, cwd }: Context, format: Format): Promise<Described> {
  const project = findAnyProject(host, cwd());
  if (project === null) return { result: { ...projectMissing("export openapi"), data: null } };
  const { exportOpenApi } = await import("./late_changes.ts");
  return { result: await exportOpenApi(project.workspace, project.name, { format }) };
}

async function ofSpec({ host, cwd }: Context, spec: string, format: Format): Promise<Described> {
  const input = await readJsonFile(host, cwd(), spec);
  if (input.kind === "problem") {
    return { result: report("export openapi", "failed", { diagnostics: [input.diagnostic] }) };
  }
  const { specToOpenApi } = await import("./late_changes.ts");
  const specPath = inputName(spec);
  const title = spec === "-" ? "API" : basename(resolve(cwd(), spec), extname(spec));
  const { foldsCase } = host;
  const result = await specToOpenApi(input.text, { specPath, foldsCase, format, title });
  return { result, source: { path: specPath, text: input.text } };
}
