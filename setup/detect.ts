/** Finds the agents on the computer, and the files in which they look for servers. */

import { posix, win32 } from "node:path";
import type { Environment } from "../core/user_folders.ts";
import type { Form, Paths, Scope, Signs, System, WritableClient } from "./client.ts";

/** The parts of the computer that detection needs. */
export interface Computer extends Surroundings {
  /** Reports whether a file or folder exists. */
  exists(path: string): boolean;
  /** Reports whether a program is in `PATH`. */
  has(program: string): boolean;
}

/** The location of an agent's entry, which need not exist. */
export interface Location {
  readonly form: Form;
  /** An absolute path. */
  readonly path: string;
  /** Whether the file exists. */
  readonly exists: boolean;
}

/** The result of detecting an agent. */
export interface Detection {
  readonly client: WritableClient;
  readonly isPresent: boolean;
  /** `null` if the agent has no file for the scope on this system. */
  readonly location: Location | null;
}

/** Detects agents and the files to write, in the order of `clients`. */
export function detect(
  clients: readonly WritableClient[],
  scope: Scope,
  computer: Computer,
): Detection[] {
  return clients.map((client) => ({
    client,
    isPresent: isPresent(client.signs, computer),
    location: locate(client, scope, computer),
  }));
}

/** Reports whether an agent is installed. */
export function isPresent({ paths = [], programs = [] }: Signs, computer: Computer): boolean {
  return programs.some((program) => computer.has(program)) ||
    paths.some((each) => {
      const path = resolvePath(each, computer);
      return path !== null && computer.exists(path);
    });
}

/** Returns the first file of a scope that exists; the scope's first file if none exists. */
function locate(
  { forms }: WritableClient,
  scope: Scope,
  computer: Computer,
): Location | null {
  const locations = forms.flatMap((form): Location[] => {
    if (form.scope !== scope || form.retired !== undefined) return [];
    const path = resolvePath(form.paths, computer);
    return path === null ? [] : [{ form, path, exists: computer.exists(path) }];
  });
  return locations.find(({ exists }) => exists) ?? locations[0] ?? null;
}

/** The context in which a path is resolved. */
export interface Surroundings {
  readonly system: System;
  readonly env: Environment;
  /** The base of relative paths, as an absolute path. */
  readonly project: string;
}

/**
 * Resolves a path.
 *
 * @returns The absolute path in the system's notation; `null` if there is no path for the system, or
 * if the path starts with an unset variable.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { resolvePath } from "./detect.ts";
 *
 * const env = (name: string) => ({ HOME: "/home/ada", CODEX_HOME: "/srv/codex" })[name];
 * const linux = { system: "linux", env, project: "/code" } as const;
 * equal(resolvePath("${CODEX_HOME:-~/.codex}/config.toml", linux), "/srv/codex/config.toml");
 * equal(resolvePath("${QWEN_HOME:-~/.qwen}/settings.json", linux), "/home/ada/.qwen/settings.json");
 * equal(resolvePath(".mcp.json", linux), "/code/.mcp.json");
 * equal(resolvePath({ windows: "~/.mcp.json" }, linux), null);
 * ```
 */
export function resolvePath(paths: Paths, { system, env, project }: Surroundings): string | null {
  const path = typeof paths === "string" ? paths : paths[system];
  if (path === undefined) return null;
  const home = env(system === "windows" ? "USERPROFILE" : "HOME") || null;
  const expanded = expand(path, env, home);
  if (expanded === null) return null;
  const { isAbsolute, join, normalize } = system === "windows" ? win32 : posix;
  return isAbsolute(expanded) ? normalize(expanded) : join(project, expanded);
}

function expand(path: string, env: Environment, home: string | null): string | null {
  if (path.startsWith("${")) {
    const end = closingBrace(path);
    const [name, fallback] = split(path.slice(2, end), ":-");
    const head = env(name) || expand(fallback, env, home);
    return head === null ? null : head + path.slice(end + 1);
  }
  const [start, rest] = path.startsWith("$") || path.startsWith("~")
    ? split(path, "/", true)
    : ["", path];
  if (start === "") return rest;
  const head = start === "~" ? home : env(start.slice(1)) || null;
  return head === null ? null : head + rest;
}

/**
 * Finds the brace that closes the `${` at the start of a path. Skips pairs of braces in between.
 */
function closingBrace(path: string): number {
  let depth = 0;
  for (let index = 0; index < path.length; index++) {
    if (path[index] === "{") depth++;
    if (path[index] === "}" && --depth === 0) return index;
  }
  throw new Error(`Cannot resolve path: missing closing brace in "${path}"`);
}

/** Splits a string at a separator. With `keep`, the second part starts with the separator. */
function split(text: string, separator: string, keep = false): [before: string, after: string] {
  const index = text.indexOf(separator);
  if (index < 0) return [text, ""];
  return [text.slice(0, index), text.slice(keep ? index : index + separator.length)];
}
