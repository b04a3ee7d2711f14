/** The options with which a command shows its changes instead of writing them. */

import { relative, sep } from "node:path";
import type { RunOptions } from "../actions/run_planner.ts";
import type { Host } from "./host.ts";
import { realPlace } from "./locate.ts";

/** The flags, as commander reads them. */
export interface PreviewFlags {
  readonly dryRun?: boolean | undefined;
  readonly diff?: boolean | undefined;
}

/**
 * Reads the flags: `--diff` writes nothing, and names files as `git apply` looks for them.
 *
 * @param root The project's folder, an absolute path that need not exist.
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
 * Returns the path of a project's folder from the top of the git repository around it: git reads the
 * paths of a patch from there.
 *
 * @returns Such as `apps/shop/`, or an empty text if the folder is the top; `null` without a repository.
 */
function patchFolder(host: Host, root: string): string | null {
  const real = realPlace(host, root);
  const top = host.repositoryTop(real);
  if (top === null) return null;
  const path = relative(top, real).split(sep).join("/");
  return path === "" ? "" : `${path}/`;
}
