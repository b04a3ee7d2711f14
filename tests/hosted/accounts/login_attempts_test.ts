/** Counters of attempts: their limits, periods and subjects. */

import { deepEqual, equal, match } from "node:assert/strict";
import {
  type AttemptCounter,
  authorizationCounter,
  clearAttempts,
  clientCounter,
  countAttempt,
  deviceCounter,
  documentCounter,
  emailCounter,
  guesserCounter,
  passwordCounter,
  registrationCounter,
  uncountAttempt,
} from "../../../hosted/accounts/login_attempts.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { NOON, rowsOf } from "./made_accounts.ts";

const MINUTE_MS = 60_000;
const LOCK_OUT_MS = 15 * MINUTE_MS;
const EMAIL = "ada@example.org";

const GUESSER = guesserCounter(EMAIL, "192.0.2.7");

/** Makes attempts at one moment and returns their results. */
async function attempts(
  database: Database,
  { number, at, counter = GUESSER }: { number: number; at: number; counter?: AttemptCounter },
): Promise<(number | null)[]> {
  const told = [];
  while (told.length < number) told.push(await countAttempt(database, counter, NOON + at));
  return told;
}

const FIVE = Array<null>(5).fill(null);

forEachDatabase("countAttempt() locks in every period, not only in the first", async (database) => {
  for (let window = 0; window < 4; window++) {
    const at = window * LOCK_OUT_MS;
    deepEqual(await attempts(database, { number: 7, at }), [...FIVE, 900, 900], `${window}`);
    deepEqual(await attempts(database, { number: 1, at: at + LOCK_OUT_MS - 1 }), [1]);
  }
});

forEachDatabase(
  "countAttempt() restarts the period with each counted attempt",
  async (database) => {
    // Fixed periods would allow eight within two minutes: four before an end and four after it.
    deepEqual(await attempts(database, { number: 1, at: 0 }), [null]);
    const before = await attempts(database, { number: 3, at: LOCK_OUT_MS - MINUTE_MS });
    deepEqual(before, [null, null, null]);
    deepEqual(await attempts(database, { number: 2, at: LOCK_OUT_MS + MINUTE_MS }), [null, 900]);
    // Refused attempts do not extend the period.
    const waiting = await attempts(database, { number: 1, at: LOCK_OUT_MS + 6 * MINUTE_MS });
    deepEqual(waiting, [600]);
    const over = await attempts(database, { number: 6, at: 2 * LOCK_OUT_MS + MINUTE_MS });
    deepEqual(over, [...FIVE, 900]);
  },
);

forEachDatabase("a lock-out ends when a clock that was ahead is right again", async (database) => {
  const ahead = 365 * 24 * 60 * MINUTE_MS;
  deepEqual(await attempts(database, { number: 6, at: ahead }), [...FIVE, 900]);
  deepEqual(await attempts(database, { number: 6, at: 0 }), [...FIVE, 900]);
});

forEachDatabase("servers whose clocks differ by minutes count together", async (database) => {
  deepEqual(await attempts(database, { number: 4, at: LOCK_OUT_MS }), FIVE.slice(1));
  deepEqual(await attempts(database, { number: 2, at: 0 }), [null, 900]);
});

forEachDatabase("countAttempt() returns the seconds until the next attempt", async (database) => {
  for (
    const [beforeEndMs, seconds] of [
      [LOCK_OUT_MS, 900],
      [LOCK_OUT_MS - 1, 900],
      [1_501, 2],
      [1_001, 2],
      [1_000, 1],
      [999, 1],
      [1, 1],
      [0, null],
    ] as const
  ) {
    const counter = guesserCounter(`${beforeEndMs}`, null);
    await attempts(database, { number: 5, at: 0, counter });
    const at = LOCK_OUT_MS - beforeEndMs;
    deepEqual(await attempts(database, { number: 1, at, counter }), [seconds], `${beforeEndMs}`);
  }
});

/** Counters of clients with their limits and periods. */
const OF_CLIENTS = [
  ["guesserCounter", (client: string) => guesserCounter(EMAIL, client), 5, 900],
  ["clientCounter", clientCounter, 50, 900],
  ["registrationCounter", registrationCounter, 20, 3_600],
  ["authorizationCounter", authorizationCounter, 120, 900],
  ["documentCounter", documentCounter, 120, 900],
  ["deviceCounter", deviceCounter, 50, 900],
] as const;

for (const [name, counter, most, seconds] of OF_CLIENTS) {
  forEachDatabase(
    `${name}() counts all addresses of a network as one client`,
    async (database) => {
      const told = [];
      for (let host = 1; host <= most + 2; host++) {
        told.push(await countAttempt(database, counter(`2001:db8:0:1::${host}`), NOON));
      }
      deepEqual(told, [...Array<null>(most).fill(null), seconds, seconds]);
      for (const other of ["2001:db8:0:2::1", "192.0.2.7", "192.0.2.8"]) {
        equal(await countAttempt(database, counter(other), NOON), null, other);
      }
    },
  );
}

Deno.test("all counters are distinct", () => {
  const of = (client: string) => [
    ...OF_CLIENTS.map(([, counter]) => counter(client)),
    emailCounter(client),
    passwordCounter(client),
    guesserCounter(client, null),
  ];
  const all = [
    ...of("192.0.2.7"),
    ...of("192.0.2.8"),
    guesserCounter("bob@example.org", "192.0.2.7"),
  ];
  equal(new Set(all.map(({ subjectHash }) => subjectHash)).size, all.length);
});

Deno.test("a counter stores only a hash, because the input may be a password", () => {
  match(emailCounter("a password").subjectHash, /^[0-9a-f]{64}$/);
});

forEachDatabase("uncountAttempt() takes back one attempt of one counter", async (database) => {
  const other = guesserCounter("bob@example.org", "192.0.2.7");
  await attempts(database, { number: 5, at: 0 });
  await attempts(database, { number: 5, at: 0, counter: other });
  await uncountAttempt(database, GUESSER);
  deepEqual(await attempts(database, { number: 2, at: 0 }), [null, 900]);
  deepEqual(await attempts(database, { number: 1, at: 0, counter: other }), [900]);
});

forEachDatabase("uncountAttempt() never allows more attempts than the limit", async (database) => {
  await uncountAttempt(database, GUESSER);
  await attempts(database, { number: 1, at: 0 });
  for (let times = 0; times < 3; times++) await uncountAttempt(database, GUESSER);
  deepEqual(await attempts(database, { number: 6, at: 0 }), [...FIVE, 900]);
});

forEachDatabase("clearAttempts() resets one counter", async (database) => {
  const other = guesserCounter("bob@example.org", "192.0.2.7");
  await attempts(database, { number: 5, at: 0 });
  await attempts(database, { number: 5, at: 0, counter: other });
  await database.transaction((queries) => clearAttempts(queries, GUESSER));
  equal(await rowsOf(database, "login_attempts"), 1);
  deepEqual(await attempts(database, { number: 6, at: 0 }), [...FIVE, 900]);
  deepEqual(await attempts(database, { number: 1, at: 0, counter: other }), [900]);
});
