/** Colours of patches. */

import type { Style } from "./style.ts";

/** Colours the lines of a patch. */
export function colourPatch(patch: string, style: Style): string {
  return patch.replace(/^[^\n]*/gm, (line) => {
    if (/^(?:\+\+\+|---|diff|new file|deleted file)/.test(line)) return style("bold", line);
    if (line.startsWith("+")) return style("green", line);
    if (line.startsWith("-")) return style("red", line);
    return line.startsWith("@@") ? style("cyan", line) : line;
  });
}
