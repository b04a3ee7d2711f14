/** The types and models that are inferred from mocks. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { apiFiles } from "../../../generators/code/api_code.ts";
import {
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
} from "../../../mod.ts";
import type { ProjectPath } from "../../../core/project_path.ts";
import { checkedSpec } from "../written_projects.ts";

const MODEL = "api/models/users_model.py" as ProjectPath;
const SERVICE = "api/services/users_service.py" as ProjectPath;

function filesOf(mock: unknown): ReadonlyMap<ProjectPath, string> {
  const spec = JSON.stringify({ routes: { users: { type: "GET", mock } } });
  return apiFiles({ name: "demo", spec: checkedSpec(spec) });
}

function answerType(files: ReadonlyMap<ProjectPath, string>): string | undefined {
  return /def get\(self\) -> (.*):\n/.exec(files.get(SERVICE) ?? "")?.[1];
}

/** Returns the names and fields of a route's models. */
function models(files: ReadonlyMap<ProjectPath, string>): readonly string[] {
  const text = files.get(MODEL) ?? "";
  return text.split("\n").filter((line) => /^(?:class| {4}\w|\w+ = | {8}")/.test(line))
    .map((line) => line.trim());
}

const USERS = ["class UsersModel(TypedDict):", "id: int", "name: str"];
const ADA = { id: 1, name: "Ada" };

interface Typed {
  readonly mock: unknown;
  readonly type: string;
  readonly models: readonly string[];
}

const TYPED: Readonly<Record<string, Typed>> = {
  "a mock over 16 KiB": {
    mock: Array.from({ length: 1_000 }, () => ADA),
    type: "list[UsersModel]",
    models: USERS,
  },
  "a text over 16 KiB": { mock: "x".repeat(20_000), type: "str", models: [] },
  "a mock of more than 10 levels": {
    mock: { a: { a: { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } } } },
    type: "UsersModel",
    models: Array.from({ length: 10 }, (_, at) => {
      const name = `Users${"A".repeat(9 - at)}`;
      return [
        `class ${name}Model(TypedDict):`,
        at === 0 ? "a: dict[str, Any]" : `a: ${name}AModel`,
      ];
    }).flat(),
  },
  "an empty key": { mock: { "": 1, ...ADA }, type: "UsersModel", models: USERS },
  "an empty key in a nested object": {
    mock: { id: 1, tags: { "": true, a: 1 } },
    type: "UsersModel",
    models: [
      "class UsersTagsModel(TypedDict):",
      "a: int",
      "class UsersModel(TypedDict):",
      "id: int",
      "tags: UsersTagsModel",
    ],
  },
  "no other key than an empty one": { mock: { "": 1 }, type: "dict[str, Any]", models: [] },
  "keys that are all digits": {
    mock: { "1": ADA, "02": { id: 2, name: "Bob" } },
    type: "dict[str, UsersModel]",
    models: USERS,
  },
  "values of several kinds under digits": {
    mock: { "1": 1, "2": null, "3": ["a"] },
    type: "dict[str, int | list[str] | None]",
    models: [],
  },
  "digits in a field": {
    mock: { total: 2, by_id: { "7": ADA } },
    type: "UsersModel",
    models: [
      "class UsersByIdModel(TypedDict):",
      "id: int",
      "name: str",
      "class UsersModel(TypedDict):",
      "total: int",
      "by_id: dict[str, UsersByIdModel]",
    ],
  },
  "different digits in a list": {
    mock: [{ "1": 1 }, { "2": 2 }],
    type: "list[dict[str, int]]",
    models: [],
  },
  "digits beside a name": {
    mock: { "1": 1, name: "Ada" },
    type: "UsersModel",
    models: ["UsersModel = TypedDict(", '"1": int,', '"name": str,'],
  },
  "a key that linters take for a digit": {
    mock: { l: 1, name: "Ada" },
    type: "UsersModel",
    models: ["UsersModel = TypedDict(  # noqa: UP013", '"l": int,', '"name": str,'],
  },
  "more keys than a record has": {
    mock: Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`key_${at}`, at])),
    type: "dict[str, int]",
    models: [],
  },
  "an object whose type is too long": {
    mock: { "1": 1.5, "2": "x", "3": null, "4": [{ "5": [] }], "6": { a: 1 } },
    type: "dict[str, Any]",
    models: [],
  },
  "a list whose type is too long": {
    mock: [true, 1.5, "x", null, [{ "5": [] }], { a: 1 }],
    type: "list[Any]",
    models: [],
  },
  "no object": { mock: [1, 2], type: "list[int]", models: [] },
  "no mock": { mock: undefined, type: "Any", models: [] },
};

