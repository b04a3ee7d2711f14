/**
 * Random lives: their steps, their broken guarantees, and the shortest life that still breaks one.
 */

import { COMMANDS, type Life } from "./commands.ts";
import { EDITS } from "./edits/mod.ts";
import { brokenGuarantees } from "./guarantees.ts";
import { type Judge, withJudge } from "./judge.ts";
import { begin, edited, ran } from "./life.ts";
import { changedPaths, hasRecords } from "./project.ts";
import { Random } from "./random.ts";
import { randomSpec } from "./random_specs.ts";

/** One step: a kind of edit or command, and the seed of its random choices. */
interface Choice {
  readonly name: string;
  readonly seed: number;
}

/** The result of a life. */
interface Ending {
  /** Every step in words. */
  readonly words: readonly string[];
  /** The broken guarantee; `null` if all hold. */
  readonly broken: { readonly guarantee: string; readonly problem: string } | null;
}

const STEPS = 12;

/**
 * Number of choices: more than a life has steps, because some choices do not apply when their turn
 * comes.
 */
const CHOICES = 2 * STEPS;

function choices(seed: number): Choice[] {
  const random = new Random(seed);
  const edits = [...EDITS.keys()];
  const commands = [...COMMANDS.keys()];
  return Array.from({ length: CHOICES }, () => ({
    name: random.pick(random.below(5) < 3 ? edits : commands) ?? "",
    seed: random.below(2 ** 30),
  }));
}

/** Simulates a life until a guarantee breaks. */
async function live(judge: Judge, seed: number, all: readonly Choice[]): Promise<Ending> {
  let life = await begin(randomSpec(new Random(seed)));
  const words = [`generate api base with ${JSON.stringify(life.spec.routes)}`];
  for (const choice of all) {
    if (words.length > STEPS) break;
    const random = new Random(choice.seed);
    const next = afterEdit(life, choice.name, random);
    if (next !== null) {
      words.push(wordsFor(choice.name, life, next));
      life = next;
    }
    // Without records, most commands do nothing, so the project is adopted in half of these cases.
    const isLost = next === null && !hasRecords(life.project) && random.below(2) === 0;
    const command = COMMANDS.get(isLost ? "adopt" : choice.name)?.(life, random) ?? null;
    if (command === null) continue;
    const { error } = await judge.judge(life.project);
    if (error !== null) return { words, broken: { guarantee: "an edit is sound", problem: error } };
    const step = await ran(judge, life, command);
    words.push(`${command.words}: ${step.report.status}`);
    const [broken] = brokenGuarantees(step);
    if (broken !== undefined) {
      return { words, broken: { guarantee: broken[0], problem: broken[1] } };
    }
    life = step.after;
  }
  const { error } = await judge.judge(life.project);
  return {
    words,
    broken: error === null ? null : { guarantee: "an edit is sound", problem: error },
  };
}

function afterEdit(life: Life, name: string, random: Random): Life | null {
  const edit = EDITS.get(name);
  return edit === undefined ? null : edited(life, edit, random);
}

function wordsFor(edit: string, before: Life, after: Life): string {
  const paths = changedPaths(before.project.files, after.project.files);
  const shown = [...paths.slice(0, 3), ...(paths.length > 3 ? [`${paths.length - 3} more`] : [])];
  return `someone ${edit} (${shown.join(", ")})`;
}

/** Drops the steps that are not needed to break the same guarantee. */
async function shortest(judge: Judge, seed: number, all: readonly Choice[], first: Ending) {
  let [kept, ending] = [all, first];
  for (const choice of all) {
    const fewer = kept.filter((each) => each !== choice);
    const without = await live(judge, seed, fewer);
    if (without.broken === null || without.broken.guarantee !== ending.broken?.guarantee) continue;
    [kept, ending] = [fewer, without];
  }
  return ending;
}

/**
 * Simulates the life of a seed.
 *
 * @returns The shortest life that breaks the same guarantee, in words that can become a row; `null`
 *   if no guarantee breaks.
 */
async function brokenLife(judge: Judge, seed: number): Promise<string | null> {
  const all = choices(seed);
  const ending = await live(judge, seed, all);
  if (ending.broken === null) return null;
  const { words, broken } = await shortest(judge, seed, all, ending);
  return [`Seed ${seed}:`, ...words, `=> ${broken?.guarantee}: ${broken?.problem}`].join("\n  ");
}

/** Number of concurrent lives. Each has its own judge, and waits for it most of the time. */
const AT_ONCE = 2;

/**
 * Simulates the lives of consecutive seeds.
 *
 * @param found Called with each life that breaks a guarantee, as soon as it ends.
 * @returns The lives that break a guarantee, in the order of their seeds.
 */
export async function brokenLives(
  first: number,
  count: number,
  found: (life: string) => void = () => {},
): Promise<string[]> {
  const broken = new Map<number, string>();
  const seeds = Array.from({ length: count }, (_, index) => first + index).values();
  const liveOn = async (judge: Judge) => {
    for (const seed of seeds) {
      const life = await brokenLife(judge, seed);
      if (life === null) continue;
      broken.set(seed, life);
      found(life);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => withJudge(liveOn)));
  return [...broken].sort(([a], [b]) => a - b).map(([, life]) => life);
}
