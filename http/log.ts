/** A server's log: lines of JSON, or readable lines for a terminal. */

import { oneLine, printable } from "../core/printable.ts";

/** The severity of a log entry. */
export type Level = "info" | "warn" | "error";

/** The fields of a log entry. They never contain a payload, a key, or the query of a URL. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** Writes a log entry. */
export type Log = (level: Level, facts: Facts) => void;

/**
 * Creates a log of JSON lines (https://jsonlines.org).
 *
 * @param now Returns milliseconds since 1970.
 */
export function jsonLog(write: (text: string) => void, now: () => number): Log {
  return (level, facts) => {
    const time = new Date(now()).toISOString();
    write(`${JSON.stringify({ time, level, ...facts })}\n`);
  };
}

const COLOURS: Readonly<Record<Level, number>> = { info: 32, warn: 33, error: 31 };

/** Creates a log for a terminal: the time of day, the level, and the fields' values without names. */
export function terminalLog(
  write: (text: string) => void,
  now: () => number,
  colour: boolean,
): Log {
  return (level, facts) => {
    const time = new Date(now()).toTimeString().slice(0, 8);
    const padded = level.padEnd(5);
    const shown = colour ? `\u001b[${COLOURS[level]}m${padded}\u001b[39m` : padded;
    const words = Object.entries(facts).map(([key, value]) => key === "ms" ? `${value} ms` : value);
    write(`${time} ${shown} ${oneLine(printable(words.join(" ")))}\n`);
  };
}
