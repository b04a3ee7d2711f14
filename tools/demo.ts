/** Generates the example in a temporary folder, starts it, and calls every endpoint: `deno task demo`. */

import { join } from "node:path";
import { python } from "./python.ts";

const EXAMPLE = new URL("../examples/shop.json", import.meta.url).pathname;
const CLI = new URL("../cli.ts", import.meta.url).pathname;

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Runs the command line, and returns its stdout. */
async function layerwright(cwd: string, ...args: readonly string[]): Promise<string> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", CLI, ...args],
    cwd,
    stderr: "inherit",
  });
  const { code, stdout } = await command.output();
  if (code !== 0) throw new Error(`layerwright ${args.join(" ")} exited with ${code}`);
  return new TextDecoder().decode(stdout);
}

/** Returns the started application's address, which Flask prints on stderr. */
async function address(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let said = "";
  for await (const text of stderr.pipeThrough(new TextDecoderStream())) {
    said += text;
    const found = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`The application did not start:\n${said}`);
}

async function show(base: string, { method, path }: Endpoint): Promise<void> {
  const takesBody = method === "POST" || method === "PUT";
  const body = takesBody ? { body: '{"name": "Ada"}' } : {};
  const headers = { "content-type": "application/json" };
  const response = await fetch(base + path, { method, headers, ...body });
  const answer = (await response.text()).trim();
  console.log(`${method.padEnd(7)}${path.padEnd(24)}${response.status}  ${answer}`);
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
}

async function demo(folder: string): Promise<void> {
  console.log(await layerwright(folder, "generate", "api", "shop", "--json", EXAMPLE));
  const shop = join(folder, "shop");
  const add = ["generate", "subroute", "products", "sale", "--mock", '[{"id": 1}]'];
  console.log(await layerwright(shop, ...add));
  const status = JSON.parse(await layerwright(shop, "--report", "status"));
  await using app = new Deno.Command(python(), {
    args: ["-m", "flask", "--app", "api", "run", "--port", "0"],
    cwd: shop,
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const base = await address(app.stderr);
  console.log(`The application runs at ${base}:\n`);
  for (const endpoint of status.data.endpoints) await show(base, endpoint);
}

const folder = await Deno.makeTempDir({ prefix: "layerwright-demo-" });
try {
  await demo(folder);
} finally {
  await Deno.remove(folder, { recursive: true });
}
