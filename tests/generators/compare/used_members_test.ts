/** Specs that remove members which people's methods of a model use. */

import { deepEqual, equal } from "node:assert/strict";
import {
  type ApiData,
  type ApiSpecInput,
  type ProjectStatus,
  projectStatus,
} from "../../../mod.ts";
import { append, differences, generate, regenerate, run } from "../edited_project.ts";

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

const CASES: readonly (readonly [what: string, methods: string, body: unknown, isKept: boolean])[] =
  [
    ["removes a member with a validator", VALIDATOR, { text: "tea" }, true],
    ["makes a list of a model with a validator", VALIDATOR, [{ note: "tea" }], true],
    ["removes a member that a property reads", PROPERTY, { text: "tea" }, true],
    ["adds a member to a model with a validator", VALIDATOR, { note: "tea", size: 1 }, false],
    ["removes a member that no method uses", OTHER, { text: "tea" }, false],
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
      [isKept ? "same" : "outdated"],
    );
    const { report, files } = await regenerate(before, after);
    deepEqual(
      (report.data as ApiData).states.map(({ state }) => state),
      [isKept ? "edited" : "outdated"],
    );
    equal(differences(before, files).length === 0, isKept);
    equal(files[MODEL]?.endsWith(methods), true);
  });
}
