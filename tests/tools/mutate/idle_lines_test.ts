import { deepEqual } from "node:assert/strict";
import { readIdleLines } from "../../../tools/mutate/idle_lines.ts";

Deno.test("readIdleLines() finds the lines that did not run, by file", () => {
  const lcov = "SF:/a/b.ts\nFN:1,c\nDA:1,3\nDA:2,0\nend_of_record\nSF:/d.ts\nDA:7,1\n";
  deepEqual(readIdleLines(lcov), new Map([["/a/b.ts", new Set([2])], ["/d.ts", new Set()]]));
});
