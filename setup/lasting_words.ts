/** The words in agents' files that start this program, and whether the program will stay. */

import type { System } from "./client.ts";

/** Matches a path in the cache from which `npx` runs programs. */
const NPX = /[\\/]_npx[\\/]/;

/** Matches a path in another cache, such as those of `pnpm dlx`, `yarn dlx`, `bunx` and `uvx`. */
const CACHE = /[\\/](?:\.?cache|caches|pnpm-cache|dlx(?:-[^\\/]*)?|bunx-[^\\/]*|xfs-[^\\/]*)[\\/]/i;

/**
 * Returns the words that start Deno also after npm cleared its cache: `npx`, if it started Deno.
 *
 * @param words Deno's path, and its arguments.
 * @param version The version of Deno.
 *
 * @example
 * ```ts
 * import { lastingWords } from "./lasting_words.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const words = ["/home/ada/.npm/_npx/7a40be78/node_modules/deno/deno", "run", "cli.ts"];
 * deepEqual(lastingWords(words, "2.9.6", "linux"), ["npx", "-y", "deno@2.9.6", "run", "cli.ts"]);
 * ```
 */
export function lastingWords(
  words: readonly string[],
  version: string,
  system: System,
): readonly string[] {
  const [deno = "", ...args] = words;
  if (!NPX.test(deno)) return words;
  return [system === "windows" ? "npx.cmd" : "npx", "-y", `deno@${version}`, ...args];
}

/** Reports whether a package manager may delete a program. */
export function mayBeDeleted(program: string): boolean {
  return CACHE.test(program);
}
