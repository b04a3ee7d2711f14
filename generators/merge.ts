/** What becomes of a file that exists when a spec asks for it: three texts, one decision. */

import type { ProjectPath } from "../core/project_path.ts";
import { routeFileAt } from "../project/layout.ts";
import {
  isAsGenerated,
  type ManifestEntry,
  manifestEntry,
  symbolHashes,
} from "../project/manifest.ts";
import { mergeModule } from "./merge_module.ts";
import { withEolOf } from "./plan.ts";

export interface MergeInput {
  readonly path: ProjectPath;
  /** The file as it is; `null` if it is not there. */
  readonly before: string | null;
  /** The file as the spec asks for it. */
  readonly generated: string;
  /** What Layerwright last wrote, if it ever did. */
  readonly known: ManifestEntry | undefined;
}

export type MergeOutcome =
  | {
    readonly kind: "merged";
    /** What the file shall be; equal to what it is if there is nothing to do. */
    readonly text: string;
    /** Whether people's edits are in it. */
    readonly edited: boolean;
    /** What the manifest says of the file; `null` for one that Layerwright never wrote. */
    readonly entry: ManifestEntry | null;
  }
  /** What people wrote stands where the spec asks for something else. */
  | {
    readonly kind: "conflict";
    /** What the file would be without that, and with all else that they wrote. */
    readonly text: string;
    readonly entry: ManifestEntry;
  }
  /** The file is no Python that can be edited. */
  | { readonly kind: "broken"; readonly line: number; readonly reason: string };

/**
 * Merges what a spec asks for into a file. A file that people left alone becomes what the spec asks
 * for; in one that they edited only the definitions that the spec asks for anew are added or replaced.
 */
export function mergeFile({ path, before, generated, known }: MergeInput): MergeOutcome {
  const wanted = before === null ? generated : withEolOf(before, generated);
  if (before === null || before === wanted) {
    const entry = known !== undefined && isAsGenerated(known, wanted)
      ? known
      : manifestEntry(path, wanted);
    return { kind: "merged", text: wanted, edited: false, entry };
  }
  if (known === undefined) {
    return isOwnedOnceThere(path)
      ? { kind: "merged", text: before, edited: true, entry: null }
      : conflict(path, wanted);
  }
  const edited = !isAsGenerated(known, before);
  if (edited && isAsGenerated(known, generated)) {
    return { kind: "merged", text: before, edited, entry: known };
  }
  if (path.endsWith(".py")) return mergePython(path, before, wanted, known, edited);
  if (!edited) {
    return { kind: "merged", text: wanted, edited, entry: manifestEntry(path, wanted) };
  }
  if (!isOwnedOnceThere(path)) return conflict(path, wanted);
  return { kind: "merged", text: before, edited, entry: known };
}

/** A file of which nothing can stay. */
function conflict(path: ProjectPath, wanted: string): MergeOutcome {
  return { kind: "conflict", text: wanted, entry: manifestEntry(path, wanted) };
}

function mergePython(
  path: ProjectPath,
  before: string,
  wanted: string,
  known: ManifestEntry,
  edited: boolean,
): MergeOutcome {
  const outcome = mergeModule(before, wanted, known.symbols);
  if (outcome.kind === "homeless") return conflict(path, wanted);
  if (outcome.kind === "broken") return outcome;
  // A file in which people have nothing of their own follows the spec to the letter, its order too.
  const isOurs = !edited || outcome.discards && hasSameLines(outcome.text, wanted);
  const follows = isOurs && !outcome.hasMore;
  const text = follows ? wanted : outcome.text;
  const generation = manifestEntry(path, wanted);
  const present = new Set(symbolHashes(path, text).values());
  const earlier = [...known.symbols].filter((hash) => present.has(hash));
  const entry = {
    hash: edited ? generation.hash : manifestEntry(path, text).hash,
    symbols: new Set([...generation.symbols, ...earlier]),
  };
  if (outcome.discards) return { kind: "conflict", text, entry };
  return { kind: "merged", text, edited, entry };
}

/** Whether two texts differ by no more than the order of their lines. */
function hasSameLines(a: string, b: string): boolean {
  const sorted = (text: string) => text.split("\n").sort().join("\n");
  return sorted(a) === sorted(b);
}

/** Whether people own a file as soon as it exists: all but code, and a mock's data is code in JSON. */
function isOwnedOnceThere(path: ProjectPath): boolean {
  return !path.endsWith(".py") && routeFileAt(path)?.layer !== "mock";
}
