/** Random branches that git merges, and the problems of the merges. */

import { createMemoryWorkspace, generateApi, projectStatus } from "../../mod.ts";
import {
  branchesOf,
  type Fork,
  fork,
  isRecord,
  isRespecifiedTwice,
  mergedSpec,
  mergeProblems,
  recordConflicts,
  resolved,
} from "./branches.ts";
import { withJudge } from "./judge.ts";
import type { Files } from "./project.ts";
import { merged } from "./repository.ts";
import { withSettledRecords } from "./settled_records.ts";
import { textOf } from "./specs.ts";

/** Returns the problems of a merge after people took both sides of each conflict in the code. */
async function resolutionProblems(each: Fork, merge: Files): Promise<string[]> {
  const { folder, app } = each.base.project;
  const spec = mergedSpec(each);
  const { files } = await withSettledRecords(
    { folder, app, files: merge },
    spec ?? each.ours.spec,
  );
  const status = await projectStatus(createMemoryWorkspace(files), folder);
  if (status.status !== "unchanged") return [`status is ${status.status}: ${status.message}`];
  const workspace = createMemoryWorkspace(files);
  const report = await generateApi(workspace, folder, textOf(spec ?? each.ours.spec));
  // The spec of one side may ask for another method or path than the other side's code has.
  if (spec === null && report.status === "refused") return [];
  const isDone = report.status === "applied" || report.status === "unchanged";
  // A file with both sides of a conflict need not be valid Python.
  return isDone || status.data?.problems.length ? [] : [`${report.status}: ${report.message}`];
}

/** Makes a fork of each seed, lets git merge it, and describes each merge that went wrong. */
export async function wrongMerges(seeds: readonly number[]): Promise<readonly string[]> {
  const forks = await Promise.all(seeds.map(fork));
  const merges = await merged(forks.map(branchesOf));
  const wrong: string[] = [];
  await withJudge(async (judge) => {
    for (const [index, each] of forks.entries()) {
      const merge = merges[index] ?? { conflicts: [], messages: [], files: {} };
      const problems = [
        ...recordConflicts(each, merge).map((path) => `git cannot merge ${path}`),
        // 'adopt' takes both sides of the records with conflicts of definitions.
        ...merge.conflicts.every((path) => isRecord(path) && !isRespecifiedTwice(each, path))
          ? await mergeProblems(judge, each, merge.files)
          : await resolutionProblems(each, resolved(merge)),
      ];
      if (problems.length > 0) {
        const conflicts = `conflicts: ${merge.conflicts.join(", ")}`;
        wrong.push([`Seed ${each.seed}:`, ...each.words, conflicts, ...problems].join("\n  "));
      }
    }
  });
  return wrong;
}
