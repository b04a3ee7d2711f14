import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** Adds `layerwright upgrade`. */
export function addUpgrade(program: CommandUnknownOpts, { host, finish }: Context): void {
  const command = program.command("upgrade").helpGroup("Maintain:")
    .summary("How to update Layerwright")
    .option("--check", "Look up the latest release online")
    .action(async ({ check }) => {
      const { checkForUpgrade, howToUpgrade } = await import("./upgrade/check.ts");
      finish({ report: check ? await checkForUpgrade(host) : howToUpgrade(host) });
    });
  describe(command, {
    purpose: "Show how to update Layerwright. It never replaces itself.",
    examples: ["layerwright upgrade", "layerwright upgrade --check"],
  });
}
