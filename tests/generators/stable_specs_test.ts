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
  "3f53670df1e91cdd",
  "c409ada7b4a5f037",
  "e0d0e4fc6abceba4",
  "3dc34dd173c1f0e4",
  "25a2156dc33f3b17",
  "493741dc26a39538",
  "5c683aefae44747d",
  "c983e82f33fd0c73",
  "9543935e858919ea",
  "8986d26fb42a036b",
  "56168c4370710ac6",
  "d35da8775cff31ed",
  "21bce131975efad8",
  "bfb417b3c2945b1c",
  "148610d940192989",
  "0b2baaa1ac8be513",
  "4dca7ac20d85d6dd",
  "8021ebd0fa79dd14",
  "aa9217a7d2771911",
  "5d13ffe4c1560a3c",
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
