/** Bodies that never arrive, over real connections: they time out. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { Hono } from "hono";
import type { HttpEnv } from "../../http/exchange.ts";
import { limitBody } from "../../http/guards.ts";
import { withDatabase } from "../hosted/storage/on_both.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { hostedApp, keyOf } from "../hosted/http/hosted_app.ts";
import { inTime, untilSo } from "./in_time.ts";
import { KEY, post } from "./messages.ts";
import { serveApp } from "./served.ts";
import { testedApp } from "./tested_app.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

/** Maximum requests in flight without a key. */
const MAX_UNAUTHENTICATED = 512;

/** Number of requests from each network, below the limit for one network. */
const PER_NETWORK = 32;

/** Longer than the timeout of a call's body, in milliseconds. */
const DEADLINE_MS = 90_000;

type Fetch = (request: Request, peer: string) => Response | Promise<Response>;

async function served(fetch: Fetch, test: (port: number) => Promise<void>): Promise<void> {
  const server = await serveApp({ fetch });
  try {
    await test(server.port);
  } finally {
    // Without the limit, the requests never end, and the server waits for them forever.
    await inTime("the server's end", server.shutdown());
  }
}

async function begin(port: number, lines: readonly string[]): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const text = [...lines, "Host: localhost", "", ""].join("\r\n");
  await connection.write(new TextEncoder().encode(text));
  return connection;
}

/** Reads the response, which arrives in one piece. */
async function answerOf(connection: Deno.TcpConn): Promise<string> {
  const buffer = new Uint8Array(4_096);
  try {
    const length = await inTime("an answer", connection.read(buffer), DEADLINE_MS);
    return new TextDecoder().decode(buffer.subarray(0, length ?? 0));
  } finally {
    connection.close();
  }
}

const LENGTHS = ["Content-Length: 100", "Transfer-Encoding: chunked"];

Deno.test("limitBody rejects a body that never arrives", async () => {
  let handled = 0;
  const app = new Hono<HttpEnv>();
  app.post("/", limitBody(1_000, 50), (c) => {
    handled++;
    return c.text("handled");
  });
  await served((request) => app.fetch(request), async (port) => {
    for (const length of LENGTHS) {
      const answer = await answerOf(await begin(port, ["POST / HTTP/1.1", length]));
      match(answer, /^HTTP\/1\.1 408 /, length);
      match(answer, /The body took longer than 0\.05 seconds/);
    }
    equal(handled, 0);
    const fine = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "in time" });
    equal(await fine.text(), "handled");
  });
});

Deno.test("slow unauthenticated bodies take no slots from authenticated requests", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database);
    const key = await keyOf(await app.owner());
    let number = 0;
    const fromManyNetworks: Fetch = (request) =>
      app.fetch(request, `192.0.2.${Math.floor(number++ / PER_NETWORK)}`);
    await served(fromManyNetworks, async (port) => {
      const paths = ["/login", "/oauth/token", "/oauth/register", "/api/keys"];
      const connections = await Promise.all(
        Array.from(
          { length: MAX_UNAUTHENTICATED },
          (_, at) => begin(port, [`POST ${paths[at % 4]} HTTP/1.1`, "Content-Length: 100"]),
        ),
      );
      await untilSo("all requests in flight", () => app.inFlight() === MAX_UNAUTHENTICATED);
      const page = await app.send(new Request(`${app.origin}/login`, { headers: LOCAL }));
      equal(page.status, 503);
      equal(page.headers.get("retry-after"), "1");
      const tools = await app.send(
        post({ method: "tools/list" }, "modern", { authorization: `Bearer ${key}` }),
      );
      equal(tools.status, 200);
      const headers = { ...LOCAL, authorization: `Bearer ${key}` };
      const projects = await app.send(new Request(`${app.origin}/projects`, { headers }));
      deepEqual(await projects.json(), { projects: [] });
      connections.forEach((connection) => connection.close());
      await untilSo("no request in flight", () => app.inFlight() === 0);
      equal(
        (await app.send(new Request(`${app.origin}/login`, { headers: LOCAL }))).status,
        200,
      );
    });
    doesNotMatch(app.lines.join(""), /"bug"/);
  }));

const LOCAL = { host: "localhost" };

/** Every route that accepts unauthenticated bodies. */
const PATHS = [
  "/login",
  "/owner",
  "/invitation",
  "/logout",
  "/keys",
  "/device",
  "/api/keys",
  "/oauth/authorize",
  "/oauth/device",
  "/oauth/register",
  "/oauth/revoke",
  "/oauth/token",
];

Deno.test({
  name: "an unauthenticated request times out after ten seconds",
  ignore: !IS_FULL_TIER,
  fn: () =>
    withDatabase("sqlite", async (database) => {
      const app = await hostedApp(database);
      await served(app.fetch, async (port) => {
        const answers = await Promise.all(
          PATHS.flatMap((path) => LENGTHS.map((length) => [path, length] as const))
            .map(async ([path, length]) => {
              const connection = await begin(port, [`POST ${path} HTTP/1.1`, length]);
              return [path, (await answerOf(connection)).slice(9, 12)];
            }),
        );
        deepEqual(answers.filter(([, status]) => status !== "408"), []);
        equal(app.inFlight(), 0);
      });
    }),
});

Deno.test({
  name: "a call's body times out after a minute",
  ignore: !IS_FULL_TIER,
  fn: () =>
    inTemporaryFolder(async (root) => {
      const app = testedApp(root);
      await served(app.fetch, async (port) => {
        const lines = ["POST /mcp HTTP/1.1", `Authorization: Bearer ${KEY}`];
        const connection = await begin(port, [...lines, "Content-Length: 100"]);
        match(await answerOf(connection), /^HTTP\/1\.1 408 /);
        equal(app.inFlight(), 0);
      });
    }),
});
