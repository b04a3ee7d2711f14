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
  "3f95cefa6c42b379",
  "a3c53005e2f4f76a",
  "f52a646d53121ea1",
  "bcf83ce61e37f5ed",
  "3f1bf2186598eeb3",
  "486cda622f406ef0",
  "fddd01213bee2029",
  "770f16f96e49f996",
  "04e550afe8e8e213",
  "69b48c09344a10c4",
  "6fce62d3630f0d1c",
  "a1f0f665301bb7d1",
  "4b79701d4c434043",
  "2c20aa3500a758a5",
  "38169f19268bb3ac",
  "a4fa37e3e9df8405",
  "ddbd396c574bd58e",
  "13b9d5a1cce4e443",
  "e6afda91e3beb881",
  "fc7bd98f463d22b8",
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
