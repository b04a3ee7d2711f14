/** Keys that a project's files would put into git. */

import { type Diagnostic, warning } from "../core/diagnostic.ts";
import { shown } from "./files.ts";
import { exposedFiles, withIgnored } from "./ignore.ts";
import type { Job } from "./job.ts";
import type { ConnectPlan } from "./plan.ts";

/** Keeps files with the key out of git, where a person wants that; what is left is warned of. */
export async function withoutKeysInGit(
  { host, server, options, ui }: Job,
  planned: ConnectPlan,
): Promise<{ readonly planned: ConnectPlan; readonly warnings: readonly Diagnostic[] }> {
  const isSecret = options.scope === "local" && server !== null && server.key !== null &&
    !options.keyFromEnv;
  const exposed = isSecret ? exposedFiles(host, options.project, planned) : [];
  const warnings = exposed.map(({ file }) => {
    const hint = "Add it to .gitignore, or use --key-from-env";
    return warning("setup-git", `${shown(host, file)} would put the key into git`, { hint });
  });
  if (ui === null || options.yes || exposed.length === 0) return { planned, warnings };
  for (const { message } of warnings) ui.warn(message, []);
  const lines = exposed.map(({ line }) => line).join(", ");
  return await ui.confirm(`Add ${lines} to the project's .gitignore?`)
    ? { planned: withIgnored(host, options.project, planned, options.name), warnings: [] }
    : { planned, warnings: [] };
}
