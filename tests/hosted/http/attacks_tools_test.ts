/** Hostile arguments of tools: stored unchanged or refused, never run. */

import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachServed } from "../storage/on_both.ts";
import { fc } from "../../tools/tier.ts";
import { hostedApp, keyOf } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const SPEC = { routes: { products: { type: "GET", mock: [{ id: 1 }] } } };

const TEXTS: readonly string[] = [
  "'; DROP TABLE files; --",
  "x'||(SELECT value FROM secrets)||'",
  "$1",
  "${7*7}{{7*7}}<%= 7*7 %>",
  "<script>alert(1)</script>",
  '"""\nimport os; os.system("id")\n"""',
  "'''\nimport os\n'''",
  "\\",
  "\\n",
  "# -*- coding: utf-7 -*-",
  "$(id)`id`;|&'\"",
  "../../../etc/passwd",
  "..\\..\\x",
  "/etc/passwd",
  "C:\\x",
  "nul",
  ".git/hooks/post-checkout",
  ".GIT/config",
  "git~1/config",
  ".layerwright/journal",
  "__proto__",
  "constructor",
  "-rf",
  "--output=/etc/passwd",
  "a\u2028b\u202ec",
  "a\r\nb",
  "\ufeff\u{1f600}é",
  "\ud800",
  "a\0b",
  "",
  "x".repeat(5_000),
];

type Files = Readonly<Record<string, string>>;

async function filesOf(database: Database): Promise<Files> {
  const rows = await database.all<{ path: string; text: string }>("SELECT path, text FROM files");
  return Object.fromEntries(rows.map(({ path, text }) => [path, text]));
}

forEachServed("tools treat hostile arguments as text, or refuse them", async (database) => {
  const app = await hostedApp(database);
  const key = await keyOf(await app.owner());
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const tables = Object.keys(await storedRows(database));
  for (const text of TEXTS) {
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ["generate_api", { project: text, spec: SPEC }],
      ["generate_api", { project: "other", spec: { ...SPEC, name: text, description: text } }],
      ["generate_route", { project: "shop", route: text, type: "GET" }],
      ["generate_route", { project: "shop", route: "a", type: text }],
      ["generate_subroute", { project: "shop", route: "products", subroute: text, type: "GET" }],
      ["generate_route", {
        project: "shop",
        route: "described",
        type: "GET",
        description: text,
        mock: { text, [text]: text },
        dry_run: true,
      }],
      ["get_project_info", { project: text }],
      ["get_project_info", { project: "shop", files: { [text]: text } }],
      ["get_project_info", { project: "shop", files: text }],
      ["validate_spec", { spec: text }],
      [text, { project: "shop" }],
    ];
    for (const [tool, args] of calls) {
      if (tool === text) continue;
      const { report } = await app.call(key, tool, args);
      ok(report.status !== undefined, `${tool} ${text}`);
      doesNotMatch(JSON.stringify(report), /internal-error/, `${tool} ${JSON.stringify(args)}`);
    }
  }
  deepEqual(Object.keys(await storedRows(database)), tables);
  doesNotMatch(app.lines.join(""), /"bug"|"status":5/);
});

forEachServed("contents of files are stored unchanged, or refused", async (database) => {
  const app = await hostedApp(database);
  const key = await keyOf(await app.owner());
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const store = async (path: string, text: string) => {
    const before = await filesOf(database);
    const args = { project: "shop", route: "products", type: "GET", files: { [path]: text } };
    const { report } = await app.call(key, "generate_route", args);
    const after = await filesOf(database);
    const stored = Object.hasOwn(after, path) ? after[path] : undefined;
    if (stored === undefined) deepEqual(after, before, path);
    doesNotMatch(JSON.stringify(report), /internal-error/);
    return stored;
  };
  for (const text of TEXTS) {
    const isKeepable = text.isWellFormed() && !text.includes("\0");
    const stored = await store("notes.txt", text);
    if (isKeepable) equal(stored, text);
  }
  for (const path of TEXTS) {
    const stored = await store(path, "text");
    if (stored !== undefined) ok(/^[^./\\][^\\\0]*$/.test(path), path);
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
      const isKeepable = text.isWellFormed() && !text.includes("\0");
      equal(await store("drawn.txt", text), isKeepable ? text : undefined);
    }),
    { numRuns: 20 },
  );
  doesNotMatch(app.lines.join(""), /"bug"|"status":5/);
});
