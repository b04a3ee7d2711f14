import { equal } from "node:assert/strict";
import { isLoopback } from "../../core/loopback.ts";

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
  Deno.test(`isLoopback says ${expected} of '${host}'`, () => equal(isLoopback(host), expected));
}
