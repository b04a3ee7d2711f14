/** What is being released, read from the checkout. */

import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { ROOT } from "../run.ts";
import { releaseNotes } from "./changelog.ts";

/** A release. */
export interface Release {
  /** Such as `1.2.0`. */
  readonly version: string;
  /** As Markdown. */
  readonly notes: string;
  /** Whether it is one before a release, such as `1.2.0-rc.1`. */
  readonly isPrerelease: boolean;
}

/**
 * The release that a tag names.
 *
 * @param tag Such as `v1.2.0`.
 * @throws {Error} If the checkout has another version, or nothing to say of it.
 */
export function releaseOf(tag: string): Release {
  if (tag !== `v${VERSION}`) {
    throw new Error(`Cannot release '${tag}' (deno.json has ${VERSION}, whose tag is v${VERSION})`);
  }
  const notes = releaseNotes(Deno.readTextFileSync(join(ROOT, "CHANGELOG.md")), VERSION);
  return { version: VERSION, notes, isPrerelease: VERSION.includes("-") };
}
