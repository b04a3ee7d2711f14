/** Where the runtime comes from that an executable is built on: the only difference between builds. */

import type { Target } from "./targets.ts";

/** A Deno that compiles. */
export interface Toolchain {
  /** The Deno whose runtime the executables have, such as `2.9.6`. */
  readonly version: string;
  /** The words that start it. */
  readonly command: readonly [string, ...string[]];
  /** What executables of it must not be used for; `null` if they are what people get. */
  readonly reservation: string | null;
  /** The bare runtime for a target; `null` if this Deno downloads it by itself. */
  base(target: Target): Promise<string | null>;
}

/** The Deno that runs this, with the runtime that its own release has: what people get. */
export const RELEASE_TOOLCHAIN: Toolchain = {
  version: Deno.version.deno,
  command: [Deno.execPath()],
  reservation: null,
  base: () => Promise.resolve(null),
};
