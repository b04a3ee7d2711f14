/** With `--report`, every command writes one report to stdout. */

import { deepEqual, equal } from "node:assert/strict";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { readReport } from "./report_schema.ts";
import { runHere } from "./run_here.ts";

interface Reported {
  readonly words: string;
  readonly command: string;
  readonly status: string;
  readonly code?: number;
  readonly stderr?: string;
}

/** An OpenAPI document. */
const DOCUMENT = "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: {} } } } }\n";

const DRY_RUN = "Dry run: nothing was written\n";

const REPORTED: readonly Reported[] = [
  { words: "generate api new --json shop.json", command: "generate api", status: "applied" },
  { words: "generate api shop --json shop.json", command: "generate api", status: "unchanged" },
  { words: "-C shop generate route refunds", command: "generate route", status: "applied" },
  {
    words: "-C shop generate route refunds --diff",
    command: "generate route",
    status: "planned",
    stderr: DRY_RUN,
  },
  {
    words: "-C shop generate subroute products sale --dry-run --diff",
    command: "generate subroute",
    status: "planned",
    stderr: DRY_RUN,
  },
  {
    words: "--verbose generate api new --json shop.json --dry-run",
    command: "generate api",
    status: "planned",
    stderr: DRY_RUN,
  },
  { words: "validate shop.json", command: "validate", status: "unchanged" },
  { words: "-C shop status", command: "status", status: "unchanged" },
  { words: "-C shop status products", command: "status", status: "unchanged" },
  {
    words: "-C shop status --spec ../minimal.json",
    command: "status",
    status: "unchanged",
    code: 1,
  },
  { words: "export schema", command: "export schema", status: "unchanged" },
  { words: "-C shop export openapi", command: "export openapi", status: "unchanged" },
  { words: "export openapi --spec shop.json", command: "export openapi", status: "unchanged" },
  { words: "import api.yaml", command: "import", status: "unchanged" },
  { words: "-C shop export spec", command: "export spec", status: "unchanged" },
];

for (const { words, command, status, code = 0, stderr = "" } of REPORTED) {
  Deno.test(`layerwright --report ${words} reports ${status}`, async () => {
    await inCodeFolder(async (folder) => {
      writeFiles(folder, { "api.yaml": DOCUMENT });
      const before = readTree(folder);
      const result = await runHere(["--report", ...words.split(" ")], { cwd: folder });
      const report = readReport(result.stdout);
      deepEqual({ ...result, stdout: "" }, { code, stdout: "", stderr });
      equal(report.command, command);
      equal(report.status, status);
      const changed = JSON.stringify(readTree(folder)) !== JSON.stringify(before);
      equal(changed, status === "applied");
      equal(report.changes.length > 0, status === "applied" || status === "planned");
      equal(
        report.changes.every(({ diff }) => diff !== null),
        words.includes("--diff") || !report.changes.length,
      );
      equal(report.change_set !== null, report.changes.length > 0);
    });
  });
}

Deno.test("layerwright --report writes text beyond ASCII as escapes", async () => {
  await inCodeFolder(async (folder) => {
    const stdin =
      '{"project": {"description": "Mj\u00f8lk \u202e \u{1f95b}"}, "routes": {"a": {"type": "GET"}}}';
    const { stdout } = await runHere(["--report", "validate", "-"], { cwd: folder, stdin });
    const { data } = readReport(stdout);
    deepEqual(data, {
      description: "Mj\u00f8lk \u202e \u{1f95b}",
      routes: 1,
      endpoints: 1,
      requests: [],
    });
  });
});
