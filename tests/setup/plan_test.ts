/** Plans to connect agents, and the record of each entry. */

import { deepEqual, equal } from "node:assert/strict";
import type { Value } from "../../formats/config_format.ts";
import type { Form, Template } from "../../setup/client.ts";
import { merged, planConnect, type Target } from "../../setup/plan.ts";
import { planRemove } from "../../setup/plan_removal.ts";
import { EMPTY_RECORD, type SetupRecord } from "../../setup/record.ts";
import { fingerprint } from "../../setup/written_entry.ts";

const FILE = "/home/ada/.cursor/mcp.json";
const NAME = "layerwright";

const FORM: Form = {
  scope: "user",
  paths: "~/.cursor/mcp.json",
  format: "json",
  container: ["servers"],
  kind: "map",
  entry: { url: "{{url}}", key: "{{bearer}}" },
};

const OLD = { url: "https://ours", key: "old" };
const NEW = { url: "https://ours", key: "new" };

function target(entry: Template, id = "cursor"): Target {
  return { id, client: id, form: FORM, file: FILE, entry };
}

/** Plans for a file with an entry, or without one. */
function planned(targets: readonly Target[], entry: Template | null, record: SetupRecord) {
  const servers = entry === null ? {} : { [NAME]: entry };
  const texts = new Map([[FILE, JSON.stringify({ servers })]]);
  const spot = { name: NAME, project: null };
  const { targets: plans, changes, entries } = planConnect(
    targets,
    spot,
    texts,
    record,
    () => false,
  );
  return {
    kinds: plans.map(({ kind }) => kind),
    after: changes.map(({ after }) => JSON.parse(after ?? "").servers[NAME]),
    entries,
    record: { entries, files: {} },
  };
}

/** The record after the old entry was written. */
function recordOfOld(): SetupRecord {
  return planned([target(OLD)], null, EMPTY_RECORD).record;
}

const printOf = (entry: Template) => fingerprint(entry, FORM, NAME);

Deno.test("planConnect() records a new entry as it is written", () => {
  const { kinds, after, entries } = planned([target(NEW)], null, EMPTY_RECORD);
  deepEqual([kinds, after], [["add"], [NEW]]);
  deepEqual(entries.map(({ clients, written }) => [clients, written]), [
    [["cursor"], [printOf(NEW)]],
  ]);
});

Deno.test("planConnect() keeps an edit, and does not record it as ours", () => {
  const edited = { ...OLD, timeout: 9 };
  const { kinds, after, entries } = planned([target(NEW)], edited, recordOfOld());
  deepEqual([kinds, after], [["update"], [{ ...NEW, timeout: 9 }]]);
  deepEqual(entries[0]?.written, [printOf(NEW), printOf(OLD)]);
  // The edit is also kept if our part of the entry does not change.
  const same = planned([target(OLD)], edited, recordOfOld());
  deepEqual([same.kinds, same.after], [["unchanged"], []]);
  deepEqual(same.entries[0]?.written, [printOf(OLD)]);
});

Deno.test("planConnect() keeps the earlier fingerprint, in case the write is interrupted", () => {
  const first = planned([target(NEW)], OLD, recordOfOld());
  deepEqual(first.entries[0]?.written, [printOf(NEW), printOf(OLD)]);
  // The file still has the old entry, which the plan recognizes and replaces.
  const again = planned([target(NEW)], OLD, first.record);
  deepEqual([again.kinds, again.after], [["update"], [NEW]]);
  // The file has the new entry, so one fingerprint is enough.
  const done = planned([target(NEW)], NEW, first.record);
  deepEqual([done.kinds, done.entries[0]?.written], [["unchanged"], [printOf(NEW)]]);
});

Deno.test("planConnect() records an entry that several agents share once", () => {
  const both = [target(NEW), target(NEW, "copilot-cli")];
  const { kinds, after, entries } = planned(both, null, EMPTY_RECORD);
  deepEqual([kinds, after], [["add", "add"], [NEW]]);
  equal(entries.length, 1);
  deepEqual(entries[0]?.clients, ["cursor", "copilot-cli"]);
});

Deno.test("planRemove() restores a replaced entry to the byte, however often ours changed", () => {
  const before = '{"servers": {"layerwright": {"url":  "https://x"}, "other": {}}}';
  let [text, record] = [before, EMPTY_RECORD];
  for (const entry of [OLD, NEW, { ...NEW, timeout: 9 }]) {
    const spot = { name: NAME, project: null };
    const texts = new Map([[FILE, text]]);
    const { changes, entries } = planConnect([target(entry)], spot, texts, record, () => true);
    [text, record] = [changes[0]?.after ?? "", { entries, files: {} }];
    const removal = planRemove(entries, new Map([[FILE, text]]), record);
    deepEqual(removal.changes, [{ file: FILE, before: text, after: before }]);
    deepEqual([...removal.inexact], []);
  }
});

