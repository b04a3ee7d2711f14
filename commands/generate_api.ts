import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { relative, resolve } from "node:path";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { missingSpec, readSpecOption } from "./spec_option.ts";
import { planOption, previewOptions } from "./preview_options.ts";

/** Adds `layerwright generate api`. */
export function addGenerateApi(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("api")
    .summary("Whole project from a spec")
    .argument("[project_name]", "New folder, or . for the current one; omit it in a project")
    .option("--json <spec_file>", "Spec to read; - for stdin (default: the project's own)")
    .option("--spec <spec_file>", "Same as --json")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply; write nothing")
    .addOption(planOption())
    .option(
      "--keep <endpoint>",
      "Keep your code until the spec changes the endpoint again",
      repeated,
    )
    .option(
      "--replace <endpoint>",
      "Replace your code; keep a copy in .layerwright/backup",
      repeated,
    )
    .option("--keep-edited", "Keep all edited handlers whose method or path changes")
    .option("--force", "Overwrite all conflicting edits; keep copies in .layerwright/backup")
    .option("--prune", "Remove endpoints that the spec no longer has, unless edited")
    .option("--restore <item>", "Generate a deleted endpoint or file again", repeated)
    .action(async (typed, options) => {
      const { host, cwd, finish } = context;
      const { findApiPlace, generateApi, presentApi, presentConflicts } = await import(
        "./late_api.ts"
      );
      const place = findApiPlace(host, cwd(), typed);
      if (place === null) {
        return command.error("error: missing required argument 'project_name'", {
          code: "commander.missingArgument",
        });
      }
      if ("severity" in place) {
        const status = place.code === "project-inside" ? "refused" : "failed";
        return finish({ report: report("generate api", status, { diagnostics: [place] }) });
      }
      const { root, name } = place;
      const folder = relative(host.cwd, root);
      const input = await readSpecOption(context, root, options);
      if (input === null) return missingSpec(command, "--json");
      if ("severity" in input) {
        return finish({ report: report("generate api", "failed", { diagnostics: [input] }) });
      }
      const { text, ...located } = input;
      const workspace = host.workspace(root);
      const result = await generateApi(workspace, name, text, {
        ...previewOptions(context, root, options),
        force: options.force ?? false,
        keepEdited: options.keepEdited ?? false,
        keep: options.keep ?? [],
        replace: options.replace ?? [],
        restore: options.restore ?? [],
        prune: options.prune ?? false,
        ...located,
        foldsCase: host.foldsCase,
        folder,
        isInside: root !== resolve(cwd(), name),
      });
      finish({
        report: result,
        text: presentApi,
        refusal: presentConflicts,
        source: { path: located.specPath, text },
      });
    });
  describe(command, {
    purpose: "Create a project, or add what is new in its spec.",
    examples: [
      "layerwright generate api shop --json shop.json",
      "layerwright generate api shop --json - --diff < shop.json",
      "layerwright generate api shop --json shop.json --replace 'GET /products'",
    ],
  });
}

/** Collects the values of an option that may be repeated. */
function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
