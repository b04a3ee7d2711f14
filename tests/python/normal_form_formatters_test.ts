/** Compares normal forms before and after real formatters, with several settings. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { normalForm } from "../../python/normal_form.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { runPython } from "../tools/run_python.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { SAME } from "./normal_form_cases.ts";
import { pythonTexts, type TextCounts } from "./python_texts.ts";

// Black needs a second for a few files.
const FOR_BLACK = IS_FULL_TIER ? { specs: 100, library: 200 } : { specs: 2, library: 2 };
const FOR_RUFF = IS_FULL_TIER ? { specs: 500, library: 1_000 } : { specs: 12, library: 20 };

const BLACK_MODES = [
  { line_length: 30 },
  { line_length: 200, magic_trailing_comma: false },
  ...IS_FULL_TIER ? [{}, { string_normalization: false, preview: true }] : [],
];

const RUFF_SETTINGS = [
  {},
  { "line-length": 30, "indent-width": 2 },
  {
    "line-length": 200,
    "format": {
      "quote-style": "single",
      "indent-style": "tab",
      "skip-magic-trailing-comma": true,
    },
  },
  { "preview": true, "target-version": "py314" },
];

async function texts(counts: TextCounts): Promise<readonly string[]> {
  return [...await pythonTexts(counts), ...Object.values(SAME).flat()];
}

/** Asserts that the whole file, and every function, class and method, has the same form in both texts. */
function assertSameForms(before: string, after: string): void {
  deepEqual(definitions(after), definitions(before), before);
  equal(normalForm(after), normalForm(before));
}

/**
 * Returns the normal form of each definition. Assignments are left out, because a semicolon can join
 * several into one symbol. Comments are left out as well, because a comment between definitions can
 * belong to another definition after its indentation changes.
 */
function definitions(source: string): readonly (readonly [name: string, form: string])[] {
  return symbols(readPython(source))
    .filter(({ kind }) => kind !== "assignment")
    .map(({ name, text }) => [name, withoutComments(normalForm(text))]);
}

function withoutComments(form: string): string {
  return form.split("\n").filter((line) => !line.startsWith("#")).join("\n");
}

Deno.test("normalForm() ignores what black changes", async () => {
  const all = await texts(FOR_BLACK);
  const asked = { texts: all, modes: BLACK_MODES };
  const found = await runPython("black_formats.py", asked) as (string | null)[][];
  let compared = 0;
  for (const formatted of found) {
    for (const [index, after] of formatted.entries()) {
      if (after === null) continue;
      assertSameForms(all[index] ?? "", after);
      compared++;
    }
  }
  ok(compared > all.length, `Compared only ${compared} texts`);
});

Deno.test("normalForm() ignores what ruff changes", async () => {
  const all = await texts(FOR_RUFF);
  let compared = 0;
  for (const settings of RUFF_SETTINGS) {
    const workspace = new Workspace(settings, PositionEncoding.Utf16);
    for (const text of all) {
      const after = ruffFormat(workspace, text);
      if (after === null) continue;
      assertSameForms(text, after);
      compared++;
    }
    workspace.free();
  }
  ok(compared > all.length, `Compared only ${compared} texts`);
});

/** Returns `null` for text that ruff refuses. */
function ruffFormat(workspace: Workspace, text: string): string | null {
  try {
    return workspace.format(text);
  } catch {
    return null;
  }
}
