/** Keys that a project's files would put into git. */

import { warning } from "../core/diagnostic.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { shown } from "./files.ts";
import { type GitState, gitState } from "./git_state.ts";
import type { SetupHost } from "./host.ts";
import { missingLines, withIgnored } from "./ignore.ts";
import type { Job } from "./job.ts";
import type { ConnectPlan } from "./plan.ts";

/** Keeps files with the key out of git, where a person wants that; what is left is warned of. */
export async function withoutKeysInGit(
  { host, server, options, ui }: Job,
  planned: ConnectPlan,
): Promise<{ readonly planned: ConnectPlan; readonly warnings: readonly SetupDiagnostic[] }> {
  const { name, project } = options;
  const isSecret = options.scope === "project" && server !== null && server.key !== null &&
    !options.keyFromEnv;
  const states = isSecret ? await statesOf(host, planned) : new Map<string, GitState>();
  const lines = missingLines(host, project, filesThatAre(states, "exposed"));
  const warnings = [...states].flatMap(([file, state]) => gitWarning(host, file, state));
  if (ui === null || options.yes || lines.length === 0) return { planned, warnings };
  for (const { message } of warnings) ui.warn(message, []);
  const isWanted = await ui.confirm(
    `Add ${lines.map(({ line }) => line).join(", ")} to the project's .gitignore?`,
  );
  // What git has already, it goes on with.
  const left = filesThatAre(states, "tracked").flatMap((file) => gitWarning(host, file, "tracked"));
  return {
    planned: isWanted ? withIgnored(host, project, planned, name, lines) : planned,
    warnings: left,
  };
}

/** What git does with the files that have the key, or will. */
async function statesOf(
  host: SetupHost,
  { targets }: ConnectPlan,
): Promise<ReadonlyMap<string, GitState>> {
  const written = targets.flatMap(({ kind, target: { file } }) =>
    kind === "add" || kind === "update" || kind === "unchanged" ? [file] : []
  );
  return new Map(
    await Promise.all(
      [...new Set(written)].map(async (file) => [file, await gitState(host, file)] as const),
    ),
  );
}

function filesThatAre(states: ReadonlyMap<string, GitState>, wanted: GitState): string[] {
  return [...states].flatMap(([file, state]) => state === wanted ? [file] : []);
}

function gitWarning(host: SetupHost, file: string, state: GitState): SetupDiagnostic[] {
  const path = shown(host, file);
  switch (state) {
    case "safe":
      return [];
    case "exposed": {
      const hint = `Add it and ${path}.before-layerwright to .gitignore, or use --key-from-env`;
      return [warning("setup-git", `${path} would put the key into git`, { hint })];
    }
    case "tracked": {
      const hint = "Use --key-from-env, or take it out of git with git rm --cached";
      return [warning("setup-git", `${path} is in git: the key would be committed`, { hint })];
    }
  }
}
