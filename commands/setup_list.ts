import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { presentListed } from "../presentation/present_setup.ts";
import type { Context } from "./context.ts";
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
import { openComputer } from "./setup_terminal.ts";

/** Adds `layerwright setup list`. */
export function addSetupList(setup: CommandUnknownOpts, context: Context): void {
  const command = setup.command("list").summary("Show which agents are connected")
    .action(async () => context.finish(await run(context, optionsOf(command) as EntryWords)));
  addEntryOptions(command, {
    client: "Agents to show, separated by commas (default: all found)",
    scope: "user or project (default: user, or project with --project)",
    project: "Folder for --scope project (default: here)",
  });
  describe(command, {
    purpose: "Show which agents are connected, and to which server.",
    examples: ["layerwright setup list", "layerwright setup list --project ."],
  });
}

async function run(context: Context, words: EntryWords): Promise<Outcome> {
  const { client, project, name, scope = project === undefined ? "user" : "project" } = words;
  if (!isScope(scope)) return invalidScope("setup list", scope);
  const late = await import("./late_agents.ts");
  const listed = late.list(openComputer(late, context), {
    clients: clientIds(client),
    scope,
    project: resolve(context.cwd(), project ?? "."),
    name,
  });
  return { report: listed, exitCode: late.setupExitCode(listed), text: presentListed };
}
