/** Runs a server until a signal stops it. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { counted } from "../core/report.ts";
import { sleep } from "../core/sleep.ts";
import { systemReason } from "../workspace/system_calls.ts";
import { addressProblem, cannotListen, shownHost } from "./address.ts";
import { acceptConnections, type ConnectionOptions } from "./connections.ts";
import { exitCodeAfter, stopSignal } from "../mcp/stop_signal.ts";
import { jsonLog, type Log, terminalLog } from "./log.ts";

/** Timeout of {@linkcode Listener.finish}, in milliseconds. A database in an outage may never respond. */
const FINISH_MS = 5_000;

/** The output for a server's log and messages. */
export interface ServerOutput {
  readonly isTerminal: boolean;
  readonly usesColour: boolean;
  write(text: string): void;
}

/** The options of a running server. */
export interface Listener extends ConnectionOptions {
  readonly log: Log;
  readonly output: ServerOutput;
  /** The name of the setting for the port, for messages. */
  readonly portSetting: string;
  /** Work to do after the last request. The server waits only a limited time for this work. */
  finish?(): Promise<void>;
  /**
   * Announces that the server listens.
   *
   * @param origin The server's address on this computer.
   */
  announce(origin: string): void;
}

/** Creates the log for an output: readable lines on a terminal, otherwise JSON. */
export function logFor({ isTerminal, usesColour, write }: ServerOutput): Log {
  const now = () => Date.now();
  return isTerminal ? terminalLog(write, now, usesColour) : jsonLog(write, now);
}

/**
 * Serves until a signal, then completes the requests in flight.
 *
 * @returns The exit code (130 after SIGINT, 0 after SIGTERM), or why the server could not start.
 */
export async function listen(listener: Listener): Promise<number | Diagnostic> {
  try {
    return await run(listener);
  } catch (problem) {
    const reason = systemReason(problem) ?? addressProblem(problem);
    if (reason === null) throw problem;
    return cannotListen(listener, reason, `Choose another port with ${listener.portSetting}`);
  }
}

async function run(listener: Listener): Promise<number> {
  const { app, host, log, output, announce, finish } = listener;
  // Waits for the signal from here on, because it may come right after the announcement.
  const stopped = stopSignal();
  const connections = await acceptConnections(listener);
  announce(`http://${shownHost(host)}:${connections.port}`);
  const signal = await stopped;
  // A second signal ends the wait.
  const again = stopSignal();
  const waiting = app.inFlight();
  // Starts with a line break, because the terminal has printed `^C`.
  if (output.isTerminal) output.write(`\n${stopping(waiting)}`);
  else log("info", { message: "stopping", waiting });
  await Promise.race([connections.shutdown(), again]);
  if (finish !== undefined) await Promise.race([finish(), again, sleep(FINISH_MS)]);
  return exitCodeAfter(signal);
}

function stopping(waiting: number): string {
  return waiting === 0 ? "Stopping\n" : `Stopping: waiting for ${counted(waiting, "call")}\n`;
}