Deno.test("planConnect() keeps a foreign entry", () => {
  const { kinds, after, entries } = planned([target(NEW)], { url: "https://x" }, EMPTY_RECORD);
  deepEqual([kinds, after, entries], [["foreign"], [], []]);
});

const MERGED_FORM: Form = {
  scope: "user",
  paths: "~/.mcp.json",
  format: "json",
  container: ["servers"],
  kind: "map",
  entry: { type: "http", url: "{{url}}", headers: { Authorization: "{{bearer}}" } },
  entryFromEnv: { type: "http", url: "{{url}}", variables: { Authorization: "{{variable}}" } },
  stdio: { command: "{{command}}", args: "{{args}}", disabled: false },
};
const HTTP = { type: "http", url: "new", headers: { Authorization: "new" } };
const FROM_ENV = { type: "http", url: "new", variables: { Authorization: "KEY" } };
const RUN = { command: "layerwright", args: ["mcp"], disabled: false };

const CASES: readonly (readonly [
  behaviour: string,
  existing: Value | undefined,
  wanted: Template,
  result: Template,
])[] = [
  ["returns the new entry without an old one", undefined, HTTP, HTTP],
  ["replaces a list", ["a"], HTTP, HTTP],
  ["replaces null", null, HTTP, HTTP],
  [
    "keeps nested additions of people",
    { url: "old", timeout: 9, headers: { Authorization: "old", "X-Mine": "1" } },
    HTTP,
    { ...HTTP, timeout: 9, headers: { Authorization: "new", "X-Mine": "1" } },
  ],
  [
    "replaces values of another shape",
    { url: { a: 1 }, headers: "old", type: ["http"] },
    HTTP,
    HTTP,
  ],
  [
    "keeps a switch as people set it",
    { command: "layerwright", args: [], disabled: true },
    RUN,
    { ...RUN, disabled: true },
  ],
  [
    "replaces a switch that is not a boolean",
    { command: "layerwright", disabled: "yes" },
    RUN,
    RUN,
  ],
  ["drops another way to connect", { command: "a", args: ["b"], cwd: "/c" }, HTTP, {
    ...HTTP,
    cwd: "/c",
  }],
  [
    "drops another way to connect with everything in it",
    { ...HTTP, headers: { Authorization: "old", "X-Mine": "1" }, note: "a" },
    RUN,
    { ...RUN, note: "a" },
  ],
  ["drops another way to give the key", { ...HTTP, url: "old" }, FROM_ENV, FROM_ENV],
  [
    "keeps additions to another way to give the key",
    { url: "old", headers: { Authorization: "old", "X-Mine": "1" } },
    FROM_ENV,
    { ...FROM_ENV, headers: { "X-Mine": "1" } },
  ],
  [
    "keeps keys that every object has",
    { url: "old", constructor: "a", toString: { b: 1 } },
    HTTP,
    { ...HTTP, constructor: "a", toString: { b: 1 } },
  ],
];

Deno.test("merged() updates an entry", async (test) => {
  for (const [behaviour, existing, entry, result] of CASES) {
    await test.step(behaviour, () => {
      const target = {
        id: "a",
        client: "A",
        form: MERGED_FORM,
        file: "/home/ada/.mcp.json",
        entry,
      };
      deepEqual(merged(existing, target), result);
    });
  }
});

/** An agent that starts a program both for a server with an address and for a stdio server. */
const BRIDGED: Form = {
  ...MERGED_FORM,
  entry: { command: "bridge", args: "{{url}}", env: { KEY: "{{key}}" } },
  entryFromEnv: { command: "bridge", args: "{{url}}", variables: { KEY: "{{variable}}" } },
  stdio: { command: "layerwright", args: "{{args}}" },
};
const BRIDGE = { command: "bridge", args: ["new"], env: { KEY: "new" } };
const OWN = { command: "layerwright", args: ["mcp"] };

for (
  const [behaviour, existing, entry, result] of [
    [
      "keeps additions to another way to give the key",
      { command: "bridge", args: ["old"], variables: { KEY: "K", MINE: "1" } },
      BRIDGE,
      { ...BRIDGE, variables: { MINE: "1" } },
    ],
    ["keeps additions", { ...OWN, note: 1 }, BRIDGE, { ...BRIDGE, note: 1 }],
    ["drops keys that only connections have", { ...BRIDGE, note: 1 }, OWN, { ...OWN, note: 1 }],
  ] as const
) {
  Deno.test(`merged() ${behaviour} for an agent that connects through a program`, () => {
    const target = { id: "a", client: "A", form: BRIDGED, file: "/home/ada/.mcp.json", entry };
    deepEqual(merged(existing, target), result);
  });
}
