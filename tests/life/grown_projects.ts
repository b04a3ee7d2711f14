/** Projects that people and commands have changed, from seeds. */

import * as library from "../../mod.ts";
import { createMemoryWorkspace } from "../../mod.ts";
import { COMMANDS, type Life } from "./commands.ts";
import { EDITS } from "./edits/mod.ts";
import type { Judge, Judgement } from "./judge.ts";
import { begin, edited } from "./life.ts";
import { typedPath } from "../../project/layout/url_paths.ts";
import type { Project } from "./project.ts";
import { Random } from "./random.ts";
import { randomSpec } from "./random_specs.ts";

/** A project, and its past. */
export interface GrownProject {
  readonly life: Life;
  /** The steps in words. */
  readonly words: readonly string[];
}

const MOST_STEPS = 10;

/** Of every five steps, four are edits. */
const EDITS_OF_FIVE = 4;

/** Edits of people that leave a true problem in an app that works. */
const LEAVES_PROBLEMS: ReadonlySet<string> = new Set([
  "keeps both sides of a conflict in a service",
  "leaves conflict markers in the records",
]);

const STEPS = {
  edits: [...EDITS.keys()].filter((name) => !LEAVES_PROBLEMS.has(name)),
  commands: [...COMMANDS.keys()],
};

/** Generates a project, and changes it up to ten times. */
export async function grownProject(seed: number): Promise<GrownProject> {
  const random = new Random(seed);
  let life = await begin(randomSpec(random));
  const words = [`generate api base with ${JSON.stringify(life.spec.routes)}`];
  for (let left = random.below(MOST_STEPS + 1); left > 0; left--) {
    const isEdit = random.below(5) < EDITS_OF_FIVE;
    const name = random.pick(isEdit ? STEPS.edits : STEPS.commands) ?? "";
    const next = isEdit ? afterEdit(life, name, random) : await afterCommand(life, name, random);
    if (next === null) continue;
    life = next;
    words.push(isEdit ? `Someone ${name}` : name);
  }
  return { life, words };
}

function afterEdit(life: Life, name: string, random: Random): Life | null {
  const edit = EDITS.get(name);
  return edit === undefined ? null : edited(life, edit, random);
}

async function afterCommand(life: Life, name: string, random: Random): Promise<Life | null> {
  const command = COMMANDS.get(name)?.(life, random) ?? null;
  if (command === null) return null;
  const workspace = createMemoryWorkspace(life.project.files);
  const { status } = await command.run(workspace, library);
  if (status !== "applied") return null;
  const project: Project = { ...life.project, files: Object.fromEntries(workspace.files()) };
  return { ...life, project, spec: command.spec };
}

/** Reports whether a project works: every module can be imported, and each endpoint answers, once. */
export function isWhole({ error, endpoints, faults }: Judgement): boolean {
  const keys = endpoints.map(({ method, rule }) => `${method} ${typedPath(rule)}`);
  return error === null && faults.length === 0 && new Set(keys).size === keys.length &&
    endpoints.every(({ status }) => status < 500);
}

/** A project that works, with the judgement that it does. */
export interface WholeProject extends GrownProject {
  readonly judged: Judgement;
}

/** Grows the project of a seed. Returns `null` if it does not work. */
export async function wholeProject(judge: Judge, seed: number): Promise<WholeProject | null> {
  const grown = await grownProject(seed);
  const judged = await judge.examine(grown.life.project);
  return isWhole(judged) ? { ...grown, judged } : null;
}
