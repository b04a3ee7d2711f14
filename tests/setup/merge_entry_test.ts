import { deepEqual } from "node:assert/strict";
import type { Form, Template, Value } from "../../setup/client.ts";
import { merged } from "../../setup/merge_entry.ts";

const FORM: Form = {
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
  ["stands for no entry", undefined, HTTP, HTTP],
  ["stands for what is no map", ["a"], HTTP, HTTP],
  ["stands for nothing", null, HTTP, HTTP],
  [
    "keeps what people added, deep down too",
    { url: "old", timeout: 9, headers: { Authorization: "old", "X-Mine": "1" } },
    HTTP,
    { ...HTTP, timeout: 9, headers: { Authorization: "new", "X-Mine": "1" } },
  ],
  [
    "replaces what has another shape",
    { url: { a: 1 }, headers: "old", type: ["http"] },
    HTTP,
    HTTP,
  ],
  [
    "leaves a switch as people set it",
    { command: "layerwright", args: [], disabled: true },
    RUN,
    { ...RUN, disabled: true },
  ],
  ["replaces a switch that is none", { command: "layerwright", disabled: "yes" }, RUN, RUN],
  ["drops another way to connect", { command: "a", args: ["b"], cwd: "/c" }, HTTP, {
    ...HTTP,
    cwd: "/c",
  }],
  [
    "drops another way to connect with all that is in it",
    { ...HTTP, headers: { Authorization: "old", "X-Mine": "1" }, note: "a" },
    RUN,
    { ...RUN, note: "a" },
  ],
  ["drops another way to give the key", { ...HTTP, url: "old" }, FROM_ENV, FROM_ENV],
  [
    "keeps what people added to another way to give the key",
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

Deno.test("merged() brings an entry up to date", async (test) => {
  for (const [behaviour, existing, entry, result] of CASES) {
    await test.step(behaviour, () => {
      const target = { id: "a", client: "A", form: FORM, file: "/home/ada/.mcp.json", entry };
      deepEqual(merged(existing, target), result);
    });
  }
});

/** A program that connects to a server has what another one has, and an address. */
const BRIDGED: Form = {
  ...FORM,
  entry: { command: "bridge", args: "{{url}}", env: { KEY: "{{key}}" } },
  entryFromEnv: { command: "bridge", args: "{{url}}", variables: { KEY: "{{variable}}" } },
  stdio: { command: "layerwright", args: "{{args}}" },
};
const BRIDGE = { command: "bridge", args: ["new"], env: { KEY: "new" } };
const OWN = { command: "layerwright", args: ["mcp"] };

for (
  const [behaviour, existing, entry, result] of [
    [
      "keeps what people added to another way to give the key",
      { command: "bridge", args: ["old"], variables: { KEY: "K", MINE: "1" } },
      BRIDGE,
      { ...BRIDGE, variables: { MINE: "1" } },
    ],
    ["keeps what people added", { ...OWN, note: 1 }, BRIDGE, { ...BRIDGE, note: 1 }],
    ["drops what connections alone have", { ...BRIDGE, note: 1 }, OWN, { ...OWN, note: 1 }],
  ] as const
) {
  Deno.test(`merged() for a program that connects ${behaviour}`, () => {
    const target = { id: "a", client: "A", form: BRIDGED, file: "/home/ada/.mcp.json", entry };
    deepEqual(merged(existing, target), result);
  });
}
