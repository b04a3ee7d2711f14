/** Records of projects that lost theirs. */

import { deepEqual, equal } from "node:assert/strict";
import { adoptProject, createMemoryWorkspace, generateApi } from "../../../mod.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { arbitrarySpec } from "../arbitrary_spec.ts";
import { type Files, withCrlf } from "../edited_project.ts";

const RUNS = IS_FULL_TIER ? 1_000 : 30;

function without(files: Files, isLost: (path: string) => boolean): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !isLost(path)));
}

const LOSSES: readonly (readonly [what: string, isLost: (path: string) => boolean])[] = [
  ["all records", (path) => path.startsWith(".layerwright/")],
  ["the manifest", (path) => path === ".layerwright/manifest"],
];

for (const [what, isLost] of LOSSES) {
  Deno.test(`adopting a project that lost ${what} writes the same records again`, async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, async ({ text }) => {
        const generated = createMemoryWorkspace();
        await generateApi(generated, "demo", text);
        const files = Object.fromEntries(generated.files());
        const workspace = createMemoryWorkspace(without(files, isLost));
        const { status } = await adoptProject(workspace, "demo", text);
        equal(status, "applied");
        deepEqual(Object.fromEntries(workspace.files()), files);
      }),
      { numRuns: RUNS },
    );
  });
}

const NAMES = ["shop", "My Shop", "a_b*c", "[x]", "x#1"];

for (const name of NAMES) {
  Deno.test(`a copy of project '${name}' in another folder keeps its name`, async () => {
    const spec = { routes: { ping: { type: "GET" } } } as const;
    const generated = createMemoryWorkspace();
    await generateApi(generated, name, spec);
    const files = Object.fromEntries(generated.files());
    const lost = withCrlf(without(files, (path) => path.startsWith(".layerwright/")));
    const workspace = createMemoryWorkspace(lost);
    await adoptProject(workspace, "copy", spec);
    deepEqual(Object.fromEntries(workspace.files()), { ...files, ...lost });
  });
}
