import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { join, relative } from "node:path";
import { generateApi } from "../actions/generate_api.ts";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { inputName, readJsonFile } from "./input.ts";
import { previewOptions } from "./preview_options.ts";
import { presentApi } from "../presentation/present.ts";

/** `layerwright generate api`. */
export function addGenerateApi(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("api")
    .summary("Whole project from a spec")
    .argument("<project_name>", "Folder to make (a directory name)")
    .requiredOption("--json <spec_file>", "Spec to read; - for stdin")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Only print a patch for git apply")
    .option("--force", "Discard edits that collide; copies go to .layerwright/backup")
    .action(async (name, options) => {
      const { host, cwd, finish } = context;
      const input = await readJsonFile(host, cwd(), options.json);
      if (input.kind === "problem") {
        const diagnostics = [input.diagnostic];
        return finish({ report: report("generate api", "failed", { diagnostics }) });
      }
      const root = join(cwd(), name);
      const workspace = host.workspace(root);
      const result = await generateApi(workspace, name, input.text, {
        ...previewOptions(host, root, options),
        force: options.force ?? false,
        specPath: inputName(options.json),
        foldsCase: host.foldsCase,
        folder: relative(host.cwd, root),
      });
      finish({ report: result, text: presentApi });
    });
  describe(command, {
    purpose: "Generate a whole project, or add what its spec asks anew.",
    examples: [
      "layerwright generate api shop --json shop.json",
      "layerwright generate api shop --json - --diff < shop.json",
    ],
  });
}
