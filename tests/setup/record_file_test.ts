import { deepEqual, equal } from "node:assert/strict";
import type { SetupRecord } from "../../setup/record.ts";
import { formatRecord, parseRecord } from "../../setup/record_file.ts";

const FILE = "/home/ada/.cursor/mcp.json";
const ENTRY = {
  clients: ["cursor"],
  file: FILE,
  format: "jsonc",
  place: { container: ["mcpServers"], kind: "map", name: "layerwright" },
  made: { keys: 2, filler: "\n" },
  project: "/home/ada/shop",
  written: [{ whole: "0123", marks: { "/url": "4567" } }],
  replaced: { entry: { url: "x" }, theirs: "a", ours: "b", at: 7 },
} as const;
const RECORDED = { start: "", folders: ["/home/ada/.cursor", "/home/ada"], backup: null };
const RECORD: SetupRecord = { entries: [ENTRY], files: { [FILE]: RECORDED } };

Deno.test("parseRecord() reads what formatRecord() wrote", () => {
  const text = formatRecord(RECORD);
  deepEqual(parseRecord(text), RECORD);
  equal(text, `${JSON.stringify({ version: 2, ...RECORD }, null, 2)}\n`);
});

/** Changes that keep an entry valid. */
const ENTRIES: readonly object[] = [
  { clients: [] },
  { format: "lines" },
  { place: { container: [], kind: "list", name: "" }, made: { keys: 0 } },
  { made: { keys: 0 } },
  { project: null },
  { project: undefined, written: undefined, replaced: undefined },
  { written: [] },
  { replaced: { entry: null, theirs: "", ours: "", at: 0 } },
];

/** Changes that make an entry invalid. */
const NO_ENTRIES: readonly object[] = [
  { clients: "cursor" },
  { clients: undefined },
  { clients: ["cursor", 7] },
  { file: "home/ada/mcp.json" },
  { file: "/home/ada/../eve/mcp.json" },
  { file: "/home/ada/" },
  { file: 7 },
  { format: "ini" },
  { place: undefined },
  { place: { ...ENTRY.place, container: "mcpServers" } },
  { place: { ...ENTRY.place, container: [0] } },
  { place: { ...ENTRY.place, kind: "set" } },
  { place: { ...ENTRY.place, name: 7 } },
  { made: undefined },
  { made: { keys: -1 } },
  { made: { keys: 0.5 } },
  { made: { keys: 3 } },
  { made: { keys: 1, filler: 7 } },
  { project: "shop" },
  { project: 7 },
  { written: { whole: "0123", marks: {} } },
  { written: [{ whole: 7, marks: {} }] },
  { written: [{ whole: "0123", marks: ["4567"] }] },
  { written: [{ whole: "0123", marks: null }] },
  { written: [{ whole: "0123", marks: { "/url": 7 } }] },
  { written: [...ENTRY.written, {}] },
  { replaced: null },
  { replaced: { ...ENTRY.replaced, entry: undefined } },
  { replaced: { ...ENTRY.replaced, theirs: 7 } },
  { replaced: { ...ENTRY.replaced, ours: 7 } },
  { replaced: { ...ENTRY.replaced, at: 0.5 } },
];

Deno.test("parseRecord() rejects a record with an invalid entry", () => {
  for (const [changes, isEntry] of [[ENTRIES, true], [NO_ENTRIES, false]] as const) {
    for (const change of changes) {
      const entries = [ENTRY, { ...ENTRY, ...change }];
      const read = parseRecord(JSON.stringify({ version: 2, entries, files: {} }));
      equal(read !== null, isEntry, JSON.stringify(change));
    }
  }
});

const BACKUP = `${FILE}.before-layerwright`;

const FILES: readonly (readonly [path: string, change: object])[] = [
  [FILE, {}],
  [FILE, { start: null, folders: [], backup: BACKUP }],
  [FILE, { backup: `${BACKUP}-12` }],
  // The backup of a linked file is beside the link's target.
  [FILE, { backup: "/srv/mcp.json.before-layerwright" }],
];

const NO_FILES: readonly (readonly [path: string, change: object])[] = [
  ["mcp.json", { folders: [] }],
  ["/home/ada/.cursor/../mcp.json", { folders: [] }],
  [FILE, { start: undefined }],
  [FILE, { start: 7 }],
  [FILE, { folders: undefined }],
  [FILE, { folders: "/home/ada" }],
  [FILE, { folders: [7] }],
  [FILE, { folders: ["/home/eve"] }],
  [FILE, { folders: ["/home/ada", "/home/ada/.cursor/deeper"] }],
  [FILE, { folders: ["/home/ad"] }],
  [FILE, { folders: [".cursor"] }],
  [FILE, { folders: ["/home/ada/../ada"] }],
  [FILE, { folders: [FILE] }],
  [FILE, { backup: undefined }],
  [FILE, { backup: 7 }],
  [FILE, { backup: "/home/ada/.ssh/id_ed25519" }],
  [FILE, { backup: `${BACKUP}-` }],
  [FILE, { backup: `${BACKUP}/../secret` }],
  [FILE, { backup: "mcp.json.before-layerwright" }],
];

Deno.test("parseRecord() rejects a record that would remove files that setup did not create", () => {
  for (const [files, isFile] of [[FILES, true], [NO_FILES, false]] as const) {
    for (const [path, change] of files) {
      const text = JSON.stringify({
        version: 2,
        entries: [],
        files: { [FILE]: RECORDED, [path]: { ...RECORDED, ...change } },
      });
      equal(parseRecord(text) !== null, isFile, `${path} ${JSON.stringify(change)}`);
    }
  }
});

const NO_RECORDS: readonly string[] = [
  "",
  "{",
  "null",
  "7",
  "[]",
  "{}",
  '{"version":2}',
  '{"version":2,"entries":[],"files":[]}',
  '{"version":2,"entries":[],"files":null}',
  '{"version":2,"entries":{},"files":{}}',
  '{"version":2,"entries":[null],"files":{}}',
  '{"version":3,"entries":[],"files":{}}',
  '{"version":0,"entries":[],"files":{}}',
  '{"version":"2","entries":[],"files":{}}',
];

Deno.test("parseRecord() rejects other texts, and records of later versions", () => {
  for (const text of NO_RECORDS) equal(parseRecord(text), null, text);
});

Deno.test("parseRecord() reads a record of the first version", () => {
  const { clients: _, ...entry } = ENTRY;
  const { backup: __, ...file } = RECORDED;
  const other = "/home/ada/settings.json";
  const text = JSON.stringify({
    version: 1,
    entries: [{ ...entry, client: "cursor" }],
    files: {
      [FILE]: { ...file, hasBackup: true },
      [other]: { ...file, folders: [], hasBackup: false },
    },
  });
  deepEqual(parseRecord(text), {
    entries: [ENTRY],
    files: {
      [FILE]: { ...RECORDED, backup: BACKUP },
      [other]: { ...RECORDED, folders: [] },
    },
  });
  // In that version, an entry without an agent is invalid.
  equal(parseRecord(JSON.stringify({ version: 1, entries: [entry], files: {} })), null);
});
