import { deepEqual, equal } from "node:assert/strict";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { createMemoryWorkspace, generateApi } from "../../mod.ts";
import { debianFlask, type FlaskPython, newestFlask } from "../tools/flask_pythons.ts";
import { checkProjects } from "../tools/check_projects.ts";
import { checkedProject } from "../tools/checked_project.ts";
import { compile } from "../tools/compile.ts";
import type { AnswerMode } from "../tools/flask_answers.ts";
import { pytest } from "../tools/pytest.ts";
import { python313 } from "../tools/python313.ts";
import { arbitrarySpec, type WrittenSpec } from "./arbitrary_spec.ts";
import { specOf } from "./written_spec.ts";
import { wrongAnswers } from "./expected_answers.ts";
import { packedProjects } from "./packed_projects.ts";
import { servedSpec } from "./served_spec.ts";
import { withProjects } from "./written_projects.ts";

const RUNS = IS_FULL_TIER ? 2_000 : 30;
const COMPILED = IS_FULL_TIER ? 2_000 : 25;
const ASKED = IS_FULL_TIER ? 200 : 15;
const SERVED = IS_FULL_TIER ? 20 : 2;
const CHECKED = 100;

/** Random specs, different in every run. */
function someSpecs(numRuns: number): readonly WrittenSpec[] {
  return fc.sample(servedSpec, numRuns);
}

Deno.test("generateApi() generates every spec without errors", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text, endpoints }) => {
      const workspace = createMemoryWorkspace();
      const { status, data, diagnostics } = await generateApi(workspace, "demo", text);
      equal(status, "applied", JSON.stringify(diagnostics));
      equal(data?.endpoints.length, endpoints.length);
    }),
    { numRuns: RUNS },
  );
});

Deno.test("generateApi() writes Python that CPython compiles", async () => {
  await testCompiled();
});

async function testCompiled(by?: FlaskPython): Promise<void> {
  const specs = someSpecs(COMPILED).map(({ text }) => text);
  await withProjects(specs, async (folders) => {
    const complaints = await compile(await Promise.all(folders.map(checkedProject)), by);
    deepEqual(withSpecs(complaints, folders, specs), []);
  });
}

for (const [mode, count] of [["client", ASKED], ["server", SERVED]] as const) {
  Deno.test(`generateApi() writes an API that returns exactly the mocks, from the ${mode}`, async () => {
    await testAnswers(someSpecs(count), mode);
  });
}

/** The versions of Flask that serve the projects: in the full tier both, otherwise Debian's. */
const FLASKS = IS_FULL_TIER ? [debianFlask, newestFlask] : [debianFlask];

async function testAnswers(specs: readonly WrittenSpec[], mode: AnswerMode): Promise<void> {
  await withProjects(specs.map(({ text }) => text), async (folders) => {
    const endpoints = specs.map((spec) => spec.endpoints);
    for (const flask of FLASKS) {
      deepEqual(await wrongAnswers(folders, endpoints, mode, flask), []);
    }
  });
}

// In the quick tier, named_examples_test.ts checks some random specs together with its own examples.
Deno.test({
  name: "generateApi() writes projects that pass every tool",
  ignore: !IS_FULL_TIER,
  fn: testTools,
});

async function testTools(): Promise<void> {
  const projects = packedProjects(someSpecs(CHECKED).map(({ endpoints }) => endpoints));
  const specs = projects.map(specOf);
  await withProjects(specs, async (folders) => {
    const complaints = await checkProjects(folders);
    deepEqual(withSpecs(complaints, folders, specs), []);
  });
}

Deno.test({
  name: "generateApi() writes projects for Python 3.13",
  ignore: !IS_FULL_TIER,
  fn: testNewerPython,
});

async function testNewerPython(): Promise<void> {
  const newer = await python313();
  await testCompiled(newer);
  const specs = packedProjects(someSpecs(CHECKED).map(({ endpoints }) => endpoints)).map(specOf);
  await withProjects(specs, async (folders) => {
    const complaints = await pytest(await Promise.all(folders.map(checkedProject)), newer);
    deepEqual(withSpecs(complaints, folders, specs), []);
  });
}

/** Adds to each complaint the spec of its project, to reproduce it. */
function withSpecs<T extends { readonly folder: string }>(
  complaints: readonly T[],
  folders: readonly string[],
  specs: readonly string[],
) {
  return complaints.map((each) => ({ ...each, spec: specs[folders.indexOf(each.folder)] }));
}
