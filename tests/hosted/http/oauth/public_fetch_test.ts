/** Fetches of URLs that clients name: only from public addresses, with one DNS lookup each. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import {
  createPublicFetch,
  fetchPublic,
  type Network,
  type PublicFetch,
} from "../../../../hosted/http/public_fetch.ts";
import { networkOf, withDocuments, withOpenConnection, withRawDocument } from "./documents.ts";

const TIMEOUT_MS = 2_500;

function fetchIn(fetch: PublicFetch, url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
}

const NOT_PUBLIC = [
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.000.000.001",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "①②⑦.0.0.1",
  "0",
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::a00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
];

Deno.test("private addresses are not fetched, in any notation", async () => {
  for (const host of NOT_PUBLIC) {
    await rejects(
      fetchIn(fetchPublic, `https://${host}/client.json`),
      /is not a public address/,
      host,
    );
  }
});

Deno.test("names that resolve to private addresses are not fetched", async () => {
  for (const host of ["localhost", "LOCALHOST", "localhost.", Deno.hostname()]) {
    await rejects(
      fetchIn(fetchPublic, `https://${host}/client.json`),
      /is not a public address|ENOTFOUND|EAI_AGAIN/,
      host,
    );
  }
});

Deno.test("only https on port 443 is fetched", async () => {
  for (const url of ["http://93.184.215.14/", "ftp://93.184.215.14/", "file:///etc/passwd"]) {
    await rejects(fetchIn(fetchPublic, url), /Only https URLs/, url);
  }
  for (const port of [22, 80, 5432, 8443]) {
    const url = `https://93.184.215.14:${port}/`;
    await rejects(fetchIn(fetchPublic, url), /is not a public address/, url);
  }
});

for (
  const [url, host, port] of [
    ["https://client.test/", "client.test", 443],
    ["https://client.test:443/", "client.test", 443],
    ["https://client.test:8443/", "client.test", 8443],
    ["https://192.0.2.1/", "192.0.2.1", 443],
    ["https://[2001:db8::1]:80/", "2001:db8::1", 80],
  ] as const
) {
  Deno.test(`${url} is fetched from port ${port} if the port is open`, async () => {
    const asked: (readonly [address: string, port: number])[] = [];
    const fetch = createPublicFetch({
      lookup: (name) => Promise.resolve([`address of ${name}`]),
      isOpen(address, port) {
        asked.push([address, port]);
        return false;
      },
      authorities: null,
    });
    await rejects(fetchIn(fetch, url), {
      message: `'${host}' with port ${port} is not a public address`,
    });
    deepEqual(asked, [[/[a-z]\./.test(host) ? `address of ${host}` : host, port]]);
  });
}

/** Creates a lookup that cycles through answers. */
function answersInTurn(
  asked: string[],
  ...answers: readonly (readonly string[])[]
): Network["lookup"] {
  return (host) => {
    const addresses = answers[asked.length % answers.length] ?? [];
    asked.push(host);
    return Promise.resolve(addresses);
  };
}

Deno.test("a name with any private address is not fetched", () =>
  withDocuments(() => new Response("{}"), async ({ port, connections }) => {
    for (
      const answer of [["10.0.0.1"], ["127.0.0.1", "10.0.0.1"], ["127.0.0.1", "::1"], ["::1"], []]
    ) {
      const fetch = networkOf(port, answersInTurn([], answer));
      await rejects(fetchIn(fetch, `https://client.test:${port}/`), /is not a public address/);
    }
    equal(connections(), 0);
  }));

Deno.test("a name that resolves differently later leads to its first address", () =>
  withDocuments(() => new Response('{"a":1}'), async ({ port, connections }) => {
    const asked: string[] = [];
    const fetch = networkOf(port, answersInTurn(asked, ["127.0.0.1"], ["10.0.0.1"]));
    const response = await fetchIn(fetch, `https://client.test:${port}/`);
    deepEqual(await response.json(), { a: 1 });
    deepEqual([asked, connections()], [["client.test"], 1]);
    // The next fetch looks the name up again.
    await rejects(fetchIn(fetch, `https://client.test:${port}/`), /is not a public address/);
    deepEqual([asked.length, connections()], [2, 1]);
  }));

Deno.test("the certificate must match the name", () =>
  withDocuments(() => new Response("{}"), async ({ port }) => {
    const fetch = networkOf(port, answersInTurn([], ["127.0.0.1"]));
    await rejects(fetchIn(fetch, `https://stranger.test:${port}/`), /certificate/);
  }));

Deno.test("redirects are not followed", () =>
  withDocuments(
    () => Response.redirect("https://other.test/", 302),
    async ({ port, connections }) => {
      const fetch = networkOf(port, answersInTurn([], ["127.0.0.1"]));
      const response = await fetchIn(fetch, `https://client.test:${port}/`);
      equal(response.status, 302);
      await response.body?.cancel();
      equal(connections(), 1);
    },
  ));

Deno.test("the connection ends with the answer, even if the server keeps it open", () =>
  withOpenConnection(async (port) => {
    const fetch = networkOf(port, answersInTurn([], ["127.0.0.1"]));
    const response = await fetchIn(fetch, `https://client.test:${port}/`);
    equal(await response.text(), "{}");
  }));

