/** The signals that stop a server. */

const STOP_SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM"];

/** Waits for the next signal that stops a server. */
export function stopSignal(): Promise<Deno.Signal> {
  const { promise, resolve } = Promise.withResolvers<Deno.Signal>();
  for (const signal of STOP_SIGNALS) Deno.addSignalListener(signal, () => resolve(signal));
  return promise;
}

/** Returns the exit code of a server that a signal stopped: 130 after Ctrl-C, otherwise 0. */
export function exitCodeAfter(signal: Deno.Signal): number {
  return signal === "SIGINT" ? 130 : 0;
}
