/** The last question before anything is written. */

import { counted } from "../core/report.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { shown } from "./files.ts";
import type { SetupHost } from "./host.ts";
import type { FileChange } from "./plan.ts";
import { patchLines, type View } from "./preview.ts";
import { Cancelled, type Ui, warningLines } from "./ui.ts";

/** What a person is shown and asked. */
export interface Proposal {
  readonly changes: readonly FileChange[];
  /** What is in the way, or worth knowing. */
  readonly problems: readonly SetupDiagnostic[];
  readonly view: View;
  /** `null` for a person who said yes before. */
  readonly question: string | null;
}

/**
 * Shows changes and asks whether to make them; nothing is asked where nothing changes.
 *
 * @throws {Cancelled} If the person says no.
 */
export async function confirmChanges(
  host: SetupHost,
  ui: Ui,
  { changes, problems, view, question }: Proposal,
): Promise<void> {
  for (const problem of problems) ui.warn(...warningLines(problem));
  if (changes.length === 0) return;
  const lines = changes.flatMap((change) => {
    const path = shown(host, change.file);
    return [`${path} (${kindOf(change)})`, ...patchLines(change, path, view)];
  });
  ui.tell(`Changes to ${counted(changes.length, "file")}`, lines);
  if (question !== null && !await ui.confirm(question)) throw new Cancelled();
}

function kindOf({ before, after }: FileChange): string {
  if (after === null) return "delete";
  return before === null ? "create" : "update";
}
