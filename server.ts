/**
 * The tool server: `deno run -A server.ts`. Unlike `layerwright serve`, this server also has a hosted mode,
 * which `LAYERWRIGHT_MODE=hosted` selects. The threads of a hosted server also load this module.
 *
 * @module
 */

import { isMainThread } from "node:worker_threads";
import { boundedText, TooLong } from "./core/bounded_body.ts";
import { type Diagnostic, error } from "./core/diagnostic.ts";
import { withoutProxy } from "./core/loopback.ts";
import { VERSION } from "./core/version.ts";
import { isHosted } from "./http/mode.ts";
import { healthAddress, readServerOptions, SERVER_HELP } from "./http/server_options.ts";

/** Timeout of a health check, in milliseconds. Container engines have a shorter timeout of their own. */
const HEALTH_TIMEOUT_MS = 10_000;

/** Maximum length of a health check's response, in bytes. */
const MAX_HEALTH_BYTES = 1024;

const env = (name: string) => Deno.env.get(name);

async function run(args: readonly string[]): Promise<number | Diagnostic> {
  const task = readServerOptions(args);
  switch (task) {
    case "serve":
      return await serve();
    case "health":
      return await askHealth();
    case "key":
      return await printKey();
    case "owner":
      return await printOwnerLink();
    case "help":
      return print(SERVER_HELP);
    case "version":
      return print(`layerwright-server ${VERSION}\n`);
    default:
      return task;
  }
}

async function serve(): Promise<number | Diagnostic> {
  const output = {
    isTerminal: Deno.stderr.isTerminal(),
    usesColour: Deno.stderr.isTerminal() && !Deno.env.get("NO_COLOR"),
    write: (text: string) => void Deno.stderr.writeSync(new TextEncoder().encode(text)),
  };
  const hosted = isHosted(env);
  if (typeof hosted !== "boolean") return hosted;
  if (hosted) {
    const { serveHosted } = await import("./hosted/http/serve.ts");
    return await serveHosted(env, Deno.cwd(), output);
  }
  const { serveLocally } = await import("./http/serve.ts");
  return await serveLocally(env, Deno.cwd(), {}, output);
}

/**
 * Checks that the server responds. The server does this itself, because our container image has no program
 * such as curl.
 */
async function askHealth(): Promise<number | Diagnostic> {
  const address = healthAddress(env);
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    if (response.ok) return print(await boundedText(response, MAX_HEALTH_BYTES) + "\n");
    return error("server-failed", `${address} answered ${response.status}.`);
  } catch (problem) {
    if (problem instanceof TooLong) {
      return error("server-failed", `${address} answered more than ${MAX_HEALTH_BYTES} bytes.`);
    }
    return error("server-failed", `No answer from ${address} (${reasonOf(problem)}).`);
  }
}

/** Returns the last part of a failed request's message, such as `Connection refused`. */
function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) throw problem;
  const { message } = problem.cause instanceof Error ? problem.cause : problem;
  return message.replace(/^.*: /s, "").replace(/ \(os error \d+\)$|\.$/, "");
}

/**
 * Prints the API key. The server does this itself, because our container image has no program that could read
 * the key's file.
 */
async function printKey(): Promise<number | Diagnostic> {
  const hosted = isHosted(env);
  if (typeof hosted !== "boolean") return hosted;
  if (hosted) {
    const hint = "Each person creates API keys on the server's page /keys";
    return error("usage-option", "A hosted server has no API key of its own.", { hint });
  }
  const { localKey } = await import("./http/serve.ts");
  const key = localKey(env, Deno.cwd());
  return "severity" in key ? key : print(`${key.value}\n`);
}

/** Prints the link with which the owner creates their account. The link must not appear in logs. */
async function printOwnerLink(): Promise<number | Diagnostic> {
  const hosted = isHosted(env);
  if (typeof hosted !== "boolean") return hosted;
  if (!hosted) {
    const hint = "Set LAYERWRIGHT_MODE=hosted for a server with accounts";
    return error("usage-option", "A local server has no owner's account.", { hint });
  }
  const { ownerLink } = await import("./hosted/http/serve.ts");
  const link = await ownerLink(env, Deno.cwd());
  return typeof link === "string" ? print(`${link}\n`) : link;
}

function print(text: string): number {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
  return 0;
}

if (!isMainThread) {
  await import("./hosted/http/isolation/role.ts");
} else if (import.meta.main) {
  Deno.env.set("NO_PROXY", withoutProxy(env));
  const ended = await run(Deno.args);
  if (typeof ended === "number") Deno.exit(ended);
  console.error(`Error: ${ended.message}${ended.hint === null ? "" : `\nHint: ${ended.hint}`}`);
  Deno.exit(1);
}
