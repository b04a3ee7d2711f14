/** A person at a terminal who types answers. */

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOffline } from "../../../tools/build_offline.ts";
import { python } from "../../../tools/python.ts";
import { CLI_COMMAND } from "../../commands/run_cli.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import type { Desk } from "./desk.ts";
import { screenOf } from "./screen.ts";

const SCRIPT = fileURLToPath(new URL("type_in_terminal.py", import.meta.url));

export const [ENTER, CTRL_C, DOWN, SPACE] = ["\r", "\x03", "\x1b[B", " "];

/** A text to wait for, and the keys to type after it. */
export type Step = readonly [shown: string, typed: string];

export const CHOOSE: Step = ["Connect which agents?", ENTER];
export const CONFIRM: Step = ["A backup is kept beside each", ENTER];

export interface Typed {
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly before?: readonly string[];
  /** Called with all output so far, whenever there is more. */
  readonly watch?: (sent: string) => void;
}

export interface Shown {
  readonly code: number;
  /** The whole output. */
  readonly sent: string;
  /** The final screen, without trailing blank lines. */
  readonly lines: readonly string[];
}

/** The command that starts the program. The full tier runs the executable. */
export const program: Promise<readonly string[]> = IS_FULL_TIER
  // Test files run concurrently, so each one has its own executable.
  ? buildOffline(`layerwright-${basename(Deno.mainModule, ".ts")}`).then((path) => [path])
  : Promise.resolve(CLI_COMMAND);

/** Runs `layerwright setup` in a terminal, and types answers. */
export async function typeInTerminal(
  { env, project }: Pick<Desk, "env" | "project">,
  words: string,
  steps: readonly Step[],
  { columns = 80, env: more = {}, before = [], watch = () => {} }: Typed = {},
): Promise<Shown> {
  const command = [...await program, ...before, "setup", ...words.split(" ").filter(Boolean)];
  const child = new Deno.Command(python(), {
    args: [SCRIPT, String(columns), "50", JSON.stringify(steps), ...command],
    cwd: project,
    env: { ...env, TERM: "xterm-256color", LANG: "C.UTF-8", ...more },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let sent = "";
  for await (const more of child.stdout.pipeThrough(new TextDecoderStream())) {
    sent += more;
    watch(sent);
  }
  const { code } = await child.status;
  const lines = screenOf(sent, columns);
  while (lines.at(-1) === "") lines.pop();
  return { code, sent, lines };
}
