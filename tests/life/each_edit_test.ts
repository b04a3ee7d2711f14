/** The shortest lives: every kind of edit, followed by one command. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { newestFlask } from "../tools/flask_pythons.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { type Command, COMMANDS, type Life } from "./commands.ts";
import type { Edit } from "./edits/edit.ts";
import { EDITS, FIRST_EDITS, LATER_EDITS } from "./edits/mod.ts";
import { brokenGuarantees } from "./guarantees.ts";
import { type Judge, withJudge } from "./judge.ts";
import { begin, edited, ran } from "./life.ts";
import { changedPaths } from "./project.ts";
import { OPEN_FAULTS } from "./open_faults.ts";
import { Random } from "./random.ts";
import { SHOP, SHOP_WITH_BODY } from "./specs.ts";

/** The commands that are most likely to reveal a fault after an edit. */
const TOLD_BY = [
  "generate api",
  "generate api with other mocks",
  "generate api with another subroute",
  "generate api with a removed subroute",
  "generate api --force",
  "generate route",
  "generate subroute",
  "change",
  "rename route",
  "rename subroute",
];

/** In the quick tier, a command follows every third edit. Each command comes after some edit. */
const QUICK_SHARE = 3;

/** The same for the edits of the second year, which take longer. */
const QUICK_SHARE_LATER = 8;

/** Returns the names of the commands to try after an edit, each on its own. */
function commandsAfter(index: number, share: number): readonly string[] {
  if (IS_FULL_TIER) return TOLD_BY;
  const next = TOLD_BY[index / share % TOLD_BY.length];
  return next === undefined ? [] : [next];
}

/** Tries up to 50 random sources, and returns the first value that is not `null`; otherwise `null`. */
function firstOf<T>(choose: (random: Random) => T | null): T | null {
  for (let seed = 1; seed <= 50; seed++) {
    const value = choose(new Random(seed));
    if (value !== null) return value;
  }
  return null;
}

/** Applies an edit, so that it changes the route of products, or code outside of routes. */
function afterEdit(life: Life, edit: Edit): Life {
  const after = firstOf((random) => {
    const next = edited(life, edit, random);
    const paths = next === null ? [] : changedPaths(life.project.files, next.project.files);
    const isOther = paths.some((path) => path.includes("orders"));
    return isOther && !paths.some((path) => path.includes("products")) ? null : next;
  });
  if (after === null) throw new Error("It applies to nothing in the project");
  return after;
}

/** Returns a random command of a kind that can affect the edited code: none for the route of orders. */
function commandOf(name: string, life: Life): Command | null {
  const spec = JSON.stringify(life.spec.routes["products"]);
  return firstOf((random) => {
    const command = COMMANDS.get(name)?.(life, random) ?? null;
    if (command === null) return null;
    const isOther = name.startsWith("generate api with")
      ? JSON.stringify(command.spec.routes["products"]) === spec
      : / orders /.test(command.words);
    return isOther ? null : command;
  });
}

/** Returns the guarantees that do not hold after an edit, each with a command that breaks it. */
async function brokenAfter(
  judge: Judge,
  life: Life,
  commands: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const broken = new Map<string, string>();
  for (const name of commands) {
    const command = commandOf(name, life);
    if (command === null) continue;
    for (const [guarantee, problem] of brokenGuarantees(await ran(judge, life, command))) {
      if (OPEN_FAULTS[guarantee] === undefined && !broken.has(guarantee)) {
        broken.set(guarantee, `${name}: ${problem}`);
      }
    }
  }
  return broken;
}

Deno.test("there are many kinds of edits", () => ok(EDITS.size >= 40));

Deno.test("every edit leaves an app that starts, and commands after it keep all guarantees", async () => {
  deepEqual(await wrongAfter(await begin(SHOP), FIRST_EDITS, QUICK_SHARE), []);
});

Deno.test({
  name: "every edit of the second year leaves an app that starts, and commands keep all guarantees",
  ignore: !newestFlask.hasPydantic,
  fn: async () => {
    deepEqual(await wrongAfter(await begin(SHOP_WITH_BODY), LATER_EDITS, QUICK_SHARE_LATER), []);
  },
});

/** Returns what goes wrong after edits, or after the commands that follow a share of them. */
async function wrongAfter(life: Life, edits: typeof EDITS, share: number): Promise<string[]> {
  const wrong: string[] = [];
  await withJudge(async (judge) => {
    for (const [index, [name, edit]] of [...edits].entries()) {
      const after = afterEdit(life, edit);
      const { error } = await judge.judge(after.project);
      if (error !== null) wrong.push(`Someone ${name}, then the app does not start: ${error}`);
      if (OPEN_FAULTS[name] !== undefined) continue;
      const broken = await brokenAfter(judge, after, commandsAfter(index, share));
      for (const problem of broken.values()) wrong.push(`Someone ${name}, then ${problem}`);
    }
  });
  return wrong;
}

Deno.test("no edit gives a handler a method that another handler has", async () => {
  const methods = { GET: {}, DELETE: {} };
  const { project } = await begin({ routes: { products: { methods } } });
  equal(EDITS.get("changes the method of a handler")?.(project, new Random(1)), null);
});
