/** Short notation for changes in tests. */

import type { Change } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import type { ApplyDetails } from "../../workspace/workspace.ts";

/** A path with its text before and after; `null` for an absent file. */
export type Triple = readonly [path: string, before: string | null, after: string | null];

export function changes(...triples: readonly Triple[]): readonly Change[] {
  return triples.map(([path, before, after]) => {
    const kind = before === null ? "create" : after === null ? "delete" : "update";
    return { kind, path: projectPath(path), before, after } as Change;
  });
}

/** Writes changes to a file for a child process, and returns the path of the file. */
export function writeChanges(
  file: string,
  changes: readonly Change[],
  details: ApplyDetails = {},
): string {
  Deno.writeTextFileSync(file, JSON.stringify({ changes, details }));
  return file;
}

/** Details of changes that the history records. */
export const RECORDED: ApplyDetails = {
  step: {
    kind: "change",
    command: { command: "test", changeSet: "", endpoints: null, isCreation: false },
  },
};
