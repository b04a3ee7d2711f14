/** The settings of a local server, from the environment and the command line. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { isLoopback } from "../core/loopback.ts";
import { isReadOnly } from "../mcp/tools.ts";
import { quotable } from "../core/printable.ts";
import type { Environment } from "../core/user_folders.ts";
import { readPort } from "./address.ts";

/** The settings of a local server. */
export interface Settings {
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** The folder that contains the projects. */
  readonly root: string;
  readonly readOnly: boolean;
  readonly key: KeySetting;
  /** Host names allowed in the headers Host and Origin. */
  readonly allowedHosts: readonly string[];
  /** Addresses and subnets of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
}

/** The source of the key. */
export type KeySetting =
  | { readonly kind: "value"; readonly value: string }
  /** A file, which is created if it does not exist. */
  | { readonly kind: "file"; readonly path: string }
  /** The file in the user's settings folder. */
  | { readonly kind: "own file" }
  | { readonly kind: "none" };

/** The flags of the command line, which take precedence over the environment. */
export interface ServerFlags {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly root?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** `false` if the server requires no key. */
  readonly auth?: boolean | undefined;
}

/** Host names that reach only this computer. */
export const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Minimum length of a key. Shorter keys could be guessed. */
const MIN_KEY_LENGTH = 16;

/**
 * Reads the settings.
 *
 * @param env Returns a variable's value, or `undefined`. An empty value counts as unset.
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

/** Normalizes host names as URLs do. Returns an error for an invalid name, which no request can match. */
export function readHosts(names: readonly string[]): readonly string[] | Diagnostic {
  const hosts: string[] = [];
  for (const name of names) {
    const address = /[*/\\?#@]/.test(name) ? null : URL.parse(`http://${name}`);
    if (address === null || address.port !== "") {
      const message = `Invalid host '${quotable(name)}' in LAYERWRIGHT_ALLOWED_HOSTS.`;
      const hint = "Use plain names or addresses, such as 'box.lan' or '[::1]'";
      return error("usage-option", message, { hint });
    }
    hosts.push(address.hostname);
  }
  return hosts;
}

function readKey(
  setting: Environment,
  isRequired: boolean,
): KeySetting | Diagnostic {
  if (!isRequired) return { kind: "none" };
  const value = setting("LAYERWRIGHT_API_KEY");
  const path = setting("LAYERWRIGHT_API_KEY_FILE");
  if (value === undefined) {
    return path === undefined ? { kind: "own file" } : { kind: "file", path };
  }
  return keyProblem(value, "LAYERWRIGHT_API_KEY") ?? { kind: "value", value };
}

/**
 * Checks the form of a key.
 *
 * @param source The key's variable or file, for the message.
 * @returns The problem, or `null`.
 */
export function keyProblem(key: string, source: string): Diagnostic | null {
  if (key.length >= MIN_KEY_LENGTH && /^[!-~]+$/.test(key)) return null;
  const message =
    `Invalid key in ${source} (must be ${MIN_KEY_LENGTH} or more visible ASCII characters).`;
  return error("usage-option", message, { hint: "Create one with 'openssl rand -hex 32'" });
}

function exposureProblem(host: string, { kind }: KeySetting): Diagnostic | null {
  if (kind === "value" || kind === "file") return null;
  const message = `Refused to listen on ${quotable(host)} without an API key.`;
  const hint = "Set LAYERWRIGHT_API_KEY or LAYERWRIGHT_API_KEY_FILE";
  return error("server-exposed", message, { hint });
}

/** Splits a comma-separated list. */
export function listOf(text: string | undefined): string[] {
  return (text ?? "").split(",").map((item) => item.trim()).filter((item) => item !== "");
}
