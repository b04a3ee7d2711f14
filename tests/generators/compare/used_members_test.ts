/** Specs that remove members which other code of people in a model uses. */

import { deepEqual, equal } from "node:assert/strict";
import {
  type ApiData,
  type ApiSpecInput,
  type ProjectStatus,
  projectStatus,
} from "../../../mod.ts";
import { append, differences, generate, regenerate, replace, run } from "../edited_project.ts";

const MODEL = "api/models/carts_model.py";

function spec(body: unknown): ApiSpecInput {
  return { routes: { carts: { type: "POST", body } } } as ApiSpecInput;
}

const VALIDATOR = `
    @field_validator("note")
    @classmethod
    def check(cls, note: str) -> str:
        return note
`;
const PROPERTY = `
    @property
    def loud(self) -> str:
        return self.note.upper()
`;
const OTHER = `
    def total(self) -> int:
        return 0
`;

const ASSIGNED = '    check = field_validator("note")(str.strip)\n';
const BELOW = `${OTHER}\n    size: int = 3\n`;

const CASES: readonly (readonly [what: string, methods: string, body: unknown, isKept: boolean])[] =
  [
    ["removes a member with a validator", VALIDATOR, { text: "tea" }, true],
    ["makes a list of a model with a validator", VALIDATOR, [{ note: "tea" }], true],
    ["removes a member that a property reads", PROPERTY, { text: "tea" }, true],
    ["adds a member to a model with a validator", VALIDATOR, { note: "tea", size: 1 }, false],
    ["removes a member that no method uses", OTHER, { text: "tea" }, false],
    ["removes a member that an assignment uses", ASSIGNED, { text: "tea" }, true],
    ["adds a member to a model with an assigned validator", ASSIGNED, { note: "", x: 1 }, false],
    ["adds a member that people have below a method", BELOW, { note: "tea", size: 1 }, true],
    ["adds a member, and people have another below a method", BELOW, { note: "", x: 1 }, false],
    [
      "makes a list of a model with a nested class",
      "    class Config:\n        x = 1\n",
      [1],
      true,
    ],
    ["makes a list of a model with people's member", '    mine: str = ""\n', [1], true],
    ["makes a list of a model with a method", OTHER, [1], false],
    ["removes the model", VALIDATOR, undefined, false],
  ];

for (const [what, methods, body, isKept] of CASES) {
  const outcome = isKept ? "keeps" : "updates";
  Deno.test(`generateApi() ${outcome} an endpoint if the spec ${what}, and status expects it`, async () => {
    const before = append(MODEL, methods)(await generate(spec({ note: "tea" })));
    const after = spec(body);
    const status = await run(
      before,
      (workspace) => projectStatus(workspace, "demo", { spec: after }),
    );
    deepEqual(
      (status.report.data as ProjectStatus).endpoints.map(({ state }) => state),
      [isKept ? "conflict" : "outdated"],
    );
    const { report, files } = await regenerate(before, after);
    deepEqual(
      (report.data as ApiData).states.map(({ state }) => state),
      [isKept ? "conflict" : "outdated"],
    );
    equal(differences(before, files).length === 0, isKept);
    equal(files[MODEL]?.endsWith(methods), true);
  });
}

for (
  const [what, body, isKept] of [["objects", { note: 1 }, true], ["texts", ["a"], false]] as const
) {
  const outcome = isKept ? "keeps" : "updates";
  Deno.test(`generateApi() ${outcome} an endpoint if a list of numbers with a validator becomes ${what}`, async () => {
    const before = append(MODEL, VALIDATOR.replace('"note"', '"root"'))(await generate(spec([1])));
    const { report } = await regenerate(before, spec(body));
    deepEqual(
      (report.data as ApiData).states.map(({ state }) => state),
      [isKept ? "conflict" : "outdated"],
    );
  });
}

Deno.test("generateApi() keeps an endpoint if the spec removes a member below a method", async () => {
  const before = await generate(spec({ note: "tea", size: 1 }));
  const moved = replace(MODEL, "    size: int\n", BELOW.replace(" = 3", ""))(before);
  const { report, files } = await regenerate(moved, spec({ note: "tea" }));
  deepEqual((report.data as ApiData).states.map(({ note }) => note), [
    "has a new body; CartsBody.size is your code",
  ]);
  deepEqual(differences(moved, files), []);
});