Deno.test("a slow answer is aborted", async () => {
  const never = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
  });
  await withDocuments(() => new Response(never), async ({ port }) => {
    const fetch = networkOf(port, answersInTurn([], ["127.0.0.1"]));
    const signal = AbortSignal.timeout(300);
    await rejects(fetch(`https://client.test:${port}/`, { signal }), { name: "TimeoutError" });
  });
});

Deno.test("a long answer is refused", async () => {
  const spaces = new TextEncoder().encode(" ".repeat(40_000));
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const unfinished = new ReadableStream({
    start: (controller) => controller.enqueue(spaces),
    cancel: resolve,
  });
  await withDocuments(() => new Response(unfinished), async ({ port }) => {
    const fetch = networkOf(port, answersInTurn([], ["127.0.0.1"]));
    await rejects(fetch(`https://client.test:${port}/`, {}), /is longer than 32768 bytes/);
    await ended;
  });
});

Deno.test("answers in one chunk and in many are read", async () => {
  const text = JSON.stringify({ a: "\u00e9\ud83d\ude00".repeat(1000) });
  const bytes = new TextEncoder().encode(text);
  const pieces = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 700) {
          controller.enqueue(bytes.subarray(at, at + 700));
        }
        controller.close();
      },
    });
  for (const body of [() => text, pieces]) {
    await withDocuments(() => new Response(body()), async ({ port }) => {
      const fetch = networkOf(port, answersInTurn([], ["127.0.0.1"]));
      const response = await fetchIn(fetch, `https://client.test:${port}/a?b`);
      equal(await response.text(), text);
    });
  }
});

const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const HEADER_KB = `a: ${"b".repeat(1_000)}\r\n`;
const END = "Content-Length: 2\r\n\r\n{}";

async function fetchRaw(answer: string): Promise<Response> {
  let response: Response | undefined;
  await withRawDocument(answer, async (port) => {
    const fetch = networkOf(port, answersInTurn([], ["127.0.0.1"]));
    response = await fetchIn(fetch, `https://client.test:${port}/`);
  });
  return response as Response;
}

/** Returns an answer, padded with spaces. */
function answerOf(bytes: number): string {
  const head = (length: number) => `${OK}Content-Length: ${length}\r\n\r\n`;
  const length = bytes - head(bytes).length;
  return head(length) + "{}".padEnd(length);
}

const READ: Readonly<Record<string, string>> = {
  "a length": `${OK}${END}`,
  "more than its length": `${OK}${END}more`,
  "chunks": `${CHUNKED}1\r\n{\r\n1;a=b\r\n}\r\n0\r\n\r\n`,
  "200 chunks": `${CHUNKED}${"1\r\n \r\n".repeat(198)}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
  "no length": `${OK}\r\n{}`,
  "15,000 spaces in a header": `${OK}x: a${" ".repeat(15_000)}b\r\n${END}`,
  "interim responses": `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000)}${OK}${END}`,
  "32,768 bytes": answerOf(32_768),
  "2,000 headers": `${OK}${"a: b\r\n".repeat(2_000)}${END}`,
};

for (const [what, answer] of Object.entries(READ)) {
  Deno.test(`fetchPublic reads an answer with ${what}`, async () => {
    const response = await fetchRaw(answer);
    deepEqual([response.status, await response.json()], [200, {}]);
  });
}

const REFUSED: Readonly<Record<string, string>> = {
  "nothing": "",
  "no HTTP": "Hello",
  "half a status line": "HTTP/1.1 200 OK",
  "another version": "HTTP/2 200\r\n\r\n",
  "another protocol":
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
  "a status that no answer has": `HTTP/1.1 999 Much\r\n${END}`,
  "a line that is no header": `${OK}no header\r\n${END}`,
  "a space before a colon": `${OK}a : b\r\n${END}`,
  "a NUL in a header": `${OK}a: b\0c\r\n${END}`,
  "a body that ends too soon": `${OK}Content-Length: 3\r\n\r\n{}`,
  "a negative length": `${OK}Content-Length: -1\r\n\r\n{}`,
  "two lengths": `${OK}Content-Length: 2\r\nContent-Length: 1\r\n\r\n{}`,
  "chunks that end too soon": `${CHUNKED}2\r\n{}`,
  "a chunk without a length": `${CHUNKED}x\r\n{}\r\n0\r\n\r\n`,
  "32,769 bytes": answerOf(32_769),
  "60,000 spaces in a header": `${OK}x: a${" ".repeat(60_000)}b\r\n${END}`,
  "300 chunks": `${CHUNKED}${"1\r\n \r\n".repeat(298)}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
  "20 kB of headers": `${OK}${HEADER_KB.repeat(20)}${END}`,
  "20 kB of trailers": `${CHUNKED}0\r\n${HEADER_KB.repeat(20)}\r\n`,
};

for (const [what, answer] of Object.entries(REFUSED)) {
  Deno.test(`fetchPublic refuses an answer with ${what}`, async () => {
    await rejects(fetchRaw(answer), Error);
  });
}

Deno.test("for an IP address in the URL, the certificate must contain the address", () =>
  withDocuments(() => new Response("{}"), async ({ port }) => {
    const fetch = networkOf(port, answersInTurn([]));
    await rejects(fetchIn(fetch, `https://127.0.0.1:${port}/`), /certificate/);
  }));
