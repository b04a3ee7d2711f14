/** The text that stays between brackets after the wizard's entry is removed. */

import { equal } from "node:assert/strict";
import { FORMATS } from "../../formats/formats.ts";

const PLACE = { container: ["servers"], kind: "map", name: "lw" } as const;

const ENTRIES = {
  json: (inside: string) => `{"servers": {${inside}}}`,
  yaml: (inside: string) => `{"servers": {${inside}}}`,
  toml: (inside: string) => `servers = {${inside.replace(":", " =")}}`,
};

for (const [format, text] of Object.entries(ENTRIES)) {
  for (
    const [filler, left] of [
      [undefined, ""],
      ["", ""],
      [" ", " "],
      ["\t ", "\t "],
      // A manipulated record must not write anything into a file.
      ['"x": 1', ""],
      [' "x": 1', ""],
      ['"x": 1 ', ""],
      ["}", ""],
      ["\u00a0", ""],
    ] as const
  ) {
    Deno.test(`${format}: removing an entry restores only blanks, given ${JSON.stringify(filler)}`, () => {
      const made = { keys: 0, ...(filler !== undefined && { filler }) };
      const { remove } = FORMATS[format as keyof typeof ENTRIES];
      equal(remove(text('"lw": {}'), PLACE, made), text(left));
    });
  }
}
