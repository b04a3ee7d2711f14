/** Importing published documents: GitHub's, the pet store, and many small ones. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { parse } from "yaml";
import { stringifyJson } from "../../core/json.ts";
import { type ImportedSpec, importOpenApi, validateSpec } from "../../mod.ts";
import { runCommand } from "../../tools/run_command.ts";
import { CLI_COMMAND } from "../commands/run_cli.ts";
import { shownHeaders } from "../generators/arbitrary_headers.ts";
import { queryString } from "../generators/arbitrary_query.ts";
import { checkedSpec, withProjects } from "../generators/written_projects.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { newestFlask } from "../tools/flask_pythons.ts";
import { npmPackage } from "../tools/npm_program.ts";
import { runPython } from "../tools/run_python.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const ignore = !IS_FULL_TIER;

/** Returns the file of GitHub's document, which has more than a thousand operations. */
async function gitHubFile(): Promise<string> {
  const folder = await npmPackage("@octokit/openapi", "23.0.2");
  return join(folder, "generated", "api.github.com.json");
}

/** Returns the small documents in the versions 2.0, 3.0 and 3.1, as JSON and YAML. */
async function exampleFiles(): Promise<readonly string[]> {
  const folder = await npmPackage("@readme/oas-examples", "8.2.2");
  return ["2.0", "3.0", "3.1"].flatMap((version) =>
    ["json", "yaml"].flatMap((format) => {
      const inner = join(folder, version, format);
      return [...Deno.readDirSync(inner)].filter(({ isFile }) => isFile)
        .map(({ name }) => join(inner, name));
    })
  );
}

interface Imported extends ImportedSpec {
  readonly notes: readonly string[];
}

async function imported(file: string): Promise<Imported> {
  const { data, diagnostics } = await importOpenApi(await Deno.readTextFile(file));
  if (data === null) throw new Error(`${file}: ${diagnostics[0]?.message}`);
  return { ...data, notes: diagnostics.map(({ message }) => message) };
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Lists the operations of a document in the form of reports, such as `GET /pets`. */
async function operationsIn(file: string): Promise<readonly string[]> {
  const text = await Deno.readTextFile(file);
  const document = file.endsWith(".json") ? JSON.parse(text) : parse(text);
  return Object.entries<object>(document.paths ?? {}).flatMap(([path, written]) => {
    const item = "$ref" in written ? partAt(document, String(written.$ref)) : written;
    return METHODS.filter((method) => method in item).map((each) =>
      `${each.toUpperCase()} ${path}`
    );
  });
}

/** Counts the query parameters of some operations of a document, such as `GET /pets`. */
async function queryParametersIn(
  file: string,
  isMeant: (operation: string) => boolean,
): Promise<number> {
  const document = JSON.parse(await Deno.readTextFile(file));
  const queryOf = (owner: { readonly parameters?: readonly object[] }) =>
    (owner.parameters ?? []).map((each) =>
      Object("$ref" in each ? partAt(document, String(each.$ref)) : each)
    ).filter((each) => each.in === "query").map((each) => each.name);
  // deno-lint-ignore no-explicit-any
  return Object.entries<any>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item && isMeant(`${method.toUpperCase()} ${path}`))
      .map((method) => new Set([...queryOf(item), ...queryOf(item[method])]).size)
  ).reduce((sum, each) => sum + each, 0);
}

/** Counts the query parameters of a spec. */
function parametersOf(text: string): number {
  return checkedSpec(text).routes.flatMap(({ endpoints, subroutes }) =>
    [{ endpoints }, ...subroutes].flatMap((each) => each.endpoints)
  ).reduce((sum, { query }) => sum + (query?.members.length ?? 0), 0);
}

/** Returns the part of a document that a reference leads to. */
function partAt(document: object, reference: string): object {
  let part = document;
  for (const step of reference.split("/").slice(1)) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    part = Object(part)[key];
  }
  return part;
}

Deno.test({
  name: "each operation of GitHub's document is imported or named with the reason",
  ignore,
  async fn() {
    const operations = await operationsIn(await gitHubFile());
    const { spec, endpoints, leftOut, notes } = await imported(await gitHubFile());
    const lines = notes.map((note) => note.slice(0, note.indexOf(", such as")));
    // Counted by another program.
    for (
      const [count, parts] of [
        ["241", "response headers"],
        ["521", "enums"],
        ["1,270", "formats"],
        ["159", "bounds"],
        ["1,016", "nullable values"],
        ["114", "choices of schemas"],
      ]
    ) equal(lines.includes(`Dropped ${count} ${parts}`), true, `${count} ${parts}`);
    equal(notes.length < 30, true);
    deepEqual(notes.filter((note) => note.includes("query parameter")), []);
    deepEqual(notes.filter((note) => note.includes("error response")), []);
    equal([...(spec ?? "").matchAll(/"query": /g)].length, 332);
    const left = new Set(leftOut.map(({ operation }) => operation));
    const asked = await queryParametersIn(await gitHubFile(), (each) => !left.has(each));
    deepEqual([asked, parametersOf(spec ?? "")], [1_099, 1_099]);
    deepEqual([operations.length, endpoints], [1_223, 1_138]);
    const named = new Set(leftOut.map(({ operation }) => operation));
    equal(named.size, operations.length - endpoints);
    deepEqual([...named.difference(new Set(operations))], []);
    const reasons = Map.groupBy(leftOut, ({ reason }) => reason);
    deepEqual(
      Object.fromEntries([...reasons].map(([reason, { length }]) => [reason, length])),
      {
        "PATCH is not supported": 70,
        "it has no response from 200 to 299": 8,
        "the response is text/html, not JSON": 2,
        "the response is text/plain, not JSON": 1,
        "the response is application/octocat-stream, not JSON": 1,
        "the body is application/octet-stream, not JSON": 1,
        "a spec's paths do not mix text and parameters as in '{base}...{head}'": 1,
        "a spec has no endpoint at /": 1,
      },
    );
  },
});

