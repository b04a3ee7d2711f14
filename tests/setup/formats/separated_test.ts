/** What is left between brackets once the wizard's entry is gone. */

import { equal } from "node:assert/strict";
import { FORMATS } from "../../../setup/formats/formats.ts";

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
      // A record that somebody changed puts nothing into a file.
      ['"x": 1', ""],
      [' "x": 1', ""],
      ['"x": 1 ', ""],
      ["}", ""],
      ["\u00a0", ""],
    ] as const
  ) {
    Deno.test(`${format} has blanks alone put back for an entry: ${JSON.stringify(filler)}`, () => {
      const made = { keys: 0, ...(filler !== undefined && { filler }) };
      const { remove } = FORMATS[format as keyof typeof ENTRIES];
      equal(remove(text('"lw": {}'), PLACE, made), text(left));
    });
  }
}
