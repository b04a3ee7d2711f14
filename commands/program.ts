/** The command line: all commands, parsing, and the exit code. */

import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { type Report, report } from "../core/report.ts";
import { VERSION } from "../core/version.ts";
import type { PlannedRun } from "../actions/run_planner.ts";
import { addGenerateApi } from "./generate_api.ts";
import { addGenerateDocs } from "./generate_docs.ts";
import { addGenerateResource } from "./generate_resource.ts";
import { addGenerateRoute } from "./generate_route.ts";
import { addGenerateSubroute } from "./generate_subroute.ts";
import type { Context } from "./context.ts";
import { emit, type Globals, usesColour } from "./emit.ts";
import { commandName, describe, formatHelp, formatTopic, type HelpView } from "./help.ts";
import { findHelp } from "./help_topics.ts";
import { Interruption } from "../workspace/interruptions.ts";
import type { Host } from "./host.ts";
import { internalOutcome } from "./internal_error.ts";
import { exitCodeOf, type Outcome } from "./outcome.ts";
import { realPlace } from "./locate.ts";
import { style } from "../presentation/style.ts";
import { NO_FOLDER, STDOUT_TAKEN, unknownCommand, UsageError, usageOutcome } from "./usage.ts";

/**
 * Runs the command line.
 *
 * @param args The words after the program's name.
 * @returns The exit code.
 */
export async function runCommandLine(args: readonly string[], host: Host): Promise<number> {
  const start = host.now();
  const ended: Outcome[] = [];
  const plans: { readonly planned: PlannedRun; readonly root: string }[] = [];
  let interruption = () => interruptedOutcome(running);
  const program = await createProgram(args, host, {
    finish: (outcome) => void ended.push(outcome),
    keepPlan: (planned, root) => void plans.push({ planned, root }),
    whenInterrupted: (end) => interruption = end,
  });
  let running = program;
  program.hook("preAction", (_, command) => {
    running = command;
    checkDirectory(program, command, host);
    checkStdout(program, command);
  });
  try {
    const interrupted = host.interrupted.then(() => ended.push(interruption()));
    await Promise.race([program.parseAsync([...args], { from: "user" }), interrupted]);
    const [[outcome], [plan]] = [ended, plans];
    if (outcome !== undefined && plan !== undefined) {
      const { planOutcome } = await import("./late_plans.ts");
      const { planned, root } = plan;
      const cwd = workingFolder(program, host);
      const target = { host, cwd, file: planFile(running) ?? "-", root };
      ended[0] = await planOutcome({ ...planned, report: outcome.report as Report }, target);
    }
  } catch (problem) {
    if (problem instanceof UsageError && problem.kind === "help") return 0;
    if (problem instanceof UsageError) ended.push(usageOutcome(problem));
    else if (problem instanceof Interruption) ended.push(interruption());
    else ended.push(internalOutcome(problem, commandName(running), globalsOf(program).verbose));
  }
  const [outcome] = ended;
  if (outcome === undefined) return 0;
  const elapsed = host.now() - start;
  emit(outcome, host, { ...globalsOf(program), diff: wantsPatch(running), elapsed });
  return outcome.exitCode ?? exitCodeOf(outcome.report);
}

function interruptedOutcome(running: CommandUnknownOpts): Outcome {
  const command = commandName(running);
  const kept = command.split(" ")[0] === "setup"
    ? "no agent file was changed"
    : "nothing was written";
  const diagnostics = [error("interrupted", `Interrupted; ${kept}`)];
  return { report: report(command, "failed", { diagnostics }) };
}

/** Returns the value of `--plan`. */
function planFile(command: CommandUnknownOpts): string | undefined {
  const { plan }: Record<string, unknown> = command.opts();
  return typeof plan === "string" ? plan : undefined;
}

/** Rejects `--report` together with `--plan -`, because both print to stdout. */
function checkStdout(program: CommandUnknownOpts, command: CommandUnknownOpts): void {
  if (planFile(command) !== "-" || !globalsOf(program).report) return;
  command.error("Cannot use '--plan -' with '--report'.", { code: STDOUT_TAKEN });
}

function wantsPatch(command: CommandUnknownOpts): boolean {
  const options: Record<string, unknown> = command.opts();
  return options["diff"] === true;
}

/**
 * Rejects a `--directory` that does not exist. Otherwise, a mistyped folder would be created, or a
 * command would change a project above it.
 */
function checkDirectory(
  program: CommandUnknownOpts,
  command: CommandUnknownOpts,
  host: Host,
): void {
  const { directory } = globalsOf(program);
  if (directory === undefined) return;
  // The value is empty if it comes from an unset shell variable.
  const path = resolve(host.cwd, directory);
  if (directory !== "" && host.exists(`${path}/.`)) return;
  const found = directory !== "" && host.exists(path) ? "a file, not a folder" : "no such folder";
  const message = `Invalid --directory '${quotable(directory)}' (${found}).`;
  command.error(message, { code: NO_FOLDER });
}

