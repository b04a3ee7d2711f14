/** What the environment and the command line ask of a server. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { isLoopback } from "../core/loopback.ts";
import { isReadOnly } from "../mcp/tools.ts";
import { quotable } from "../core/printable.ts";
import type { Environment } from "../core/user_folders.ts";

/** How a local server runs. */
export interface Settings {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** The folder that projects lie below. */
  readonly root: string;
  readonly readOnly: boolean;
  readonly key: KeySetting;
  /** Names by which the server may be called: in the headers Host and Origin. */
  readonly allowedHosts: readonly string[];
  /** Addresses and subnets whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
}

/** Where the key comes from. */
export type KeySetting =
  | { readonly kind: "value"; readonly value: string }
  /** Made there, if there is no such file. */
  | { readonly kind: "file"; readonly path: string }
  /** In the folder for a person's settings. */
  | { readonly kind: "own file" }
  | { readonly kind: "none" };

/** What the command line says; it wins over the environment. */
export interface ServerFlags {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly root?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** `false` for a server that asks for no key. */
  readonly auth?: boolean | undefined;
}

/** The names by which only this computer calls itself. */
export const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Fewer characters can be guessed. */
const SHORTEST_KEY = 16;

/**
 * Reads the settings.
 *
 * @param env A variable's value, or `undefined`. An empty one counts as unset.
 */
export function readSettings(
  env: Environment,
  flags: ServerFlags,
): Settings | Diagnostic {
  const setting = (name: string) => env(name) || undefined;
  const host = flags.host ?? setting("LAYERWRIGHT_HOST") ?? "127.0.0.1";
  const port = readPort(flags.port ?? setting("LAYERWRIGHT_PORT") ?? "8000");
  if (typeof port !== "number") return port;
  const key = readKey(setting, flags.auth ?? true);
  if ("severity" in key) return key;
  const problem = isLoopback(host) ? null : exposureProblem(host, key);
  if (problem !== null) return problem;
  const hosts = readHosts(listOf(setting("LAYERWRIGHT_ALLOWED_HOSTS")));
  if ("severity" in hosts) return hosts;
  return {
    host,
    port,
    root: flags.root ?? setting("LAYERWRIGHT_ROOT") ?? ".",
    readOnly: isReadOnly(setting, flags.readOnly ?? false),
    key,
    allowedHosts: hosts.length > 0 ? hosts : LOOPBACK_NAMES,
    trustedProxies: listOf(setting("LAYERWRIGHT_TRUSTED_PROXIES")),
  };
}

/** Reads a port: 0 to 65535. */
export function readPort(text: string): number | Diagnostic {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  return error("usage-option", `Invalid port '${quotable(text)}' (must be 0 to 65535).`);
}

/** Names as a request's address has them, or what is none: it would silently keep everybody out. */
export function readHosts(names: readonly string[]): readonly string[] | Diagnostic {
  const hosts: string[] = [];
  for (const name of names) {
    const address = /[*/\\?#@]/.test(name) ? null : URL.parse(`http://${name}`);
    if (address === null || address.port !== "") {
      const message = `Invalid host '${quotable(name)}' in LAYERWRIGHT_ALLOWED_HOSTS.`;
      const hint = "Give names or addresses alone, such as 'box.lan' or '[::1]'";
      return error("usage-option", message, { hint });
    }
    hosts.push(address.hostname);
  }
  return hosts;
}

function readKey(
  setting: Environment,
  isAsked: boolean,
): KeySetting | Diagnostic {
  if (!isAsked) return { kind: "none" };
  const value = setting("LAYERWRIGHT_API_KEY");
  const path = setting("LAYERWRIGHT_API_KEY_FILE");
  if (value === undefined) {
    return path === undefined ? { kind: "own file" } : { kind: "file", path };
  }
  return keyProblem(value, "LAYERWRIGHT_API_KEY") ?? { kind: "value", value };
}

/**
 * What is wrong with a key; `null` if it can be one.
 *
 * @param source What holds it.
 */
export function keyProblem(key: string, source: string): Diagnostic | null {
  if (key.length >= SHORTEST_KEY && /^[!-~]+$/.test(key)) return null;
  const message =
    `Invalid key in ${source} (must be ${SHORTEST_KEY} or more visible ASCII characters).`;
  return error("usage-option", message, { hint: "Make one with 'openssl rand -hex 32'" });
}

function exposureProblem(host: string, { kind }: KeySetting): Diagnostic | null {
  if (kind === "value" || kind === "file") return null;
  const message = `Refused to listen on ${quotable(host)} without an API key.`;
  const hint = "Set LAYERWRIGHT_API_KEY or LAYERWRIGHT_API_KEY_FILE";
  return error("server-exposed", message, { hint });
}

/** The items of a list with commas. */
export function listOf(text: string | undefined): string[] {
  return (text ?? "").split(",").map((item) => item.trim()).filter((item) => item !== "");
}
