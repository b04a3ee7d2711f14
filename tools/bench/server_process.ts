/** Servers for benchmarks, each a process of its own. */

/** A server that listens. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** What it said first: an object of its log. */
  readonly announced: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/**
 * Starts a server that says where it listens in the first line of its log.
 *
 * @param command The program and its arguments.
 * @param env Its own variables, beside the machine's.
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
    // The log is read and thrown away, as a collector would read it.
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
