/**
 * The same specs generate the same code, byte for byte, in every version with the same templates.
 */

import { equal } from "node:assert/strict";
import { createHash } from "node:crypto";
import { apiFiles } from "../../generators/code/api_code.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { stableSpec } from "./stable_specs.ts";
import { checkedSpec } from "./written_projects.ts";

/** Number of specs for each checksum. */
const GROUP = 100;

/** Checksums of the projects: those of the seeds 0 to 99 first. */
const CHECKSUMS: readonly string[] = [
  "bb1181c7104b9d57",
  "30c905e7df65e307",
  "a40810b79fa7024e",
  "5a841df7bef02f7a",
  "39aed761290055f3",
  "1f06bb55bdb8a977",
  "9d6629ada774ab21",
  "881a30ac03e26f92",
  "0173e5cc5717be2c",
  "0a9ead20fb1e6346",
  "c28dff7d85bff85f",
  "012bb233fb83219a",
  "0628d5f58ec738c6",
  "23275511d98d23b6",
  "7416ed2afc1ac882",
  "3047f4253937427b",
  "b4d94d556dc53c01",
  "31e575a1b1a45cba",
  "6e986bcfbd54122a",
  "58d8a50ce2607819",
];

function checksum(group: number): string {
  const hash = createHash("sha256");
  for (let seed = GROUP * group; seed < GROUP * (group + 1); seed++) {
    const files = apiFiles({ name: "demo", spec: checkedSpec(stableSpec(seed)) });
    for (const [path, text] of [...files].sort(([a], [b]) => a < b ? -1 : 1)) {
      hash.update(`${path}\0${text}\0`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

Deno.test("specs generate the same bytes as ever", () => {
  const groups = IS_FULL_TIER ? CHECKSUMS : CHECKSUMS.slice(0, 5);
  for (const [group, expected] of groups.entries()) {
    equal(checksum(group), expected, `seeds from ${GROUP * group}`);
  }
});
