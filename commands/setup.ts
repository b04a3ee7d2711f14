import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { presentConnected } from "../presentation/present_setup.ts";
import type { SetupOptions } from "../setup/options.ts";
import type { Context } from "./context.ts";
import type { Globals } from "./emit.ts";
import { describe } from "./help.ts";
import type { Host } from "./host.ts";
import type { Outcome } from "./outcome.ts";
import { addSetupList } from "./setup_list.ts";
import { addSetupLogout } from "./setup_logout.ts";
import {
  addEntryOptions,
  clientIds,
  type EntryWords,
  invalidScope,
  isScope,
  usageFailure,
} from "./setup_options.ts";
import { addSetupRemove } from "./setup_remove.ts";
import { atTerminal, openComputer } from "./setup_terminal.ts";

/** The options of `layerwright setup`, as typed. */
interface SetupWords extends EntryWords {
  readonly url?: string | undefined;
  readonly apiKeyStdin?: true | undefined;
  readonly all?: true | undefined;
  readonly keyFromEnv?: true | undefined;
  readonly stdio?: true | undefined;
  readonly fileMode?: string | undefined;
  readonly device?: true | undefined;
  readonly yes?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly verify: boolean;
}

/** Adds `layerwright setup` and its subcommands. */
export function addSetup(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("setup").helpGroup("Connect:")
    .summary("Connect coding agents")
    .option("--url <address>", "Server (default: the last, or the local one)")
    .addOption(
      new Option("--stdio", "Each agent starts its own server, without a key")
        .conflicts(["url", "apiKeyStdin", "device", "keyFromEnv", "fileMode"]),
    )
    .option("--api-key-stdin", "Read the API key from stdin")
    .addOption(
      new Option("--device", "Log in with a code, on any device")
        .conflicts(["apiKeyStdin", "keyFromEnv"]),
    )
    .addOption(new Option("--all", "Connect every agent found").conflicts("client"));
  addEntryOptions(command, {
    client: "Agents to connect, separated by commas",
    scope: "user: all projects; project: one (default: user)",
    project:
      "Folder for --scope project, and for agents that start servers elsewhere (default: here)",
  });
  command
    .option("--key-from-env", "Refer to LAYERWRIGHT_API_KEY instead of writing the key")
    .option("--file-mode <mode>", "For files that others can read: private or keep (default: ask)")
    .option("--yes", "Do not ask")
    .option("--dry-run", "Show the changes, write nothing")
    .option("--no-verify", "Do not call the server")
    .action(async (words) => {
      context.finish(await run(context, words as SetupWords, program.opts() as Partial<Globals>));
    });
  describe(command, {
    purpose: "Connect the coding agents on this computer to the tools.",
    examples: ["layerwright setup", "layerwright setup --client codex,cursor --dry-run"],
  });
  addSetupList(command, context);
  addSetupRemove(command, context);
  addSetupLogout(command, context);
}

async function run(
  context: Context,
  words: SetupWords,
  globals: Partial<Globals>,
): Promise<Outcome> {
  const { host } = context;
  const { scope = "user", fileMode = null } = words;
  if (!isScope(scope)) return invalidScope("setup", scope);
  if (fileMode !== null && fileMode !== "private" && fileMode !== "keep") {
    const message = `Invalid --file-mode '${quotable(fileMode)}' (must be private or keep).`;
    return usageFailure("setup", error("usage-option", message));
  }
  const key = words.apiKeyStdin ? await readKey(host) : null;
  if (words.apiKeyStdin && key === null) {
    return usageFailure("setup", error("usage-argument", "No API key on stdin."));
  }
  const options: SetupOptions = {
    url: words.url ?? null,
    key,
    clients: clientIds(words.client),
    all: words.all ?? false,
    scope,
    project: resolve(context.cwd(), words.project ?? "."),
    yes: words.yes ?? false,
    dryRun: words.dryRun ?? false,
    verify: words.verify,
    stdio: words.stdio ?? false,
    name: words.name,
    keyFromEnv: words.keyFromEnv ?? false,
    fileMode,
    device: words.device ?? false,
  };
  const late = await import("./late_agents.ts");
  const mayAsk = words.apiKeyStdin !== true && !options.dryRun;
  return await atTerminal(late, context, { command: "setup", globals, mayAsk }, async (ui) => {
    const connected = await late.connect(openComputer(late, context), options, ui);
    const exitCode = late.setupExitCode(connected);
    if (ui === null || exitCode === 2) {
      return { report: connected, exitCode, text: presentConnected };
    }
    late.tellEnd(ui, connected, globals.verbose === true);
    return { report: connected, exitCode, isPrinted: true };
  });
}

/** Maximum size of a key on stdin, with the space around it, in bytes. */
const MAX_KEY_BYTES = 4096;

async function readKey(host: Host): Promise<string | null> {
  const read = await host.readStdin(MAX_KEY_BYTES);
  if (read.kind === "failed") return null;
  const key = new TextDecoder().decode(read.bytes).trim();
  return key === "" ? null : key;
}
