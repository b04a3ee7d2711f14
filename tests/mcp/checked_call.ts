/** Calls of tools with the invariants of their results. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { inCodeFolder } from "../commands/code_folder.ts";
import type { ToolAnswer } from "../http/messages.ts";
import { type TestedApp, testedApp } from "../http/tested_app.ts";

/** The arguments of a call. */
export type Args = Readonly<Record<string, unknown>>;

export const ajv = new Ajv2020({ allErrors: true, strict: false });

const list = { type: "array", items: { type: "object" } };

/** The output schema of all tools. The listing omits it to save tokens. */
const isAnswer = ajv.compile({
  type: "object",
  properties: {
    status: { enum: ["planned", "applied", "unchanged", "refused", "failed"] },
    message: { type: "string" },
    change_set: { type: "string", pattern: "^sha256:[0-9a-f]{64}$" },
    changes: list,
    omitted: { type: "integer" },
    diagnostics: list,
    data: { type: "object" },
    next: { type: "array", items: { type: "string" } },
  },
  additionalProperties: false,
  required: ["status", "message"],
});

/** Calls a tool, and checks the invariants of its result. */
export async function call(app: TestedApp, tool: string, args: Args): Promise<ToolAnswer> {
  const answer = await app.call(tool, args);
  const { isError, text, report } = answer;
  equal(isAnswer(report), true, JSON.stringify(isAnswer.errors));
  equal(isError, report.status === "failed" || report.status === "refused");
  // Agents get only the text.
  for (const { severity, message, hint = "" } of report.diagnostics ?? []) {
    ok(text.includes(message) && text.includes(hint), `${severity}: ${message}`);
  }
  for (const { path, kind } of report.changes ?? []) {
    const shown = tool === "generate_api" && kind === "create" && report.status !== "refused";
    ok(shown || text.includes(String(path)), String(path));
  }
  if (report.change_set !== undefined) ok(text.includes(report.change_set), text);
  for (const next of report.next ?? []) ok(text.includes(next), next);
  const { endpoints: all, states } = Object(report.data);
  // For an existing project, the text lists only the endpoints that differ.
  const endpoints = /update/i.test(report.message) ? states : all;
  // The text shortens longer lists, unlike the report.
  if (Array.isArray(endpoints) && endpoints.length < 20 && /planned|applied/.test(report.status)) {
    for (const { method, path, before = path } of endpoints) {
      match(text, new RegExp(`${method} +${before}(?: |$)`, "m"));
    }
  }
  doesNotMatch(text, /\n {4}at |\.ts:/);
  // Agents call tools. They run the app, and the user runs commands without a tool. Undoing quotes a command.
  const others =
    /flask --app api run|ask the user to run '[^']+'|(?:Un|Re)did (?:'[^']+'|`[^`]+`)/g;
  const [beforePatches = ""] = text.replaceAll(others, "").split("diff --git ");
  doesNotMatch(beforePatches, /(?:'|^ +)layerwright [a-z]|[\s("']--[a-z]/m);
  deepEqual(app.bugs, []);
  return answer;
}

/** Runs a test with the real app over a folder with `shop` and some specs. */
export function inShop(test: (app: TestedApp, folder: string) => Promise<void>): Promise<void> {
  return inCodeFolder((folder) => test(testedApp(folder), folder));
}
