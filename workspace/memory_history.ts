/** The history of a project in memory. */

import {
  type ChangeRecord,
  EMPTY_HISTORY,
  type History,
  type HistoryReader,
  type HistoryStep,
  nextHistory,
  type RecordName,
} from "../core/history.ts";

/** The history of one project. It is lost with the workspace. */
export class MemoryHistory implements HistoryReader {
  #history = EMPTY_HISTORY;
  readonly #records = new Map<string, ChangeRecord>();

  list(): Promise<History> {
    return Promise.resolve(this.#history);
  }

  record(name: RecordName): Promise<ChangeRecord | null> {
    return Promise.resolve(this.#records.get(keyOf(name)) ?? null);
  }

  /** Adds an applied change set to the history. */
  add(step: HistoryStep, record: ChangeRecord): void {
    const { history, kept, dropped } = nextHistory(this.#history, {
      step,
      files: record.files.length,
      size: sizeOf(record),
      time: Date.now(),
    });
    this.#history = history;
    for (const name of dropped) this.#records.delete(keyOf(name));
    if (kept !== null) this.#records.set(keyOf(kept), record);
  }
}

function keyOf({ id, of }: RecordName): string {
  return `${id} ${of}`;
}

/** Returns the total length of the texts in a record, in UTF-16 code units. */
function sizeOf({ files }: ChangeRecord): number {
  let size = 0;
  for (const { before, after } of files) {
    size += (before?.text.length ?? 0) + (after?.text.length ?? 0);
  }
  return size;
}
