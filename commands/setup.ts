import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { type DiagnosticCode, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { type Report, report } from "../core/report.ts";
import { presentConnected, presentListed, presentRemoved } from "../presentation/present_setup.ts";
import type { SetupOptions } from "../setup/options.ts";
import type { Ui } from "../setup/ui.ts";
import type { Context } from "./context.ts";
import { type Globals, usesColour } from "./emit.ts";
import { describe } from "./help.ts";
import type { Host } from "./host.ts";
import type { Outcome } from "./outcome.ts";

/** What is typed after `layerwright setup`. */
interface SetupWords {
  readonly url?: string | undefined;
  readonly apiKeyStdin?: true | undefined;
  readonly client?: string | undefined;
  readonly all?: true | undefined;
  readonly scope: string;
  /** Whether that is not the default. */
  readonly isScopeGiven: boolean;
  readonly project?: string | undefined;
  readonly name: string;
  readonly keyFromEnv?: true | undefined;
  readonly local?: true | undefined;
  readonly fileMode?: string | undefined;
  readonly device?: true | undefined;
  readonly list?: true | undefined;
  readonly logout?: true | undefined;
  readonly remove?: true | undefined;
  readonly yes?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly verify: boolean;
}

/** `layerwright setup`. */
export function addSetup(program: CommandUnknownOpts, context: Context): void {
  const command = program.command("setup").helpGroup("Connect:")
    .summary("Connect the coding agents here")
    .option("--url <address>", "Server (default: the last, or the local one)")
    .option("--api-key-stdin", "Read the API key from stdin")
    .option("--device", "Log in with a code, on any device")
    .option("--client <ids>", "Agents to connect, with commas")
    .option("--all", "Every agent that is found")
    .option("--scope <scope>", "user: all projects; project: this one", "user")
    .option(
      "--project <dir>",
      "Project of --scope project; where agents without one work (default: here)",
    )
    .option("--name <name>", "Name of the entry", "layerwright")
    .option("--key-from-env", "Refer to LAYERWRIGHT_API_KEY, do not write the key")
    .option("--file-mode <mode>", "Files others can read: private or keep (default: ask)")
    .option("--local", "Agents start this program; no server, no key")
    .option("--list", "Show which agents are connected")
    .option("--remove", "Undo")
    .addOption(new Option("--logout", "Revoke the API key that logging in made")
      .conflicts(["list", "remove"]))
    .option("--yes", "Do not ask")
    .option("--dry-run", "Show the changes; write nothing")
    .option("--no-verify", "Do not call the server afterwards")
    .action(async (words) => {
      const isScopeGiven = command.getOptionValueSource("scope") === "cli";
      const asked = { ...words as SetupWords, isScopeGiven };
      context.finish(await run(context, asked, program.opts() as Partial<Globals>));
    });
  describe(command, {
    purpose: "Connect the coding agents on this computer to the tools.",
    examples: ["layerwright setup", "layerwright setup --client codex,cursor --dry-run"],
  });
}

async function run(
  { host, whenInterrupted, ...context }: Context,
  words: SetupWords,
  globals: Partial<Globals>,
): Promise<Outcome> {
  const cwd = context.cwd();
  if (words.scope !== "user" && words.scope !== "project") {
    const message = `Invalid --scope '${quotable(words.scope)}' (must be user or project).`;
    return usage("usage-option", message);
  }
  const { fileMode = null } = words;
  if (fileMode !== null && fileMode !== "private" && fileMode !== "keep") {
    const message = `Invalid --file-mode '${quotable(fileMode)}' (must be private or keep).`;
    return usage("usage-option", message);
  }
  const key = words.apiKeyStdin ? await readKey(host) : null;
  if (words.apiKeyStdin && key === null) return usage("usage-argument", "No API key on stdin.");
  const isOfProject = words.remove === true && words.project !== undefined && !words.isScopeGiven;
  const options: SetupOptions = {
    url: words.url ?? null,
    key,
    clients: words.client?.split(",").map((id) => id.trim()).filter((id) => id !== "") ?? null,
    all: words.all ?? false,
    // A project has a scope of its own; user settings have no project.
    scope: isOfProject ? "project" : words.scope,
    isScopeGiven: words.isScopeGiven || isOfProject,
    project: resolve(cwd, words.project ?? "."),
    yes: words.yes ?? false,
    dryRun: words.dryRun ?? false,
    verify: words.verify,
    local: words.local ?? false,
    name: words.name,
    keyFromEnv: words.keyFromEnv ?? false,
    fileMode,
    device: words.device ?? false,
  };
  const late = await import("./late.ts");
  const { env, mindInterruptions, uninterrupted } = host;
  const computer = late.createDiskHost(env, cwd, mindInterruptions, uninterrupted);
  if (words.list) {
    const listed = late.list(computer, options);
    return { ...ended(listed, late.setupExitCode(listed)), text: presentListed };
  }
  if (words.logout) {
    const ended = await late.logOut(computer, options);
    return { report: ended, text: presentRemoved };
  }
  const isAsking = host.canAsk && !words.apiKeyStdin && globals.report !== true && !options.dryRun;
  const colour = usesColour(host.stderr, host, { color: globals.color !== false });
  const ui = isAsking ? late.createClackUi({ colour, signs: late.showsSigns(host.env) }) : null;
  if (ui !== null) {
    whenInterrupted(() => {
      // The terminal has put `^C` at the start of this line.
      host.stderr.write("\n");
      return cancelled(ui);
    });
  }
  try {
    if (words.remove) {
      const removed = await late.remove(computer, options, ui);
      const exitCode = late.setupExitCode(removed);
      const isSaid = ui !== null && exitCode !== 2;
      if (isSaid) ui.end(removed.message);
      return { ...ended(removed, exitCode), text: presentRemoved, isSaid };
    }
    const connected = await late.connect(computer, options, ui);
    const exitCode = late.setupExitCode(connected);
    if (ui === null || exitCode === 2) {
      return { ...ended(connected, exitCode), text: presentConnected };
    }
    late.tellEnd(ui, connected, globals.verbose === true);
    return { report: connected, exitCode, isSaid: true };
  } catch (problem) {
    if (ui === null || !(problem instanceof late.Cancelled)) throw problem;
    return cancelled(ui);
  }
}

function usage(code: DiagnosticCode, message: string): Outcome {
  return ended(report("setup", "failed", { diagnostics: [error(code, message)] }), 2);
}

function ended(report: Report, exitCode: number): Outcome {
  return { report, exitCode };
}

/** A person gave up, before anything was written. */
function cancelled(ui: Ui): Outcome {
  ui.end("Interrupted; no agent file was changed");
  const diagnostics = [error("interrupted", "Interrupted; no agent file was changed")];
  const exitCode = 130;
  return { report: report("setup", "failed", { diagnostics }), exitCode, isSaid: true };
}

async function readKey(host: Host): Promise<string | null> {
  const read = await host.readStdin();
  if (read.kind === "failed") return null;
  const key = new TextDecoder().decode(read.bytes).trim();
  return key === "" ? null : key;
}
