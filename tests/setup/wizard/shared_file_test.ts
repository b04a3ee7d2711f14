/** Several entries in one file: added and removed in any order, they leave the original file. */

import { equal } from "node:assert/strict";
import { FORMATS } from "../../../formats/formats.ts";
import type { Form } from "../../../setup/client.ts";
import { planConnect } from "../../../setup/plan.ts";
import { planRemove } from "../../../setup/plan_removal.ts";
import {
  EMPTY_RECORD,
  type SetupRecord,
  withEntries,
  withoutEntries,
} from "../../../setup/record.ts";

const FILE = "/home/ada/.mcp.json";

/** Entries, by container and name. */
const PLACES = [
  { container: ["servers"], name: "a" },
  { container: ["servers"], name: "b" },
  { container: ["mcpServers"], name: "a" },
  { container: ["deep", "servers"], name: "a" },
] as const;

const STARTS: readonly (string | null)[] = [
  null,
  "",
  "\n",
  "{}",
  "{\n}\n",
  '{ "x": 1 }\n',
  '{ "servers": {} }',
  '{ "servers": {\n  },\n  "deep": { } }\n',
  '{\r\n\t"deep": { "y": 2 }, // why\r\n}',
];

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    orders(items.filter((each) => each !== item)).map((rest) => [item, ...rest])
  );
}

interface State {
  readonly text: string | null;
  readonly record: SetupRecord;
}

function added({ text, record }: State, { container, name }: typeof PLACES[number]): State {
  const form: Form = { scope: "user", paths: FILE, format: "jsonc", container, kind: "map" };
  const target = { id: "cursor", client: "Cursor", form, file: FILE, entry: { url: "x" } };
  const texts = new Map(text === null ? [] : [[FILE, text]]);
  const spot = { name, project: null };
  const { changes, entries } = planConnect([target], spot, texts, record, () => false);
  const start = text === null ? "" : null;
  const made = { start, folders: [], backup: null };
  return { text: changes[0]?.after ?? null, record: withEntries(record, entries, FILE, made) };
}

function removed({ text, record }: State, wanted: readonly typeof PLACES[number][]): State {
  const entries = wanted.flatMap(({ container, name }) =>
    record.entries.filter(({ place }) => place.container === container && place.name === name)
  );
  const texts = new Map(text === null ? [] : [[FILE, text]]);
  const plan = planRemove(entries, texts, record);
  const after = plan.changes[0];
  return {
    text: after === undefined ? text : after.after,
    record: withoutEntries(record, plan.removed, FILE),
  };
}

for (const start of STARTS) {
  Deno.test(`entries can be added to and removed from ${JSON.stringify(start)} in any order`, () => {
    for (const coming of orders(PLACES)) {
      const full = coming.reduce(added, { text: start, record: EMPTY_RECORD });
      const place = { container: ["servers"], kind: "map", name: "b" } as const;
      equal(FORMATS.jsonc.read(full.text ?? "", place).kind, "read");
      for (const going of orders(PLACES)) {
        const one = going.reduce((state, each) => removed(state, [each]), full);
        equal(one.text, start, `${JSON.stringify(coming)} ${JSON.stringify(going)}`);
        equal(one.record.entries.length, 0);
        equal(removed(full, going).text, start, "all at once");
      }
    }
  });
}
