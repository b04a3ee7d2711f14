/** The probe detects a server that stalls, and one that does not respond. */

import { equal, rejects } from "node:assert/strict";
import { testInFullTier } from "../tools/tier.ts";
import { staysResponsive } from "./health_probe.ts";

/** A server in its own thread, whose handler blocks the thread. */
const BLOCKING = `
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const ms = Number(new URL(request.url).searchParams.get("block"));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    return new Response("ok");
  });
  postMessage(server.addr.port);
`;

async function withBlockingServer(test: (origin: string) => Promise<void>): Promise<void> {
  const address = `data:application/javascript,${encodeURIComponent(BLOCKING)}`;
  const worker = new Worker(address, { type: "module" });
  try {
    const { promise, resolve } = Promise.withResolvers<number>();
    worker.onmessage = ({ data }) => resolve(data);
    await test(`http://127.0.0.1:${await promise}`);
  } finally {
    worker.terminate();
  }
}

async function block(origin: string, ms: number): Promise<string> {
  return await (await fetch(`${origin}/?block=${ms}`)).text();
}

Deno.test("staysResponsive returns the work's result", () =>
  withBlockingServer(async (origin) => {
    equal(await staysResponsive(origin, () => block(origin, 120)), "ok");
  }));

testInFullTier(
  "staysResponsive fails if the server stalls",
  () =>
    withBlockingServer(async (origin) => {
      await rejects(staysResponsive(origin, () => block(origin, 900)), /longer than 250 ms/);
    }),
);

Deno.test("staysResponsive fails if the server does not answer", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${listener.addr.port}`;
  listener.close();
  await rejects(staysResponsive(origin, () => Promise.resolve()), /fetch failed/);
});
