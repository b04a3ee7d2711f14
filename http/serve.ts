/** Runs a local tool server. */

import { resolve } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import type { Environment } from "../core/user_folders.ts";
import { VERSION } from "../core/version.ts";
import { CALL_TIMEOUT_MS } from "../mcp/call_tool.ts";
import { shortPath } from "../presentation/style.ts";
import { openDiskProjects } from "../workspace/disk_projects.ts";
import type { Projects } from "../workspace/projects.ts";
import { createApp } from "./app.ts";
import type { App } from "./base_app.ts";
import { type ClientAddress, proxiesOf } from "./client_address.ts";
import { keyGate, openGate } from "./gate.ts";
import { listen, logFor, type ServerOutput } from "./listen.ts";
import { createKeyProver, type KeyProver } from "./key_prover.ts";
import { findLocalKey, type LocalKey } from "./local_key.ts";
import type { Log } from "./log.ts";
import { toolService } from "./mcp_endpoint.ts";
import { readSettings, type ServerFlags, type Settings } from "./settings.ts";

/**
 * Serves until a signal.
 *
 * @param cwd The base of relative paths.
 * @returns The exit code (130 after SIGINT, 0 after SIGTERM), or why the server could not start.
 */
export async function serveLocally(
  env: Environment,
  cwd: string,
  flags: ServerFlags,
  output: ServerOutput,
): Promise<number | Diagnostic> {
  const read = readSettings(env, flags);
  if ("severity" in read) return read;
  const settings = startedAt(cwd, read);
  const parts = partsOf(settings, env);
  if ("severity" in parts) return parts;
  const log = logFor(output);
  const prover = createKeyProver(parts.key?.value ?? null, settings.host);
  return await listen({
    portSetting: "--port or LAYERWRIGHT_PORT",
    ...settings,
    app: appOf(settings, parts, { log, proveKey: prover.prove }),
    // All clients are trusted: they have the server's key, or are on the same computer.
    isTrusted: () => true,
    telemetry: null,
    log,
    output,
    announce(origin) {
      prover.listensAt(origin);
      announce(origin, settings, { ...parts, log, output, env });
    },
  });
}

/**
 * Returns the key of the server that the environment configures. If the key's file does not exist, creates
 * the key.
 *
 * @param cwd The base of relative paths.
 */
export function localKey(env: Environment, cwd: string): LocalKey | Diagnostic {
  const read = readSettings(env, {});
  if ("severity" in read) return read;
  const { key } = startedAt(cwd, read);
  if (key.kind !== "none") return findLocalKey(key, env);
  return error("usage-option", "This server requires no API key.");
}

/** Returns the settings with absolute paths. */
function startedAt(cwd: string, settings: Settings): Settings {
  const { root, key } = settings;
  const placed = key.kind === "file" ? { ...key, path: resolve(cwd, key.path) } : key;
  return { ...settings, root: resolve(cwd, root), key: placed };
}

/** The parts of a server that its settings determine. */
interface Parts {
  readonly root: string;
  readonly projects: Projects;
  /** The key; `null` if the server requires none. */
  readonly key: LocalKey | null;
  readonly clientAddress: ClientAddress | null;
}

function partsOf(settings: Settings, env: Environment): Parts | Diagnostic {
  const projects = openDiskProjects(settings.root, settings.readOnly);
  if ("severity" in projects) return projects;
  const clientAddress = proxiesOf(settings.trustedProxies);
  if (clientAddress !== null && "severity" in clientAddress) return clientAddress;
  const key = settings.key.kind === "none" ? null : findLocalKey(settings.key, env);
  if (key !== null && "severity" in key) return key;
  return { root: settings.root, projects, key, clientAddress };
}

function appOf(
  settings: Settings,
  { projects, key, clientAddress }: Parts,
  { log, proveKey }: { readonly log: Log; readonly proveKey: KeyProver["prove"] },
): App {
  const tools = {
    projects,
    readOnly: settings.readOnly,
    timeoutMs: CALL_TIMEOUT_MS,
    onBug: (trace: string, id: string) => log("error", { id, bug: trace }),
  };
  return createApp({
    gate: key === null ? openGate : keyGate(key.value),
    proveKey,
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
  readonly env: Environment;
}

function announce(origin: string, { readOnly }: Settings, running: Running): void {
  const { output, log, root, key, env } = running;
  const shown = (path: string) => shortPath(path, env("HOME"));
  const keyPlace = key === null ? "none: --no-auth" : shown(key.path ?? "LAYERWRIGHT_API_KEY");
  if (!output.isTerminal) {
    const mode = readOnly ? { read_only: true } : {};
    log("info", { message: "listening", mcp: `${origin}/mcp`, root, key: keyPlace, ...mode });
    return;
  }
  output.write([
    `Layerwright ${VERSION} tool server${readOnly ? ", read-only" : ""}`,
    `  MCP     ${origin}/mcp`,
    `  Health  ${origin}/health`,
    `  Root    ${shown(root)}`,
    `  Key     ${keyPlace}${key?.isNew ? " (just created)" : ""}`,
    "Press Ctrl-C to stop",
    "",
  ].join("\n"));
}
