/** Redocly's rules accept the documents of random specs. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { specToOpenApi } from "../../mod.ts";
import { runCommand } from "../../tools/run_command.ts";
import { npmProgram } from "../tools/npm_program.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { plainSpecs, readableSpecs } from "./plain_specs.ts";

const REDOCLY = { package: "@redocly/cli@2.77.0", bin: "redocly", node: [22, 12] } as const;

const DOCUMENTS = 500;

const PLAIN_DOCUMENTS = 60;

const RULES = [
  "struct",
  "no-unresolved-refs",
  "no-identical-paths",
  "no-path-trailing-slash",
  "no-unused-components",
  "no-duplicated-tag-names",
  "no-schema-type-mismatch",
  "no-required-schema-properties-undefined",
  "no-mixed-number-range-constraints",
  "path-parameters-defined",
  "path-declaration-must-exist",
  "path-not-include-query",
  "operation-operationId",
  "operation-operationId-unique",
  "operation-operationId-url-safe",
  "operation-parameters-unique",
  "operation-2xx-response",
  "operation-tag-defined",
  "spec-components-invalid-map-name",
];

/** The rule that compares examples with their schemas. */
const EXAMPLES = "no-invalid-media-type-examples";

/** Lints documents with these rules; returns the problems. */
async function lint(
  documents: readonly string[],
  rules: readonly string[],
): Promise<readonly string[]> {
  const { program, path } = await npmProgram(REDOCLY);
  return await inTemporaryFolder(async (folder) => {
    const config = rules.map((rule) => `  ${rule}: error\n`).join("");
    Deno.writeTextFileSync(join(folder, "redocly.yaml"), `rules:\n${config}`);
    const names = documents.map((text, at) => {
      Deno.writeTextFileSync(join(folder, `${at}.json`), text);
      return `${at}.json`;
    });
    const { code, stdout, stderr } = await runCommand(
      program,
      ["lint", ...names, "--config", "redocly.yaml", "--format", "github-actions"],
      { cwd: folder, env: { PATH: path, REDOCLY_TELEMETRY: "off" } },
    );
    equal(stderr.split("validated in").length - 1, documents.length, stderr.slice(-2_000));
    const problems = stdout.split("\n").filter((line) => line.startsWith("::error"));
    equal(code, problems.length === 0 ? 0 : 1);
    return problems;
  });
}

async function documents(specs: readonly string[]): Promise<readonly string[]> {
  const reports = await Promise.all(specs.map((text) => specToOpenApi(text)));
  return reports.map(({ data }) => data?.document ?? "");
}

Deno.test({
  name: "Redocly finds nothing in the documents of random specs",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    deepEqual(await lint(await documents(readableSpecs(DOCUMENTS)), RULES), []);
    // Redocly compares examples with schemas after JavaScript parsed both, so numbers may be rounded.
    deepEqual(await lint(await documents(plainSpecs(PLAIN_DOCUMENTS)), [EXAMPLES]), []);
  },
});

Deno.test({
  name: "Redocly finds a wrong example and a missing parameter",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const spec = {
      routes: {
        a: {
          type: "GET",
          mock: [1],
          subroutes: { item: { path: "/{id}", methods: { GET: {} } } },
        },
      },
    };
    const { data } = await specToOpenApi(JSON.stringify(spec));
    const document = data?.document ?? "";
    const wrong = document.replace('"example": [1]', '"example": ["1"]');
    equal((await lint([wrong], [EXAMPLES])).length, 1);
    equal(
      (await lint([document.replace('"in": "path"', '"in": "query"')], RULES)).length > 0,
      true,
    );
  },
});
