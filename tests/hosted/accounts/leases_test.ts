/** What was taken back lets nobody in who asks later, though nobody reads it at each call. */

import { equal, ok, rejects } from "node:assert/strict";
import { createLeases, LEASE_MS, leasesOver } from "../../../hosted/accounts/leases.ts";

/** A reading that is under way until a test says what it read. */
function slowReading() {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  return { read: () => promise, answer: resolve };
}

function reading(found: string | null) {
  return () => Promise.resolve(found);
}

Deno.test("a lease is read once, and again when it is over", async () => {
  let now = 0;
  const leased = createLeases<string>(() => now);
  equal(await leased("id", reading("first")), "first");
  for (now = 0; now < LEASE_MS; now++) equal(await leased("id", reading("second")), "first");
  equal(await leased("other", reading("another")), "another");
  equal(await leased("id", reading("second")), "second");
  now += LEASE_MS;
  equal(await leased("id", reading(null)), null);
});

Deno.test("a lease counts from before its reading, however long that takes", async () => {
  let now = 0;
  const leased = createLeases<string>(() => now);
  const slow = slowReading();
  const asked = leased("id", slow.read);
  now = LEASE_MS;
  slow.answer("old");
  equal(await asked, "old");
  equal(await leased("id", reading(null)), null);
});

Deno.test("readings that end in another order than they began prolong no lease", async () => {
  let now = 0;
  const leased = createLeases<string>(() => now);
  const [early, late] = [slowReading(), slowReading()];
  const first = leased("id", early.read);
  now = LEASE_MS / 2;
  const second = leased("id", late.read);
  late.answer("late");
  equal(await second, "late");
  early.answer("early");
  equal(await first, "early");
  now = LEASE_MS;
  equal(await leased("id", reading("now")), "now");
});

Deno.test("a lease outlives those that end before it", async () => {
  let now = 0;
  const leased = createLeases<string>(() => now);
  equal(await leased("early", reading("first")), "first");
  now = LEASE_MS / 2;
  equal(await leased("late", reading("first")), "first");
  now = LEASE_MS;
  equal(await leased("early", reading("second")), "second");
  equal(await leased("late", reading("second")), "first");
});

Deno.test("there is no lease of what is not there, nor of what could not be read", async () => {
  const leased = createLeases<string>(() => 0);
  equal(await leased("id", reading(null)), null);
  await rejects(leased("id", () => Promise.reject(new Error("Lost"))), /Lost/);
  equal(await leased("id", reading("made since")), "made since");
});

Deno.test("whoever waits for leases waits longer than any that had begun", async () => {
  const start = performance.now();
  await leasesOver();
  // Much longer: timers may be early, and other servers' clocks slower.
  ok(performance.now() - start > 1.2 * LEASE_MS);
});
