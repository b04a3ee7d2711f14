import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { presentRemoved } from "../presentation/present_setup.ts";
import type { Context } from "./context.ts";
import type { Globals } from "./emit.ts";
import { describe } from "./help.ts";
import type { Outcome } from "./outcome.ts";
import {
  addEntryOptions,
  clientIds,
  type EntryWords,
  invalidScope,
  isScope,
  optionsOf,
} from "./setup_options.ts";
import { atTerminal, openComputer } from "./setup_terminal.ts";

/** The options of `layerwright setup remove`, as typed. */
interface RemoveWords extends EntryWords {
  readonly yes?: true | undefined;
  readonly dryRun?: true | undefined;
}

/** Adds `layerwright setup remove`. */
export function addSetupRemove(setup: CommandUnknownOpts, context: Context): void {
  const command = setup.command("remove").summary("Remove setup's entries")
    .action(async () => {
      const words = optionsOf(command) as RemoveWords & Partial<Globals>;
      context.finish(await run(context, words));
    });
  addEntryOptions(command, {
    client: "Agents to disconnect, separated by commas (default: all)",
    scope: "user or project (default: both, or project with --project)",
    project: "Folder for --scope project (default: here)",
  });
  command
    .option("--yes", "Do not ask")
    .option("--dry-run", "Show the changes, write nothing");
  describe(command, {
    purpose: "Remove setup's entries from the files of agents.",
    examples: ["layerwright setup remove", "layerwright setup remove --client codex --dry-run"],
  });
}

async function run(
  context: Context,
  words: RemoveWords & Partial<Globals>,
): Promise<Outcome> {
  const { client, project, name, yes = false, dryRun = false } = words;
  // `--project` names the folder of one project's entries, so it excludes the user's entries.
  const { scope = project === undefined ? null : "project" } = words;
  if (scope !== null && !isScope(scope)) return invalidScope("setup remove", scope);
  const options = {
    clients: clientIds(client),
    scope,
    project: resolve(context.cwd(), project ?? "."),
    name,
    yes,
    dryRun,
  };
  const late = await import("./late_agents.ts");
  const asked = { command: "setup remove", globals: words, mayAsk: !dryRun };
  return await atTerminal(late, context, asked, async (ui) => {
    const removed = await late.remove(openComputer(late, context), options, ui);
    const exitCode = late.setupExitCode(removed);
    const isPrinted = ui !== null && exitCode !== 2;
    if (isPrinted) ui.end(removed.message);
    return { report: removed, exitCode, text: presentRemoved, isPrinted };
  });
}
