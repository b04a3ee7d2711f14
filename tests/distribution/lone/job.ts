/**
 * Uses all features of the executables in an isolated network: the commands, the tool servers, and the server
 * in local and hosted mode.
 *
 * `deno run -A job.ts <Lone as JSON>`
 */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../../core/version.ts";
import { runCommand } from "../../../tools/run_command.ts";
import { callTool, makeKey, makeOwner } from "../../hosted/http/hosted_client.ts";
import { askOwnerLink } from "../../hosted/http/run_hosted_server.ts";
import { messageOf, post, type Reply, replyOf, toolAnswer, toolCall } from "../../http/messages.ts";
import { listen } from "../../http/run_server.ts";
import type { Lone } from "./empty_root.ts";

const { root, start }: Lone = JSON.parse(Deno.args[0] ?? "");
const WORK = join(root, "work");
const SPEC = { routes: { products: { type: "GET", mock: [{ id: 1, name: "Teapot" }] } } };

/** Creates a command inside the root, with its own environment. */
function inside(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const [program = "", ...before] = start;
  const [name, ...args] = words;
  return {
    program,
    args: [...before, `/usr/bin/${name}`, ...args],
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: "/work/home", ...settings },
  };
}

/** Runs a command in a folder inside the root. */
async function layerwright(folder: string, ...words: readonly string[]): Promise<string> {
  const { program, args, env } = inside(["layerwright", "-C", folder, ...words]);
  const { code, stdout, stderr } = await runCommand(program, args, { env });
  equal(code, 0, `${words.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

async function isAlone(): Promise<void> {
  const programs = [...Deno.readDirSync(join(root, "usr/bin"))].map(({ name }) => name);
  deepEqual(programs.filter((name) => !name.startsWith("layerwright")), []);
  deepEqual(Deno.networkInterfaces().map(({ name }) => name).filter((name) => name !== "lo"), []);
  await rejects(Deno.connect({ hostname: "192.0.2.1", port: 80 }), /unreachable/);
}

async function mainJob(): Promise<void> {
  equal(await layerwright("/work", "--version"), `layerwright ${VERSION}\n`);
  await Deno.writeTextFile(join(WORK, "shop.json"), JSON.stringify(SPEC));
  await layerwright("/work", "validate", "shop.json");
  await layerwright("/work", "generate", "api", "shop", "--json", "shop.json");
  await layerwright("/work/shop", "generate", "route", "orders");
  await layerwright("/work/shop", "generate", "subroute", "products", "sale");
  match(await layerwright("/work/shop", "status", "--all"), /GET +\/products\/sale/);
  match(await layerwright("/work/shop", "status", "orders"), /orders/);
  match(await Deno.readTextFile(join(WORK, "shop/api/routes/products_route.py")), /def get_sale/);
}

/** Tests the stdio server with a client of the older protocol era. */
async function overStdio(): Promise<void> {
  const { program, args, env } = inside(["layerwright", "mcp", "--root", "/work"]);
  const initialize = {
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "tests", version: "1.0.0" },
    },
  };
  const messages = [
    messageOf(initialize, "legacy", 1),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    messageOf(toolCall("generate_api", { project: "by_stdio", spec: SPEC }), "legacy", 2),
  ];
  const child = new Deno.Command(program, {
    ...{ args, env },
    ...{ stdin: "piped", stdout: "piped", stderr: "inherit" },
  }).spawn();
  const writer = child.stdin.getWriter();
  for (const message of messages) {
    await writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }
  const replies: Reply[] = [];
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    replies.push(...lines.map((line) => JSON.parse(line)));
    if (replies.some(({ id }) => id === 2)) break;
  }
  await writer.close();
  equal((await child.status).code, 0);
  const answer = replies.find(({ id }) => id === 2);
  equal(toolAnswer(answer ?? {}).report.status, "applied");
  ok((await Deno.stat(join(WORK, "by_stdio/pyproject.toml"))).isFile);
}

interface Served {
  readonly origin: string;
  /** The first line of the server's log. */
  readonly announced: Readonly<Record<string, string>>;
}

/** Starts a server, calls it, and stops it. */
async function whileServing(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  ask: (served: Served) => Promise<void>,
): Promise<void> {
  const { program, args, env } = inside(words, { LAYERWRIGHT_PORT: "0", ...settings });
  const child = new Deno.Command(program, {
    ...{ args, env },
    ...{ stdin: "null", stdout: "null", stderr: "piped" },
  }).spawn();
  const said = listen(child.stderr);
  try {
    const first = await said.first;
    ok(first.startsWith("{"), `${words.join(" ")} did not start: ${first}`);
    const announced = JSON.parse(first);
    await ask({ origin: new URL(announced.mcp).origin, announced });
  } finally {
    child.kill("SIGTERM");
    const { code } = await child.status;
    equal(code, 0, await said.all);
  }
}

async function generateOverHttp(origin: string, key: string, project: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, host: null };
  const asked = toolCall("generate_api", { project, spec: SPEC });
  const response = await fetch(post(asked, "modern", headers, `${origin}/mcp`));
  equal(toolAnswer(await replyOf(response)).report.status, "applied");
  ok((await Deno.stat(join(WORK, project, "pyproject.toml"))).isFile);
}

const KEY = "0123456789abcdef0123456789abcdef";

async function overHttp(): Promise<void> {
  const serve = ["layerwright", "serve", "--root", "/work"];
  await whileServing(
    serve,
    { LAYERWRIGHT_API_KEY: KEY },
    ({ origin }) => generateOverHttp(origin, KEY, "by_serve"),
  );
}

async function serverForOne(): Promise<void> {
  const server = ["layerwright-server"];
  await whileServing(server, { LAYERWRIGHT_ROOT: "/work" }, async ({ origin }) => {
    const keyFile = join(WORK, "home/.config/layerwright/local-key");
    const key = (await Deno.readTextFile(keyFile)).trim();
    await generateOverHttp(origin, key, "by_server");
    const { port } = new URL(origin);
    const health = inside(["layerwright-server", "--health"], { LAYERWRIGHT_PORT: port });
    const { code, stdout } = await runCommand(health.program, health.args, { env: health.env });
    deepEqual([code, stdout], [0, '{"status":"ok"}\n']);
  });
}

/** Creates an owner and a key on SQLite, and calls a tool. */
async function serverForTeam(): Promise<void> {
  const settings = { LAYERWRIGHT_MODE: "hosted", LAYERWRIGHT_DATA: "/work/data" };
  await whileServing(["layerwright-server"], settings, async ({ origin, announced }) => {
    equal(announced["database"], "sqlite");
    const { port } = new URL(origin);
    const server = inside(["layerwright-server"], { ...settings, LAYERWRIGHT_PORT: port });
    const ownerLink = () => askOwnerLink([server.program, ...server.args], server.env);
    const browser = await makeOwner({ origin, ownerLink });
    const { text: key } = await makeKey(browser, "Alone");
    const args = { project: "shop", spec: SPEC };
    const answer = await callTool({ origin, browser, key }, "generate_api", args);
    equal(answer.report.status, "applied");
    const playground = await fetch(`${origin}/`);
    match(await playground.text(), /\/playground\/page-[0-9a-f]+\.js/);
  });
}

const STEPS = { isAlone, mainJob, overStdio, overHttp, serverForOne, serverForTeam };

for (const [name, step] of Object.entries(STEPS)) {
  const began = performance.now();
  await step();
  console.log(`${name}: ${Math.round(performance.now() - began)} ms`);
}
