import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { report } from "../core/report.ts";
import { addArguments, readArguments } from "./command_arguments.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** Adds `layerwright generate api`. */
export function addGenerateApi(generate: CommandUnknownOpts, context: Context): void {
  const command = generate.command("api").summary("Whole project from a spec");
  addArguments(command, "generate api")
    .action(async () => {
      const { host, cwd, finish } = context;
      const { findApiPlace, generateApi, presentApi, presentConflicts } = await import(
        "./late_api.ts"
      );
      const place = findApiPlace(host, cwd(), command.args[0]);
      if (place === null) {
        return command.error("error: missing required argument 'project_name'", {
          code: "commander.missingArgument",
        });
      }
      if ("severity" in place) {
        const isTaken = place.code === "project-inside" || place.code === "project-exists";
        const status = isTaken ? "refused" : "failed";
        return finish({ report: report("generate api", status, { diagnostics: [place] }) });
      }
      const { root, name } = place;
      const given = await readArguments(context, root, command, "generate api");
      if ("severity" in given) {
        return finish({ report: report("generate api", "failed", { diagnostics: [given] }) });
      }
      const result = await generateApi(host.workspace(root), name, given.spec, {
        ...given,
        foldsCase: host.foldsCase,
        isInside: root !== resolve(cwd(), name),
      });
      finish({
        report: result,
        text: presentApi,
        refusal: presentConflicts,
        source: { path: given.specPath, text: given.spec },
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
