/** Shells in a terminal that complete what is typed, with the real command line. */

import { equal } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellQuote } from "../../../core/shell_quote.ts";
import { python } from "../../../tools/python.ts";
import { serverEnvironment } from "../../http/run_server.ts";
import { CLI_COMMAND, runToEnd } from "../run_cli.ts";

const SCRIPT = fileURLToPath(new URL("complete_in_terminal.py", import.meta.url));

/** A shell and its configuration: a prompt, completion, and a key that prints the line. */
interface Shell {
  readonly command: readonly string[];
  /** The file in the home folder that contains {@linkcode Shell.setting}. */
  readonly file: string;
  readonly setting: string;
}

const SHOW_LINE = "\u0018\u0018";

export const SHELLS = {
  bash: {
    command: ["bash", "--noprofile", "-i"],
    file: ".bashrc",
    setting: `PS1='READY>'
bind 'set show-all-if-ambiguous on' 'set bell-style none' 'set enable-bracketed-paste off'
bind -x '"\\C-x\\C-x": printf "LINE=<%s>\\n" "$READLINE_LINE"'
source completions.bash
`,
  },
  zsh: {
    command: ["zsh", "-i"],
    file: ".zshrc",
    setting: `PS1='READY>' PROMPT_EOL_MARK=''
unset zle_bracketed_paste
setopt no_beep no_always_last_prompt
autoload -Uz compinit && compinit -u -d compdump
show-line() { print -r -- $'\\n'"LINE=<$BUFFER>" }
zle -N show-line
bindkey '^X^X' show-line
source completions.zsh
`,
  },
  fish: {
    command: ["fish", "-i"],
    file: ".config/fish/config.fish",
    setting: `set fish_greeting
function fish_prompt; printf 'READY>'; end
bind \\cx\\cx 'printf "\\nLINE=<%s>\\n" (commandline | string collect)'
source completions.fish
`,
  },
} as const satisfies Record<string, Shell>;

export type ShellName = keyof typeof SHELLS;

/** The resulting line, and the terminal's output. */
export interface Completed {
  readonly line: string;
  readonly screen: string;
}

/**
 * Types words and presses the tab key.
 *
 * @param home A folder for the shell's settings and the `layerwright` program.
 * @param cwd The shell's folder.
 */
export async function typeAndTab(
  name: ShellName,
  typed: string,
  { home, cwd }: { readonly home: string; readonly cwd: string },
): Promise<Completed> {
  const { command } = SHELLS[name];
  const { code, stdout, stderr } = await runToEnd([python(), SCRIPT, ...command], {
    cwd,
    env: await environment(home),
    stdin: `${typed}\t${SHOW_LINE}`,
  });
  equal(`${code}${stderr}`, "0");
  const line = /LINE=<([^\r\n]*)>/.exec(stdout)?.[1] ?? "";
  return { line, screen: stdout.slice(stdout.indexOf("READY>")) };
}

/** Writes `layerwright`, the shells' settings and the completion scripts to a home folder. */
export async function prepareHome(home: string, shells: readonly ShellName[]): Promise<void> {
  const bin = join(home, "bin");
  Deno.mkdirSync(bin, { recursive: true });
  const words = CLI_COMMAND.map(shellQuote).join(" ");
  Deno.writeTextFileSync(join(bin, "layerwright"), `#!/bin/sh\nexec ${words} "$@"\n`, {
    mode: 0o755,
  });
  for (const name of shells) {
    const script = join(home, `completions.${name}`);
    const { code, stdout, stderr } = await runToEnd(
      [join(bin, "layerwright"), "completions", name],
      { cwd: home, env: await environment(home) },
    );
    equal(`${code}${stderr}`, "0");
    Deno.writeTextFileSync(script, stdout);
    const { file, setting } = SHELLS[name];
    Deno.mkdirSync(join(home, file, ".."), { recursive: true });
    const settings = setting.replace(/source \S+/, `source ${script}`)
      .replace("-d compdump", `-d ${join(home, "compdump")}`);
    Deno.writeTextFileSync(join(home, file), settings);
  }
}

async function environment(home: string): Promise<Record<string, string>> {
  const env = await serverEnvironment(home, { TERM: "xterm-256color", LC_ALL: "C.UTF-8" });
  return { ...env, PATH: `${join(home, "bin")}:${env["PATH"]}` };
}
