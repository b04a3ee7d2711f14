import { equal } from "node:assert/strict";
import { isLoopback, withoutProxy } from "../../core/loopback.ts";

for (
  const [host, expected] of [
    ["localhost", true],
    ["127.0.0.1", true],
    ["127.0.0.2", true],
    ["::1", true],
    ["", false],
    ["0.0.0.0", false],
    ["127.0.0.1.example", false],
    ["127.1", false],
    ["localhost.", false],
    ["::ffff:127.0.0.1", false],
  ] as const
) {
  Deno.test(`isLoopback returns ${expected} for '${host}'`, () =>
    equal(isLoopback(host), expected));
}

const HOSTS = "localhost,127.0.0.0/8,::1";

for (
  const [what, env, expected] of [
    ["nothing", {}, HOSTS],
    ["an empty NO_PROXY", { NO_PROXY: "" }, HOSTS],
    ["NO_PROXY", { NO_PROXY: "a.example,b.example" }, `${HOSTS},a.example,b.example`],
    ["no_proxy", { no_proxy: "a.example" }, `${HOSTS},a.example`],
    ["both", { NO_PROXY: "a.example", no_proxy: "b.example" }, `${HOSTS},a.example`],
    ["an empty NO_PROXY before no_proxy", { NO_PROXY: "", no_proxy: "b.example" }, HOSTS],
  ] as const
) {
  Deno.test(`withoutProxy excludes this computer besides ${what}`, () => {
    equal(withoutProxy((name) => ({ ...env } as Record<string, string>)[name]), expected);
  });
}
