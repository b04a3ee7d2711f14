import { deepEqual, equal } from "node:assert/strict";
import {
  EMPTY_RECORD,
  ignoredFile,
  inheriting,
  isSamePlace,
  nameOf,
  recordedAt,
  type RecordedEntry,
  type RecordedFile,
  type SetupRecord,
  withEntries,
  withFileOf,
  withoutEntries,
} from "../../setup/record.ts";

const FILE = "/home/ada/.mcp.json";
const OTHER = "/home/ada/shop/.mcp.json";
const MADE: RecordedFile = { start: "", folders: ["/home/ada/shop"], backup: null };

/** @param at A path of keys: the last one is the name. */
function entry(at: string, options: Partial<RecordedEntry> = {}): RecordedEntry {
  const container = at.split(".");
  const name = container.pop() ?? "";
  const place = { container, kind: "map", name } as const;
  return { clients: ["cursor"], file: FILE, format: "json", place, made: { keys: 0 }, ...options };
}

function line(pattern: string): RecordedEntry {
  const place = { container: ["layerwright"], kind: "list", name: pattern } as const;
  return entry("a", { file: "/home/ada/shop/.gitignore", format: "lines", place });
}

Deno.test("ignoredFile() returns the file that a line keeps out of git", () => {
  const lines = [["/.mcp.json", ".mcp.json"], ["/.mcp.json*", ".mcp.json"], [
    "/\\[a\\]\\*\\?*",
    "[a]*?",
  ]];
  for (const [pattern = "", name] of lines) {
    equal(ignoredFile(line(pattern)), `/home/ada/shop/${name}`);
  }
  equal(ignoredFile(entry("servers.a")), null);
});

Deno.test("nameOf() returns the name of an entry", () => {
  equal(nameOf(entry("servers.a")), "a");
  equal(nameOf(line("/.mcp.json")), "layerwright");
});

Deno.test("isSamePlace() compares container, kind and name", () => {
  const { place } = entry("servers.a");
  equal(isSamePlace(place, { ...place, container: ["servers"] }), true);
  equal(isSamePlace(place, { ...place, name: "b" }), false);
  equal(isSamePlace(place, { ...place, kind: "list" }), false);
  equal(isSamePlace(place, { ...place, container: ["servers", "a"] }), false);
});

Deno.test("recordedAt() finds the entry of a file and a place", () => {
  const [a, other] = [entry("servers.a"), entry("servers.a", { file: OTHER })];
  const record: SetupRecord = { entries: [entry("servers.b"), a, other], files: {} };
  equal(recordedAt(record, FILE, a.place), a);
  equal(recordedAt(record, OTHER, a.place), other);
  equal(recordedAt(record, OTHER, entry("servers.b").place), undefined);
});

Deno.test("withEntries() replaces entries of the file in place, and adds new ones", () => {
  const [a, b, other] = [entry("s.a"), entry("s.b"), entry("s.a", { file: OTHER })];
  const first = withEntries(EMPTY_RECORD, [a, other], FILE, MADE);
  deepEqual(first, { entries: [a], files: { [FILE]: MADE } });
  const again = entry("s.a", { clients: ["cursor", "vscode"] });
  const { entries } = withEntries({ ...first, entries: [a, other] }, [again, b], FILE, MADE);
  deepEqual(entries, [again, other, b]);
});

Deno.test("withEntries() keeps earlier facts about the file", () => {
  const file = (now: RecordedFile, before: RecordedFile) =>
    withEntries({ entries: [], files: { [FILE]: before, [OTHER]: MADE } }, [], FILE, now).files;
  const none = { start: null, folders: [], backup: null };
  deepEqual(file(none, { start: "{}", folders: ["/a"], backup: "/b" }), {
    [FILE]: { start: "{}", folders: ["/a"], backup: "/b" },
    [OTHER]: MADE,
  });
  // Setup created the file again. The first backup has the person's text.
  deepEqual(
    file({ start: "", folders: ["/a/c"], backup: "/d" }, {
      start: "{}",
      folders: ["/a"],
      backup: "/b",
    }),
    { [FILE]: { start: "", folders: ["/a/c", "/a"], backup: "/b" }, [OTHER]: MADE },
  );
});

