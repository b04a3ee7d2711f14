/** Checks that commands add no complaint of `mypy --strict` that their reports do not announce. */

import { join } from "node:path";
import { checkedPython } from "../tools/flask_pythons.ts";
import { runPython } from "../tools/run_python.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import type { Step } from "./guarantees.ts";
import type { Files } from "./project.ts";

/** Number of projects that mypy reads in one process. */
const BATCH = 40;

/** Returns the complaints that steps add, each with the command. */
export async function newComplaints(steps: readonly Step[]): Promise<readonly string[]> {
  const changed = steps.filter(({ report }) => report.status === "applied");
  const states = changed.flatMap((
    { before, after },
  ) => [before.project.files, after.project.files]);
  const complaints = await complaintsOf([...new Set(states)]);
  return changed.flatMap(({ command, report, before, after }) => {
    const old = [...complaints.get(before.project.files) ?? []];
    const told = JSON.stringify(report.data);
    const added = (complaints.get(after.project.files) ?? []).filter((each) => {
      const known = old.indexOf(each);
      if (known >= 0) old.splice(known, 1);
      // A row names the code of people that uses a changed model.
      return known < 0 && !told.includes(`${each.split(": ")[0]}:`);
    });
    return added.map((each) => `${command.words}\n    ${each}`);
  });
}

/** Runs mypy on projects. Complaints have no line numbers, which commands change. */
async function complaintsOf(states: readonly Files[]): Promise<ReadonlyMap<Files, string[]>> {
  const found = new Map<Files, string[]>();
  for (let from = 0; from < states.length; from += BATCH) {
    const batch = states.slice(from, from + BATCH);
    await inTemporaryFolder(async (root) => {
      const folders = batch.map((files, index) => {
        const folder = join(root, String(index));
        Deno.mkdirSync(folder);
        writeFiles(folder, files);
        return folder;
      });
      const args = [checkedPython.interpreter];
      const runs = await runPython("mypy_projects.py", folders, undefined, args);
      for (const [index, { output }] of (runs as readonly { output: string }[]).entries()) {
        const lines = output.split("\n").filter((line) => line.includes(": error: "));
        const files = batch[index];
        if (files !== undefined) found.set(files, lines.map(withoutLine));
      }
    });
  }
  return found;
}

function withoutLine(complaint: string): string {
  return complaint.replace(/^(?:.*?\/)?((?:\w+\/)*\w+\.py):\d+/, "$1");
}
