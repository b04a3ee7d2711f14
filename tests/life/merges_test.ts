/** Branches: two people run commands, and git merges what they committed. */

import { equal } from "node:assert/strict";
import { createMemoryWorkspace, generateApi, projectStatus } from "../../mod.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import {
  branchesOf,
  type Fork,
  fork,
  mergeProblems,
  recordConflicts,
  resolved,
} from "./branches.ts";
import { withJudge } from "./judge.ts";
import type { Files } from "./project.ts";
import { merged } from "./repository.ts";

const MERGES = IS_FULL_TIER ? 200 : 6;

/** Returns what is wrong with a conflict after people took both sides of the code. */
async function resolutionProblems({ base, ours }: Fork, files: Files): Promise<string[]> {
  const { folder } = base.project;
  const status = await projectStatus(createMemoryWorkspace(files), folder);
  if (status.status !== "unchanged") return [`status is ${status.status}: ${status.message}`];
  const workspace = createMemoryWorkspace(files);
  const report = await generateApi(workspace, folder, ours.spec);
  const isDone = report.status === "applied" || report.status === "unchanged";
  // Both sides of a conflict need not be Python.
  if (!isDone) return status.data?.problems.length ? [] : [`${report.status}: ${report.message}`];
  return [...workspace.files()].filter(([path, text]) =>
    path.startsWith(".layerwright/") && /^(?:<{7}|={7}|>{7})/m.test(text)
  ).map(([path]) => `${path} has markers still`);
}

Deno.test("git merges the records wherever it merges the code, and the project is in order then", async () => {
  const forks = await Promise.all(Array.from({ length: MERGES }, (_, seed) => fork(seed + 1)));
  const merges = await merged(forks.map(branchesOf));
  const wrong: string[] = [];
  await withJudge(async (judge) => {
    for (const [index, each] of forks.entries()) {
      const merge = merges[index] ?? { conflicts: [], messages: [], files: {} };
      const problems = [
        ...recordConflicts(each, merge).map((path) => `git cannot merge ${path}`),
        ...merge.conflicts.length === 0
          ? await mergeProblems(judge, each, merge.files)
          : await resolutionProblems(each, resolved(merge)),
      ];
      if (problems.length > 0) {
        const conflicts = `conflicts: ${merge.conflicts.join(", ")}`;
        wrong.push([`Seed ${each.seed}:`, ...each.words, conflicts, ...problems].join("\n  "));
      }
    }
  });
  equal(wrong.length, 0, `${wrong.length} merges went wrong\n\n${wrong.join("\n\n")}`);
});
