import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** `layerwright completions`. */
export function addCompletions(
  program: CommandUnknownOpts,
  { host, finish }: Context,
): void {
  const command = program.command("completions").helpGroup("This program:")
    .summary("Completion for your shell")
    .argument("<shell>", "bash, zsh, fish or powershell")
    .argument("[words...]", "For the shell: words so far, the last with a dot")
    .action(async (shell, words) => {
      const { complete, COMPLETION_SCRIPTS, unquoted } = await import("./completions/complete.ts");
      const script = COMPLETION_SCRIPTS.get(shell);
      if (script === undefined) {
        const message = `Invalid shell '${
          quotable(shell)
        }' (must be bash, zsh, fish or powershell).`;
        const diagnostics = [error("usage-argument", message)];
        return finish({ report: report("completions", "failed", { diagnostics }) });
      }
      const typed = shell === "bash" ? words.map(unquoted) : words;
      const message = words.length === 0 ? script.trimEnd() : await complete(program, typed, host);
      finish({ report: report("completions", "unchanged", { message }) });
    });
  describe(command, {
    purpose: "Print what teaches your shell to complete commands, options and routes.",
    examples: [
      "echo 'source <(layerwright completions bash)' >> ~/.bashrc",
      "echo 'source <(layerwright completions zsh)' >> ~/.zshrc  # after compinit",
      "layerwright completions fish > ~/.config/fish/completions/layerwright.fish",
      "layerwright completions powershell >> $PROFILE",
    ],
  });
}
