/** The words after the server's name: it is set by its environment alone, but can tell things. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import type { Environment } from "../core/user_folders.ts";

/** What the server is to do. */
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

/** What `--help` prints. */
export const SERVER_HELP = `Usage: layerwright-server [option]

Serves the tools of Layerwright until it is told to stop: for one person, or for
many with LAYERWRIGHT_MODE=hosted. The environment has all settings.

Options:
  --health       ask the server that runs here; exit code 0 if it answers
  --key          print the API key of the server for one person
  --owner        print a link that makes the owner's account on a server for many
  -V, --version  print the version
  -h, --help     print this

Settings of both kinds:
  LAYERWRIGHT_MODE           local (the default) or hosted
  LAYERWRIGHT_HOST, _PORT    where it listens: 127.0.0.1:8000
  LAYERWRIGHT_ALLOWED_HOSTS  names that it answers to, with commas
  LAYERWRIGHT_TRUSTED_PROXIES
                             proxies whose X-Forwarded-For is believed
For one person:
  LAYERWRIGHT_ROOT           the folder that projects lie below: this one
  LAYERWRIGHT_API_KEY, _API_KEY_FILE
                             the key, or the file that it is kept in
  LAYERWRIGHT_READ_ONLY      1 leaves out the tools that write
For many, among others:
  LAYERWRIGHT_PUBLIC_URL     the address that people see
  LAYERWRIGHT_DATA           the folder of the embedded database: data
  DATABASE_URL               a Postgres instead

All settings: https://github.com/layerwright/layerwright#a-server-for-a-team
`;

/** Reads the command line: nothing, or one option. */
export function readServerOptions([option, ...more]: readonly string[]): ServerTask | Diagnostic {
  if (option === undefined) return "serve";
  const task = Object.hasOwn(OPTIONS, option) ? OPTIONS[option] : undefined;
  if (task !== undefined && more.length === 0) return task;
  const wrong = task === undefined ? option : more[0] ?? "";
  const hint = "The environment has the settings: see 'layerwright-server --help'";
  return error("usage-option", `Unknown argument '${quotable(wrong)}'.`, { hint });
}

/** Where the server of this environment says that it lives; a hosted one, that its database answers. */
export function healthAddress(env: Environment): string {
  const host = env("LAYERWRIGHT_HOST") || "127.0.0.1";
  // What listens on every address can be asked at the one that leads here.
  const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const shown = own.includes(":") ? `[${own}]` : own;
  const path = env("LAYERWRIGHT_MODE") === "hosted" ? "ready" : "health";
  return `http://${shown}:${env("LAYERWRIGHT_PORT") || "8000"}/${path}`;
}
