import { deepEqual } from "node:assert/strict";
import { readCoveredLines } from "../../../tools/mutate/covered_lines.ts";

Deno.test("readCoveredLines() tells lines that ran from those that did not, by file", () => {
  const lcov = "SF:/a/b.ts\nFN:1,c\nDA:1,3\nDA:2,0\nend_of_record\nSF:/d.ts\nDA:7,1\n";
  deepEqual(
    readCoveredLines(lcov),
    new Map([
      ["/a/b.ts", new Map([[1, true], [2, false]])],
      ["/d.ts", new Map([[7, true]])],
    ]),
  );
});
