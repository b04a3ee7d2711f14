/** Links for downloading projects and changes from a hosted server. */

import { shellQuote } from "../core/shell_quote.ts";
import type { KeptChange } from "../workspace/workspace.ts";

/** The project, and the change, that a caller can download after a call. */
export interface Fetchable {
  readonly project: string;
  /** The tool's change; `null` if the call only stored files. */
  readonly change: KeptChange | null;
}

/** The addresses in a tool's result. */
export interface LinkValues {
  /** Address of the project as tar.gz. */
  readonly archive: string;
  /** Address of the project as a zip. */
  readonly zip: string;
  /** Address of the change's patch, for git apply. */
  readonly patch?: string;
}

/** Creates addresses that work without a key for a limited time. */
export type Links = (what: Fetchable) => LinkValues | Promise<LinkValues>;

/**
 * Returns the shell command that downloads a change and applies it. Without a patch, the command
 * downloads and unpacks the whole project.
 *
 * @example
 * ```ts
 * import { fetchCommand } from "./links.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(fetchCommand({ archive: "https://a/b?c" }), "curl -fsS 'https://a/b?c' | tar -xz");
 * ```
 */
export function fetchCommand({ archive, patch }: Omit<LinkValues, "zip">): string {
  if (patch === undefined) return `curl -fsS ${shellQuote(archive)} | tar -xz`;
  // `GIT_DIR` hides the repository from git. So git resolves paths from the current folder, and runs no
  // filters that the repository's settings define.
  return `curl -fsS ${shellQuote(patch)} | GIT_DIR=/dev/null git apply`;
}
