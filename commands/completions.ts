import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { describe } from "./help.ts";

/** Adds `layerwright completions`. */
export function addCompletions(
  program: CommandUnknownOpts,
  { host, finish }: Context,
): void {
  const command = program.command("completions").helpGroup("Maintain:")
    .summary("Shell completion script")
    .argument("<shell>", "bash, zsh, fish or powershell")
    // The completion scripts pass these words. Help omits arguments without a description.
    .argument("[words...]", "")
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
    purpose: "Print a shell completion script.",
    examples: [
      "echo 'source <(layerwright completions bash)' >> ~/.bashrc",
      "echo 'source <(layerwright completions zsh)' >> ~/.zshrc  # after compinit",
      "layerwright completions fish > ~/.config/fish/completions/layerwright.fish",
      "layerwright completions powershell >> $PROFILE",
    ],
  });
}
