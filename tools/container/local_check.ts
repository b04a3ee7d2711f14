/** Tests the server's image in local mode, with compose and without. */

import { equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { freePort } from "../free_port.ts";
import { ROOT, run } from "../run.ts";
import type { Engine } from "./engine.ts";
import { IMAGES } from "./images.ts";

/** The name of the compose project. */
const PROJECT = "layerwright";

/** A person who starts the server with compose. */
interface Person {
  readonly uid: number;
  readonly env: Readonly<Record<string, string>>;
  /** The folder with the projects. */
  readonly projects: string;
}

/** Times of start and stop, in milliseconds. */
export interface Times {
  /** From `up` to the first successful health check. */
  readonly startMs: number;
  /** From SIGTERM to the exit. */
  readonly stopMs: number;
}

/**
 * Tests compose.yaml as two people, and the image without compose.
 *
 * @param checkout The folder with compose.yaml.
 * @throws {Error} If a check fails.
 */
export async function tryLocalServer(engine: Engine, checkout: string): Promise<Times> {
  await run("docker-compose", ["-f", join(checkout, "compose.yaml"), "config", "-q"]);
  const fresh = await person(1000, {}, join(checkout, "projects"));
  const times = await tryCompose(engine, checkout, fresh);
  const ids = { LAYERWRIGHT_UID: "1234", LAYERWRIGHT_GID: "1234" };
  const projects = join(checkout, "own-projects");
  const other = await person(1234, { ...ids, LAYERWRIGHT_ROOT: projects }, projects);
  await tryCompose(engine, checkout, other);
  await tryAlone(engine);
  return times;
}

async function person(uid: number, env: Person["env"], projects: string): Promise<Person> {
  await Deno.mkdir(projects);
  await Deno.chown(projects, uid, uid);
  return { uid, env, projects };
}

/** Starts the server of compose.yaml, uses it, stops it, and starts it again. */
async function tryCompose(engine: Engine, checkout: string, { uid, env, projects }: Person) {
  const port = freePort();
  const ours = { LAYERWRIGHT_API_KEY: "", LAYERWRIGHT_READ_ONLY: "", LAYERWRIGHT_PORT: `${port}` };
  const file = ["-f", join(checkout, "compose.yaml"), "-p", PROJECT];
  const compose = (...args: readonly string[]) =>
    engine.run("podman-compose", [...file, "--podman-run-args=--pull=never", ...args], {
      ...ours,
      ...env,
    });
  const server = `${PROJECT}_server_1`;
  const start = performance.now();
  await compose("up", "-d");
  await engine.untilHealthy(server);
  const startMs = performance.now() - start;

  const key = await keyOf(engine, server);
  equal(await generateWith("wrong-key-wrong-key", port), 401);
  equal(await generateWith(key, port), 200);
  const paths = ["shop", "shop/pyproject.toml", "shop/api/routes/products_route.py"];
  for (const path of paths) equal(Deno.statSync(join(projects, path)).uid, uid, path);
  await checkKeyFile(engine, uid);
  await checkProcess(engine, server, uid);
  const log = await engine.run("sh", ["-c", 'podman logs "$0" 2>&1', server]);
  match(log, /"tool":"generate_api","status":200/);
  ok(!log.includes(key), "the key is not in the log");

  const stopMs = await stop(engine, server);
  await engine.run("podman", ["start", server]);
  await engine.untilHealthy(server);
  equal(await keyOf(engine, server), key, "a restart keeps the key");
  await compose("down", "--volumes");
  return { startMs, stopMs };
}

/** Runs the image without mounts. It can write only to its volumes. */
async function tryAlone(engine: Engine): Promise<void> {
  const port = freePort();
  const hardening = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all"];
  const network = ["--network", `${PROJECT}_default`, "-p", `127.0.0.1:${port}:8000`];
  const image = IMAGES["layerwright-server"];
  const options = ["-d", "--pull=never", ...hardening, ...network];
  const container = (await engine.run("podman", ["run", ...options, image])).trim();
  await engine.untilHealthy(container);
  equal(await generateWith(await keyOf(engine, container), port), 200);
  await stop(engine, container);
}

/** Reads the server's key, as the documentation describes. */
async function keyOf(engine: Engine, container: string): Promise<string> {
  return (await engine.run("podman", ["exec", container, "layerwright-server", "--key"])).trim();
}

async function checkKeyFile(engine: Engine, uid: number): Promise<void> {
  const inspect = ["volume", "inspect", "--format={{.Mountpoint}}", `${PROJECT}_data`];
  const folder = (await engine.run("podman", inspect)).trim();
  const { mode, uid: owner } = await Deno.stat(join(folder, "api-key"));
  equal((mode ?? 0) & 0o777, 0o600);
  equal(owner, uid);
}

/** Requests a new project, and returns the response's status. */
async function generateWith(key: string, port: number): Promise<number> {
  const spec = JSON.parse(await Deno.readTextFile(join(ROOT, "examples", "shop.json")));
  const params = { name: "generate_api", arguments: { project: "shop", spec } };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: {
      "Authorization": `Bearer ${key}`,
      "Content-Type": "application/json",
      "Accept": "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const answer = await response.json();
  if (response.ok) equal(answer.result.isError, undefined);
  return response.status;
}

/** Checks that the server runs without root and without capabilities. */
async function checkProcess(engine: Engine, container: string, uid: number): Promise<void> {
  const inspect = ["inspect", "--format={{.State.Pid}}", container];
  const process = `/proc/${(await engine.run("podman", inspect)).trim()}`;
  const status = await Deno.readTextFile(`${process}/status`);
  match(status, new RegExp(`^Uid:(?:\\s${uid}){4}$`, "m"));
  match(status, /^CapEff:\s0+$/m);
  match(status, /^CapBnd:\s0+$/m);
  match(status, /^NoNewPrivs:\s1$/m);
  match(await Deno.readTextFile(`${process}/mounts`), /^\S+ \/ \S+ ro,/m);
}

/** Stops a container, and returns the milliseconds that it took. */
async function stop(engine: Engine, container: string): Promise<number> {
  const start = performance.now();
  await engine.run("podman", ["stop", "--time=65", container]);
  const ms = performance.now() - start;
  const state = ["inspect", "--format={{.State.Status}} {{.State.ExitCode}}", container];
  equal((await engine.run("podman", state)).trim(), "exited 0");
  return ms;
}
