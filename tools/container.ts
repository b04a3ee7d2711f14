/**
 * Builds the tool server's container and tries it, as root but without an engine's service or registry.
 *
 * `deno run -A tools/container.ts` prints what it saw.
 */

import { equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../core/version.ts";
import { buildBase } from "./container/base.ts";
import { Engine } from "./container/engine.ts";
import { ROOT, run, words } from "./run.ts";
import { installLine } from "./setup.ts";

/** Debian packages, each with a program of its name. */
const PROGRAMS = ["buildah", "debootstrap", "docker-compose", "podman", "podman-compose", "runc"];

const IMAGE = "layerwright";

/** What the checks saw. */
export interface ContainerFacts {
  readonly imageBytes: number;
  /** Of these, what the server adds to its base. */
  readonly addedBytes: number;
  readonly buildMs: number;
  /** From `up` to the first answer of the health check. */
  readonly startMs: number;
  /** From SIGTERM to the end. */
  readonly stopMs: number;
}

/** Somebody who starts the server with compose. */
interface Person {
  readonly uid: number;
  readonly env: Readonly<Record<string, string>>;
  /** Where the projects are to be. */
  readonly projects: string;
}

/**
 * Builds the container and tries it.
 *
 * @throws {Error} If something is missing or not as it should be.
 */
export async function tryContainer(): Promise<ContainerFacts> {
  await checkPrograms();
  const folder = await Deno.makeTempDir({ prefix: "layerwright-container-" });
  try {
    const engine = await Engine.create(join(folder, "engine"));
    try {
      return await tryIn(engine, folder);
    } finally {
      await engine.close();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function checkPrograms(): Promise<void> {
  if (Deno.uid() !== 0) throw new Error("Only root can build containers without an engine");
  const search = 'for each; do command -v "$each" >/dev/null || echo "$each"; done';
  const missing = words(await run("sh", ["-c", search, "sh", ...PROGRAMS]));
  if (missing.length > 0) throw new Error(`Programs are missing: ${installLine(missing)}`);
}

async function tryIn(engine: Engine, folder: string): Promise<ContainerFacts> {
  const checkout = join(folder, "checkout");
  await copyCheckout(checkout);
  const base = await baseName(checkout);
  await buildBase(engine, folder, base);
  const start = performance.now();
  await engine.build(IMAGE, checkout);
  const buildMs = performance.now() - start;
  await checkImage(engine);
  await run("docker-compose", ["-f", join(checkout, "compose.yaml"), "config", "-q"]);

  const fresh = { uid: 1000, env: {}, projects: join(checkout, "projects") };
  const times = await tryCompose(engine, checkout, fresh);
  await tryCompose(engine, checkout, await somebodyElse(folder));
  await tryAlone(engine);

  const imageBytes = await engine.imageSize(IMAGE);
  const addedBytes = imageBytes - await engine.imageSize(base);
  return { imageBytes, addedBytes, buildMs, ...times };
}

/** The files as a fresh checkout has them, with what is not committed yet. */
async function copyCheckout(checkout: string): Promise<void> {
  await Deno.mkdir(checkout);
  const list = await run("git", ["ls-files", "-co", "--exclude-standard", "-z"]);
  const archive = ["--null", "--files-from=-", "--ignore-failed-read", "-cf", `${checkout}.tar`];
  await run("tar", ["-C", ROOT, ...archive], { stdin: list });
  await run("tar", ["-xf", `${checkout}.tar`, "-C", checkout]);
}

/** What the Dockerfile starts from. */
async function baseName(checkout: string): Promise<string> {
  const dockerfile = await Deno.readTextFile(join(checkout, "Dockerfile"));
  const names = new Set(dockerfile.matchAll(/^FROM (\S+)/gm).map(([, name]) => name));
  equal([...names].join(), `denoland/deno:${Deno.version.deno}`, "the base is this Deno");
  return `docker.io/denoland/deno:${Deno.version.deno}`;
}

async function checkImage(engine: Engine): Promise<void> {
  const inspected = await engine.run("podman", ["image", "inspect", IMAGE]);
  const [{ Config: { User, Labels, Cmd } }] = JSON.parse(inspected);
  equal(User, "1000:1000");
  equal(Labels["org.opencontainers.image.version"], VERSION);
  equal(Cmd ?? null, null, "nothing is left of the base's command");
}

/** A person with a user id and a folder of projects of their own. */
async function somebodyElse(folder: string): Promise<Person> {
  const uid = 1234;
  const projects = join(folder, "own-projects");
  await Deno.mkdir(projects);
  await Deno.writeTextFile(join(projects, "notes.txt"), "mine\n");
  await Deno.chown(projects, uid, uid);
  const ids = { LAYERWRIGHT_UID: `${uid}`, LAYERWRIGHT_GID: `${uid}` };
  return { uid, projects, env: { ...ids, LAYERWRIGHT_ROOT: projects } };
}

/** Starts, uses, stops and starts again what compose.yaml describes. */
async function tryCompose(engine: Engine, checkout: string, { uid, env, projects }: Person) {
  const port = freePort();
  const ours = { LAYERWRIGHT_API_KEY: "", LAYERWRIGHT_READ_ONLY: "", LAYERWRIGHT_PORT: `${port}` };
  const file = ["-f", join(checkout, "compose.yaml"), "-p", IMAGE];
  const compose = (...args: readonly string[]) =>
    engine.run("podman-compose", [...file, "--podman-run-args=--pull=never", ...args], {
      ...ours,
      ...env,
    });
  const server = `${IMAGE}_server_1`;
  const start = performance.now();
  await compose("up", "-d");
  await engine.untilHealthy(server);
  const startMs = performance.now() - start;

  const key = await keyOf(engine, server);
  equal(await generateWith("wrong-key-wrong-key", port), 401);
  equal(await generateWith(key, port), 200);
  const paths = ["shop", "shop/pyproject.toml", "shop/api/routes/products_route.py"];
  for (const path of paths) equal(Deno.statSync(join(projects, path)).uid, uid, path);
  await checkProcess(engine, server, uid);
  const log = await engine.run("sh", ["-c", 'podman logs "$0" 2>&1', server]);
  match(log, /"tool":"generate_api","status":200/);
  ok(!log.includes(key), "the key is not in the log");

  const stopMs = await stop(engine, server);
  await engine.run("podman", ["start", server]);
  await engine.untilHealthy(server);
  equal(await keyOf(engine, server), key, "the key of the first start stays");
  await compose("down", "--volumes");
  return { startMs, stopMs };
}

/** Runs the image without mounts, and with nothing to write on but its volumes. */
async function tryAlone(engine: Engine): Promise<void> {
  const port = freePort();
  const hardening = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all"];
  const network = ["--network", `${IMAGE}_default`, "-p", `127.0.0.1:${port}:8000`];
  const options = ["-d", "--pull=never", ...hardening, ...network];
  const container = (await engine.run("podman", ["run", ...options, IMAGE])).trim();
  await engine.untilHealthy(container);
  equal(await generateWith(await keyOf(engine, container), port), 200);
  await stop(engine, container);
}

/** The key that the server made, read as people are told to. */
async function keyOf(engine: Engine, container: string): Promise<string> {
  const mode = await engine.run("podman", ["exec", container, "stat", "-c%a", "/data/api-key"]);
  equal(mode.trim(), "600");
  return (await engine.run("podman", ["exec", container, "cat", "/data/api-key"])).trim();
}

/** Asks for a project. @returns The answer's status. */
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
  if (response.ok) equal(answer.result.structuredContent.status, "applied");
  return response.status;
}

/** Checks that the server is a nobody who can only do what it must. */
async function checkProcess(engine: Engine, container: string, uid: number): Promise<void> {
  const see = (...command: readonly string[]) =>
    engine.run("podman", ["exec", container, ...command]);
  const status = await see("cat", "/proc/1/status");
  match(status, new RegExp(`^Uid:(?:\\s${uid}){4}$`, "m"));
  match(status, /^CapEff:\s0+$/m);
  match(status, /^CapBnd:\s0+$/m);
  match(status, /^NoNewPrivs:\s1$/m);
  match(await see("cat", "/proc/mounts"), /^\S+ \/ \S+ ro,/m);
  const files = words(await see("find", "/app", "-type", "f")).sort();
  equal(files.join(), "/app/LICENSE,/app/server.js");
}

/** Stops a container. @returns How many milliseconds it took. */
async function stop(engine: Engine, container: string): Promise<number> {
  const start = performance.now();
  await engine.run("podman", ["stop", "--time=65", container]);
  const ms = performance.now() - start;
  const state = ["inspect", "--format={{.State.Status}} {{.State.ExitCode}}", container];
  equal((await engine.run("podman", state)).trim(), "exited 0");
  return ms;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

if (import.meta.main) console.log(await tryContainer());
