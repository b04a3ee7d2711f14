import { deepEqual, equal } from "node:assert/strict";
import { LINES_FORMAT } from "../../../setup/formats/lines_format.ts";

function place(name: string) {
  return { container: ["layerwright"], kind: "list", name } as const;
}

const PLACE = place("/.mcp.json");

/** Texts with the line, and without it again if it was added. */
const ADDED: readonly (readonly [before: string, after: string])[] = [
  ["", "/.mcp.json\n"],
  ["dist\n", "dist\n/.mcp.json\n"],
  ["dist", "dist\n/.mcp.json"],
  ["dist\r\na\r\n", "dist\r\na\r\n/.mcp.json\r\n"],
  ["dist\r\na", "dist\r\na\r\n/.mcp.json"],
  ["a/.mcp.json\n/.mcp.json.bak\n", "a/.mcp.json\n/.mcp.json.bak\n/.mcp.json\n"],
];

Deno.test("LINES_FORMAT adds a line once, and takes it out again", () => {
  for (const [before, after] of ADDED) {
    deepEqual(LINES_FORMAT.read(before, PLACE), { kind: "read", entry: undefined });
    equal(LINES_FORMAT.set(before, PLACE, null), after, JSON.stringify(before));
    deepEqual(LINES_FORMAT.read(after, PLACE), { kind: "read", entry: "/.mcp.json" });
    equal(LINES_FORMAT.set(after, PLACE, null), after);
    deepEqual(LINES_FORMAT.missing(before, PLACE), { keys: 0 });
    equal(LINES_FORMAT.remove(after, PLACE, LINES_FORMAT.missing(before, PLACE)), before);
    equal(LINES_FORMAT.remove(before, PLACE, { keys: 0 }), before);
  }
});

Deno.test("LINES_FORMAT takes out whole lines alone, whatever stands in them", () => {
  const text = "/.mcp.json\n/a[b]*.c\n/xmcp-json\nend\n";
  equal(LINES_FORMAT.remove(text, PLACE, { keys: 0 }), "/a[b]*.c\n/xmcp-json\nend\n");
  equal(LINES_FORMAT.remove(text, place("/a[b]*.c"), { keys: 0 }), "/.mcp.json\n/xmcp-json\nend\n");
  for (const name of ["/.mcp", "mcp.json", "/ab.c", ".*", "en"]) {
    equal(LINES_FORMAT.remove(text, place(name), { keys: 0 }), text, name);
  }
});
