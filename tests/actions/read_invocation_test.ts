import { equal } from "node:assert/strict";
import { isInvocation } from "../../actions/read_invocation.ts";

const VALID: readonly (readonly [string, unknown])[] = [
  ["generate api", { name: "shop", spec: "{}" }],
  ["generate api", { name: "shop", spec: { routes: {} }, inside: true, keep: ["GET /a"] }],
  ["generate route", { route: "a", type: "PUT", mock: "1", mock_path: "a.json", no_model: true }],
  ["generate route", { route: "a", subroutes: { b: { type: "GET" } } }],
  ["generate resource", { route: "a", example: "{}", example_path: "a.json", id_field: "no" }],
  ["generate subroute", { route: "a", subroute: "b" }],
  ["change route", { route: "a", type: "PUT", body: "null", body_path: "b.json", status: 202 }],
  ["change subroute", { route: "a", subroute: "b", mock: "1", mock_path: "a.json", force: true }],
  ["remove route", { route: "a", keep_edited: true, force: true }],
  ["remove subroute", { route: "a", subroute: "b", type: "DELETE" }],
  ["rename route", { route: "a", to: "b" }],
  ["rename subroute", { route: "a", subroute: "b", to: "c" }],
  ["upgrade", { name: "shop" }],
  ["undo", {}],
  ["undo", { id: "chg_8f2kq0rz", keep_edited: true }],
  ["redo", {}],
  ["adopt", { name: "shop", spec: "{}", spec_file: "../shop.json" }],
];

for (const [command, args] of VALID) {
  Deno.test(`isInvocation() accepts ${command} ${JSON.stringify(args)}`, () => {
    equal(isInvocation({ command, arguments: args }), true);
  });

  Deno.test(`isInvocation() rejects other members in ${command} ${JSON.stringify(args)}`, () => {
    const given = Object(args);
    for (const key of ["dry_run", "workspace", "__proto__", "constructor", ""]) {
      const more = Object.fromEntries([...Object.entries(given), [key, "a"]]);
      equal(isInvocation({ command, arguments: more }), false, key);
    }
    for (const key of Object.keys(given)) {
      for (const value of [null, 0, false, [1], [], "PATCH"]) {
        // Any object or text is accepted as a spec. The command itself reports the errors in it.
        if (typeof value === typeof given[key] && value !== false) continue;
        if (key === "spec" || key === "subroutes") continue;
        if (Array.isArray(given[key]) && Array.isArray(value)) continue;
        equal(isInvocation({ command, arguments: { ...given, [key]: value } }), false, key);
      }
    }
    equal(isInvocation({ command, arguments: args, more: 1 }), false);
  });
}

const INVALID: readonly unknown[] = [
  null,
  "undo",
  [],
  {},
  { command: "undo" },
  { command: "undo", arguments: [] },
  { command: "undo", arguments: null },
  { command: "undo", arguments: { keep_edited: false } },
  { command: "Undo", arguments: {} },
  { command: "toString", arguments: {} },
  { command: ["undo"], arguments: {} },
  { command: "generate route", arguments: { route: "a", type: "get" } },
  { command: "generate route", arguments: {} },
  { command: "generate api", arguments: { name: "shop", spec: null } },
];

for (const value of INVALID) {
  Deno.test(`isInvocation() rejects ${JSON.stringify(value)}`, () => {
    equal(isInvocation(value), false);
  });
}

Deno.test("isInvocation() rejects a spec that is nested too deeply", () => {
  const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
  const given = (spec: unknown) => ({ command: "generate api", arguments: { name: "shop", spec } });
  equal(isInvocation(given(nested(1_000))), true);
  equal(isInvocation(given(nested(100_000))), false);
});
