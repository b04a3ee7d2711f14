/** `status` finds every change that people make to a project, and nothing in an unchanged one. */

import { deepEqual, equal } from "node:assert/strict";
import {
  createMemoryWorkspace,
  generateApi,
  type ProjectStatus,
  projectStatus,
} from "../../mod.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { FORMATTING } from "./edits/formatting.ts";
import { begin } from "./life.ts";
import { MUTATIONS } from "./mutations.ts";
import type { Project } from "./project.ts";
import { Random } from "./random.ts";
import { randomSpec } from "./random_specs.ts";

const CHANGED = IS_FULL_TIER ? 1_000 : 30;
const UNTOUCHED = IS_FULL_TIER ? 200 : 10;

/** Edits that change no behaviour. Edits of records belong to the tests of merges. */
const FORMATS = Object.entries(FORMATTING).filter(([name]) => !name.includes("records"));

/**
 * Returns the notable lines of `status`, such as `deleted GET /products/sale`. A project in order has
 * none.
 */
async function told({ folder, files }: Project): Promise<string[]> {
  const { data, message } = await projectStatus(createMemoryWorkspace(files), folder);
  return data === null ? [message] : notable(data);
}

function notable({ endpoints, deleted, problems }: ProjectStatus): string[] {
  const lines = [
    ...endpoints.flatMap(({ state, code, method, path }) => {
      const words = [state, ...(code === null ? [] : [code])]
        .filter((word) => !["same", "beside", "generated", "yours"].includes(word));
      return words.map((word) => `${word} ${method} ${path}`);
    }),
    ...deleted.map((path) => `deleted ${path}`),
    ...problems.map(({ file }) => `problem ${file}`),
  ];
  return [...new Set(lines)].sort();
}

Deno.test("status finds every single change, and names its state", async () => {
  const all = Object.entries(MUTATIONS);
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= CHANGED; seed++) {
    const random = new Random(seed);
    const { project } = await begin(randomSpec(random));
    const start = seed % all.length;
    for (const [name, mutate] of [...all.slice(start), ...all.slice(0, start)]) {
      const mutated = mutate(project, random);
      if (mutated === null) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const expected = mutated.told.map(printedPath);
      const said = await told(mutated.project);
      if (JSON.stringify(said) !== JSON.stringify(expected.toSorted())) {
        wrong.push(`Seed ${seed}: someone ${name}: ${said.join(", ")}, not ${expected.join(", ")}`);
      }
      break;
    }
  }
  equal(wrong.length, 0, wrong.join("\n"));
  deepEqual(all.map(([name]) => name).filter((name) => !counts.has(name)), []);
});

async function generated(spec: string): Promise<Project> {
  const workspace = createMemoryWorkspace();
  const { status, message } = await generateApi(workspace, "base", spec);
  equal(status, "applied", message);
  return { folder: "base", app: "api", files: Object.fromEntries(workspace.files()) };
}

Deno.test("status finds nothing in unchanged projects, however they are formatted", async () => {
  const specs = fc.sample(arbitrarySpec, UNTOUCHED).map(({ text }) => text);
  for (const [seed, spec] of specs.entries()) {
    const random = new Random(seed);
    const project = await generated(seed % 2 === 0 ? JSON.stringify(randomSpec(random)) : spec);
    deepEqual(await told(project), []);
    const [name, format] = FORMATS[seed % FORMATS.length] ?? [];
    const formatted = format?.(project, random) ?? null;
    if (formatted !== null) deepEqual(await told(formatted), [], `After it ${name}: ${spec}`);
  }
});
