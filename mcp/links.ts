/** How an agent gets what a hosted server made, with one command. */

import type { KeptChange } from "../workspace/workspace.ts";

/** What can be fetched after a call. */
export interface Fetchable {
  readonly project: string;
  /** What the tool changed; `null` if files were stored and no more. */
  readonly change: KeptChange | null;
}

/** Addresses, as a tool's answer has them. */
export interface LinkValues {
  /** Of the project, as tar.gz. */
  readonly archive: string;
  readonly zip: string;
  /** Of the change, for git apply. */
  readonly patch?: string;
}

/** Makes addresses that open without a header, for a while. */
export type Links = (what: Fetchable) => LinkValues | Promise<LinkValues>;

/**
 * The command that brings a change to where the agent works.
 *
 * @example
 * ```ts
 * import { fetchCommand } from "./links.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(fetchCommand({ archive: "https://a/b" }), "curl -fsS 'https://a/b' | tar -xz");
 * ```
 */
export function fetchCommand({ archive, patch }: Omit<LinkValues, "zip">): string {
  if (patch === undefined) return `curl -fsS ${quoted(archive)} | tar -xz`;
  // Without a repository, git takes paths from the current folder, and runs no filter that a repository's
  // own settings name.
  return `curl -fsS ${quoted(patch)} | GIT_DIR=/dev/null git apply`;
}

/** A word of a shell's. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
