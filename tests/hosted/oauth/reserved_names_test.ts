/** Names that people could read as ours, by how much of it they show. */

import { equal } from "node:assert/strict";
import { isReservedName } from "../../../hosted/oauth/reserved_names.ts";

for (
  const [name, isReserved] of [
    ["layerwright", true],
    // People read three letters into characters whose looks are unknown, and no more.
    ["漢漢漢erwright", true],
    ["layerwri漢漢漢", true],
    ["漢漢漢漢rwright", false],
    ["layerwr漢漢漢漢", false],
    ["x layerwr漢漢漢漢 x", false],
    ["la漢er漢rig漢t", true],
    ["la漢er漢ri漢漢t", false],
    // Each of its letters has a place.
    ["layerwri", false],
    ["yerwright", false],
    ["layerright", false],
    ["wrightlayer", false],
    ["layerxwright", false],
    ["layerxright", false],
    // What stands around it does not matter.
    ["xxlayerwrightxx", true],
    ["layerlayerwright", true],
    ["layer. wright", true],
    ["", false],
  ] as const
) {
  Deno.test(`'${name}' is ${isReserved ? "" : "not "}read as Layerwright`, () => {
    equal(isReservedName(name), isReserved);
  });
}
