/** The schema of every report of the command line. */

import { deepEqual, match } from "node:assert/strict";
import { Ajv, type JSONSchemaType } from "ajv";
import type { Report } from "../../core/report.ts";

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;
const textOrNull = { type: "string", nullable: true } as const;
const placeOrNull = { type: "integer", minimum: 1, nullable: true } as const;

const changeSchema = {
  type: "object",
  required: ["kind", "path", "line", "symbol", "added", "removed", "diff"],
  additionalProperties: false,
  properties: {
    kind: { enum: ["create", "update", "delete"] },
    path: { type: "string", pattern: "^[^/]" },
    line: placeOrNull,
    symbol: textOrNull,
    added: count,
    removed: count,
    diff: textOrNull,
  },
};

const whereSchema = {
  type: "object",
  nullable: true,
  required: ["path", "line", "column", "pointer"],
  additionalProperties: false,
  properties: { path: text, line: placeOrNull, column: placeOrNull, pointer: textOrNull },
};

const diagnosticSchema = {
  type: "object",
  required: ["severity", "code", "message", "hint", "where"],
  additionalProperties: false,
  properties: {
    severity: { enum: ["error", "warning", "info"] },
    code: { type: "string", pattern: "^[a-z]+(?:-[a-z]+)*$" },
    message: { type: "string", minLength: 1 },
    hint: textOrNull,
    where: whereSchema,
  },
};

const reportSchema = {
  type: "object",
  required: [
    "schema_version",
    "command",
    "status",
    "message",
    "change_set",
    "changes",
    "diagnostics",
    "data",
    "next",
  ],
  additionalProperties: false,
  properties: {
    schema_version: { const: 1 },
    command: text,
    status: { enum: ["planned", "applied", "unchanged", "refused", "failed"] },
    message: { type: "string", minLength: 1 },
    change_set: { type: "string", nullable: true, pattern: "^sha256:[0-9a-f]{64}$" },
    changes: { type: "array", items: changeSchema },
    diagnostics: { type: "array", items: diagnosticSchema },
    data: {},
    next: { type: "array", items: text },
  },
};

const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(
  reportSchema as unknown as JSONSchemaType<Report>,
);

/** Parses stdout of a command with `--report`: one JSON document in ASCII that is a report. */
export function readReport(stdout: string): Report {
  match(stdout, /^\{[\n -~]*\}\n$/, "ASCII, and nothing around the document");
  const report: unknown = JSON.parse(stdout);
  const isReport = validate(report);
  deepEqual(validate.errors ?? [], []);
  if (!isReport) throw new TypeError("No report");
  return report;
}
