import { deepEqual, equal } from "node:assert/strict";
import { FORMATS } from "../../formats/formats.ts";
import type { Template } from "../../setup/client.ts";
import { fingerprint, replacedBy } from "../../setup/written_entry.ts";
import { planRemove } from "../../setup/plan_removal.ts";
import { EMPTY_RECORD, type RecordedEntry, type SetupRecord } from "../../setup/record.ts";

const FILE = "/home/ada/shop/.mcp.json";
const IGNORE = "/home/ada/shop/.gitignore";
const OURS = { url: "https://ours" };
const THEIRS = { url: "https://theirs" };
const LINE = "/.mcp.json";

function recorded(name: string, options: Partial<RecordedEntry> = {}): RecordedEntry {
  const place = { container: ["servers"], kind: "map", name } as const;
  return {
    clients: ["cursor"],
    file: FILE,
    format: "json",
    place,
    made: { keys: 0 },
    written: [fingerprint(OURS, { entry: { url: "{{url}}" } }, name)],
    ...options,
  };
}

const IGNORED: RecordedEntry = {
  clients: ["cursor"],
  file: IGNORE,
  format: "lines",
  place: { container: ["a"], kind: "list", name: LINE },
  made: { keys: 0 },
};

function json(entries: Readonly<Record<string, Template>>): string {
  return JSON.stringify({ servers: entries });
}

function removal(
  entries: readonly RecordedEntry[],
  texts: Readonly<Record<string, string>>,
  record: SetupRecord = EMPTY_RECORD,
) {
  const { changes, inexact, ...plan } = planRemove(entries, new Map(Object.entries(texts)), record);
  const after = Object.fromEntries(changes.map((change) => {
    equal(change.before, texts[change.file] ?? null);
    return [change.file, change.after];
  }));
  return { ...plan, after, inexact: [...inexact] };
}

Deno.test("planRemove() removes only an entry that is as written", () => {
  const a = recorded("a");
  deepEqual(removal([a], { [FILE]: json({ a: OURS, b: THEIRS }) }), {
    after: { [FILE]: json({ b: THEIRS }) },
    removed: [a],
    foreign: [],
    inexact: [],
    broken: [],
  });
});

Deno.test("planRemove() removes an entry that people changed, and reports the file as inexact", () => {
  const a = recorded("a");
  const changed = { ...OURS, timeout: 9 };
  deepEqual(removal([a], { [FILE]: json({ a: changed }) }), {
    after: { [FILE]: json({}) },
    removed: [a],
    foreign: [],
    inexact: [FILE],
    broken: [],
  });
});

Deno.test("planRemove() keeps a foreign entry, and reports it", () => {
  const a = recorded("a");
  deepEqual(removal([a], { [FILE]: json({ a: THEIRS }) }), {
    after: {},
    removed: [a],
    foreign: [a],
    inexact: [FILE],
    broken: [],
  });
});

Deno.test("planRemove() drops the record of an entry that is gone, with or without its file", () => {
  const a = recorded("a");
  const nothing = { after: {}, removed: [a], foreign: [], inexact: [], broken: [] };
  deepEqual(removal([a], {}), nothing);
  deepEqual(removal([a], { [FILE]: json({ b: OURS }) }), nothing);
});

Deno.test("planRemove() keeps the record and the ignore line of a file that does not parse", () => {
  const a = recorded("a");
  const { broken, ...plan } = removal([a, IGNORED], { [FILE]: "{", [IGNORE]: `${LINE}\n` });
  deepEqual(plan, { after: {}, removed: [], foreign: [], inexact: [] });
  deepEqual(broken.map(({ entry, broken }) => [entry, broken.isSyntax]), [[a, true]]);
});

Deno.test("planRemove() removes the ignore line with the entry in its file", () => {
  const a = recorded("a");
  const texts = { [FILE]: json({ a: OURS }), [IGNORE]: `dist\n${LINE}\n` };
  deepEqual(removal([a, IGNORED], texts), {
    after: { [FILE]: json({}), [IGNORE]: "dist\n" },
    removed: [a, IGNORED],
    foreign: [],
    inexact: [],
    broken: [],
  });
});

Deno.test("planRemove() keeps the ignore line of a file that keeps a foreign entry", () => {
  const a = recorded("a");
  const texts = { [FILE]: json({ a: THEIRS }), [IGNORE]: `${LINE}\n` };
  const { after, removed } = removal([a, IGNORED], texts);
  deepEqual(after, {});
  deepEqual(removed, [a, IGNORED]);
});

Deno.test("planRemove() removes a file that setup created, with its last entry", () => {
  const [a, b] = [recorded("a", { made: { keys: 2 } }), recorded("b")];
  const record = { entries: [], files: { [FILE]: { start: "", folders: [], backup: null } } };
  const first = FORMATS.json.set("", a.place, OURS);
  const both = FORMATS.json.set(first, b.place, OURS);
  deepEqual(removal([a], { [FILE]: first }, record).after, { [FILE]: null });
  deepEqual(removal([a, b], { [FILE]: both }, record).after, { [FILE]: null });
  deepEqual(removal([b], { [FILE]: both }, record).after, { [FILE]: first });
  // A file that existed before stays, even if it is empty.
  const existing = { entries: [], files: { [FILE]: { start: null, folders: [], backup: null } } };
  deepEqual(removal([a], { [FILE]: first }, existing).after, { [FILE]: "" });
});

Deno.test("planRemove() restores the entry that setup replaced", () => {
  const before = '{"servers": {"a":  {"url":"https://theirs"} } }';
  const place = recorded("a").place;
  const text = FORMATS.json.set(before, place, OURS);
  const a = recorded("a", { replaced: replacedBy(before, text, "a", THEIRS) });
  const exact = removal([a], { [FILE]: text });
  deepEqual([exact.after, exact.inexact], [{ [FILE]: before }, []]);
  // If the plan cannot restore the bytes, it restores the value.
  const rewritten = json({ a: OURS, b: THEIRS });
  const inexact = removal([a], { [FILE]: rewritten });
  deepEqual(inexact.after, { [FILE]: json({ a: THEIRS, b: THEIRS }) });
  deepEqual(inexact.inexact, [FILE]);
  // If people removed our entry, theirs does not come back.
  const gone = removal([a], { [FILE]: json({}) });
  deepEqual([gone.after, gone.inexact], [{}, [FILE]]);
});
