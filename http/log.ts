/** What a server says about itself: lines of JSON, or lines for a person who watches. */

import { oneLine, printable } from "../core/printable.ts";

export type Level = "info" | "warn" | "error";

/** What happened. Never a payload, a key, or an address with its query. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

export type Log = (level: Level, facts: Facts) => void;

/**
 * A log of JSON lines (https://jsonlines.org).
 *
 * @param now The time, as in `Date.now()`.
 */
export function jsonLog(write: (text: string) => void, now: () => number): Log {
  return (level, facts) => {
    const time = new Date(now()).toISOString();
    write(`${JSON.stringify({ time, level, ...facts })}\n`);
  };
}

const COLOURS: Readonly<Record<Level, number>> = { info: 32, warn: 33, error: 31 };

/** A log for a terminal: the time of day, the level, and the values alone. */
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
