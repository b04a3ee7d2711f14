/** No network and no account can exhaust a server. */

import { deepEqual, equal, match } from "node:assert/strict";
import { withDatabasePlace } from "../storage/on_both.ts";
import { beginRequests, type HalfRequests, openSilent, sendRaw } from "../../http/half_requests.ts";
import { staysResponsive } from "../../http/health_probe.ts";
import { inTime, untilSo } from "../../http/in_time.ts";
import { IS_FULL_TIER, testInFullTier } from "../../tools/tier.ts";
import { makeKey, makeMember, makeOwner } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";

const STRANGERS_PER_NETWORK = 64;
const PER_ACCOUNT = 128;

/** Number of connections from each network: together, in the full tier, nearly the server's maximum. */
const PER_NETWORK = 200;
const NETWORKS = IS_FULL_TIER ? 5 : 2;

/** Maximum number of connections from one network: a quarter of the server's maximum. */
const CONNECTIONS_PER_NETWORK = 256;

/** Sends a request from another address, like another client, and returns the status. */
async function statusFrom(localAddress: string, url: string, init: RequestInit = {}) {
  using client = Deno.createHttpClient({ localAddress });
  const response = await fetch(url, { ...init, client });
  await response.body?.cancel();
  return response.status;
}

function statuses(answers: readonly string[]): readonly string[] {
  return [...new Set(answers.map((answer) => answer.slice(9, 12)))];
}

Deno.test("unfinished bodies of one network leave room for others", () =>
  withDatabasePlace("sqlite", async (place) => {
    const server = await startHostedServer(place);
    try {
      const port = Number(new URL(server.origin).port);
      await staysResponsive(server.origin, async () => {
        const count = 200;
        const half = await beginRequests(port, count, () => ["POST /login HTTP/1.1"]);
        const refused = await half.answers(count - STRANGERS_PER_NETWORK);
        deepEqual(statuses(refused), ["429"]);
        match(refused[0] ?? "", /retry-after: 1\r\n/i);
        match(refused[0] ?? "", /Too many requests at once from your network/);
        equal(await statusFrom("127.0.0.1", `${server.origin}/login`), 429);
        equal(await statusFrom("127.0.0.2", `${server.origin}/login`), 200);
        half.close();
      }, { pid: server.pid });
    } finally {
      // A shutdown would wait for bodies that a failed test left behind.
      await server.kill();
    }
  }));

Deno.test("unfinished bodies of one account with many keys leave room for others", () =>
  withDatabasePlace("sqlite", async (place) => {
    const server = await startHostedServer(place);
    try {
      const { origin } = server;
      const port = Number(new URL(origin).port);
      const owner = await makeOwner(server);
      const { text: ownKey } = await makeKey(owner, "Own");
      const member = await makeMember(owner, origin, "member@example.com");
      const keys: string[] = [];
      for (const name of ["One", "Two", "Three"]) keys.push((await makeKey(member, name)).text);
      await staysResponsive(origin, async () => {
        const lines = (at: number) => [
          "POST /mcp HTTP/1.1",
          `Authorization: Bearer ${keys[at % keys.length]}`,
        ];
        const halves: HalfRequests[] = [];
        for (let network = 1; network <= NETWORKS; network++) {
          const half = await beginRequests(port, PER_NETWORK, lines, `127.0.1.${network}`);
          const refused = PER_NETWORK - (network === 1 ? PER_ACCOUNT : 0);
          deepEqual(statuses(await half.answers(refused)), ["429"]);
          halves.push(half);
        }
        const projects = (key: string) =>
          statusFrom("127.0.0.1", `${origin}/projects`, {
            headers: { authorization: `Bearer ${key}` },
          });
        equal(await projects(keys[0] ?? ""), 429);
        equal(await projects(ownKey), 200);
        halves.forEach((half) => half.close());
      }, { pid: server.pid });
    } finally {
      // A shutdown would wait for bodies that a failed test left behind.
      await server.kill();
    }
  }));

testInFullTier(
  "a stranger's pipelined requests do not delay others",
  () =>
    withDatabasePlace("sqlite", async (place) => {
      const server = await startHostedServer(place);
      try {
        const port = Number(new URL(server.origin).port);
        const ask = "GET /health HTTP/1.1\r\nHost: localhost\r\n";
        const pipelined = `${`${ask}\r\n`.repeat(8_000)}${ask}Connection: close\r\n\r\n`;
        await staysResponsive(
          server.origin,
          () => Promise.all(times(4, () => sendRaw(port, pipelined, "127.0.0.2"))),
          { pid: server.pid },
        );
      } finally {
        await server.kill();
      }
    }),
);

testInFullTier(
  "a stranger's bodies in tiny chunks do not delay others",
  () =>
    withDatabasePlace("sqlite", async (place) => {
      const server = await startHostedServer(place);
      try {
        const port = Number(new URL(server.origin).port);
        const chunks = `${"1\r\na\r\n".repeat(20_000)}0\r\n\r\n`;
        const headers = "Host: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close";
        const post = (path: string) => `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${chunks}`;
        const paths = ["/login", "/oauth/token", "/oauth/register", "/api/keys"];
        await staysResponsive(
          server.origin,
          () =>
            Promise.all(
              paths.flatMap((path) => times(3, () => sendRaw(port, post(path), "127.0.0.2"))),
            ),
          { pid: server.pid },
        );
      } finally {
        await server.kill();
      }
    }),
);

Deno.test("idle connections of one network leave room for others", () =>
  withDatabasePlace("sqlite", async (place) => {
    const server = await startHostedServer(place);
    try {
      const port = Number(new URL(server.origin).port);
      await staysResponsive(server.origin, async () => {
        const sockets = await openSilent(port, 1_500, "127.0.0.2");
        const open = () => sockets.filter(({ closed }) => !closed).length;
        await untilSo("few connections", () => open() <= CONNECTIONS_PER_NETWORK);
        equal(await statusFrom("127.0.0.3", `${server.origin}/login`), 200);
        for (const socket of sockets) socket.destroy();
      }, { pid: server.pid });
    } finally {
      await server.kill();
    }
  }));

Deno.test("a server that runs out of descriptors recovers", () =>
  withDatabasePlace("sqlite", async (place) => {
    const server = await startHostedServer(place, {}, 256);
    try {
      const { origin } = server;
      const port = Number(new URL(origin).port);
      const networks = Array.from({ length: 20 }, (_, at) => `127.0.1.${at + 1}`);
      const opened = await Promise.all(networks.map((from) => openSilent(port, 20, from)));
      for (const socket of opened.flat()) socket.destroy();
      await inTime("an answer", untilAnswered(`${origin}/health`));
    } finally {
      await server.kill();
    }
  }));

function times<T>(count: number, make: () => T): readonly T[] {
  return Array.from({ length: count }, make);
}

async function untilAnswered(url: string): Promise<void> {
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  for (;;) {
    const response = await fetch(url, { client }).catch(() => null);
    await response?.body?.cancel();
    if (response?.status === 200) return;
  }
}
