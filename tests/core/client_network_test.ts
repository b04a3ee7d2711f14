import { equal } from "node:assert/strict";
import { networkOf } from "../../core/client_network.ts";

for (
  const [address, network] of [
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["0:0:0:0:0:FFFF:C000:0207", "192.0.2.7"],
    ["::ffff:0:0", "0.0.0.0"],
    ["::ffff:192.0.2.7%eth0", "192.0.2.7"],
    ["::fffe:c000:207", "0:0:0:0"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["2001:db8::7", "2001:db8:0:0"],
    ["2001:DB8:0:0:1::7", "2001:db8:0:0"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::", "2001:db8:1:2"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["unix", "unix"],
  ] as const
) {
  Deno.test(`networkOf returns ${network} for ${address}`, () =>
    equal(networkOf(address), network));
}
