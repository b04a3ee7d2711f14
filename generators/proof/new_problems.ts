/** Finds the problems that a plan would bring into a project. */

import type { ProjectPath } from "../../core/project_path.ts";
import { codeProblems } from "../../project/problems/code_problems.ts";
import { moduleFacts } from "../../project/problems/module_facts.ts";
import type { Contradiction, PlannedProject } from "./planned_project.ts";

/** Finds the problems of changed modules, and of modules that use a name that the plan removes. */
export function newProblems(project: PlannedProject): readonly Contradiction[] {
  const { before, after, touched } = project;
  if (touched.size === 0) return [];
  const checked = new Set([...touched, ...usersOfLost(project)]);
  const found = codeProblems(after.python, [...checked].filter((path) => after.python.has(path)));
  if (found.length === 0) return [];
  const known = codeProblems(
    before.python,
    [...checked].filter((path) => before.python.has(path)),
  );
  // A renamed file or class has the same problems under other names.
  const earlier = Map.groupBy(known, ({ kind }) => kind);
  const messages = new Set(known.map(({ message }) => message));
  return [...Map.groupBy(found, ({ kind }) => kind)].flatMap(([kind, all]) =>
    all.length > (earlier.get(kind)?.length ?? 0)
      ? all.filter(({ message }) => !messages.has(message))
      : []
  );
}

/** Returns the other modules that mention a changed module, and a name that it does not have any more. */
function usersOfLost({ before, after, touched }: PlannedProject): readonly ProjectPath[] {
  const lost = new Map<string, readonly string[]>();
  for (const path of touched) {
    const now = new Set(namesIn(after.python, path));
    const gone = namesIn(before.python, path).filter((name) => !now.has(name));
    const stem = /(\w+)(?:\/__init__)?\.py$/.exec(path)?.[1] ?? "";
    if (!after.python.has(path)) lost.set(stem, [stem]);
    else if (gone.length > 0) lost.set(stem, [...lost.get(stem) ?? [], ...gone]);
  }
  if (lost.size === 0) return [];
  const wanted = new Set([...lost].flatMap(([stem, names]) => [stem, ...names]));
  return [...after.python].filter(([path, text]) => {
    if (touched.has(path)) return false;
    const words = new Set(
      text.matchAll(/\w+/g).map(([word]) => word).filter((word) => wanted.has(word)),
    );
    return [...words].some((stem) => lost.get(stem)?.some((name) => words.has(name)));
  }).map(([path]) => path);
}

function namesIn(files: PlannedProject["before"]["python"], path: ProjectPath): readonly string[] {
  if (!files.has(path)) return [];
  const { offered, classes } = moduleFacts(files, path);
  return [...offered ?? [], ...classes.flat()];
}
