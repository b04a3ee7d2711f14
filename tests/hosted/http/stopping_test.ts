/** A hosted server as a process: its messages at the start, and its end. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withDatabasePlace } from "../storage/on_both.ts";
import { testInFullTier } from "../../tools/tier.ts";
import { ask, makeKey, makeOwner } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";

const PROXIES = /LAYERWRIGHT_TRUSTED_PROXIES/;

/** Timeout for the end of a process, in milliseconds. */
const TOO_LONG_MS = 15_000;

const BEHIND: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ["an https address and no trusted proxy", {}, 1],
  ["a trusted proxy", { LAYERWRIGHT_TRUSTED_PROXIES: "10.0.0.1" }, 0],
  ["a http address", { LAYERWRIGHT_PUBLIC_URL: "http://localhost" }, 0],
];

for (const [what, settings, warnings] of BEHIND) {
  Deno.test(`a server with ${what} warns ${warnings} times of a rate limit that all clients share`, () =>
    withDatabasePlace("sqlite", async (place) => {
      const server = await startHostedServer(place, {
        LAYERWRIGHT_PUBLIC_URL: "https://layerwright.example.com",
        ...settings,
      });
      const { log } = await server.stop();
      const said = log.filter(({ message }) => PROXIES.test(message ?? ""));
      deepEqual(said.map(({ level }) => level), Array(warnings).fill("warn"));
    }));
}

Deno.test("a hosted server names the setting of a port that is in use", () =>
  withDatabasePlace("sqlite", async (place) => {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const problem = await startHostedServer(place, { LAYERWRIGHT_PORT: `${taken.addr.port}` })
      .then(() => "", String);
    match(problem, /Hint: Choose another port with LAYERWRIGHT_PORT$/m);
  }));

/** A proxy in front of Postgres that can stop forwarding. */
class Gateway {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open: Deno.Conn[] = [];
  #isHung = false;

  constructor(port: number) {
    void this.#accept(port);
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  hang(): void {
    this.#isHung = true;
  }

  [Symbol.dispose](): void {
    this.#listener.close();
    for (const each of this.#open) {
      try {
        each.close();
      } catch (problem) {
        if (!(problem instanceof Deno.errors.BadResource)) throw problem;
      }
    }
  }

  async #accept(port: number): Promise<void> {
    for await (const client of this.#listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port });
      this.#open.push(client, server);
      for (const [from, to] of [[client, server], [server, client]] as const) {
        this.#pass(from, to).catch(() => {});
      }
    }
  }

  async #pass(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(65_536);
    for (;;) {
      const length = await from.read(buffer);
      if (length === null) return to.close();
      for (let sent = 0; sent < length && !this.#isHung;) {
        sent += await to.write(buffer.subarray(sent, length));
      }
    }
  }
}

for (const signals of [1, 2]) {
  testInFullTier(
    `a server whose Postgres hangs ends soon after ${signals} signals`,
    () =>
      withDatabasePlace("postgres", async (place) => {
        const url = new URL(place.url ?? "");
        using gateway = new Gateway(Number(url.port));
        url.port = String(gateway.port);
        const server = await startHostedServer({ ...place, url: url.href });
        const { text } = await makeKey(await makeOwner(server), "Laptop");
        const headers = { authorization: `Bearer ${text}` };
        // The server wants to write the use of this key when it stops.
        const projects = await ask(new Request(`${server.origin}/projects`, { headers }));
        equal(projects.status, 200);
        await projects.text();
        gateway.hang();
        const start = performance.now();
        const ends = Array.from({ length: signals }, () => server.stop());
        const [{ code } = { code: null }] = await Promise.all(ends);
        equal(code, 0);
        ok(performance.now() - start < TOO_LONG_MS, String(performance.now() - start));
      }),
  );
}
