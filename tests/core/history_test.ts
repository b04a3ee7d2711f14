import { deepEqual, equal } from "node:assert/strict";
import { EMPTY_HISTORY, type History, type HistoryStep, nextHistory } from "../../core/history.ts";

const MB = 1024 * 1024;

/** Applies change sets whose records have these sizes in MB. */
function withChanges(...sizes: readonly number[]): History {
  return sizes.reduce((history, size) => {
    const command = { command: `${size} MB`, changeSet: "", endpoints: 1, isCreation: false };
    return next(history, { kind: "change", command }, size).history;
  }, EMPTY_HISTORY);
}

function next(history: History, step: HistoryStep, size: number) {
  return nextHistory(history, { step, files: 1, size: size * MB, time: 0 });
}

/** Undoes the entries at these places, with records as large as those of the change sets. */
function withUndone(history: History, ...places: readonly number[]): History {
  return places.reduce((now, place) => {
    const { id = "", size } = now.entries[place] ?? {};
    return next(now, { kind: "undo", id }, (size ?? 0) / MB).history;
  }, history);
}

/** The sizes of each entry's records in MB, and the places of the entries that can be redone. */
interface Kept {
  readonly sizes: readonly (number | null)[];
  readonly undos: readonly (number | null)[];
  readonly redoable: readonly number[];
}

function kept({ entries, redoable }: History): Kept {
  const inMb = (bytes: number | null) => bytes === null ? null : bytes / MB;
  return {
    sizes: entries.map(({ size }) => inMb(size)),
    undos: entries.map(({ undoSize }) => inMb(undoSize)),
    redoable: redoable.map((each) => entries.findIndex(({ id }) => id === each)),
  };
}

const CASES: readonly (readonly [behaviour: string, history: History, expected: Kept])[] = [
  [
    "an undo that does not fit beside its change is not kept, and everything else is",
    withUndone(withChanges(1, 1, 1, 1, 1, 12), 5),
    { sizes: [1, 1, 1, 1, 1, 12], undos: [null, null, null, null, null, null], redoable: [] },
  ],
  [
    "an undo of an older entry takes the room of others",
    withUndone(withChanges(8, 8), 0),
    { sizes: [8, null], undos: [8, null], redoable: [0] },
  ],
  [
    "a change takes the room of the oldest, which stay in the list",
    withChanges(9, 1, 9, 9),
    { sizes: [null, 1, 9, 9], undos: [null, null, null, null], redoable: [] },
  ],
  [
    "a change that is too large has no record, and takes no room",
    withChanges(9, 21),
    { sizes: [9, null], undos: [null, null], redoable: [] },
  ],
  [
    "what cannot be redone ends what could be redone after it",
    withUndone(withChanges(12, 2), 1, 0),
    { sizes: [12, 2], undos: [null, null], redoable: [] },
  ],
  [
    "undos that fit are kept in their order",
    withUndone(withChanges(1, 2, 3), 2, 0),
    { sizes: [1, 2, 3], undos: [1, null, 3], redoable: [2, 0] },
  ],
];

for (const [behaviour, history, expected] of CASES) {
  Deno.test(`in a full history, ${behaviour}`, () => {
    deepEqual(kept(history), expected);
  });
}

Deno.test("nextHistory() drops exactly the records that it does not keep", () => {
  const history = withChanges(8, 8);
  const [older, newer] = history.entries;
  const step = { kind: "undo", id: older?.id ?? "" } as const;
  const { dropped, kept } = next(history, step, 8);
  deepEqual(dropped, [{ id: newer?.id, of: "change" }]);
  deepEqual(kept, { id: older?.id, of: "undo" });
  equal(next(history, step, 21).kept, null);
});