Deno.test("withFileOf() copies only one file's part of another record", () => {
  const [a, b, other] = [entry("s.a"), entry("s.b"), entry("s.a", { file: OTHER })];
  const record = { entries: [a, other], files: { [FILE]: MADE, [OTHER]: MADE } };
  const now = { ...MADE, backup: "/b" };
  deepEqual(
    withFileOf(
      record,
      { entries: [b, entry("s.c", { file: OTHER })], files: { [FILE]: now } },
      FILE,
    ),
    { entries: [other, b], files: { [OTHER]: MADE, [FILE]: now } },
  );
  deepEqual(withFileOf(record, EMPTY_RECORD, FILE), { entries: [other], files: { [OTHER]: MADE } });
});

Deno.test("withoutEntries() removes a file with its last entry", () => {
  const [a, b, other] = [entry("s.a"), entry("s.b"), entry("s.a", { file: OTHER })];
  const record = { entries: [a, b, other], files: { [FILE]: MADE, [OTHER]: MADE } };
  const first = withoutEntries(record, [a, entry("s.b", { file: OTHER })], FILE);
  deepEqual(first, { ...record, entries: [b, other] });
  deepEqual(withoutEntries(first, [b], FILE), { entries: [other], files: { [OTHER]: MADE } });
});

type Missing = RecordedEntry["made"];

/**
 * An entry, a removed entry, and the record of created parts that the first one inherits. `keys`
 * counts created containers, beginning with the innermost.
 */
const INHERITED: readonly (readonly [
  heir: readonly [at: string, made: Missing],
  removed: readonly [at: string, made: Missing],
  inherited: Missing,
])[] = [
  // Setup created the container for the first entry. The container still holds the second.
  [["s.b", { keys: 0 }], ["s.a", { keys: 1 }], { keys: 1 }],
  [["s.b", { keys: 0 }], ["s.a", { keys: 1, filler: "\n" }], { keys: 1, filler: "\n" }],
  // Setup created the whole value.
  [["s.b", { keys: 0 }], ["s.a", { keys: 2 }], { keys: 2 }],
  [["t.b", { keys: 1 }], ["s.a", { keys: 2 }], { keys: 2 }],
  [["t.u.b", { keys: 2 }], ["s.a", { keys: 2 }], { keys: 3 }],
  [["s.t.b", { keys: 1 }], ["s.a", { keys: 1 }], { keys: 2 }],
  // Both entries are in a container that existed, but was empty before the first entry.
  [["t.b", { keys: 1 }], ["s.a", { keys: 1, filler: " " }], { keys: 1, filler: " " }],
  [["t.b", { keys: 1, filler: " " }], ["s.a", { keys: 1 }], { keys: 1, filler: " " }],
  [["s.b", { keys: 0 }], ["s.t.a", { keys: 1, filler: " " }], { keys: 0, filler: " " }],
  // Setup created more for the heir itself.
  [["s.t.b", { keys: 2 }], ["s.t.a", { keys: 1 }], { keys: 2 }],
  [["s.t.b", { keys: 3, filler: "\n" }], ["s.t.a", { keys: 2 }], { keys: 3, filler: "\n" }],
  // Setup created nothing for the first entry, or nothing that holds the second.
  [["s.b", { keys: 0 }], ["s.a", { keys: 0 }], { keys: 0 }],
  [["t.b", { keys: 0 }], ["s.a", { keys: 1 }], { keys: 0 }],
  [["s.b", { keys: 0 }], ["t.u.a", { keys: 1, filler: " " }], { keys: 0 }],
  [["s.b", { keys: 1 }], ["s.a", { keys: 0 }], { keys: 1 }],
];

Deno.test("inheriting() passes on created containers that hold the heir", () => {
  for (const [[at, made], [removedAt, removedMade], inherited] of INHERITED) {
    const heir = entry(at, { made });
    const removed = entry(removedAt, { made: removedMade });
    deepEqual(
      inheriting(heir, removed),
      { ...heir, made: inherited },
      JSON.stringify([heir, removed]),
    );
    const elsewhere = { ...removed, file: OTHER };
    equal(inheriting(heir, elsewhere), heir);
  }
});
