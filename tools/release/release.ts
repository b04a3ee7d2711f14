/** The release of a tag, read from the checkout. */

import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { ROOT } from "../run.ts";
import { releaseNotes } from "./changelog.ts";

/** A release. */
export interface Release {
  /** Such as `1.2.0`. */
  readonly version: string;
  /** The release notes, as Markdown. */
  readonly notes: string;
  /** Whether it is a prerelease, such as `1.2.0-rc.1`. */
  readonly isPrerelease: boolean;
}

/**
 * Returns the release of a tag.
 *
 * @param tag Such as `v1.2.0`.
 * @throws {Error} If the checkout has another version, or has no release notes for it.
 */
export function releaseOf(tag: string): Release {
  if (tag !== `v${VERSION}`) {
    throw new Error(`Cannot release '${tag}' (deno.json has ${VERSION}, whose tag is v${VERSION})`);
  }
  const notes = releaseNotes(Deno.readTextFileSync(join(ROOT, "CHANGELOG.md")), VERSION);
  return { version: VERSION, notes, isPrerelease: VERSION.includes("-") };
}
