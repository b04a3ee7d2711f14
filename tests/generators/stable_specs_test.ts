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
  "ba718f0a1836e21b",
  "8cab9d07cd74e3b0",
  "0370113035ed037d",
  "1da071afee38e6e8",
  "f8832d19c03494cd",
  "0f08238855597891",
  "8280e8b9cd3e252c",
  "ffd9e02454e331fb",
  "f681911147afbd95",
  "d959ba926314c3ec",
  "8474f79478c2f768",
  "130d61c3fa88bcfd",
  "be7470ca85a7784d",
  "be0119d7b2b1e0ca",
  "9c4cedb991c99089",
  "e054277a45c2afda",
  "04f843f47c7dd7c9",
  "221769685a2971fb",
  "0701a4620a7744e7",
  "0c981df3d607aae4",
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
