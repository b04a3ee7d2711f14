import { equal } from "node:assert/strict";
import { hostOf } from "../../core/url_host.ts";

for (
  const [url, host] of [
    ["http://[::1]:8000/mcp", "::1"],
    ["https://[2001:DB8::1]/", "2001:db8::1"],
    ["http://127.0.0.1:8000/", "127.0.0.1"],
    ["https://Example.com/[a]", "example.com"],
    ["com.example.app:/callback", ""],
  ] as const
) {
  Deno.test(`hostOf() returns '${host}' for ${url}`, () => equal(hostOf(new URL(url)), host));
}
