/** Three-way merge of a file: the text on disk, the last generated text, the new generated text. */

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
  /** The text on disk; `null` if the file does not exist. */
  readonly before: string | null;
  /** The text that the spec generates. */
  readonly generated: string;
  /** The manifest's entry, if Layerwright ever wrote the file. */
  readonly known: ManifestEntry | undefined;
}

export type MergeOutcome =
  | {
    readonly kind: "merged";
    /** The merged text; equal to the text on disk if nothing changes. */
    readonly text: string;
    /** Whether the text contains edits. */
    readonly edited: boolean;
    /** The manifest's new entry; `null` if the file is the user's own and stays out of the manifest. */
    readonly entry: ManifestEntry | null;
  }
  /** An edit conflicts with the spec. */
  | {
    readonly kind: "conflict";
    /** The text without the conflicting edits, but with all other edits. */
    readonly text: string;
    readonly entry: ManifestEntry;
  }
  /** The file does not parse. */
  | { readonly kind: "broken"; readonly line: number; readonly reason: string };

/**
 * Merges generated text into a file. A file without edits is replaced. In an edited file, only
 * definitions that are new or changed in the spec are added or replaced.
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

/** Returns the conflict for a file that would be replaced as a whole. */
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
  // If a file contains only generated definitions, it becomes the generated text, in the spec's order.
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

/** Reports whether two texts have the same lines in any order. */
function hasSameLines(a: string, b: string): boolean {
  const sorted = (text: string) => text.split("\n").sort().join("\n");
  return sorted(a) === sorted(b);
}

/** Reports whether a file belongs to people once it exists. Python files and mock data do not. */
function isOwnedOnceThere(path: ProjectPath): boolean {
  return !path.endsWith(".py") && routeFileAt(path)?.layer !== "mock";
}
