import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { join, relative } from "node:path";
import { generateApi } from "../actions/generate_api.ts";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { inputName, readJsonFile } from "./input.ts";
import { presentApi } from "../presentation/present.ts";

/** `layerwright generate api`. */
export function addGenerateApi(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("api")
    .summary("Whole project from a spec")
    .argument("<project_name>", "Folder to make (a directory name)")
    .requiredOption("--json <spec_file>", "Spec to read; - for stdin")
    .option("--dry-run", "Plan and check; write nothing")
    .option("--diff", "Print a patch for git apply")
    .option("--force", "Discard edits that collide; copies go to .layerwright/backup")
    .action(async (name, options) => {
      const { host, cwd, finish } = context;
      const input = await readJsonFile(host, cwd(), options.json);
      if (input.kind === "problem") {
        const diagnostics = [input.diagnostic];
        return finish({ report: report("generate api", "failed", { diagnostics }) });
      }
      const workspace = host.workspace(join(cwd(), name));
      const result = await generateApi(workspace, name, input.text, {
        ...options,
        specPath: inputName(options.json),
        foldsCase: host.foldsCase,
        folder: relative(host.cwd, join(cwd(), name)),
      });
      finish({ report: result, text: presentApi });
    });
  describe(command, {
    purpose: "Generate a whole project, or add what its spec asks anew.",
    examples: [
      "layerwright generate api shop --json shop.json",
      "layerwright generate api shop --json - --dry-run --diff < shop.json",
    ],
  });
}
