/** Formatting of diagnostics, with their source lines. */

import { equal, match, ok } from "node:assert/strict";
import { error } from "../../core/diagnostic.ts";
import { linesOf } from "../../core/json_text.ts";
import { formatDiagnostic } from "../../presentation/present_diagnostic.ts";
import { PLAIN_VIEW } from "../../presentation/view.ts";

function formatted(text: string, line: number, column: number, columns = Infinity): string {
  const where = { path: "spec.json", line, column, pointer: null };
  const source = { path: "spec.json", lines: linesOf(text) };
  const diagnostic = error("spec-method", "Wrong", { where });
  return formatDiagnostic(diagnostic, { ...PLAIN_VIEW, columns }, source);
}

Deno.test("formatDiagnostic() shows the source line with a mark below the position", () => {
  const text = '{\n  "routes": {\n    "a": 1\r\n  }\n}\n';
  equal(
    formatted(text, 3, 10),
    'Error: Wrong\n  spec.json:3:10\n  3 |     "a": 1\n    |          ^',
  );
});

Deno.test("formatDiagnostic() shows no line for another file", () => {
  const where = { path: "other.json", line: 1, column: 1, pointer: null };
  const source = { path: "spec.json", lines: ["{}"] };
  equal(formatDiagnostic(error("internal", "No", { where }), PLAIN_VIEW, source), "Error: No");
});

for (const columns of [40, 60, 80, Infinity]) {
  Deno.test(`formatDiagnostic() cuts long lines to ${columns} columns and keeps the mark in place`, () => {
    const text = `${"a".repeat(9_999)}X${"b".repeat(9_999)}`;
    const [, , line = "", mark = ""] = formatted(text, 1, 10_000, columns).split("\n");
    ok(line.length <= Math.min(columns, 78), line);
    equal(line[mark.indexOf("^")], "X");
  });
}

Deno.test("formatDiagnostic() escapes characters that move the cursor", () => {
  match(formatted("\u202e\u001b[2J", 1, 1), /^ {2}1 \| \\u202e\\u001b\[2J$/m);
});
