/** Names that people could read as the reserved name. */

import { equal } from "node:assert/strict";
import { isReservedName } from "../../../hosted/oauth/reserved_names.ts";

for (
  const [name, isReserved] of [
    ["layerwright", true],
    // Up to three characters whose look is unknown could pass for letters.
    ["漢漢漢erwright", true],
    ["layerwri漢漢漢", true],
    ["漢漢漢漢rwright", false],
    ["layerwr漢漢漢漢", false],
    ["x layerwr漢漢漢漢 x", false],
    ["la漢er漢rig漢t", true],
    ["la漢er漢ri漢漢t", false],
    // Every letter counts.
    ["layerwri", false],
    ["yerwright", false],
    ["layerright", false],
    ["wrightlayer", false],
    ["layerxwright", false],
    ["layerxright", false],
    // The name may be part of a longer text.
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
