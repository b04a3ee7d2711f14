/**
 * Transcripts: files with commands and their output.
 *
 * Below a line `$ command` come its output under `[out]` and `[err]`, and its exit code, such as `[=0]`.
 * Lines between commands are comments.
 */

import { equal } from "node:assert/strict";
import { join } from "node:path";
import { shellQuote } from "../../core/shell_quote.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { CLI_COMMAND, cliEnvironment, type CliResult, runToEnd } from "./run_cli.ts";
import { runHere } from "./run_here.ts";

/** A comment or a command. */
export type Step =
  | { readonly kind: "text"; readonly line: string }
  | { readonly kind: "command"; readonly command: string };

/** Parses the steps of a transcript, without their output. */
export function readSteps(transcript: string): Step[] {
  const steps: Step[] = [];
  let isSeen = false;
  for (const line of transcript.replace(/\n$/, "").split("\n")) {
    if (isSeen) isSeen = !/^\[=\d+\]$/.test(line);
    else if (line.startsWith("$ ")) steps.push({ kind: "command", command: line.slice(2) });
    else if (/^\[(?:out|err)\]$/.test(line)) isSeen = true;
    else if (!/^\[=\d+\]$/.test(line)) steps.push({ kind: "text", line });
  }
  return steps;
}

/**
 * Runs the steps in a folder, in order, with the real command line as `layerwright`. The quick tier runs
 * commands that need no shell in the test's process.
 */
export async function replay(steps: readonly Step[], folder: string): Promise<string> {
  const bin = join(folder, "bin");
  const home = join(folder, "code");
  Deno.mkdirSync(bin);
  Deno.mkdirSync(home, { recursive: true });
  const layerwright = join(bin, "layerwright");
  const words = CLI_COMMAND.map(shellQuote).join(" ");
  Deno.writeTextFileSync(layerwright, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  const lines: string[] = [];
  let cwd = home;
  for (const step of steps) {
    if (step.kind === "text") {
      lines.push(step.line);
      continue;
    }
    const args = IS_FULL_TIER ? null : plainArguments(step.command);
    const seen = args === null
      ? await runInShell(step.command, cwd, bin)
      : { lines: shownLines(await runHere(args, { cwd })), cwd };
    lines.push(`$ ${step.command}`, ...seen.lines);
    cwd = seen.cwd;
  }
  return `${lines.join("\n")}\n`;
}

/** Returns the arguments of a call of `layerwright` that needs no shell; `null` for any other command. */
export function plainArguments(command: string): readonly string[] | null {
  const isPlain = /^layerwright(?: (?:[\w./=-]+|'[^']*'))+$/.test(command);
  if (!isPlain) return null;
  return [...command.matchAll(/ (?:([\w./=-]+)|'([^']*)')/g)]
    .map(([, word, quoted]) => word ?? quoted ?? "");
}

interface Seen {
  readonly lines: readonly string[];
  /** The shell's folder after the command. */
  readonly cwd: string;
}

async function runInShell(command: string, cwd: string, bin: string): Promise<Seen> {
  const place = join(bin, "pwd");
  const script = `trap 'pwd > ${place}' EXIT\n${command}`;
  const environment = cliEnvironment();
  const env = { ...environment, PATH: `${bin}:${environment["PATH"]}` };
  const lines = shownLines(await runToEnd(["sh", "-c", script], { cwd, env }));
  return { lines, cwd: Deno.readTextFileSync(place).trimEnd() };
}

function shownLines({ code, stdout, stderr }: CliResult): string[] {
  return [...stream("out", stdout), ...stream("err", stderr), `[=${code}]`];
}

function stream(name: string, text: string): string[] {
  if (text === "") return [];
  equal(text.at(-1), "\n", "what is printed ends with a line break");
  return [`[${name}]`, ...masked(text).slice(0, -1).split("\n")];
}

/** Masks values that vary between runs or with the templates. */
function masked(text: string): string {
  return text
    .replace(/ in \d+ ms$/gm, " in 41 ms")
    .replace(/"sha256:[0-9a-f]{64}"/g, '"sha256:..."')
    .replace(/(backup\/)[0-9a-f]{12}\//g, "$1.../")
    .replace(
      /^([-+ ](?:input|(?:route|service|repository|model|test) .+)) [0-9a-f]{12,}$/gm,
      "$1 ...",
    );
}
