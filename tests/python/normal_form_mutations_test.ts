/** Compares normal forms of changed code with CPython's syntax trees. */

import { equal, notEqual, ok } from "node:assert/strict";
import { normalForm } from "../../python/normal_form.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { runPython } from "../tools/run_python.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { type MutatedCode, mutatedCode } from "./mutated_code.ts";
import { DIFFERENT, SAME } from "./normal_form_cases.ts";
import { pythonTexts } from "./python_texts.ts";

const RUNS = IS_FULL_TIER ? 200_000 : 6_000;
const COUNTS = IS_FULL_TIER ? { specs: 50, library: 200 } : { specs: 5, library: 10 };
const MAX_LENGTH = 1_500;

/**
 * Matches syntax of newer versions of Python: `except` with several errors without parentheses, and
 * line breaks in fields of f-strings.
 */
const NEWER = /except\s[^(:]*,|f["'][^\n]*\{[^}"']*\n/i;

async function definitions(): Promise<readonly string[]> {
  return (await pythonTexts(COUNTS))
    .flatMap((source) => symbols(readPython(source)).map(({ text }) => text))
    .filter(({ length }) => length < MAX_LENGTH);
}

Deno.test("normalForm() differs where CPython's trees or comments differ, and only there", async () => {
  const small = Object.values({ ...SAME, ...DIFFERENT }).flat();
  const large = await definitions();
  const mutations = fc.sample(fc.oneof(mutatedCode(small), mutatedCode(large)), RUNS);
  const texts = [...new Set(mutations.flatMap(({ before, after }) => [before, after]))];
  const read = await runPython("python_meanings.py", texts) as (string | null)[];
  const meanings = new Map(texts.map((text, index) => [text, read[index] ?? null]));
  let same = 0;
  for (const mutation of mutations) {
    const { what, before, after } = mutation;
    const meaning = meanings.get(before) ?? null;
    if (meaning === null || before === after) continue;
    const found = meanings.get(after) ?? null;
    if (found === null && NEWER.test(after)) continue;
    const report = `${what}\n${before}\n---\n${after}`;
    if (found !== meaning) {
      notEqual(normalForm(after), normalForm(before), report);
    } else if (isFormatting(mutation)) {
      equal(normalForm(after), normalForm(before), report);
      same++;
    }
  }
  ok(same > RUNS / 100, `Only ${same} changes kept the meaning`);
});

/**
 * Reports whether formatters make a change that keeps the meaning. They change neither patterns nor
 * parentheses around docstrings, and they keep the order of comments and statements.
 */
function isFormatting({ what, before }: MutatedCode): boolean {
  return /parentheses|comma/.test(what) && !/#|case /.test(before) &&
    !normalForm(before).includes('doc"');
}
