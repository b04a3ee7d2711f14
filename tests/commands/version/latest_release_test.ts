/** The lookup of the latest release, with valid and invalid responses. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { latestRelease } from "../../../commands/version/latest_release.ts";
import { isNewer } from "../../../core/version.ts";
import { fc } from "../../tools/tier.ts";
import { withReleases } from "../../distribution/releases.ts";

/** Responses of `latest`. `SELF` stands for the server's address. */
interface Case {
  readonly behaviour: string;
  readonly status?: number;
  readonly location?: string;
  readonly body?: () => BodyInit;
  readonly expected: string;
}

const CASES: readonly Case[] = [
  { behaviour: "a release", location: "SELF/tag/v1.2.3", expected: "1.2.3" },
  { behaviour: "a release on its own host", location: "/releases/tag/v1.10.0", expected: "1.10.0" },
  {
    behaviour: "a redirect of another kind",
    status: 301,
    location: "SELF/tag/v1.2.3",
    expected: "1.2.3",
  },
  {
    behaviour: "a release with an endless page",
    location: "SELF/tag/v1.2.3",
    body: endless,
    expected: "1.2.3",
  },
  { behaviour: "an endless page", status: 200, body: endless, expected: "HTTP 200" },
  { behaviour: "a page", status: 200, body: () => "v1.2.3", expected: "HTTP 200" },
  { behaviour: "no release", status: 404, expected: "HTTP 404" },
  { behaviour: "an error", status: 500, location: "SELF/tag/v9.9.9", expected: "HTTP 500" },
  { behaviour: "a redirect to nowhere", status: 302, expected: "HTTP 302" },
  ...[
    "https://example.com/releases/tag/v9.9.9",
    "SELF.example.com/tag/v9.9.9",
    "SELF/../other/tag/v9.9.9",
    "//example.com/releases/tag/v9.9.9",
    "SELF/latest",
    "SELF/tag/v1.2.3/../../x",
    "http://",
    "javascript:alert(1)",
    "file:///etc/passwd",
  ].map((location): Case => ({
    behaviour: `a redirect to ${location}`,
    location,
    expected: "redirects elsewhere",
  })),
  ...[
    "1.2",
    "latest",
    "1.2.3-rc.1",
    "1.2.3;reboot",
    "1.2.3?x",
    "9".repeat(5000),
  ]
    .map((version): Case => ({
      behaviour: `the version ${version.slice(0, 20)}`,
      location: `SELF/tag/v${version}`,
      expected: "no version in the redirect",
    })),
];

function endless(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
}

for (const { behaviour, status = 302, location, body, expected } of CASES) {
  Deno.test(`latestRelease returns ${expected} for ${behaviour}`, async () => {
    const answers: Record<string, () => Response> = {};
    await withReleases(answers, async ({ url, asked }) => {
      const headers = new Headers();
      if (location !== undefined) headers.set("Location", location.replace("SELF", url));
      answers["/latest"] = () => new Response(body?.() ?? null, { status, headers });
      const latest = await latestRelease(url, fetch);
      equal(latest.kind === "release" ? latest.version : latest.reason, expected);
      deepEqual(asked, ["/latest"], "one request, whatever it is answered");
    });
  });
}

Deno.test("latestRelease accepts a mirror whose address is only a host", async () => {
  const headers = { Location: "/tag/v1.2.3" };
  const answers = { "/latest": () => new Response(null, { status: 302, headers }) };
  await withReleases(answers, async ({ url }) => {
    const latest = await latestRelease(new URL(url).origin, fetch);
    deepEqual(latest, { kind: "release", version: "1.2.3" });
  });
});

Deno.test("latestRelease stops at its timeout", async () => {
  const { promise: never, resolve } = Promise.withResolvers<Response>();
  await withReleases({ "/latest": () => never }, async ({ url }) => {
    deepEqual(await latestRelease(url, fetch, 50), { kind: "unknown", reason: "no answer" });
    resolve(new Response());
  });
});

Deno.test("latestRelease sends no identifying headers", async () => {
  const seen: Record<string, string> = {};
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    Object.assign(seen, Object.fromEntries(request.headers), {
      query: new URL(request.url).search,
    });
    return new Response();
  });
  await latestRelease(`http://127.0.0.1:${server.addr.port}`, fetch);
  await server.shutdown();
  deepEqual(seen, {
    accept: "*/*",
    "accept-encoding": "gzip,br",
    "accept-language": "*",
    host: `127.0.0.1:${server.addr.port}`,
    query: "",
    "user-agent": "layerwright",
  });
});

for (
  const address of [
    "http://example.com/releases",
    "http://127.0.0.1.example.com",
    "http://me:secret@127.0.0.1",
    "https://me@example.com",
    "file:///etc",
    "releases",
    "",
  ]
) {
  Deno.test(`latestRelease refuses the unsafe address '${address}'`, async () => {
    let isAsked = false;
    const send = () => {
      isAsked = true;
      return Promise.resolve(new Response());
    };
    deepEqual(await latestRelease(address, send), {
      kind: "unknown",
      reason: "not an https address",
    });
    ok(!isAsked);
  });
}

Deno.test("isNewer compares versions by their numbers", () => {
  const number = fc.nat({ max: 20 });
  const version = fc.tuple(number, number, number);
  fc.assert(fc.property(version, version, (a, b) => {
    const rank = ([major, minor, patch]: [number, number, number]) =>
      major * 10_000 + minor * 100 + patch;
    equal(isNewer(a.join("."), b.join(".")), rank(a) > rank(b));
  }));
});
