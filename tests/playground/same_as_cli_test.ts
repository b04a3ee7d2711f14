/** The playground generates the same project as the command line. */

import { strFromU8, unzipSync } from "fflate";
import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { Report } from "../../core/report.ts";
import { MAX_CHARACTERS, MAX_NESTED, MAX_PROBLEMS } from "../../playground/limits.ts";
import type { Answer } from "../../playground/messages.ts";
import { jsonNesting } from "../../core/json_nesting.ts";
import { runHere } from "../commands/run_here.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { type BuiltWorker, startBuiltWorker } from "./built_worker.ts";
import { exists } from "../tools/exists.ts";

/** Number of specs. In the full tier, each one runs the command line as a process. */
const SPECS = IS_FULL_TIER ? 500 : 15;

/** A spec's text, with or without mistakes. */
const typedSpec = fc.tuple(
  arbitrarySpec,
  fc.oneof(
    fc.constant([]),
    fc.array(
      fc.record({
        place: fc.double({ min: 0, max: 1, noNaN: true }),
        removed: fc.nat({ max: 12 }),
        added: fc.constantFrom(
          ...["", ",", '"', "}", "{", "\n", "0", "\\", '"type": 1,', '"routes": {},'],
          ...['"subroute": [],', '"GTE"', '"__proto__": {"type": "GET"},', "<b>", "\u00e9\u202e"],
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
).map(([{ text }, mistakes]) =>
  mistakes.reduce((typed, { place, removed, added }) => {
    const at = Math.floor(place * typed.length);
    return typed.slice(0, at) + added + typed.slice(at + removed);
  }, text).toWellFormed()
);

/** The result for a spec, from the playground or the command line. */
interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  /** The files by path in the project's folder; empty if the spec has errors. */
  readonly files: Readonly<Record<string, string>>;
  readonly endpoints: readonly string[];
}

async function byCommandLine(text: string): Promise<Outcome> {
  return await inTemporaryFolder(async (cwd) => {
    await Deno.writeTextFile(join(cwd, "spec.json"), text);
    const words = ["--report", "generate", "api", "shop", "--json", "spec.json"];
    const { stdout } = await runHere(words, { cwd });
    const { diagnostics, data }: Report = JSON.parse(stdout);
    return {
      diagnostics: diagnostics.slice(0, MAX_PROBLEMS),
      files: filesIn(cwd, "shop"),
      endpoints: endpointsOf(data),
    };
  });
}

/** The endpoints in a report's data. */
function endpointsOf(data: unknown): readonly string[] {
  const { endpoints = [] } = (data ?? {}) as { readonly endpoints?: readonly Endpoint[] };
  return endpoints.map(endpointWords);
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

function endpointWords({ method, path, status }: Endpoint): string {
  return `${method} ${path} ${status}`;
}

function filesIn(root: string, path: string): Record<string, string> {
  const files: Record<string, string> = {};
  const folder = join(root, path);
  if (!exists(folder)) return files;
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const inner = `${path}/${name}`;
    // A browser keeps no history.
    if (inner.endsWith(".layerwright/history")) continue;
    if (isDirectory) Object.assign(files, filesIn(root, inner));
    else files[inner] = latin1(Deno.readFileSync(join(root, inner)));
  }
  return files;
}

/** Decodes each byte as a character. */
function latin1(bytes: Uint8Array): string {
  return strFromU8(bytes, true);
}

async function byPlayground(worker: BuiltWorker, text: string): Promise<Outcome> {
  const answer = await worker.ask({ kind: "spec", name: "shop", text });
  if (answer.kind === "failed") {
    return { diagnostics: answer.problems.shown, files: {}, endpoints: [] };
  }
  const { problems, endpoints, files } = shownProject(answer);
  equal(endpoints.count, endpoints.shown.length);
  const zip = await worker.ask({ kind: "zip" });
  if (zip.kind !== "zip") throw new Error(`The zip is ${zip.kind}`);
  const unzipped = Object.entries(unzipSync(zip.bytes));
  deepEqual(
    unzipped.map(([path, bytes]) => ({ path, bytes: bytes.length })).toSorted(byPath),
    files.shown.map(({ path, bytes }) => ({ path: `shop/${path}`, bytes })).toSorted(byPath),
  );
  return {
    diagnostics: problems.shown,
    files: Object.fromEntries(unzipped.map(([path, bytes]) => [path, latin1(bytes)])),
    endpoints: endpoints.shown.map(endpointWords),
  };
}

function shownProject(answer: Answer) {
  if (answer.kind === "project") return answer.project;
  throw new Error(JSON.stringify(answer));
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}

Deno.test(`${SPECS} random specs have the same result as on the command line`, async () => {
  using worker = await startBuiltWorker();
  const seen = { good: 0, bad: 0 };
  await fc.assert(
    fc.asyncProperty(typedSpec, async (text) => {
      fc.pre(text.length <= MAX_CHARACTERS && jsonNesting(text) <= MAX_NESTED);
      const [expected, found] = await Promise.all([
        byCommandLine(text),
        byPlayground(worker, text),
      ]);
      deepEqual(found, expected);
      seen[expected.endpoints.length > 0 ? "good" : "bad"]++;
    }),
    { numRuns: SPECS },
  );
  deepEqual(
    [seen.good > SPECS / 4, seen.bad > SPECS / 4],
    [true, true],
    `both kinds were among them: ${JSON.stringify(seen)}`,
  );
});
