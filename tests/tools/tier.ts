/** Which tier of tests runs, and fast-check as that tier wants it. */

import fc from "fast-check";

/** Whether this is the long tier, which takes minutes. */
export const IS_FULL_TIER = Deno.env.get("LAYERWRIGHT_TIER") === "full";

// The quick tier has the same cases every time, so that what fails is the change's own fault; the
// full tier looks for new ones.
if (!IS_FULL_TIER) fc.configureGlobal({ seed: 20261120 });

export { fc };
