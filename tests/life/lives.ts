/**
 * Random lives: their steps, their broken guarantees, and the shortest life that still breaks one.
 */

import { COMMANDS, type Life } from "./commands.ts";
import { EDITS, FIRST_EDITS, LATER_EDITS } from "./edits/mod.ts";
import { brokenGuarantees, type Step } from "./guarantees.ts";
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

const STEPS_OF_A_YEAR = 12;

/**
 * Number of choices: more than a year has steps, because some choices do not apply when their turn
 * comes.
 */
const CHOICES_OF_A_YEAR = 2 * STEPS_OF_A_YEAR;

/**
 * Returns the choices of each year. The first year of a seed does not depend on the number of
 * years. In the second one, a team has rules, such as guards on all handlers.
 */
function choices(seed: number, years: number): Choice[][] {
  const random = new Random(seed);
  const commands = [...COMMANDS.keys()];
  return Array.from({ length: years }, (_, year) => {
    const tables = year === 0 ? [FIRST_EDITS] : [FIRST_EDITS, LATER_EDITS, LATER_EDITS];
    const edits = tables.flatMap((table) => [...table.keys()]);
    return Array.from({ length: CHOICES_OF_A_YEAR }, () => ({
      name: random.pick(random.below(5) < 3 ? edits : commands) ?? "",
      seed: random.below(2 ** 30),
    }));
  });
}

/** Simulates a life until a guarantee breaks. */
async function live(
  judge: Judge,
  seed: number,
  years: readonly Choice[][],
  options: LivesOptions,
): Promise<Ending> {
  let life = await begin(randomSpec(new Random(seed)));
  const words = [`generate api base with ${JSON.stringify(life.spec.routes)}`];
  for (const year of years) {
    const end = words.length + STEPS_OF_A_YEAR;
    for (const choice of year) {
      if (words.length >= end) break;
      const { life: after, words: said, broken } = await lived(judge, life, choice, options);
      words.push(...said);
      if (broken !== null) return { words, broken };
      life = after;
    }
  }
  return { words, broken: await unsound(judge, life) };
}

/** Takes the steps of a choice: an edit, a command, or, if neither applies, none. */
async function lived(
  judge: Judge,
  life: Life,
  { name, seed }: Choice,
  { without = new Set(), told = () => {} }: LivesOptions,
): Promise<Ending & { readonly life: Life }> {
  const random = new Random(seed);
  const next = without.has(name) ? null : afterEdit(life, name, random);
  const words = next === null ? [] : [wordsFor(name, life, next)];
  const now = next ?? life;
  // Without records, most commands do nothing, so the project is adopted in half of these cases.
  const isLost = next === null && !hasRecords(now.project) && random.below(2) === 0;
  const command = COMMANDS.get(isLost ? "adopt" : name)?.(now, random) ?? null;
  if (command === null) return { life: now, words, broken: null };
  const broken = await unsound(judge, now);
  if (broken !== null) return { life: now, words, broken };
  const step = await ran(judge, now, command);
  told(step);
  const found = [...brokenGuarantees(step)].find(([guarantee]) => !without.has(guarantee));
  return {
    life: step.after,
    words: [...words, `${command.words}: ${step.report.status}`],
    broken: found === undefined ? null : { guarantee: found[0], problem: found[1] },
  };
}

/** Returns the problem of an edit after which the app does not start; `null` if it starts. */
async function unsound(judge: Judge, { project }: Life): Promise<Ending["broken"]> {
  const { error } = await judge.judge(project);
  return error === null ? null : { guarantee: "an edit is sound", problem: error };
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

/**
 * Drops the steps that are not needed to break the same guarantee: first half of them at once, then
 * fewer and fewer.
 */
async function shortest(
  judge: Judge,
  seed: number,
  all: readonly Choice[][],
  first: Ending,
  options: LivesOptions,
) {
  let [kept, ending] = [all, first];
  for (let size = Math.ceil(all.flat().length / 2); size >= 1; size = Math.floor(size / 2)) {
    const choices = kept.flat();
    for (let from = 0; from < choices.length; from += size) {
      const dropped = new Set(choices.slice(from, from + size));
      const fewer = kept.map((year) => year.filter((each) => !dropped.has(each)));
      const without = await live(judge, seed, fewer, options);
      if (without.broken?.guarantee !== ending.broken?.guarantee) continue;
      [kept, ending] = [fewer, without];
    }
  }
  return ending;
}

/**
 * Simulates the life of a seed.
 *
 * @returns The shortest life that breaks the same guarantee, in words that can become a row; `null`
 *   if no guarantee breaks.
 */
async function brokenLife(
  judge: Judge,
  seed: number,
  { told = () => {}, ...options }: LivesOptions,
): Promise<string | null> {
  const all = choices(seed, options.years);
  const ending = await live(judge, seed, all, { ...options, told });
  if (ending.broken === null) return null;
  const { words, broken } = options.isWhole
    ? ending
    : await shortest(judge, seed, all, ending, options);
  return [`Seed ${seed}:`, ...words, `=> ${broken?.guarantee}: ${broken?.problem}`].join("\n  ");
}

/** How lives are simulated. */
interface LivesOptions {
  /** The length of each life. */
  readonly years: 1 | 2;
  /** Edits and guarantees that lives leave out. */
  readonly without?: ReadonlySet<string>;
  /** Whether to show broken lives with all their steps, which is faster. */
  readonly isWhole?: boolean;
  /** Called with each life that breaks a guarantee, as soon as it ends. */
  readonly found?: (life: string) => void;
  /** Called with each command that ran. */
  readonly told?: (step: Step) => void;
}

/** Number of concurrent lives. Each has its own judge, and waits for it most of the time. */
const AT_ONCE = 2;

/**
 * Simulates the lives of consecutive seeds.
 *
 * @returns The lives that break a guarantee, in the order of their seeds.
 */
export async function brokenLives(
  first: number,
  count: number,
  options: LivesOptions,
): Promise<string[]> {
  const broken = new Map<number, string>();
  const seeds = Array.from({ length: count }, (_, index) => first + index).values();
  const liveOn = async (judge: Judge) => {
    for (const seed of seeds) {
      const life = await brokenLife(judge, seed, options);
      if (life === null) continue;
      broken.set(seed, life);
      options.found?.(life);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => withJudge(liveOn)));
  return [...broken].sort(([a], [b]) => a - b).map(([, life]) => life);
}
