/** The tier of the tests, and fast-check configured for it. */

import fc from "fast-check";

/** Whether this is the full tier, which takes an hour. */
export const IS_FULL_TIER = Deno.env.get("LAYERWRIGHT_TIER") === "full";

/** Defines a test that only the full tier runs. */
export const testInFullTier = IS_FULL_TIER ? Deno.test : Deno.test.ignore;

// The quick tier always tries the same random cases, so that only changes can cause failures. The
// full tier tries new ones.
if (!IS_FULL_TIER) fc.configureGlobal({ seed: 20261120 });

export { fc };
