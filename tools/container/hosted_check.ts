/** Tests the server's image in hosted mode, with SQLite on its volume and with an external Postgres. */

import { doesNotMatch, equal, ok } from "node:assert/strict";
import { callTool, makeKey, makeOwner } from "../../tests/hosted/http/hosted_client.ts";
import { freePort } from "../free_port.ts";
import { startPostgres } from "../postgres.ts";
import type { Engine } from "./engine.ts";
import { IMAGES } from "./images.ts";

const SPEC = { routes: { products: { type: "GET", mock: [{ id: 1, name: "Teapot" }] } } };

/**
 * Creates an owner, a key and a project on each database.
 *
 * @throws {Error} If a check fails.
 */
export async function tryHostedServer(engine: Engine): Promise<void> {
  await tryWith(engine, "sqlite", null);
  const postgres = await startPostgres();
  try {
    await tryWith(engine, "postgres", await postgres.newDatabase());
  } finally {
    await postgres.stop();
  }
}

async function tryWith(
  engine: Engine,
  kind: "sqlite" | "postgres",
  databaseUrl: string | null,
): Promise<void> {
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    LAYERWRIGHT_MODE: "hosted",
    LAYERWRIGHT_PORT: `${port}`,
    LAYERWRIGHT_PUBLIC_URL: origin,
    ...databaseUrl === null ? {} : { DATABASE_URL: databaseUrl },
  };
  const environment = Object.entries(settings).flatMap((each) => ["--env", each.join("=")]);
  const hardening = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all"];
  // Postgres listens on this computer's own network.
  const options = ["-d", "--pull=never", ...hardening, "--network=host", ...environment];
  const image = IMAGES["layerwright-server"];
  const container = (await engine.run("podman", ["run", ...options, image])).trim();
  await engine.untilHealthy(container);
  const log = await engine.run("sh", ["-c", 'podman logs "$0" 2>&1', container]);
  equal(JSON.parse(log.slice(0, log.indexOf("\n"))).database, kind);
  doesNotMatch(log, /\/owner\?code=/);
  const link = await engine.run("podman", ["exec", container, "layerwright-server", "--owner"]);
  const ownerLink = () => Promise.resolve(link.trim());
  const browser = await makeOwner({ origin, ownerLink });
  const { text: key } = await makeKey(browser, "Container");
  const args = { project: "shop", spec: SPEC };
  const answer = await callTool({ origin, browser, key }, "generate_api", args);
  ok(!answer.isError, JSON.stringify(answer));
  await engine.run("podman", ["stop", "--time=65", container]);
}