async function createProgram(
  args: readonly string[],
  host: Host,
  ending: Pick<Context, "finish" | "keepPlan" | "whenInterrupted">,
): Promise<CommandUnknownOpts> {
  const program: CommandUnknownOpts = new Command("layerwright")
    .option("-C, --directory <dir>", "Run in <dir>")
    .option("--report", "JSON report; put before the command")
    .option("-q, --quiet", "Errors only")
    .option("--verbose", "More detail")
    .option("--no-color", "Plain text")
    .version(`layerwright ${VERSION}`, "--version", "Version")
    .helpCommand(false)
    .action(() => program.help());
  describe(program, {
    purpose: "Turn a JSON spec into a layered Flask API, and keep it growing.",
    examples: [
      "layerwright generate api shop --json shop.json",
      `layerwright generate subroute products sale --mock '[{"id": 1}]'`,
    ],
  });
  await addCommands(program, args, { host, cwd: () => workingFolder(program, host), ...ending });
  for (const command of withDescendants(program)) configure(command, program, host);
  return program;
}

/** Returns the folder in which the command runs. */
function workingFolder(program: CommandUnknownOpts, host: Host): string {
  const { directory } = globalsOf(program);
  // Resolve links, as after `cd`: a program sees only the real path of its working directory.
  return directory === undefined ? host.cwd : realPlace(host, resolve(host.cwd, directory));
}

/**
 * Adds the commands. Those besides `generate` are not loaded if `generate` is the first word, because
 * loading them takes 6 % of the processor time of `generate subroute`.
 */
async function addCommands(
  program: CommandUnknownOpts,
  args: readonly string[],
  context: Context,
): Promise<void> {
  addGenerate(program, context);
  if (args[0] !== "generate") {
    (await import("./late_commands.ts")).addLateCommands(program, context);
  }
  addHelp(program, context);
}

/** Adds `layerwright generate` and its subcommands. */
function addGenerate(program: CommandUnknownOpts, context: Context): void {
  const generate = program.command("generate").summary("Generate code").helpGroup("Generate:");
  describe(generate, {
    purpose: "Generate code. A command writes all of its changes or none.",
    examples: [
      "layerwright generate api shop --json shop.json --dry-run",
      "layerwright generate route invoices --type POST",
    ],
  });
  generate.action(() => generate.help());
  addGenerateApi(generate, context);
  addGenerateRoute(generate, context);
  addGenerateSubroute(generate, context);
  addGenerateResource(generate, context);
  addGenerateDocs(generate, context);
}

/** Adds `layerwright help`. */
function addHelp(program: CommandUnknownOpts, { host, finish }: Context): void {
  const command = program.command("help");
  command.argument("[words...]", "Command, spec, environment or exit-codes").action((words) => {
    const found = findHelp(program, words);
    if (found.kind === "command") return found.command.help();
    if (found.kind === "topic") {
      return host.stdout.write(formatTopic(found.topic, helpView(program, host)));
    }
    const { code, message, details } = unknownCommand(found.above, found.word, found.known);
    const problem = error(code, message, details);
    finish({ report: report("help", "failed", { diagnostics: [problem] }), exitCode: 2 });
  });
  describe(command, {
    purpose: "Show help for a command or a topic.",
    examples: ["layerwright help generate route", "layerwright help spec"],
  });
}

function withDescendants(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}

/** Sets up the help, output and error handling that all commands share. */
function configure(command: CommandUnknownOpts, program: CommandUnknownOpts, host: Host): void {
  command
    .helpOption("-h, --help", "Help for any command")
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .exitOverride((problem) => {
      throw new UsageError(command, problem);
    })
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      outputError: () => {},
      // Commander must not remove colours: the help view has already decided whether to use them.
      getOutHasColors: () => true,
    })
    .configureHelp({ formatHelp: (shown) => formatHelp(shown, helpView(program, host)) });
}

function helpView(program: CommandUnknownOpts, host: Host): HelpView {
  const hasColour = usesColour(host.stdout, host, globalsOf(program));
  return { columns: host.stdout.columns, style: style(hasColour) };
}

function globalsOf(program: CommandUnknownOpts): Globals {
  const options: Record<string, unknown> = program.opts();
  return {
    directory: typeof options["directory"] === "string" ? options["directory"] : undefined,
    report: options["report"] === true,
    quiet: options["quiet"] === true,
    verbose: options["verbose"] === true,
    color: options["color"] !== false,
  };
}
