import { deepEqual, equal, ok } from "node:assert/strict";
import {
  LIFETIMES,
  LIMITS,
  LOGIN_LIMITS,
  milliseconds,
  readLimits,
  REGISTRATION_LIMIT,
} from "../../accounts/limits.ts";
import { grouped } from "../../core/report.ts";

const README = Deno.readTextFileSync(new URL("../../README.md", import.meta.url));

const NAMES = ["projects", "bytes", "callsPerDay", "callsPerMinute", "keys"] as const;

Deno.test("readLimits takes the usual ones where the environment says nothing", () => {
  const usual = {
    projects: 50,
    bytes: 104_857_600,
    callsPerDay: 10_000,
    callsPerMinute: 600,
    keys: 100,
  };
  deepEqual(readLimits(() => undefined), { limits: usual, diagnostics: [] });
  deepEqual(readLimits(() => ""), { limits: usual, diagnostics: [] });
});

Deno.test("readLimits reads every variable", () => {
  const env = new Map(LIMITS.map(({ variable }, index) => [variable, String(index + 1)]));
  const { limits } = readLimits((name) => env.get(name));
  deepEqual(NAMES.map((name) => limits?.[name]), [1, 2, 3, 4, 5]);
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
  Deno.test(`readLimits refuses '${value}', for all variables at once`, () => {
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
  Deno.test(`milliseconds has the lifetime '${name}'`, () => {
    equal(milliseconds(LIFETIMES[name]), expected);
  });
}

for (const { variable, bounds, default: usual } of LIMITS) {
  Deno.test(`README has the limit ${variable} as it is`, () => {
    const row = README.split("\n").find((line) => line.startsWith(`| \`${variable}\``));
    equal(row?.split("|")[2]?.trim(), `${bounds}: ${grouped(usual)}`);
  });
}

for (
  const [label, name] of [
    ["owner's link", "ownerCode"],
    ["invitation", "invitation"],
    ["session", "session"],
    ["API key", "key"],
    ["signed link", "signedLink"],
    ["locked log-in", "lockOut"],
    ["log-in elsewhere", "upstreamLogin"],
    ["new app", "newApp"],
    ["idle app", "idleApp"],
    ["audit log", "records"],
  ] as const
) {
  Deno.test(`README says how long lasts: ${label}`, () => {
    const row = README.split("\n").find((line) => line.startsWith(`| ${label} `)) ?? "";
    const { amount, unit } = LIFETIMES[name];
    ok(row.includes(`${amount} ${unit}`), row);
  });
}

Deno.test("README says how many wrong passwords lock", () => {
  const { perGuesser, perClient, perEmail } = LOGIN_LIMITS;
  const words = `after ${perGuesser} wrong passwords for an address from one client, ` +
    `${perClient} from a client, or ${perEmail} for an address`;
  ok(README.includes(words));
});

Deno.test("README says how many apps can register", () => {
  ok(README.includes(`${REGISTRATION_LIMIT} can register in an hour from one client`));
});
