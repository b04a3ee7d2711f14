/** Large files are edited, in the full tier in a time that is linear in their size. */

import { equal, ok } from "node:assert/strict";
import type { Format } from "../../formats/config_format.ts";
import { FORMATS } from "../../formats/formats.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const PLACE = { container: ["mcpServers"], kind: "map", name: "layerwright" } as const;

const ENTRY = { url: "http://127.0.0.1:8000/mcp", headers: { Authorization: "Bearer key" } };

/** Takes about a second. A quadratic search takes minutes. */
const MAX_MS = IS_FULL_TIER ? 30_000 : Infinity;

const ITEMS = IS_FULL_TIER ? 30_000 : 5_000;

function data(items: number) {
  const others = Array.from({ length: items }, (_, index) => [`key${index}`, { a: [1, "b"] }]);
  return Object.fromEntries(others);
}

const TEXTS: readonly (readonly [what: string, format: Format, text: string])[] = [
  ["on one line", "json", JSON.stringify(data(ITEMS))],
  ["on many lines", "json", JSON.stringify(data(ITEMS), null, 2)],
  [
    "on lines that are not indented",
    "jsonc",
    JSON.stringify(data(ITEMS), null, 1).replace(/^ +/gm, ""),
  ],
  ["on one line, with its servers", "json", JSON.stringify({ mcpServers: data(ITEMS) })],
];

for (const [what, format, text] of TEXTS) {
  Deno.test(`${format}: ${Math.round(text.length / 1e5) / 10} MB ${what} are edited in time`, () => {
    const editor = FORMATS[format];
    const start = performance.now();
    const made = editor.missing(text, PLACE);
    const added = editor.set(text, PLACE, ENTRY);
    equal(editor.remove(added, PLACE, made), text);
    ok(performance.now() - start < MAX_MS, `${performance.now() - start} ms`);
  });
}
