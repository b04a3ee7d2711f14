/** Listening until a signal says to stop. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { counted } from "../core/report.ts";
import { sleep } from "../core/sleep.ts";
import { systemReason } from "../workspace/system_calls.ts";
import { acceptConnections, type ConnectionOptions } from "./connections.ts";
import { exitCodeAfter, stopSignal } from "../mcp/stop_signal.ts";
import { jsonLog, type Log, terminalLog } from "./log.ts";

/** How long what is left to do may take, in milliseconds. */
const FINISH_MS = 5_000;

/** Where a server says what it does. */
export interface ServerOutput {
  readonly isTerminal: boolean;
  readonly usesColour: boolean;
  write(text: string): void;
}

/** What listens, and where. */
export interface Listener extends ConnectionOptions {
  readonly log: Log;
  readonly output: ServerOutput;
  /** What chooses another port, in words. */
  readonly portSetting: string;
  /** Does what is left to do when everybody is answered; it is not waited for at length. */
  finish?(): Promise<void>;
  /** @param origin The address at which it can be reached on this computer. */
  announce(origin: string): void;
}

/** The log that fits an output: lines for a person who watches, or JSON. */
export function logFor({ isTerminal, usesColour, write }: ServerOutput): Log {
  const now = () => Date.now();
  return isTerminal ? terminalLog(write, now, usesColour) : jsonLog(write, now);
}

/**
 * Serves until a signal, and then until everybody is answered.
 *
 * @returns The exit code: 130 after SIGINT, 0 after SIGTERM; or why it could not serve.
 */
export async function listen(listener: Listener): Promise<number | Diagnostic> {
  try {
    return await run(listener);
  } catch (problem) {
    const reason = systemReason(problem) ?? addressProblem(problem);
    if (reason === null) throw problem;
    const place = `${shownHost(listener.host)}:${listener.port}`;
    const message = `Cannot listen on ${place} (${reason}).`;
    const hint = `Choose another port with ${listener.portSetting}`;
    return error("server-failed", message, reason === IN_USE ? { hint } : {});
  }
}

async function run(listener: Listener): Promise<number> {
  const { app, host, log, output, announce, finish } = listener;
  // Whoever reads that it listens may stop it at once.
  const stopped = stopSignal();
  const connections = await acceptConnections(listener);
  announce(`http://${shownHost(host)}:${connections.port}`);
  const signal = await stopped;
  // From somebody who will not wait.
  const again = stopSignal();
  const waiting = app.inFlight();
  // The terminal has put `^C` at the start of the line.
  if (output.isTerminal) output.write(`\n${stopping(waiting)}`);
  else log("info", { message: "stopping", waiting });
  await Promise.race([connections.shutdown(), again]);
  if (finish !== undefined) await Promise.race([finish(), again, patience()]);
  return exitCodeAfter(signal);
}

/** Returns the host for an address; one that means every interface is reached by the loopback. */
export function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function stopping(waiting: number): string {
  return waiting === 0 ? "Stopping\n" : `Stopping: waiting for ${counted(waiting, "call")}\n`;
}

/** As long as a database that answers needs for what is left to do; one that does not may never answer. */
async function patience(): Promise<void> {
  await sleep(FINISH_MS);
}

const IN_USE = "Address already in use";

/** The system's words for codes of `node:net`. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "Permission denied",
  EADDRINUSE: IN_USE,
  EADDRNOTAVAIL: "Cannot assign requested address",
  EINVAL: "Invalid argument",
  ENOTFOUND: "Unknown host",
};

/** Returns why an address cannot be listened at, or `null` for another error. */
function addressProblem(problem: unknown): string | null {
  const { code } = Object(problem);
  return typeof code === "string" && Object.hasOwn(REASONS, code) ? REASONS[code] ?? null : null;
}
