/** Limits of a hosted server: quotas of accounts, lifetimes, and maximum numbers of attempts. */

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

/** A limit, and the environment variable that sets the limit. */
export interface Limit {
  readonly name: keyof Limits;
  /** The name of the environment variable. */
  readonly variable: string;
  readonly default: number;
  /** The limited quantity with its unit, such as `files per project`. */
  readonly bounds: string;
}

/** The limits that the environment sets. Each of them must be at least 1. */
export const LIMITS: readonly Limit[] = [
  {
    name: "projects",
    variable: "LAYERWRIGHT_MAX_PROJECTS",
    default: 50,
    bounds: "projects per account",
  },
  {
    name: "bytes",
    variable: "LAYERWRIGHT_MAX_BYTES",
    default: 104_857_600,
    bounds: "bytes of paths and texts in an account's projects",
  },
  {
    name: "files",
    variable: "LAYERWRIGHT_MAX_FILES",
    default: 20_000,
    bounds: "files per project",
  },
  {
    name: "callsPerDay",
    variable: "LAYERWRIGHT_MAX_CALLS",
    default: 10_000,
    bounds: "tool calls per account and day (UTC)",
  },
  {
    name: "callsPerMinute",
    variable: "LAYERWRIGHT_MAX_CALLS_PER_MINUTE",
    default: 600,
    bounds: "requests per minute of a key, a connected app or a session",
  },
  {
    name: "callSeconds",
    variable: "LAYERWRIGHT_MAX_CALL_SECONDS",
    default: 10,
    bounds: "seconds of computing per tool call",
  },
  {
    name: "callMegabytes",
    variable: "LAYERWRIGHT_MAX_CALL_MEGABYTES",
    default: 512,
    bounds: "MiB of memory per tool call",
  },
  {
    name: "keys",
    variable: "LAYERWRIGHT_MAX_KEYS",
    default: 100,
    bounds: "API keys per account",
  },
];

/** A duration, with the unit in which it is displayed. */
export interface Lifetime {
  readonly amount: number;
  readonly unit: "minutes" | "hours" | "days";
}

/** Fixed lifetimes. */
export const LIFETIMES = {
  session: { amount: 14, unit: "days" },
  /** The longest lifetime of an API key with an expiry date. Other keys last until they are revoked. */
  key: { amount: 365, unit: "days" },
  signedLink: { amount: 10, unit: "minutes" },
  /** The address of a project's preview. */
  preview: { amount: 30, unit: "days" },
  invitation: { amount: 7, unit: "days" },
  ownerCode: { amount: 24, unit: "hours" },
  /** The link with which the owner sets a new password. */
  resetCode: { amount: 1, unit: "hours" },
  /** Length of a lock-out after too many attempts, counted from the last attempt. */
  lockOut: { amount: 15, unit: "minutes" },
  /** Length of a lock-out after too many registrations of apps, counted from the last registration. */
  registrations: { amount: 1, unit: "hours" },
  /** Lifetime of a registered app that no one connects. */
  newApp: { amount: 24, unit: "hours" },
  /** Lifetime of a registered app after everyone has disconnected it. */
  idleApp: { amount: 90, unit: "days" },
  /** Maximum time for a login at an identity provider, until the person comes back. */
  upstreamLogin: { amount: 10, unit: "minutes" },
  /** A new key or link, a message and a typed form, which a browser keeps encrypted. */
  sealed: { amount: 10, unit: "minutes" },
  /** How long audit entries and call counts are kept. */
  records: { amount: 400, unit: "days" },
} as const satisfies Readonly<Record<string, Lifetime>>;

/** Maximum numbers of wrong passwords before a lock-out. */
export const LOGIN_LIMITS = {
  /** For one email address, from one network. */
  perGuesser: 5,
  /** For all email addresses, from one network. */
  perClient: 50,
  /**
   * For one email address, from all networks. This limit is high, so that a few strangers cannot lock someone
   * out.
   */
  perEmail: 100,
} as const;

/** Maximum number of sessions of an account. A login beyond this limit ends the oldest session. */
export const SESSIONS_LIMIT = 50;

/** Maximum number of apps that can register from one network within `LIFETIMES.registrations`. */
export const REGISTRATION_LIMIT = 20;

/** Maximum number of authorization requests from one network, within `LIFETIMES.lockOut`. */
export const AUTHORIZATION_LIMIT = 120;

const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<Lifetime["unit"], number>> = {
  minutes: MINUTE_MS,
  hours: 60 * MINUTE_MS,
  days: 24 * 60 * MINUTE_MS,
};

/** A day in milliseconds. */
export const DAY_MS = UNIT_MS.days;

/** Returns the policy for requests per minute. */
export function minutePolicy({ callsPerMinute }: Pick<Limits, "callsPerMinute">): Policy {
  return {
    name: "minute",
    calls: callsPerMinute,
    windowMs: MINUTE_MS,
    bounds: "requests in a minute",
  };
}

/** Returns the policy for an account's tool calls per day. */
export function dayPolicy({ callsPerDay }: Pick<Limits, "callsPerDay">): Policy {
  return {
    name: "day",
    calls: callsPerDay,
    windowMs: DAY_MS,
    bounds: "tool calls in a day (UTC)",
  };
}

/**
 * Returns a lifetime in milliseconds.
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
  /** The limits; `null` if a diagnostic is an error. */
  readonly limits: Limits | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the limits from environment variables.
 *
 * @param env Returns a variable's value, or `undefined`. An empty value counts as unset.
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
    // Every number of 15 digits is a safe integer, and no limit needs more digits.
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
