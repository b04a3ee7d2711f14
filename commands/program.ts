/** The command line: every command, and how words become a call of one. */

import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import { VERSION } from "../core/version.ts";
import { nearest } from "../spec/names.ts";
import { addGenerateApi } from "./generate_api.ts";
import { addGenerateRoute } from "./generate_route.ts";
import { addGenerateSubroute } from "./generate_subroute.ts";
import type { Context } from "./context.ts";
import { emit, type Globals, usesColour } from "./emit.ts";
import { describe, formatHelp } from "./help.ts";
import { findHelp, helpTopics } from "./help_topics.ts";
import type { Host } from "./host.ts";
import { addAnalyze, addCheck, addInfo, addSchema, addValidate } from "./inspect.ts";
import { exitCodeOf, type Outcome } from "./outcome.ts";
import { style } from "./style.ts";
import { UsageError, usageOutcome } from "./usage.ts";

/**
 * Runs the command line.
 *
 * @param args The words after the program's name.
 * @returns The exit code.
 */
export async function runCommandLine(args: readonly string[], host: Host): Promise<number> {
  const start = host.now();
  const ended: Outcome[] = [];
  const program = createProgram(host, (outcome) => ended.push(outcome));
  try {
    const interrupted = host.interrupted.then(() => ended.push(INTERRUPTED));
    await Promise.race([program.parseAsync([...args], { from: "user" }), interrupted]);
  } catch (problem) {
    if (!(problem instanceof UsageError)) throw problem;
    if (problem.kind === "help") return 0;
    ended.push(usageOutcome(problem));
  }
  const [outcome] = ended;
  if (outcome === undefined) return 0;
  emit(outcome, host, globalsOf(program), host.now() - start);
  return outcome.exitCode ?? exitCodeOf(outcome.report);
}

const INTERRUPTED: Outcome = {
  report: report("", "failed", {
    diagnostics: [error("interrupted", "Interrupted; nothing was written")],
  }),
};

function createProgram(host: Host, finish: (outcome: Outcome) => void): CommandUnknownOpts {
  const program: CommandUnknownOpts = new Command("layerwright")
    .option("-C, --directory <dir>", "Run in <dir>")
    .option("--report", "One JSON report; put before command")
    .option("-q, --quiet", "Errors only")
    .option("--verbose", "More detail")
    .option("--no-color", "Plain text")
    .version(`layerwright ${VERSION}`, "--version", "Version")
    .helpCommand(false)
    .action(() => program.help());
  describe(program, {
    purpose: "One JSON spec becomes a layered Flask API, and keeps growing.",
    examples: [
      "layerwright generate api shop --json shop.json",
      `layerwright generate subroute products sale --mock '[{"id": 1}]'`,
    ],
  });
  const cwd = () => resolve(host.cwd, globalsOf(program).directory ?? ".");
  addCommands(program, { host, cwd, finish });
  for (const command of withDescendants(program)) configure(command, program, host);
  return program;
}

function addCommands(program: CommandUnknownOpts, context: Context): void {
  const generate = program.command("generate").summary("Generate code").helpGroup("Generate:");
  describe(generate, {
    purpose: "Generate code: every change is written, or none.",
    examples: [
      "layerwright generate api shop --json shop.json --dry-run",
      "layerwright generate route invoices --type POST",
    ],
  });
  generate.action(() => generate.help());
  addGenerateApi(generate, context);
  addGenerateRoute(generate, context);
  addGenerateSubroute(generate, context);
  addValidate(program, context);
  addAnalyze(program, context);
  addInfo(program, context);
  addCheck(program, context);
  addSchema(program, context);
  addHelp(program, context);
}

/** `layerwright help [words...]`. */
function addHelp(program: CommandUnknownOpts, { host, finish }: Context): void {
  program.command("help").argument("[words...]").action((words) => {
    const found = findHelp(program, words);
    if (found.kind === "command") return found.command.help();
    if (found.kind === "topic") return host.stdout.write(found.text);
    const known = [...program.commands.map((command) => command.name()), ...helpTopics()];
    const meant = nearest(found.word, known);
    const guess = meant === null ? "" : ` Did you mean '${meant}'?`;
    const problem = error("usage-command", `Unknown command '${found.word}'.${guess}`);
    finish({ report: report("help", "failed", { diagnostics: [problem] }), exitCode: 2 });
  });
}

function withDescendants(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}

/** Makes a command speak and fail as all of them do. */
function configure(command: CommandUnknownOpts, program: CommandUnknownOpts, host: Host): void {
  command
    .helpOption("-h, --help", "Help for any command")
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .exitOverride((problem) => {
      throw new UsageError(command, problem);
    })
    .configureOutput({ writeOut: (text) => host.stdout.write(text), outputError: () => {} })
    .configureHelp({
      formatHelp: (shown) =>
        formatHelp(shown, {
          columns: host.stdout.columns,
          style: style(usesColour(host.stdout, host, globalsOf(program))),
        }),
    });
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
