/** Many processes that change one project at the same time. */

import { deepEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { createMemoryWorkspace, generateRoute } from "../../mod.ts";
import { flaskAnswers, type FlaskRequest } from "../tools/flask_answers.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { type CliResult, runCli } from "./run_cli.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const SUBROUTES = IS_FULL_TIER ? 100 : 6;
const ROUTES = IS_FULL_TIER ? 50 : 4;

/** Runs commands concurrently, and shows the output of failed ones. */
async function runAtOnce(commands: readonly (readonly string[])[], cwd: string): Promise<void> {
  const results = await Promise.all(commands.map((args) => runCli(args, { cwd })));
  const failed = (result: CliResult) => result.code !== 0 || result.stderr !== "";
  deepEqual(results.filter(failed), []);
}

function numbered<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

async function startProject(folder: string): Promise<void> {
  const command = ["generate", "api", "shop", "--json", "spec.json"];
  writeFiles(folder, { "spec.json": '{"routes": {"products": {"type": "GET", "mock": [1]}}}' });
  await runAtOnce([command], folder);
}

/** Counts occurrences of words in a file. */
function counts(folder: string, path: string, words: readonly string[]): number[] {
  const text = Deno.readTextFileSync(join(folder, "shop", path));
  return words.map((word) => text.split(word).length - 1);
}

async function bodies(folder: string, requests: readonly FlaskRequest[]): Promise<unknown[]> {
  const [answers = []] = await flaskAnswers([{ folder: join(folder, "shop"), requests }], "client");
  return answers.map(({ status, body }) => [status, JSON.parse(body)]);
}

function get(path: string): FlaskRequest {
  return { method: "GET", path, body: null };
}

Deno.test(`${SUBROUTES} processes each add a subroute to one route, in all layers`, () =>
  inTemporaryFolder(async (folder) => {
    await startProject(folder);
    const add = (number: number) => [
      ...["generate", "subroute", "products", `s${number}`],
      ...["--mock", `{"number": ${number}}`],
    ];
    await runAtOnce(numbered(SUBROUTES, add), join(folder, "shop"));
    const once = numbered(SUBROUTES, () => 1);
    const definitions = numbered(SUBROUTES, (number) => `def get_s${number}(`);
    for (
      const [path, words] of [
        ["api/routes/products_route.py", definitions],
        ["api/services/products_service.py", definitions],
        ["api/repositories/products_repository.py", definitions],
        [
          "api/models/products_model.py",
          numbered(SUBROUTES, (number) => `class ProductsS${number}Model(`),
        ],
        [
          "tests/test_products_route.py",
          numbered(SUBROUTES, (number) => `def test_get_s${number}(`),
        ],
      ] as const
    ) deepEqual(counts(folder, path, words), once, path);
    deepEqual(
      await bodies(folder, numbered(SUBROUTES, (number) => get(`/products/s${number}`))),
      numbered(SUBROUTES, (number) => [200, { number }]),
    );
  }));

Deno.test(`${ROUTES} processes each add a route to one project, in all layers`, () =>
  inTemporaryFolder(async (folder) => {
    await startProject(folder);
    const add = (number: number) => [
      ...["generate", "route", `r${number}`],
      ...["--mock", `{"number": ${number}}`],
    ];
    await runAtOnce(numbered(ROUTES, add), join(folder, "shop"));
    const path = "api/per_request.py";
    const expected = createMemoryWorkspace({
      [path]: Deno.readTextFileSync(join(folder, "shop", path)),
    });
    for (let number = 0; number < ROUTES; number++) {
      await generateRoute(expected, `r${number}`, { mock: { number } });
    }
    ok(expected.files().size >= 5 * ROUTES, "every route has all its layers");
    for (const [path, text] of expected.files()) {
      deepEqual(Deno.readTextFileSync(join(folder, "shop", path)), text);
    }
    for (let number = 0; number < ROUTES; number++) {
      const record = [`endpoint GET /r${number} - command\n`];
      deepEqual(counts(folder, `.layerwright/routes/r${number}`, record), [1]);
    }
    deepEqual(
      await bodies(folder, numbered(ROUTES, (number) => get(`/r${number}`))),
      numbered(ROUTES, (number) => [200, { number }]),
    );
  }));
