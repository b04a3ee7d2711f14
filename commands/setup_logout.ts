import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { presentRemoved } from "../presentation/present_setup.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";
import { optionsOf } from "./setup_options.ts";
import { openComputer } from "./setup_terminal.ts";

/** The options of `layerwright setup logout`, as typed. */
interface LogoutWords {
  readonly url?: string | undefined;
  readonly dryRun?: true | undefined;
}

/** Adds `layerwright setup logout`. */
export function addSetupLogout(setup: CommandUnknownOpts, context: Context): void {
  const command = setup.command("logout").summary("Revoke the API key that setup made")
    .option("--url <address>", "Server (default: the last)")
    .option("--dry-run", "Show what would be revoked, revoke nothing")
    .action(async () => {
      const { url = null, dryRun = false } = optionsOf(command) as LogoutWords;
      const late = await import("./late_agents.ts");
      const ended = await late.logOut(openComputer(late, context), { url, dryRun });
      context.finish({ report: ended, text: presentRemoved });
    });
  describe(command, {
    purpose: "Revoke the API key that setup made by logging in, and forget it.",
    examples: ["layerwright setup logout", "layerwright setup logout --dry-run"],
  });
}
