import { deepEqual, equal } from "node:assert/strict";
import type { Template } from "../../setup/client.ts";
import { fingerprint, replacedBy } from "../../setup/written_entry.ts";
import { FORMATS } from "../../setup/formats/formats.ts";
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

Deno.test("planRemove() takes out an entry as it was written, and nothing else", () => {
  const a = recorded("a");
  deepEqual(removal([a], { [FILE]: json({ a: OURS, b: THEIRS }) }), {
    after: { [FILE]: json({ b: THEIRS }) },
    removed: [a],
    foreign: [],
    inexact: [],
    broken: [],
  });
});

Deno.test("planRemove() takes out an entry that people changed, and says so", () => {
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

Deno.test("planRemove() leaves somebody else's entry, and names it", () => {
  const a = recorded("a");
  deepEqual(removal([a], { [FILE]: json({ a: THEIRS }) }), {
    after: {},
    removed: [a],
    foreign: [a],
    inexact: [FILE],
    broken: [],
  });
});

Deno.test("planRemove() forgets an entry that is gone, with its file or without", () => {
  const a = recorded("a");
  const nothing = { after: {}, removed: [a], foreign: [], inexact: [], broken: [] };
  deepEqual(removal([a], {}), nothing);
  deepEqual(removal([a], { [FILE]: json({ b: OURS }) }), nothing);
});

Deno.test("planRemove() keeps an entry in mind whose file does not parse, and its line in git's", () => {
  const a = recorded("a");
  const { broken, ...plan } = removal([a, IGNORED], { [FILE]: "{", [IGNORE]: `${LINE}\n` });
  deepEqual(plan, { after: {}, removed: [], foreign: [], inexact: [] });
  deepEqual(broken.map(({ entry, broken }) => [entry, broken.isSyntax]), [[a, true]]);
});

Deno.test("planRemove() takes a line from git's with the file that it keeps out", () => {
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

Deno.test("planRemove() leaves the line of a file in which more stays than the wizard wrote", () => {
  const a = recorded("a");
  const texts = { [FILE]: json({ a: THEIRS }), [IGNORE]: `${LINE}\n` };
  const { after, removed } = removal([a, IGNORED], texts);
  deepEqual(after, {});
  deepEqual(removed, [a, IGNORED]);
});

Deno.test("planRemove() removes a file that the wizard made, with the last entry in it", () => {
  const [a, b] = [recorded("a", { made: { keys: 2 } }), recorded("b")];
  const record = { entries: [], files: { [FILE]: { start: "", folders: [], backup: null } } };
  const first = FORMATS.json.set("", a.place, OURS);
  const both = FORMATS.json.set(first, b.place, OURS);
  deepEqual(removal([a], { [FILE]: first }, record).after, { [FILE]: null });
  deepEqual(removal([a, b], { [FILE]: both }, record).after, { [FILE]: null });
  deepEqual(removal([b], { [FILE]: both }, record).after, { [FILE]: first });
  // A file that was there stays, even if nothing is in it.
  const existing = { entries: [], files: { [FILE]: { start: null, folders: [], backup: null } } };
  deepEqual(removal([a], { [FILE]: first }, existing).after, { [FILE]: "" });
});

Deno.test("planRemove() puts back the entry that was replaced", () => {
  const before = '{"servers": {"a":  {"url":"https://theirs"} } }';
  const place = recorded("a").place;
  const text = FORMATS.json.set(before, place, OURS);
  const a = recorded("a", { replaced: replacedBy(before, text, "a", THEIRS) });
  const exact = removal([a], { [FILE]: text });
  deepEqual([exact.after, exact.inexact], [{ [FILE]: before }, []]);
  // Where it cannot be put back to the byte, its value is.
  const rewritten = json({ a: OURS, b: THEIRS });
  const inexact = removal([a], { [FILE]: rewritten });
  deepEqual(inexact.after, { [FILE]: json({ a: THEIRS, b: THEIRS }) });
  deepEqual(inexact.inexact, [FILE]);
  // Where ours is gone, people decided.
  const gone = removal([a], { [FILE]: json({}) });
  deepEqual([gone.after, gone.inexact], [{}, [FILE]]);
});
