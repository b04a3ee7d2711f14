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
  "4e6469e4386aca68",
  "f28766143a95b9e3",
  "4b7f3c2be8d25ee6",
  "e5acd2695f9a25ca",
  "d5dd13693218a688",
  "ddf427714b144b4a",
  "19ee2648e9e332cd",
  "b1c405512baeab24",
  "6b308ef19add290b",
  "30104bbfbc574e80",
  "8851e95f33137717",
  "2e000d5e92af8790",
  "4bfe1aab85c08fca",
  "81c06d49d8495d13",
  "7d8c6a1e15e93c89",
  "eb0a54f8771e0d9f",
  "7a71cc669830cbf6",
  "8dbf913bd730996c",
  "f8ed84fcbc836a71",
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
