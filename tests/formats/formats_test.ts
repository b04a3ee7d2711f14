import { deepEqual, equal } from "node:assert/strict";
import { FORMATS } from "../../formats/formats.ts";

const LINES = FORMATS.lines;

function place(name: string) {
  return { container: ["layerwright"], kind: "list", name } as const;
}

const PLACE = place("/.mcp.json");

/** Texts before and after a line is added. */
const ADDED: readonly (readonly [before: string, after: string])[] = [
  ["", "/.mcp.json\n"],
  ["dist\n", "dist\n/.mcp.json\n"],
  ["dist", "dist\n/.mcp.json"],
  ["dist\r\na\r\n", "dist\r\na\r\n/.mcp.json\r\n"],
  ["dist\r\na", "dist\r\na\r\n/.mcp.json"],
  ["a/.mcp.json\n/.mcp.json.bak\n", "a/.mcp.json\n/.mcp.json.bak\n/.mcp.json\n"],
];

Deno.test("FORMATS.lines adds a line once and removes it", () => {
  for (const [before, after] of ADDED) {
    deepEqual(LINES.read(before, PLACE), { kind: "read", entry: undefined });
    equal(LINES.set(before, PLACE, null), after, JSON.stringify(before));
    deepEqual(LINES.read(after, PLACE), { kind: "read", entry: "/.mcp.json" });
    equal(LINES.set(after, PLACE, null), after);
    deepEqual(LINES.missing(before, PLACE), { keys: 0 });
    equal(LINES.remove(after, PLACE, LINES.missing(before, PLACE)), before);
    equal(LINES.remove(before, PLACE, { keys: 0 }), before);
  }
});

Deno.test("FORMATS.lines removes only whole lines, whatever characters they have", () => {
  const text = "/.mcp.json\n/a[b]*.c\n/xmcp-json\nend\n";
  equal(LINES.remove(text, PLACE, { keys: 0 }), "/a[b]*.c\n/xmcp-json\nend\n");
  equal(LINES.remove(text, place("/a[b]*.c"), { keys: 0 }), "/.mcp.json\n/xmcp-json\nend\n");
  for (const name of ["/.mcp", "mcp.json", "/ab.c", ".*", "en"]) {
    equal(LINES.remove(text, place(name), { keys: 0 }), text, name);
  }
});