/**
 * Generates a project from a spec, sends each GET without parameters, and runs some of the project's
 * tests.
 *
 * @param tests The paths of the tests to run.
 * @returns Number of requests.
 */
async function checkProject(text: string, tests: readonly string[]): Promise<number> {
  const gets = checkedSpec(text).routes.flatMap(({ path: prefix, endpoints, subroutes }) =>
    [{ path: "", endpoints }, ...subroutes].flatMap(({ path, endpoints }) =>
      endpoints.filter(({ method }) => method === "GET" && !path.includes("{"))
        .map(({ status, query, headers }) => ({
          path: prefix + path + queryString(query && stringifyJson(query, 0)),
          headers: Object.fromEntries(shownHeaders(headers && stringifyJson(headers, 0))),
          status,
        }))
    )
  );
  await withProjects([text], async ([folder = ""]) => {
    const requests = gets.map(({ path, headers }) => ({
      method: "GET",
      path,
      headers,
      body: null,
    }));
    const [answers = []] = await flaskAnswers([{ folder, requests }], "client", newestFlask);
    deepEqual(answers.map(({ status }, at) => ({ ...gets[at], status })), gets);
    const { interpreter, env } = newestFlask;
    const args = ["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", ...tests];
    const options = { cwd: folder, env: { ...env } };
    const { code, stdout, stderr } = await runCommand(interpreter, args, options);
    equal(code, 0, stdout + stderr);
  });
  return gets.length;
}

/**
 * Routes of GitHub whose tests take only seconds. The 1,165 tests of all routes take a quarter of an
 * hour, because Flask compiles 1,138 rules for the app of each test.
 */
const TESTED = ["codes_of_conduct", "emojis", "gitignore", "licenses", "rate_limit"];

Deno.test({
  name:
    "the project from GitHub's document answers every GET without path parameters, and the chosen tests pass",
  ignore,
  async fn() {
    const { spec } = await imported(await gitHubFile());
    const tests = TESTED.map((route) => `tests/test_${route}_route.py`);
    equal(await checkProject(spec ?? "", tests) > 50, true);
  },
});

Deno.test({
  name: "the pet store is imported except for two operations, and its project works",
  ignore,
  async fn() {
    const files = (await exampleFiles()).filter((file) => file.endsWith("petstore.json"));
    equal(files.length, 3);
    for (const file of files) {
      const { spec, operations, endpoints, leftOut } = await imported(file);
      deepEqual([operations, endpoints], [20, 18]);
      deepEqual(leftOut.map(({ operation }) => operation), [
        "POST /pet/{petId}",
        "POST /pet/{petId}/uploadImage",
      ]);
      equal(await checkProject(spec ?? "", ["tests"]) > 2, true);
    }
  },
});

Deno.test({
  name: "published documents are imported whole or with reasons, and give valid specs",
  ignore,
  async fn() {
    const files = await exampleFiles();
    equal(files.length > 100, true);
    for (const file of files) {
      const { spec, endpoints, leftOut } = await imported(file);
      const all = await operationsIn(file);
      equal(endpoints + leftOut.length, all.length, file);
      equal(spec === null ? 0 : endpointsIn(spec), endpoints, file);
      const named = new Set(leftOut.map(({ operation }) => operation));
      deepEqual([...named.difference(new Set(all))], [], file);
      equal(spec === null, endpoints === 0, file);
      if (spec !== null) equal(validateSpec(spec).status, "unchanged", file);
    }
  },
});

/** Counts the endpoints of a spec. */
function endpointsIn(text: string): number {
  return checkedSpec(text).routes.flatMap(({ endpoints, subroutes }) =>
    [{ endpoints }, ...subroutes].flatMap((each) => each.endpoints)
  ).length;
}

interface Usage {
  readonly code: number;
  /** Of the processor. */
  readonly seconds: number;
  readonly kilobytes: number;
}

Deno.test({
  name: "importing GitHub's document takes less than 3 seconds and 500 MB",
  ignore: ignore || Deno.build.os !== "linux",
  async fn() {
    const file = await gitHubFile();
    await inTemporaryFolder(async (folder) => {
      const words = [...CLI_COMMAND, "import", file, "-o", join(folder, "spec.json")];
      const { code, seconds, kilobytes } = await runPython("child_usage.py", words) as Usage;
      equal(code, 0);
      equal(seconds < 3, true, `${seconds} s`);
      equal(kilobytes < 500_000, true, `${kilobytes} kB`);
    });
  },
});
