import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** Adds `layerwright version`. */
export function addVersion(program: CommandUnknownOpts, { host, finish }: Context): void {
  const command = program.command("version").helpGroup("Maintain:")
    .summary("How to update Layerwright")
    .option("--check", "Look up the latest release online")
    .action(async ({ check }) => {
      const { installedVersion, latestVersion } = await import("./version/version_report.ts");
      finish({ report: check ? await latestVersion(host) : installedVersion(host) });
    });
  describe(command, {
    purpose: "Show the version, and how to update. Layerwright never replaces itself.",
    examples: ["layerwright version", "layerwright version --check"],
  });
}
