import { equal, throws } from "node:assert/strict";
import { trustProxies } from "../../http/client_address.ts";

interface Case {
  readonly behaviour: string;
  readonly proxies: readonly string[];
  readonly peer: string;
  readonly forwardedFor?: string;
  readonly client: string;
}

const PROXY = "10.0.0.1";

const CASES: readonly Case[] = [
  {
    behaviour: "the peer without trusted proxies",
    proxies: [],
    peer: PROXY,
    forwardedFor: "192.0.2.7",
    client: PROXY,
  },
  {
    behaviour: "the peer if it is not a proxy",
    proxies: [PROXY],
    peer: "192.0.2.1",
    forwardedFor: "127.0.0.1",
    client: "192.0.2.1",
  },
  { behaviour: "a proxy without a header", proxies: [PROXY], peer: PROXY, client: PROXY },
  {
    behaviour: "a proxy whose header is empty",
    proxies: [PROXY],
    peer: PROXY,
    forwardedFor: "",
    client: PROXY,
  },
  {
    behaviour: "the client that a proxy names",
    proxies: [PROXY],
    peer: PROXY,
    forwardedFor: "192.0.2.7",
    client: "192.0.2.7",
  },
  {
    behaviour: "the last untrusted address, not the addresses before it",
    proxies: [PROXY],
    peer: PROXY,
    forwardedFor: "127.0.0.1, 10.0.0.1, 192.0.2.7",
    client: "192.0.2.7",
  },
  {
    behaviour: "the client in front of a chain of proxies",
    proxies: ["10.0.0.0/8"],
    peer: PROXY,
    forwardedFor: "192.0.2.7,10.9.9.9 ,  10.8.8.8",
    client: "192.0.2.7",
  },
  {
    behaviour: "the farthest proxy if all are trusted",
    proxies: ["10.0.0.0/8"],
    peer: PROXY,
    forwardedFor: "10.3.3.3, 10.2.2.2",
    client: "10.3.3.3",
  },
  {
    behaviour: "the nearest address if a text follows",
    proxies: ["10.0.0.0/8"],
    peer: PROXY,
    forwardedFor: "192.0.2.7, unknown, 10.2.2.2",
    client: "10.2.2.2",
  },
  {
    behaviour: "the peer if the nearest value is not an address",
    proxies: [PROXY],
    peer: PROXY,
    forwardedFor: '192.0.2.7, <script>"\n',
    client: PROXY,
  },
  {
    behaviour: "the peer if the address has a port",
    proxies: [PROXY],
    peer: PROXY,
    forwardedFor: "192.0.2.7:1234",
    client: PROXY,
  },
  {
    behaviour: "an IPv6 address",
    proxies: ["fd00::/8", "::1"],
    peer: "::1",
    forwardedFor: "2001:db8::7, fd00::2",
    client: "2001:db8::7",
  },
  {
    behaviour: "the peer if it is only next to an IPv6 proxy",
    proxies: ["2001:db8::1"],
    peer: "2001:db8::2",
    forwardedFor: "192.0.2.7",
    client: "2001:db8::2",
  },
  {
    behaviour: "the peer if it is just outside of an IPv6 subnet",
    proxies: ["2001:db8::/127"],
    peer: "2001:db8::2",
    forwardedFor: "192.0.2.7",
    client: "2001:db8::2",
  },
  {
    behaviour: "the peer if it is just outside of a subnet",
    proxies: ["10.0.0.0/31"],
    peer: "10.0.0.2",
    forwardedFor: "192.0.2.7",
    client: "10.0.0.2",
  },
  {
    behaviour: "the named client if all addresses are trusted",
    proxies: ["0.0.0.0/0"],
    peer: "192.0.2.1",
    forwardedFor: "192.0.2.9",
    client: "192.0.2.9",
  },
  { behaviour: "a peer without an address", proxies: [PROXY], peer: "", client: "" },
];

for (const { behaviour, proxies, peer, forwardedFor, client } of CASES) {
  Deno.test(`trustProxies finds ${behaviour}`, () => {
    equal(trustProxies(proxies)(peer, forwardedFor), client);
  });
}

for (
  const proxy of [
    "",
    "localhost",
    "proxy.example",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/8.5",
    "10.0.0.0/",
    "10.0.0.0/x",
    "10.0.0.0/8/8",
    "::/129",
    "10.0.0",
    "*",
  ]
) {
  Deno.test(`trustProxies refuses '${proxy}'`, () => {
    throws(() => trustProxies([proxy]), {
      name: "RangeError",
      message: `'${proxy}' is neither an address nor a subnet`,
    });
  });
}
