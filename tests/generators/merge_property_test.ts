import { deepEqual, equal, ok } from "node:assert/strict";
import { fc, IS_FULL_TIER, testInFullTier } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { arbitraryMock } from "./arbitrary_mock.ts";
import { isEmpty } from "./arbitrary_spec.ts";
import { servedSpec } from "./served_spec.ts";
import { type ExpectedEndpoint, specOf } from "./written_spec.ts";
import { append, type Files, generate, regenerate } from "./edited_project.ts";
import { wrongAnswers } from "./expected_answers.ts";

const NUM_RUNS = IS_FULL_TIER ? 1_000 : 25;
const ASKED = IS_FULL_TIER ? 200 : 25;

interface Revision {
  readonly before: readonly ExpectedEndpoint[];
  readonly after: readonly ExpectedEndpoint[];
  /** Whether people add code to every module between the runs. */
  readonly edited: boolean;
}

/** Mocks with few keys, so that names of models appear, disappear and move. */
const smallMock: fc.Arbitrary<string> = fc.letrec<{ object: string; value: string }>((tie) => ({
  object: fc.dictionary(fc.constantFrom("a", "b", "a_b", "a-b", "int"), tie("value"), {
    maxKeys: 3,
  }).map((members) =>
    `{${Object.entries(members).map(([key, value]) => `"${key}": ${value}`).join(", ")}}`
  ),
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("1", '"x"', "null"),
    tie("object"),
    tie("object").map((object) => `[${object}]`),
  ),
})).value;

const newMock = fc.option(fc.oneof(smallMock, smallMock, arbitraryMock), { freq: 5 });

/** Specs with few names, some of which are also keys of mocks. */
const smallSpec = fc.uniqueArray(
  fc.record({
    subroute: fc.constantFrom("a", "b", "a_b", "a_a", "_", null),
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
    mock: newMock,
  }),
  { selector: ({ subroute }) => subroute, minLength: 1 },
).map((endpoints) => [
  ...endpoints.filter(({ subroute }) => subroute === null),
  ...endpoints.filter(({ subroute }) => subroute !== null),
]).filter(([own]) => own?.subroute === null).map((endpoints) =>
  endpoints.map((each): ExpectedEndpoint => ({ ...each, route: "users" }))
);

/** Two versions of a spec: the second one has other mocks, and more endpoints. */
const revision: fc.Arbitrary<Revision> = fc.tuple(
  fc.oneof(smallSpec, smallSpec, servedSpec.map(({ endpoints }) => [...endpoints])),
  fc.infiniteStream(fc.option(newMock)),
  fc.infiniteStream(fc.boolean()),
  fc.boolean(),
).map(([after, mocks, present, edited]) => ({
  before: after.filter((each, at) => at === 0 || each.subroute === null || present.next().value)
    .map((each) => {
      const mock = mocks.next().value;
      if (mock === null || isEmpty(each.status)) return each;
      // A list names fields of the mock.
      const { list: _, ...plain } = each;
      return { ...plain, mock };
    }),
  after,
  edited,
}));

const OWN_CODE = "\n\nclass Own:\n    limit = 5\n";

function withOwnCode(files: Files): Files {
  const modules = Object.keys(files).filter((path) =>
    /_(?:route|service|repository|model)\.py$/.test(path)
  );
  return modules.reduce((done, path) => append(path, OWN_CODE)(done), files);
}

/** Generates a project, and generates it again from the revised spec. */
async function revise({ before, after, edited }: Revision): Promise<Files> {
  const first = await generate(specOf(before));
  const existing = edited ? withOwnCode(first) : first;
  const { report: { status, message }, files } = await regenerate(existing, specOf(after));
  ok(status === "applied" || status === "unchanged", message);
  for (const [path, text] of Object.entries(existing)) {
    if (text.endsWith(OWN_CODE)) ok(files[path]?.includes(OWN_CODE), `${path} keeps its own code`);
  }
  return files;
}

Deno.test("generateApi() follows a revised spec beside code that people added", async () => {
  await fc.assert(
    fc.asyncProperty(revision, async (each) => {
      const files = await revise(each);
      const again = await regenerate(files, specOf(each.after));
      deepEqual(again.report.changes, []);
      equal(again.report.status, "unchanged");
    }),
    { numRuns: NUM_RUNS },
  );
});

testInFullTier("generateApi() leaves an API that returns the revised mocks", async () => {
  const revisions = fc.sample(revision, ASKED);
  await inTemporaryFolder(async (home) => {
    const folders = await Promise.all(revisions.map(async (each, index) => {
      const folder = `${home}/p${index}`;
      writeFiles(folder, await revise(each));
      return folder;
    }));
    deepEqual(await wrongAnswers(folders, revisions.map(({ after }) => after), "client"), []);
  });
});
