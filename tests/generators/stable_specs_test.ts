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
  "294b4427b57f10b9",
  "1b949615568e87bc",
  "c23358def28ae852",
  "0192c1ed1f13e117",
  "2b9ee1007f3ae91f",
  "8979f4604798d772",
  "264e654fe936098d",
  "9fa9d799a833d2b4",
  "dabb4d77581a37ef",
  "67d62ff9c635d403",
  "f7026f719ec7e440",
  "8b625ee0c332de9c",
  "753cb1b2d0199c5c",
  "92539408ed0a1c46",
  "eb4aef11b27c48a4",
  "9f717a21b2f1c1f6",
  "deed411aaeb5a119",
  "a8c050d07861a606",
  "090043f494634f3c",
  "40d0c8645e675fda",
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
