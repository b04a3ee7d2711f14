/** The options that preview changes without writing them: `--dry-run` and `--diff`. */

import { relative, sep } from "node:path";
import type { RunOptions } from "../actions/run_planner.ts";
import type { Host } from "./host.ts";
import { realPlace } from "./locate.ts";

/** The flags, as commander parses them. */
export interface PreviewFlags {
  readonly dryRun?: boolean | undefined;
  readonly diff?: boolean | undefined;
}

/**
 * Converts the flags to options of a run. `--diff` implies a dry run.
 *
 * @param root The project's folder, an absolute path that may not exist yet.
 */
export function previewOptions(
  host: Host,
  root: string,
  { dryRun = false, diff = false }: PreviewFlags,
): RunOptions {
  const folder = patchFolder(host, root);
  return { dryRun: dryRun || diff, diff, ...(folder !== null && { patchFolder: folder }) };
}

/**
 * Returns the path of a project's folder relative to the root of its git repository, because `git apply`
 * resolves the paths of a patch from there.
 *
 * @returns A path such as `apps/shop/`, empty for the root itself, or `null` outside of a repository.
 */
function patchFolder(host: Host, root: string): string | null {
  const real = realPlace(host, root);
  const top = host.repositoryTop(real);
  if (top === null) return null;
  const path = relative(top, real).split(sep).join("/");
  return path === "" ? "" : `${path}/`;
}