for (const [what, { mock, type, models: expected }] of Object.entries(TYPED)) {
  Deno.test(`apiFiles() types ${what}`, () => {
    const files = filesOf(mock);
    deepEqual({ type: answerType(files), models: models(files) }, { type, models: expected });
    equal(files.has(MODEL), expected.length > 0);
  });
}

const LONG_KEY = "k".repeat(45);

for (
  const [key, value] of [
    ["all", [[[[[[[[[[[[[{ id: 1 }]]]]]]]]]]]]]],
    [LONG_KEY, { id: 1 }],
  ] as const
) {
  Deno.test(`apiFiles() writes no model for the field '${key}', whose type is too long`, () => {
    const text = filesOf({ name: "Ada", [key]: value }).get(MODEL) ?? "";
    deepEqual(text.match(/^class \w+/gm), ["class UsersModel"]);
    match(text, new RegExp(`^ {4}${key}: (?:list\\[)*Any\\]*$`, "m"));
  });
}

Deno.test("apiFiles() stops at 100 models per mock, outer models first", () => {
  const mock = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`part_${at}`, { [`id_${at}`]: at }]),
  );
  const files = filesOf(mock);
  equal(answerType(files), "UsersModel");
  equal(files.get(MODEL)?.match(/^class /gm)?.length, 100);
  equal(files.get(MODEL)?.match(/: dict\[str, Any\]$/gm)?.length, 300 - 99);
});

/** Mocks that would take minutes in quadratic time. */
const BIG: Readonly<Record<string, unknown>> = {
  "an object of 100,000 keys": Object.fromEntries(
    Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]),
  ),
  "30,000 objects with a key of their own each": Array.from(
    { length: 30_000 },
    (_, at) => ({ id: at, [`k${at}`]: at }),
  ),
};

for (const [what, mock] of Object.entries(BIG)) {
  Deno.test(`apiFiles() types ${what} quickly`, () => {
    match(answerType(filesOf(mock)) ?? "", /dict\[str, int\]/);
  });
}

async function shop() {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", { routes: { first: { type: "GET" } } });
  return workspace;
}

Deno.test("generateSubroute() writes the first model of a route without models", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "users");
  equal(workspace.files().has(MODEL), false);
  await generateSubroute(workspace, "users", "sale", { mock: { price: 5 } });
  match(
    workspace.files().get(MODEL) ?? "",
    /^class UsersSaleModel\(TypedDict\):\n {4}price: int$/m,
  );
  match(workspace.files().get(SERVICE) ?? "", /def get_sale\(self\) -> UsersSaleModel:/);
});

Deno.test("generateSubroute() writes no model if generateRoute() was called without models", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "users", { mock: { id: 1 }, model: false });
  await generateSubroute(workspace, "users", "sale", { mock: { price: 5 } });
  equal(workspace.files().has(MODEL), false);
  match(workspace.files().get(SERVICE) ?? "", /def get_sale\(self\) -> Any:/);
});

Deno.test("generateSubroute() writes no model after people deleted the route's models", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "users", { mock: { id: 1 } });
  const rest = [...workspace.files()].filter(([path]) => path !== MODEL);
  const edited = createMemoryWorkspace(Object.fromEntries(rest));
  await generateSubroute(edited, "users", "sale", { mock: { price: 5 } });
  equal(edited.files().has(MODEL), false);
});

const LIST = { type: "GET", mock: [{ id: 1 }] };

for (
  const [route, endpoint, classes] of [
    ["root", { type: "POST", mock: { id: 1 } }, ["RootModel(TypedDict)"]],
    ["root", { type: "POST", mock: { id: 1 }, body: [{ a: 1 }] }, [
      "RootModel2(TypedDict)",
      "RootBody2(Body)",
      "RootBody(RootModel[list[RootBody2]])",
    ]],
    ["list", { ...LIST, query: { q: 1 } }, ["ListModel(TypedDict)", "ListParameters2(Parameters)"]],
    ["list", { ...LIST, list: {} }, ["ListModel(TypedDict)", "ListParameters2(ListParameters)"]],
  ] as const
) {
  Deno.test(`a model of route '${route}' never hides a class that its module imports: ${classes}`, () => {
    const spec = checkedSpec(JSON.stringify({ routes: { [route]: endpoint } }));
    const files = apiFiles({ name: "demo", spec });
    const text = files.get(`api/models/${route}_model.py` as ProjectPath) ?? "";
    deepEqual([...text.matchAll(/^class (.*):$/gm)].map(([, name]) => name), classes);
    const modules = [...text.matchAll(/^from (api\.\w+) import/gm)].map(([, name]) => name ?? "");
    for (const each of modules) ok(files.has(`${each.replace(".", "/")}.py` as ProjectPath), each);
  });
}
