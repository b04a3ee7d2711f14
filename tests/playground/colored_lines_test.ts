/** Highlighting changes no character of a text. */

import { deepEqual } from "node:assert/strict";
import { coloredLines } from "../../playground/colored_lines.ts";
import { fc } from "../tools/tier.ts";

const PIECES = [
  ...["<", ">", "&", '"', "'", "&amp;", "&lt;b&gt;", '<span class="hljs-x">', "</span>"],
  ...["def f", "'''", '"""', "# ", "\n", "1", "{", "}", ":", " ", "true", "```", "\u202e", "$"],
];

const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "grapheme", maxLength: 80 }),
);

const path = fc.constantFrom("a.py", "a.json", "a.toml", "a.yaml", "a.md", "Dockerfile", "a");

Deno.test("coloredLines() keeps every character, and only has highlighting classes", () => {
  fc.assert(fc.property(path, text, (name, written) => {
    const lines = coloredLines(name, written);
    deepEqual(
      lines.map((pieces) => pieces.map(([piece]) => piece).join("")),
      written.replace(/\r?\n$/, "").split(/\r\n|[\r\n]/),
    );
    const classes = lines.flat().map(([, className]) => className);
    deepEqual(classes.filter((each) => !/^(?:hljs-[\w -]+)?$/.test(each)), []);
  }));
});
