/** Starts servers for benchmarks as processes. */

/** A running server. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** The first entry of its log. */
  readonly announced: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/**
 * Starts a server that logs its address in the first line.
 *
 * @param command The program and its arguments.
 * @param env Additional environment variables.
 * @throws {Error} If it does not start.
 */
export async function startServer(
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = new Deno.Command(program, {
    args,
    env,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const { promise, resolve } = Promise.withResolvers<string>();
  const drained = (async () => {
    // Like a log collector, this reads the whole log. It discards the entries.
    let said = "";
    let isKnown = false;
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      if (isKnown) continue;
      said += text;
      isKnown = said.includes("\n");
      if (isKnown) resolve(said.slice(0, said.indexOf("\n")));
    }
    resolve(said);
  })();
  const first = await promise;
  if (!first.startsWith("{")) throw new Error(`${args.join(" ")} did not start\n${first}`);
  const announced = JSON.parse(first);
  const stop = async () => {
    child.kill("SIGTERM");
    await child.status;
    await drained;
  };
  return { port: Number(new URL(announced.mcp).port), pid: child.pid, announced, stop };
}
