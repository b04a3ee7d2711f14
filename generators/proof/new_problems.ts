/** Finds the problems that a plan would bring into a project. */

import type { ProjectPath } from "../../core/project_path.ts";
import { codeProblems } from "../../project/problems/code_problems.ts";
import { moduleFacts } from "../../project/problems/module_facts.ts";
import type { Contradiction, PlannedProject } from "./contradictions.ts";

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
  const count = (all: typeof found, kind: string) =>
    all.filter((each) => each.kind === kind).length;
  const messages = new Set(known.map(({ message }) => message));
  return found.filter(({ kind, message }) =>
    !messages.has(message) && count(found, kind) > count(known, kind)
  );
}

/** Returns the other modules that mention a name which changed modules do not have any more. */
function usersOfLost({ before, after, touched }: PlannedProject): readonly ProjectPath[] {
  const lost = new Set<string>();
  for (const path of touched) {
    if (!before.python.has(path)) continue;
    const now = new Set(namesIn(after.python, path));
    for (const name of namesIn(before.python, path)) if (!now.has(name)) lost.add(name);
    if (!after.python.has(path)) lost.add(/(\w+)(?:\/__init__)?\.py$/.exec(path)?.[1] ?? "");
  }
  if (lost.size === 0) return [];
  return [...after.python].filter(([path, text]) =>
    !touched.has(path) && text.matchAll(/\w+/g).some(([word]) => lost.has(word))
  ).map(([path]) => path);
}

function namesIn(files: PlannedProject["before"]["python"], path: ProjectPath): readonly string[] {
  if (!files.has(path)) return [];
  const { offered, classes } = moduleFacts(files, path);
  return [...offered ?? [], ...classes.flat()];
}
