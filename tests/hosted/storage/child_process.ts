/** Runs scripts of this folder as child processes on a test's database. */

import { join } from "node:path";
import type { TestedDatabase } from "./on_both.ts";

/** A running child process. */
export interface ChildProcess {
  readonly process: Deno.ChildProcess;
  /** The lines of the process's output. */
  readonly lines: AsyncIterator<string, void>;
}

/** Starts a script. */
export function startChild(
  script: "opening_child.ts" | "writing_child.ts",
  { file, url }: TestedDatabase,
): ChildProcess {
  const path = join(import.meta.dirname ?? "", script);
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", path, file, ...url === undefined ? [] : [url]],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  return { process, lines: linesOf(process.stdout) };
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
