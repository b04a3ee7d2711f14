import { deepEqual, equal } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import { ProjectDraft } from "../../../generators/edits/project_draft.ts";
import { Project } from "../../../project/project.ts";
import {
  type EditedDefinitions,
  type OwnedDefinition,
  planRemoval,
} from "../../../generators/edits/removal_plan.ts";
import { type Edit, edits, type Files, generate, replace } from "../edited_project.ts";
import { snapshot } from "../../project/snapshot.ts";

const SPEC = {
  routes: {
    users: { type: "GET", subroutes: { active: { type: "GET", mock: { id: 1, name: "Ada" } } } },
  },
};
const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";
const REPOSITORY = "api/repositories/users_repository.py";
const MODEL = "api/models/users_model.py";
const TEST = "tests/test_users_route.py";

const ACTIVE: readonly (readonly [path: string, name: string])[] = [
  [ROUTE, "get_active"],
  [SERVICE, "UsersService.get_active"],
  [REPOSITORY, "UsersRepository.get_active"],
  [MODEL, "UsersActiveModel"],
  [TEST, "test_get_active"],
];

/** Plans the removal of an endpoint. */
function plan(files: Files, edited: EditedDefinitions, editedNames: readonly string[] = []) {
  const definitions = ACTIVE.map(([path, name]): OwnedDefinition => ({
    path: projectPath(path),
    name,
    recordedKey: `route ${name}`,
    isHandler: path === ROUTE,
    isEdited: editedNames.includes(name),
    hasHeir: false,
  }));
  const target = {
    what: "GET /users/active",
    definitions,
    files: new Set([projectPath(MODEL)]),
    data: new Map(),
  };
  return planRemoval(target, new ProjectDraft(new Project(snapshot(files))), edited);
}

const generated = await generate(SPEC);

const EDIT_SERVICE = replace(SERVICE, 'return {"id": 1, "name": "Ada"}', "return self.rows()");
const LINK: Edit = (files) => ({
  ...files,
  "api/jobs.py": 'from flask import url_for\n\nurl_for("users.get_active")\n',
});
const CALL: Edit = (files) => ({
  ...files,
  "api/jobs.py": "from api.routes.users_route import service\n\nservice().get_active()\n",
});
const BROKEN: Edit = (files) => ({ ...files, [TEST]: "def (" });

interface Case {
  readonly what: string;
  readonly edit?: Edit;
  readonly edited?: EditedDefinitions;
  readonly editedNames?: readonly string[];
  readonly changed: readonly string[];
  readonly conflicts?: readonly string[];
  readonly discarded?: readonly string[];
  readonly says?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    what: "removes an endpoint that nobody edited",
    changed: [
      `delete ${MODEL}`,
      `update ${REPOSITORY}`,
      `update ${ROUTE}`,
      `update ${SERVICE}`,
      `update ${TEST}`,
    ],
  },
  {
    what: "refuses to discard edits",
    edit: EDIT_SERVICE,
    editedNames: ["UsersService.get_active"],
    changed: [],
    conflicts: [`update ${SERVICE}`],
  },
  {
    what: "keeps edits, and the code that they use",
    edit: EDIT_SERVICE,
    edited: "keep",
    editedNames: ["UsersService.get_active"],
    changed: [`update ${REPOSITORY}`, `update ${ROUTE}`, `update ${TEST}`],
    says: [
      `definition-kept Kept 'UsersService.get_active' in ${SERVICE}: you edited it`,
      `definition-kept Kept 'UsersActiveModel' in ${MODEL}: other code uses it (${SERVICE}:17)`,
    ],
  },
  {
    what: "discards edits",
    edit: EDIT_SERVICE,
    edited: "discard",
    editedNames: ["UsersService.get_active"],
    changed: [
      `delete ${MODEL}`,
      `update ${REPOSITORY}`,
      `update ${ROUTE}`,
      `update ${SERVICE}`,
      `update ${TEST}`,
    ],
    discarded: [`update ${SERVICE}`],
  },
  {
    what: "leaves a handler that other code uses",
    edit: LINK,
    edited: "discard",
    changed: [],
    says: [
      "definition-used Cannot remove GET /users/active: other code uses 'get_active'; " +
      "nothing was written.\n  api/jobs.py:3",
    ],
  },
  {
    what: "leaves code that other code calls, edited or not",
    edit: edits(EDIT_SERVICE, CALL),
    edited: "discard",
    editedNames: ["UsersService.get_active"],
    changed: [`update ${REPOSITORY}`, `update ${ROUTE}`, `update ${TEST}`],
    says: [
      `definition-kept Kept 'UsersService.get_active' in ${SERVICE}: other code uses it (api/jobs.py:3)`,
      `definition-kept Kept 'UsersActiveModel' in ${MODEL}: other code uses it (${SERVICE}:17)`,
    ],
  },
  {
    what: "edits no file that does not parse",
    edit: BROKEN,
    changed: [],
    says: [
      "python-syntax Cannot edit a file that does not parse; nothing was written.\n" +
      `  ${TEST}:1  '(' was never closed`,
    ],
  },
];

for (const { what, edit, edited = "refuse", editedNames, changed, ...rest } of CASES) {
  Deno.test(`planRemoval() ${what}`, () => {
    const { conflicts = [], discarded = [], says = [] } = rest;
    const found = plan(edit?.(generated) ?? generated, edited, editedNames);
    const named = (changes: typeof found.changes) =>
      changes.map(({ kind, path }) => `${kind} ${path}`).sort();
    deepEqual(named(found.changes), changed);
    deepEqual(named(found.conflicts), conflicts);
    deepEqual(named(found.discarded), discarded);
    deepEqual(found.diagnostics.map(({ code, message }) => `${code} ${message}`), says);
  });
}

Deno.test("planRemoval() lists the removed and the kept code", () => {
  const { data } = plan(CALL(generated), "refuse");
  equal(data?.removed.length, 3);
  deepEqual(data?.kept[0], {
    definition: `${SERVICE} UsersService.get_active`,
    uses: ["api/jobs.py:3"],
  });
});
