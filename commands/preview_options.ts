/**
 * The options that decide about writing: `--dry-run`, `--diff` and `--plan` preview changes,
 * `--allow-problems` writes what would be refused.
 */

import { relative, sep } from "node:path";
import type { RunOptions } from "../actions/run_planner.ts";
import type { Context } from "./context.ts";
import type { Host } from "./host.ts";
import { realPlace } from "./locate.ts";

/** The flags, as commander parses them. */
export interface PreviewFlags {
  readonly dryRun?: boolean | undefined;
  readonly diff?: boolean | undefined;
  readonly plan?: string | undefined;
  readonly allowProblems?: boolean | undefined;
}

/**
 * Converts the flags to options of a run. `--diff` and `--plan` imply a dry run. `program.ts` writes the plan
 * of `--plan` after the command has ended.
 *
 * @param root The project's folder, an absolute path that may not exist yet.
 */
export function previewOptions(
  { host, keepPlan }: Pick<Context, "host" | "keepPlan">,
  root: string,
  { dryRun = false, diff = false, plan, allowProblems }: PreviewFlags,
): RunOptions {
  const folder = patchFolder(host, root);
  return {
    dryRun: dryRun || diff || plan !== undefined,
    diff,
    ...(allowProblems === true && { allowProblems }),
    ...(folder !== null && { patchFolder: folder }),
    ...(plan !== undefined && { onPlan: (planned) => keepPlan(planned, root) }),
  };
}

/**
 * Returns the path of a project's folder relative to the root of its git repository, because `git apply`
 * resolves the paths of a patch from there.
 *
 * @returns A path such as `apps/shop/`, empty for the root itself, or `null` outside of a repository.
 */
export function patchFolder(host: Host, root: string): string | null {
  const real = realPlace(host, root);
  const top = host.repositoryTop(real);
  if (top === null) return null;
  const path = relative(top, real).split(sep).join("/");
  return path === "" ? "" : `${path}/`;
}
