/** The command line of the server executable. The server's settings come only from the environment. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import type { Environment } from "../core/user_folders.ts";

/** The task that the command line selects. */
export type ServerTask = "serve" | "health" | "key" | "owner" | "help" | "version";

const OPTIONS: Readonly<Record<string, ServerTask>> = {
  "--health": "health",
  "--key": "key",
  "--owner": "owner",
  "--help": "help",
  "-h": "help",
  "--version": "version",
  "-V": "version",
};

/** The output of `--help`. */
export const SERVER_HELP = `Usage: layerwright-server [option]

Run the Layerwright tool server: for one person, or for a team with
LAYERWRIGHT_MODE=hosted. Environment variables configure the server.

Options:
  --health       Check the running server; exit with 0 if it is healthy
  --key          Print the API key of a local server
  --owner        Print a link for the owner of a hosted server: to create their
                 account or, if it exists, to set a new password
  -V, --version  Print the version
  -h, --help     Print this help

Both modes:
  LAYERWRIGHT_MODE           local or hosted (default: local)
  LAYERWRIGHT_HOST           Address to listen on (default: 127.0.0.1)
  LAYERWRIGHT_PORT           Port (default: 8000)
  LAYERWRIGHT_ALLOWED_HOSTS  Host names that clients may use, separated by commas
  LAYERWRIGHT_TRUSTED_PROXIES
                             Proxies whose X-Forwarded-For is trusted

Local mode:
  LAYERWRIGHT_ROOT           Folder that contains the projects (default: .)
  LAYERWRIGHT_API_KEY        API key that clients must send
  LAYERWRIGHT_API_KEY_FILE   File that contains the key, created if missing
  LAYERWRIGHT_READ_ONLY=1    Offer only the tools that read

Hosted mode, most common:
  LAYERWRIGHT_PUBLIC_URL     Address that people open
  LAYERWRIGHT_DATA           Folder of the embedded database (default: data)
  DATABASE_URL               Postgres to use instead

All settings:
https://github.com/layerwright/layerwright/blob/main/docs/reference/environment.md
`;

/** Parses the command line: no argument, or one option. */
export function readServerOptions([option, ...more]: readonly string[]): ServerTask | Diagnostic {
  if (option === undefined) return "serve";
  const task = Object.hasOwn(OPTIONS, option) ? OPTIONS[option] : undefined;
  if (task !== undefined && more.length === 0) return task;
  const wrong = task === undefined ? option : more[0] ?? "";
  const hint =
    "To configure the server, set environment variables; see 'layerwright-server --help'";
  return error("usage-option", `Unknown argument '${quotable(wrong)}'.`, { hint });
}

/** Returns the address of the health check or, on a hosted server, of the readiness check. */
export function healthAddress(env: Environment): string {
  const host = env("LAYERWRIGHT_HOST") || "127.0.0.1";
  // A server that listens on every interface is also reachable over loopback.
  const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const shown = own.includes(":") ? `[${own}]` : own;
  const path = env("LAYERWRIGHT_MODE") === "hosted" ? "ready" : "health";
  return `http://${shown}:${env("LAYERWRIGHT_PORT") || "8000"}/${path}`;
}
