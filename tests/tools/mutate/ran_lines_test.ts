import { deepEqual } from "node:assert/strict";
import { readRanLines } from "../../../tools/mutate/ran_lines.ts";

Deno.test("readRanLines() finds the lines that ran, by file", () => {
  const lcov = "SF:/a/b.ts\nFN:1,c\nDA:1,3\nDA:2,0\nend_of_record\nSF:/d.ts\nDA:7,0\n";
  deepEqual(readRanLines(lcov), new Map([["/a/b.ts", new Set([1])], ["/d.ts", new Set()]]));
});
