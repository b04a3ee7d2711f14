/** Leases avoid a read for each call, and expire before a revocation returns. */

import { equal, ok, rejects } from "node:assert/strict";
import { createLeases, LEASE_MS, leasesOver } from "../../../hosted/accounts/leases.ts";

/** A pending read, which a test completes. */
function slowReading() {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  return { read: () => promise, answer: resolve };
}

function reading(found: string | null) {
  return () => Promise.resolve(found);
}

Deno.test("a value is read once, and again when its lease has expired", async () => {
  let now = 0;
  const leased = createLeases<string>(() => now);
  equal(await leased("id", reading("first")), "first");
  for (now = 0; now < LEASE_MS; now++) equal(await leased("id", reading("second")), "first");
  equal(await leased("other", reading("another")), "another");
  equal(await leased("id", reading("second")), "second");
  now += LEASE_MS;
  equal(await leased("id", reading(null)), null);
});

Deno.test("a lease begins before its read, however long the read takes", async () => {
  let now = 0;
  const leased = createLeases<string>(() => now);
  const slow = slowReading();
  const asked = leased("id", slow.read);
  now = LEASE_MS;
  slow.answer("old");
  equal(await asked, "old");
  equal(await leased("id", reading(null)), null);
});

Deno.test("reads that end out of order do not extend a lease", async () => {
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

Deno.test("a lease survives the expiry of earlier ones", async () => {
  let now = 0;
  const leased = createLeases<string>(() => now);
  equal(await leased("early", reading("first")), "first");
  now = LEASE_MS / 2;
  equal(await leased("late", reading("first")), "first");
  now = LEASE_MS;
  equal(await leased("early", reading("second")), "second");
  equal(await leased("late", reading("second")), "first");
});

Deno.test("absent values and failed reads are not leased", async () => {
  const leased = createLeases<string>(() => 0);
  equal(await leased("id", reading(null)), null);
  await rejects(leased("id", () => Promise.reject(new Error("Lost"))), /Lost/);
  equal(await leased("id", reading("made since")), "made since");
});

Deno.test("leasesOver() waits longer than any lease that has begun", async () => {
  const start = performance.now();
  await leasesOver();
  // Much longer, because timers may fire early and other servers' clocks may be slower.
  ok(performance.now() - start > 1.2 * LEASE_MS);
});
