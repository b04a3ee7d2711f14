/** Lines near the limit with characters that are not one column wide: black and ruff leave them as they are. */

import { deepEqual } from "node:assert/strict";
import { black } from "../tools/black.ts";
import { checkedProject } from "../tools/checked_project.ts";
import { ruffFormat } from "../tools/ruff.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { withProjects } from "./written_projects.ts";

/** Texts that are repeated, by what is particular about their columns. */
const UNITS: Readonly<Record<string, string>> = {
  "letters of ASCII": "x",
  "letters of one column": "\u00e9",
  "letters of two UTF-16 units": "\u{1d4b3}",
  "half-width letters": "\uff76",
  "ideographs of two columns": "\u65e5",
  "emoji of two columns": "\u{1f600}",
  "letters with a mark, which formatters count in different ways": "e\u0301",
  "hexagrams, which became wide": "\u4dc0",
};

/** The most columns of a text. */
const MOST = 84;

/** A spec with an endpoint per length of a text, which is in every place that can have it. */
function specOf(unit: string): string {
  const lengths = Array.from({ length: Math.ceil(MOST / unit.length) }, (_, index) => index + 1)
    .filter((length) => IS_FULL_TIER || length % 7 === 0);
  const subroutes = lengths.map((length) => {
    const text = unit.repeat(length);
    const limited = { $default: text, $minLength: 1 };
    const parameters = { q: text, "list?": [text, "b"], d: { $default: text }, l: limited };
    const endpoint = {
      type: "POST",
      mock: { a: text, b: [text, { c: text }], d: [1, [[text]]] },
      body: {
        [text]: 1,
        [`${text}!?`]: { $default: [text] },
        a: [text, { b: text }],
        d: { $default: text },
        e: { $enum: [text, "b"] },
        l: limited,
      },
      query: { ...parameters, [text]: 1, e: [{ $enum: [text, "b"] }] },
      errors: { 404: text, 409: { mock: { code: text } } },
    };
    return [`s${length}`, endpoint];
  });
  const texts = lengths.map((length) => {
    const text = unit.repeat(length);
    return [`t${length}`, { type: "POST", mock: text, body: text }];
  });
  const all = Object.fromEntries([...subroutes, ...texts]);
  return JSON.stringify({ routes: { r: { type: "GET", mock: 1, subroutes: all } } });
}

for (const [what, unit] of Object.entries(UNITS)) {
  Deno.test(`generated lines are as black and ruff have them, with ${what}`, async () => {
    await withProjects([specOf(unit)], async ([folder = ""]) => {
      const project = await checkedProject(folder);
      const complaints = [...await black([project]), ...await ruffFormat([project])];
      deepEqual(complaints.map(({ tool, output }) => `${tool}\n${output}`), []);
    });
  });
}
