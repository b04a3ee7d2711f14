/** Running a local tool server until it is told to stop. */

import { resolve } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { counted } from "../core/report.ts";
import { VERSION } from "../core/version.ts";
import { CALL_TIMEOUT_MS } from "../mcp/call_tool.ts";
import { openDiskProjects } from "../workspace/disk_projects.ts";
import type { Projects } from "../workspace/projects.ts";
import { shortPath } from "../presentation/style.ts";
import { systemReason } from "../workspace/system_calls.ts";
import { createApp } from "./app.ts";
import type { App } from "./base_app.ts";
import { type ClientAddress, trustProxies } from "./client_address.ts";
import { keyGate, openGate } from "./gate.ts";
import { findLocalKey, type LocalKey } from "./local_key.ts";
import { toolService } from "./mcp_endpoint.ts";
import { jsonLog, type Log, terminalLog } from "./log.ts";
import { readSettings, type ServerFlags, type Settings } from "./settings.ts";

/** Where a server says what it does. */
export interface ServerOutput {
  readonly isTerminal: boolean;
  readonly usesColour: boolean;
  write(text: string): void;
}

/**
 * Serves until a signal.
 *
 * @param cwd What relative paths start at.
 * @returns The exit code: 130 after SIGINT, 0 after SIGTERM; or why it could not serve.
 */
export async function serveLocally(
  env: (name: string) => string | undefined,
  cwd: string,
  flags: ServerFlags,
  output: ServerOutput,
): Promise<number | Diagnostic> {
  const read = readSettings(env, flags);
  if ("severity" in read) return read;
  const settings = startedAt(cwd, read);
  const parts = partsOf(settings, env);
  if ("severity" in parts) return parts;
  const now = () => Date.now();
  const log = output.isTerminal
    ? terminalLog(output.write, now, output.usesColour)
    : jsonLog(output.write, now);
  const app = appOf(settings, parts, log);
  try {
    return await run(app, settings, { ...parts, log, output, env });
  } catch (problem) {
    const reason = systemReason(problem) ?? addressProblem(problem);
    if (reason === null) throw problem;
    const place = `${shownHost(settings.host)}:${settings.port}`;
    const message = `Cannot listen on ${place} (${reason}).`;
    const hint = "Choose another port with --port or LAYERWRIGHT_PORT";
    return error("server-failed", message, reason === IN_USE ? { hint } : {});
  }
}

/** The settings, their paths made absolute. */
function startedAt(cwd: string, settings: Settings): Settings {
  const { root, key } = settings;
  const placed = key.kind === "file" ? { ...key, path: resolve(cwd, key.path) } : key;
  return { ...settings, root: resolve(cwd, root), key: placed };
}

/** What a server is made of, besides its settings. */
interface Parts {
  readonly root: string;
  readonly projects: Projects;
  /** `null` for a server that asks for none. */
  readonly key: LocalKey | null;
  readonly clientAddress: ClientAddress | null;
}

function partsOf(
  settings: Settings,
  env: (name: string) => string | undefined,
): Parts | Diagnostic {
  const projects = openDiskProjects(settings.root, settings.readOnly);
  if ("severity" in projects) return projects;
  const clientAddress = proxiesOf(settings.trustedProxies);
  if (clientAddress !== null && "severity" in clientAddress) return clientAddress;
  const key = settings.key.kind === "none" ? null : findLocalKey(settings.key, env);
  if (key !== null && "severity" in key) return key;
  return { root: settings.root, projects, key, clientAddress };
}

function proxiesOf(proxies: readonly string[]): ClientAddress | null | Diagnostic {
  try {
    return proxies.length === 0 ? null : trustProxies(proxies);
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
    return error("usage-option", `Invalid LAYERWRIGHT_TRUSTED_PROXIES (${problem.message}).`);
  }
}

function appOf(settings: Settings, { projects, key, clientAddress }: Parts, log: Log): App {
  const tools = {
    projects,
    readOnly: settings.readOnly,
    timeoutMs: CALL_TIMEOUT_MS,
    onBug: (trace: string) => log("error", { bug: trace }),
  };
  return createApp({
    gate: key === null ? openGate : keyGate(key.value),
    ...toolService(() => tools),
    allowedHosts: settings.allowedHosts,
    clientAddress,
    log,
    now: () => performance.now(),
  });
}

interface Running extends Parts {
  readonly log: Log;
  readonly output: ServerOutput;
  readonly env: (name: string) => string | undefined;
}

async function run(app: App, settings: Settings, running: Running): Promise<number> {
  const { host: hostname, port } = settings;
  // Whoever reads that it listens may stop it at once.
  const stopped = stopSignal();
  const server = Deno.serve(
    { hostname, port, onListen: (address) => announce(settings, address, running) },
    (request, { remoteAddr }) => app.fetch(request, remoteAddr.hostname),
  );
  const signal = await stopped;
  const waiting = app.inFlight();
  // The terminal has put `^C` at the start of the line.
  if (running.output.isTerminal) running.output.write(`\n${stopping(waiting)}`);
  else running.log("info", { message: "stopping", waiting });
  await Promise.race([server.shutdown(), impatience()]);
  return signal === "SIGINT" ? 130 : 0;
}

function announce(settings: Settings, { port }: Deno.NetAddr, running: Running): void {
  const { output, log, root, key, env } = running;
  const origin = `http://${shownHost(settings.host)}:${port}`;
  const shown = (path: string) => shortPath(path, env("HOME"));
  const keyPlace = key === null ? "none: --no-auth" : shown(key.path ?? "LAYERWRIGHT_API_KEY");
  if (!output.isTerminal) {
    const mode = settings.readOnly ? { read_only: true } : {};
    log("info", { message: "listening", mcp: `${origin}/mcp`, root, key: keyPlace, ...mode });
    return;
  }
  output.write([
    `Layerwright ${VERSION} tool server${settings.readOnly ? ", read-only" : ""}`,
    `  MCP     ${origin}/mcp`,
    `  Health  ${origin}/health`,
    `  Root    ${shown(root)}`,
    `  Key     ${keyPlace}${key?.isNew ? " (made now)" : ""}`,
    "Press Ctrl-C to stop",
    "",
  ].join("\n"));
}

/** A host as it stands in an address; one that means every interface is reached by the loopback. */
function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function stopping(waiting: number): string {
  return waiting === 0 ? "Stopping\n" : `Stopping: waiting for ${counted(waiting, "call")}\n`;
}

const STOP_SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM"];

function stopSignal(): Promise<Deno.Signal> {
  const { promise, resolve } = Promise.withResolvers<Deno.Signal>();
  for (const signal of STOP_SIGNALS) Deno.addSignalListener(signal, () => resolve(signal));
  return promise;
}

/** A second signal, from somebody who will not wait. */
async function impatience(): Promise<void> {
  await stopSignal();
}

const IN_USE = "Address already in use";

function addressProblem(problem: unknown): string | null {
  if (problem instanceof Deno.errors.AddrInUse) return IN_USE;
  return problem instanceof Deno.errors.NotCapable ? "Deno needs --allow-net" : null;
}
