/** The compiler and the runtime of a build. */

import type { Target } from "./targets.ts";

/** A Deno that compiles executables. */
export interface Toolchain {
  /** The version of Deno and of the runtime, such as `2.9.6`. */
  readonly version: string;
  /** The command that starts it. */
  readonly command: readonly [string, ...string[]];
  /** A restriction on the use of the executables that it makes; `null` for a release. */
  readonly reservation: string | null;
  /** Returns the path of the runtime for a target; `null` if this Deno downloads the runtime itself. */
  base(target: Target): Promise<string | null>;
}

/** The Deno that runs this script, with the runtime of the same release. */
export const RELEASE_TOOLCHAIN: Toolchain = {
  version: Deno.version.deno,
  command: [Deno.execPath()],
  reservation: null,
  base: () => Promise.resolve(null),
};
