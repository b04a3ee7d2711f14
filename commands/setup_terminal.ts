/** Opens the computer and the terminal for `setup` and its subcommands. */

import { error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import type { SetupHost } from "../setup/host.ts";
import type { Ui } from "../setup/ui.ts";
import type { Context } from "./context.ts";
import { type Globals, usesColour } from "./emit.ts";
import type { Outcome } from "./outcome.ts";

/** The modules that setup loads late. */
type Late = typeof import("./late_agents.ts");

/** Creates the {@linkcode SetupHost} of this computer. */
export function openComputer({ createDiskHost }: Late, { host, cwd }: Context): SetupHost {
  const { env, mindInterruptions, uninterrupted } = host;
  return createDiskHost(env, cwd(), mindInterruptions, uninterrupted);
}

/** A run of a command that may ask questions. */
export interface TerminalRun {
  /** The command's name, such as `setup remove`. */
  readonly command: string;
  readonly globals: Partial<Globals>;
  /** Whether the command's options allow questions. */
  readonly mayAsk: boolean;
}

/**
 * Runs work that may ask the person at the terminal.
 *
 * @param work Receives the user interface, or `null` if it cannot ask.
 */
export async function atTerminal(
  late: Late,
  { host, whenInterrupted }: Context,
  { command, globals, mayAsk }: TerminalRun,
  work: (ui: Ui | null) => Promise<Outcome>,
): Promise<Outcome> {
  if (!host.canAsk || !mayAsk || globals.report === true) return await work(null);
  const colour = usesColour(host.stderr, host, { color: globals.color !== false });
  const ui = late.createClackUi({ colour, signs: late.supportsUnicode(host.env) });
  whenInterrupted(() => {
    // Ctrl-C left `^C` at the start of this line.
    host.stderr.write("\n");
    return cancelled(command, ui, "interrupted");
  });
  try {
    return await work(ui);
  } catch (problem) {
    if (problem instanceof late.Cancelled) return cancelled(command, ui, problem.how);
    throw problem;
  }
}

/** Returns the outcome of a run that the person ended before it wrote anything. */
function cancelled(command: string, ui: Ui, how: "interrupted" | "declined"): Outcome {
  const kept = "no agent file was changed";
  const message = how === "declined" ? `Cancelled; ${kept}` : `Interrupted; ${kept}`;
  ui.end(message);
  const diagnostics = [error("interrupted", message)];
  const exitCode = how === "declined" ? 1 : 130;
  return { report: report(command, "failed", { diagnostics }), exitCode, isPrinted: true };
}
