/** Every limit of a hosted server, in one place: for the server, and for what people read of it. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import type { Policy } from "../../http/standing.ts";

/** The limits that the environment sets. */
export interface Limits {
  readonly projects: number;
  readonly bytes: number;
  readonly files: number;
  readonly callsPerDay: number;
  readonly callsPerMinute: number;
  readonly callSeconds: number;
  readonly callMegabytes: number;
  readonly keys: number;
}

/** One of them. */
export interface Limit {
  readonly name: keyof Limits;
  /** The environment variable that sets it. */
  readonly variable: string;
  readonly default: number;
  /** What it bounds, with its unit. */
  readonly bounds: string;
}

/** All of them; each is at least 1. */
export const LIMITS: readonly Limit[] = [
  {
    name: "projects",
    variable: "LAYERWRIGHT_MAX_PROJECTS",
    default: 50,
    bounds: "projects of an account",
  },
  {
    name: "bytes",
    variable: "LAYERWRIGHT_MAX_BYTES",
    default: 104_857_600,
    bounds: "bytes of text in an account's projects",
  },
  {
    name: "files",
    variable: "LAYERWRIGHT_MAX_FILES",
    default: 20_000,
    bounds: "files of a project",
  },
  {
    name: "callsPerDay",
    variable: "LAYERWRIGHT_MAX_CALLS",
    default: 10_000,
    bounds: "calls of tools by an account in a day (UTC)",
  },
  {
    name: "callsPerMinute",
    variable: "LAYERWRIGHT_MAX_CALLS_PER_MINUTE",
    default: 600,
    bounds: "requests a minute with one key, by one connected app, or in one session",
  },
  {
    name: "callSeconds",
    variable: "LAYERWRIGHT_MAX_CALL_SECONDS",
    default: 10,
    bounds: "seconds of computing in one call of a tool",
  },
  {
    name: "callMegabytes",
    variable: "LAYERWRIGHT_MAX_CALL_MEGABYTES",
    default: 512,
    bounds: "MiB of memory in one call of a tool",
  },
  {
    name: "keys",
    variable: "LAYERWRIGHT_MAX_KEYS",
    default: 100,
    bounds: "API keys of an account",
  },
];

/** How long something lasts, in the words that people read. */
export interface Lifetime {
  readonly amount: number;
  readonly unit: "minutes" | "hours" | "days";
}

/** How long things last; nothing changes these. */
export const LIFETIMES = {
  session: { amount: 14, unit: "days" },
  /** The longest that can be asked for; a key may also last until it is revoked. */
  key: { amount: 365, unit: "days" },
  signedLink: { amount: 10, unit: "minutes" },
  invitation: { amount: 7, unit: "days" },
  ownerCode: { amount: 24, unit: "hours" },
  /** Without an attempt to log in, after too many. */
  lockOut: { amount: 15, unit: "minutes" },
  /** Without an app that registers, after too many. */
  registrations: { amount: 1, unit: "hours" },
  /** Of an app that registered, and that nobody connected. */
  newApp: { amount: 24, unit: "hours" },
  /** Of an app that nobody is connected to any more. */
  idleApp: { amount: 90, unit: "days" },
  /** For logging in elsewhere and coming back. */
  upstreamLogin: { amount: 10, unit: "minutes" },
  /** Of the audit log and of counted calls. */
  records: { amount: 400, unit: "days" },
} as const satisfies Readonly<Record<string, Lifetime>>;

/** Wrong passwords, within a lock-out's time, that are too many. */
export const LOGIN_LIMITS = {
  /** For one email address, from one client. */
  perGuesser: 5,
  /** From one client, for whomever. */
  perClient: 50,
  /** For one email address, from wherever: a few strangers cannot lock somebody else out. */
  perEmail: 100,
} as const;

/** Maximum number of sessions of an account: a login beyond it ends the oldest. */
export const SESSIONS_LIMIT = 50;

/** Apps that register from one address, within their time, that are too many. */
export const REGISTRATION_LIMIT = 20;

/** Questions to the authorization server from one address, within a lock-out's time, that are too many. */
export const AUTHORIZATION_LIMIT = 120;

const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<Lifetime["unit"], number>> = {
  minutes: MINUTE_MS,
  hours: 60 * MINUTE_MS,
  days: 24 * 60 * MINUTE_MS,
};

/** A UTC day. */
export const DAY_MS = UNIT_MS.days;

/** What anybody may ask in a minute. */
export function minutePolicy({ callsPerMinute }: Pick<Limits, "callsPerMinute">): Policy {
  return {
    name: "minute",
    calls: callsPerMinute,
    windowMs: MINUTE_MS,
    bounds: "requests in a minute",
  };
}

/** What an account's agents may call in a day. */
export function dayPolicy({ callsPerDay }: Pick<Limits, "callsPerDay">): Policy {
  return {
    name: "day",
    calls: callsPerDay,
    windowMs: DAY_MS,
    bounds: "calls of tools in a day (UTC)",
  };
}

/**
 * A lifetime in milliseconds.
 *
 * @example
 * ```ts
 * import { LIFETIMES, milliseconds } from "./limits.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(milliseconds(LIFETIMES.signedLink), 600_000);
 * ```
 */
export function milliseconds({ amount, unit }: Lifetime): number {
  return amount * UNIT_MS[unit];
}

export interface LimitsResult {
  /** The limits, unless a diagnostic is an error. */
  readonly limits: Limits | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the limits.
 *
 * @param env A variable's value, or `undefined`. An empty one counts as unset.
 *
 * @example
 * ```ts
 * import { readLimits } from "./limits.ts";
 * import { equal } from "node:assert/strict";
 *
 * const env = { LAYERWRIGHT_MAX_KEYS: "7" } as Record<string, string>;
 * const { limits } = readLimits((name) => env[name]);
 * equal(limits?.keys, 7);
 * equal(limits?.projects, 50);
 * ```
 */
export function readLimits(env: (name: string) => string | undefined): LimitsResult {
  const values = Object.fromEntries(LIMITS.map(({ name }) => [name, 0])) as Record<
    keyof Limits,
    number
  >;
  const diagnostics: Diagnostic[] = [];
  for (const { name, variable, default: usual } of LIMITS) {
    const text = env(variable) || String(usual);
    // Fifteen digits are a safe integer, and no limit in practice.
    if (/^[1-9]\d{0,14}$/.test(text)) values[name] = Number(text);
    else diagnostics.push(limitProblem(variable, text));
  }
  return { limits: diagnostics.length > 0 ? null : values, diagnostics };
}

function limitProblem(variable: string, text: string): Diagnostic {
  const message = `Invalid limit '${quotable(text)}' in ${variable} ` +
    "(must be a whole number, 1 or more).";
  return error("usage-option", message);
}
