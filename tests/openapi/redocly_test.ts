/** Documents of random specs, judged by Redocly's rules. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { jsonDepth, parseJson, stringifyJson } from "../../core/json.ts";
import { specToOpenApi } from "../../mod.ts";
import { runCommand } from "../../tools/run_command.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { npmProgram } from "../tools/npm_program.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const REDOCLY = { package: "@redocly/cli@2.77.0", bin: "redocly", node: [22, 12] } as const;

const DOCUMENTS = 500;

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

/** Maximum depth that Redocly reads. */
const MAX_DEPTH = 60;

/** Matches keys that stop Redocly, because JavaScript's objects have them. */
const HOSTILE_KEYS = /__proto__|hasOwnProperty|"(?:constructor|toString|valueOf)"/;

/**
 * Matches values that Redocly's comparison of examples misjudges: unpaired surrogates, and numbers
 * that it rounds.
 */
const MISJUDGED = /\\ud[89a-f]|[0-9]{16}|[0-9][eE]\+?[0-9]/;

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

async function documents(): Promise<readonly string[]> {
  const texts = fc.sample(arbitrarySpec, 8 * DOCUMENTS).map(({ text }) => text).filter(isRead);
  const reports = await Promise.all(
    texts.slice(0, DOCUMENTS).map((text) => specToOpenApi(text)),
  );
  return reports.map(({ data }) => data?.document ?? "");
}

/** Reports whether Redocly can read the document of a spec. */
function isRead(text: string): boolean {
  const json = parseJson(text);
  // Specs can have escapes in place of any letter.
  return !HOSTILE_KEYS.test(stringifyJson(json, 0)) && jsonDepth(json) <= MAX_DEPTH;
}

Deno.test({
  name: "Redocly finds nothing in the documents of random specs",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const all = await documents();
    equal(all.length, DOCUMENTS);
    deepEqual(await lint(all, RULES), []);
    const plain = all.filter((text) => !MISJUDGED.test(text));
    equal(plain.length > 50, true);
    deepEqual(await lint(plain, [EXAMPLES]), []);
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
