/** The lines of documents that mention an old name. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { CodePlace } from "./renamed_references.ts";

/** Finds the first old URL path or name in each line of some documents, such as `/products` in the README. */
export function mentionsIn(
  documents: readonly ProjectPath[],
  words: readonly string[],
  files: Snapshot,
): readonly CodePlace[] {
  if (words.length === 0) return [];
  const patterns = words.map((word) => (/^\w/.test(word) ? "\\b" : "") + RegExp.escape(word));
  const pattern = new RegExp(`(?:${patterns.join("|")})(?!\\w)`);
  return documents.flatMap((path) =>
    (files.get(path) ?? "").split("\n").flatMap((text, index): readonly CodePlace[] => {
      const [what] = pattern.exec(text) ?? [];
      return what === undefined ? [] : [{ path, line: index + 1, what }];
    })
  );
}
