/** Runs `layerwright mock` as a process. */

import { CLI_COMMAND, cliEnvironment } from "./run_cli.ts";

/** A mock server that listens. */
export interface RunningMock {
  readonly origin: string;
  /** Waits until the process has printed a text, and returns everything so far. */
  printed(text: string): Promise<string>;
  /** Sends a signal, and waits for the process to end. */
  stop(signal?: Deno.Signal): Promise<{ readonly code: number; readonly stderr: string }>;
}

/** Runs a test with a mock server on a free port, and stops the server. */
export async function withMock(
  args: readonly string[],
  cwd: string,
  test: (mock: RunningMock) => Promise<void>,
): Promise<void> {
  const [program = "", ...words] = [...CLI_COMMAND, "mock", "--port", "0", ...args];
  const child = new Deno.Command(program, {
    args: words,
    cwd,
    env: cliEnvironment(),
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let stderr = "";
  const readOn = async () => {
    const { done, value = "" } = await reader.read();
    stderr += value;
    return !done;
  };
  const printed = async (text: string) => {
    while (!stderr.includes(text)) {
      if (!await readOn()) throw new Error(`The server ended without '${text}'\n${stderr}`);
    }
    return stderr;
  };
  const stop = async (signal: Deno.Signal = "SIGTERM") => {
    child.kill(signal);
    while (await readOn());
    return { code: (await child.status).code, stderr };
  };
  let isStopped = false;
  try {
    const start = await printed("stops)\n");
    const origin = /on (http:\S+)/.exec(start)?.[1] ?? "";
    const once: RunningMock["stop"] = (signal) => {
      isStopped = true;
      return stop(signal);
    };
    await test({ origin, printed, stop: once });
  } finally {
    if (!isStopped) await stop();
  }
}
