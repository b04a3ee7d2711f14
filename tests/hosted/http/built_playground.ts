/** Builds the playground's scripts for tests. */

import { playgroundAssets } from "../../../hosted/http/playground_assets.ts";
import { buildPlayground } from "../../../tools/build_playground.ts";

/**
 * Builds the playground. Deno finds all modules before the first one runs, so a process that starts
 * before the scripts exist never finds them.
 *
 * @throws {Error} If the scripts were not built before this process began.
 */
export async function havePlayground(): Promise<void> {
  await buildPlayground();
  const { scripts } = await playgroundAssets();
  if (scripts !== null) return;
  throw new Error("The playground was built too late for this process: run the test again");
}
