import { deepEqual, equal } from "node:assert/strict";
import { LIFETIMES, LIMITS, milliseconds, readLimits } from "../../../hosted/accounts/limits.ts";

const NAMES = [
  "projects",
  "bytes",
  "files",
  "callsPerDay",
  "callsPerMinute",
  "callSeconds",
  "callMegabytes",
  "keys",
] as const;

Deno.test("readLimits() returns the defaults if the variables are unset", () => {
  const usual = {
    projects: 50,
    bytes: 104_857_600,
    files: 20_000,
    callsPerDay: 10_000,
    callsPerMinute: 600,
    callSeconds: 10,
    callMegabytes: 512,
    keys: 100,
  };
  deepEqual(readLimits(() => undefined), { limits: usual, diagnostics: [] });
  deepEqual(readLimits(() => ""), { limits: usual, diagnostics: [] });
});

Deno.test("readLimits() reads every variable", () => {
  const env = new Map(LIMITS.map(({ variable }, index) => [variable, String(index + 1)]));
  const { limits } = readLimits((name) => env.get(name));
  deepEqual(NAMES.map((name) => limits?.[name]), [1, 2, 3, 4, 5, 6, 7, 8]);
  deepEqual(LIMITS.map(({ name }) => name), NAMES);
});

for (
  const value of [
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x10",
    " 7",
    "7 ",
    "１",
    "many",
    "1_000",
    "9".repeat(16),
  ]
) {
  Deno.test(`readLimits() rejects '${value}' for all variables at once`, () => {
    const { limits, diagnostics } = readLimits(() => value);
    equal(limits, null);
    equal(diagnostics.length, LIMITS.length);
    for (const [index, { code, message }] of diagnostics.entries()) {
      equal(code, "usage-option");
      const { variable } = LIMITS[index] ?? {};
      equal(
        message,
        `Invalid limit '${value}' in ${variable} (must be a whole number, 1 or more).`,
      );
    }
  });
}

for (
  const [name, expected] of [
    ["session", 14 * 86_400_000],
    ["key", 365 * 86_400_000],
    ["signedLink", 600_000],
    ["invitation", 7 * 86_400_000],
    ["ownerCode", 86_400_000],
    ["lockOut", 900_000],
  ] as const
) {
  Deno.test(`milliseconds() converts the lifetime '${name}'`, () => {
    equal(milliseconds(LIFETIMES[name]), expected);
  });
}
