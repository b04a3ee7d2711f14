import { deepEqual, equal, match } from "node:assert/strict";
import type { Change } from "../../core/change_set.ts";
import { type Diagnostic, error, hasErrors, info, warning } from "../../core/diagnostic.ts";
import { counted, grouped, type Report, report, reportChange } from "../../core/report.ts";
import { projectPath } from "../../core/project_path.ts";

const WARNING = warning("files-kept", "Kept.");
const FIRST = error("json-syntax", "First.", { hint: "Do this." });
const SECOND = error("spec-limit", "Second.");

const MESSAGES: readonly (readonly [diagnostics: readonly Diagnostic[], message: string])[] = [
  [[], ""],
  [[WARNING], ""],
  [[WARNING, FIRST], "First."],
  [[FIRST, WARNING, SECOND], "2 errors"],
];

Deno.test("report() has the message of its only error, or the number of errors", () => {
  for (const [diagnostics, message] of MESSAGES) {
    equal(report("generate api", "failed", { diagnostics }).message, message);
  }
  equal(
    report("generate api", "failed", { message: "Own.", diagnostics: [FIRST] }).message,
    "Own.",
  );
});

Deno.test("report() has defaults for omitted details", () => {
  deepEqual(report("generate api", "unchanged"), {
    schema_version: 1,
    command: "generate api",
    status: "unchanged",
    message: "",
    change_set: null,
    changes: [],
    diagnostics: [],
    data: null,
    next: [],
  });
});

Deno.test("report() has the given details", () => {
  const given: Report<string> = {
    schema_version: 1,
    command: "generate api",
    status: "refused",
    message: "Own.",
    change_set: "abc",
    changes: [{
      kind: "update",
      path: "a.py",
      line: 1,
      symbol: "f",
      added: 2,
      removed: 0,
      diff: null,
    }],
    diagnostics: [WARNING, FIRST],
    data: "data",
    next: ["Do this"],
  };
  deepEqual(report("generate api", "refused", given), given);
});

Deno.test("reportChange() describes a change, with null for unknown values", () => {
  const change: Change = {
    kind: "update",
    path: projectPath("a.py"),
    before: "a\nb\n",
    after: "a\nc\nd\n",
  };
  const expected = {
    kind: "update",
    path: "shop/a.py",
    symbol: null,
    line: 2,
    added: 2,
    removed: 1,
    diff: null,
  };
  deepEqual(reportChange(change, "shop/", null), expected);
  deepEqual(reportChange({ ...change, symbol: "f" }, "", null), {
    ...expected,
    path: "a.py",
    symbol: "f",
  });
  const { diff, ...rest } = reportChange(change, "shop/", "x/");
  match(diff ?? "", /^diff --git a\/x\/a\.py b\/x\/a\.py\n/);
  deepEqual({ ...rest, diff: null }, expected);
});

Deno.test("diagnostics have a severity, and null for omitted details", () => {
  const where = { path: "a.py", line: 1, column: 2, pointer: null };
  deepEqual(FIRST, {
    severity: "error",
    code: "json-syntax",
    message: "First.",
    hint: "Do this.",
    where: null,
  });
  deepEqual(info("run-recovered", "Undone.", { where }), {
    severity: "info",
    code: "run-recovered",
    message: "Undone.",
    hint: null,
    where,
  });
});

Deno.test("hasErrors() finds an error among others", () => {
  equal(hasErrors([]), false);
  equal(hasErrors([WARNING, info("run-recovered", "Undone.")]), false);
  equal(hasErrors([WARNING, FIRST]), true);
});

Deno.test("counted() and grouped() format numbers", () => {
  const cases = [[0, "0 routes"], [1, "1 route"], [2, "2 routes"], [
    1_000,
    "1,000 routes",
  ]] as const;
  for (const [number, text] of cases) equal(counted(number, "route"), text);
  deepEqual([999, 12_345, 1_234_567].map(grouped), ["999", "12,345", "1,234,567"]);
});
