/** The command that opens an address in a person's browser. */

import type { Environment } from "../core/user_folders.ts";
import type { System } from "./client.ts";

/**
 * Says which words start the browser.
 *
 * @example
 * ```ts
 * import { browserCommand } from "./browser_command.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const address = "http://127.0.0.1:49321/login";
 * deepEqual(browserCommand("linux", () => undefined, address), ["xdg-open", address]);
 * const env = (name: string) => ({ BROWSER: "firefox --new-window %s:w3m" })[name];
 * deepEqual(browserCommand("linux", env, address), ["firefox", "--new-window", address]);
 * ```
 */
export function browserCommand(
  system: System,
  env: Environment,
  address: string,
): [program: string, ...args: string[]] {
  // Several browsers stand there with colons between them, the one that is liked best first.
  const [wanted = ""] = (env("BROWSER") ?? "").split(system === "windows" ? ";" : ":");
  const [program, ...args] = wanted.split(" ").filter((word) => word !== "");
  if (program === undefined) return [...OPENERS[system], address];
  const hasPlace = args.includes("%s");
  return [
    program,
    ...args.map((word) => word === "%s" ? address : word),
    ...(hasPlace ? [] : [address]),
  ];
}

/** `start` is no program on Windows, but a word of its shell. */
const OPENERS: Readonly<Record<System, readonly [string, ...string[]]>> = {
  linux: ["xdg-open"],
  macos: ["open"],
  windows: ["rundll32", "url.dll,FileProtocolHandler"],
};
