import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** `layerwright upgrade`. */
export function addUpgrade(program: CommandUnknownOpts, { host, finish }: Context): void {
  const command = program.command("upgrade").helpGroup("This program:")
    .summary("How to update; is there a newer one?")
    .option("--check", "Ask for the latest release, over the network")
    .action(async ({ check }) => {
      const { checkForUpgrade, howToUpgrade } = await import("./upgrade/check.ts");
      finish({ report: check ? await checkForUpgrade(host) : howToUpgrade(host) });
    });
  describe(command, {
    purpose: "Tell how this program is updated. It never replaces itself.",
    examples: ["layerwright upgrade", "layerwright upgrade --check"],
  });
}
