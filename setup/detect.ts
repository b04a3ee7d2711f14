/** Finds the agents on the computer, and the files in which they look for servers. */

import { posix, win32 } from "node:path";
import type { Environment } from "../core/user_folders.ts";
import type { Form, Paths, Scope, Signs, System, WritableClient } from "./client.ts";

/** What detection asks of the computer. */
export interface Computer extends Surroundings {
  /** Whether there is a file or folder. */
  exists(path: string): boolean;
  /** Whether a program is found in `PATH`. */
  has(program: string): boolean;
}

/** Where a client's entry is, or would be. */
export interface Location {
  readonly form: Form;
  /** An absolute path. */
  readonly path: string;
  /** Whether the file is there. */
  readonly exists: boolean;
}

/** A client as it was found. */
export interface Detection {
  readonly client: WritableClient;
  readonly isPresent: boolean;
  /** `null` if the client has no file for the scope on this system. */
  readonly location: Location | null;
}

/** Looks for clients, and where each would be written to; in the order of the table. */
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

/** Whether one of the signs is there. */
export function isPresent({ paths = [], programs = [] }: Signs, computer: Computer): boolean {
  return programs.some((program) => computer.has(program)) ||
    paths.some((each) => {
      const path = resolvePath(each, computer);
      return path !== null && computer.exists(path);
    });
}

/** The first form of a scope whose file exists, else the first. */
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

/** What paths are resolved by. */
export interface Surroundings {
  readonly system: System;
  readonly env: Environment;
  /** The folder that relative paths are in: an absolute path. */
  readonly project: string;
}

/**
 * Resolves a path.
 *
 * @returns An absolute path, as the system writes it; `null` if the system has none, or if a variable
 * that it starts with is unset.
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

/** Where the brace ends that a path starts with, which may hold others. */
function closingBrace(path: string): number {
  let depth = 0;
  for (let index = 0; index < path.length; index++) {
    if (path[index] === "{") depth++;
    if (path[index] === "}" && --depth === 0) return index;
  }
  throw new Error(`Cannot resolve path: no brace closes in "${path}"`);
}

/** The parts before and after a separator, which may stay with the second. */
function split(text: string, separator: string, keep = false): [before: string, after: string] {
  const index = text.indexOf(separator);
  if (index < 0) return [text, ""];
  return [text.slice(0, index), text.slice(keep ? index : index + separator.length)];
}
