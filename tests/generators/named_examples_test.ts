import { deepEqual, equal, match } from "node:assert/strict";
import { apiFiles } from "../../generators/code/api_code.ts";
import { checkProjects } from "../tools/check_projects.ts";
import { fc, IS_FULL_TIER, testInFullTier } from "../tools/tier.ts";
import { servedSpec } from "./served_spec.ts";
import { type ExpectedEndpoint, specOf } from "./written_spec.ts";
import { wrongAnswers } from "./expected_answers.ts";
import { HOSTILE_NAMES, HOSTILE_TEXTS } from "./hostile_texts.ts";
import { packedProjects } from "./packed_projects.ts";
import { checkedSpec, withProjects } from "./written_projects.ts";

type Method = ExpectedEndpoint["method"];
type Short = readonly [subroute: string | null, method: Method, mock: string | null];

function route(name: string, ...endpoints: readonly Short[]): readonly ExpectedEndpoint[] {
  return endpoints.map(([subroute, method, mock]) => ({ route: name, subroute, method, mock }));
}

function nested(depth: number): string {
  return `${"[".repeat(depth)}${"]".repeat(depth)}`;
}

const LONG = "n".repeat(200);
const BIG = JSON.stringify("\u00e4".repeat(17_000));
const GET_ONE: Short = [null, "GET", "1"];

/** Examples that were wrong once, or easily become wrong. */
const EXAMPLES: Readonly<Record<string, readonly ExpectedEndpoint[]>> = {
  "names of 200 letters": route(
    LONG,
    [null, "POST", null],
    [LONG, "POST", null],
    ["get", "DELETE", null],
    ["d".repeat(190), "DELETE", '{"a": 1}'],
    ["p".repeat(190), "PUT", '{"a": 1}'],
    ["g".repeat(190), "GET", BIG],
  ),
  "data files whose folder Windows rejects or git ignores": [
    ...route("con", [null, "GET", BIG]),
    ...route("aux", [null, "GET", BIG]),
    ...route("__pycache__", [null, "GET", BIG], ["con", "POST", nested(11)]),
  ],
  "handlers named like the blueprint": [
    ...route("get", GET_ONE, ["bp", "GET", "2"], ["bp_handler", "GET", "3"]),
    ...route("create", GET_ONE, ["bp", "POST", null]),
    ...route("delete", GET_ONE, ["bp", "DELETE", null], ["bp_", "DELETE", null]),
  ],
  "names of underscores and digits": [
    ...route("_", GET_ONE, ["_", "GET", '{"a": {"b": 1}}'], ["__", "POST", '[{"a": 1}]']),
    ...route("__", [null, "GET", '{"id": 1}'], ["_1", "GET", '{"id": 1}']),
    ...route("_1", [null, "GET", '{"id": 1}'], ["_", "GET", '{"id": "x"}']),
  ],
  "subroutes named like their route, or index": route(
    "members",
    [null, "GET", '{"id": 1}'],
    ["members", "GET", '{"id": 2}'],
    ["index", "PUT", null],
  ),
  "a route at a common path of health checks": route("health", GET_ONE),
  "a parameter named like the body in the service": [{
    route: "carts",
    subroute: null,
    method: "POST",
    mock: null,
    query: '{"sent": [1.5]}',
    body: '{"a": 1}',
  }],
  "parameters with types that are too long for the line of a field": [{
    route: "sellers",
    subroute: null,
    method: "GET",
    mock: "1",
    query: JSON.stringify({
      "SellersParameters?": [{ $enum: ["a b", "{", "{{x}}", "<% throw 1 %>"] }],
      q: "x".repeat(70),
      b: { $default: "x".repeat(70), $maxLength: 80 },
    }),
  }],
  "fields that would hide the types of later fields": route(
    "users",
    [null, "GET", '{"str": "a", "id": "b"}'],
    ["a", "GET", '{"list": [1], "Any": [1, []], "int": 2}'],
    ["b", "GET", '{"UsersBInnerModel": 1, "inner": {"id": 1}}'],
    ["c", "GET", '{"UsersCXModel2": 1, "x": {"id": 1}, "X": {"id": 1}}'],
  ),
  "keys that cannot be fields": route(
    "keys",
    [null, "GET", '{"": 1, "a": 2}'],
    ["a", "GET", '{"class": 1, "None": null, "__x": 2, "__init__": 3}'],
    ["b", "GET", '{"\\u00e4": 1, "\\u212b": 2, "\\ud800": 3, "a b": 4}'],
    ["c", "GET", '{"\\u00e4": 1}'],
    ["d", "GET", '{"__proto__": {"__proto__": 1}, "constructor": 2}'],
  ),
  "a model that needs the functional form right after the imports": route(
    "functional",
    [null, "GET", '{"a-b": 1}'],
  ),
  "long names of models that need the functional form": route(
    "n".repeat(50),
    [null, "GET", '{"int": 1}'],
    ["n", "GET", '{"int": 1}'],
  ),
  "lists of objects with missing and mixed keys": route(
    "lists",
    [null, "GET", '[{"id": 1, "tag": null}, {"id": 2.5}, {"id": "x", "tag": {"a": 1}}]'],
    ["none", "GET", '[{"a": 1}, {"b": 2}]'],
    ["mixed", "GET", '[1, {"id": 1}, [{"id": 1}], null, {}]'],
    ["empty", "GET", '[{}, [], "", 0]'],
  ),
  "mocks just short and flat enough for code": route(
    "small",
    [null, "GET", nested(10)],
    ["deeper", "GET", nested(11)],
    ["deepest", "GET", nested(900)],
    ["big", "GET", JSON.stringify("x".repeat(16_382))],
    ["bigger", "GET", JSON.stringify("x".repeat(16_383))],
  ),
  "keys that are all digits": route(
    "digits",
    [null, "GET", '{"1": {"id": 1, "tags": {"7": null, "8": [1]}}, "2": {"id": 2, "tags": {}}}'],
    ["a", "GET", '{"1": 1, "2": 2.5, "3": "x", "4": null, "5": [{"9": []}], "6": {"a": 1}}'],
    ["b", "POST", '[{"1": {"2": {"3": 4}}}, {}, {"4": {"5": {}}}]'],
    ["c", "GET", '[{"1": true}, {"name": "Ada"}]'],
    ["d", "GET", `{"${"1".repeat(80)}": {"0": 1}}`],
  ),
  "models of mocks in data files": route(
    "files",
    [null, "GET", JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: "n" })))],
    ["keys", "GET", '{"": {"": 1, "a b": 2}, "a": {"": 1}, "class": [{"": 1}]}'],
    ["deep", "POST", `${'{"-": '.repeat(300)}1${"}".repeat(300)}`],
    ["wide", "GET", `[${'{"1": '.repeat(12)}1${"}".repeat(12)}]`],
    ["scalar", "GET", BIG],
    ["l".repeat(39), "GET", JSON.stringify(Array.from({ length: 900 }, (_, at) => ({ at })))],
    ["m".repeat(49), "GET", JSON.stringify(Array.from({ length: 900 }, (_, at) => ({ at })))],
  ),
  "null, and no mock": route("nothing", [null, "GET", "null"], ["a", "GET", null]),
  "a number as every kind of answer": route(
    "numbers",
    [null, "GET", "[1.0, 1, 1E5, 1e+5, -0, -0.0, 1e-400, 123456789012345678901234567890]"],
    ["long", "GET", `-${"9".repeat(73)}`],
    ["longer", "GET", "7".repeat(4_300)],
  ),
  "texts of every length around the end of a line": route(
    "texts",
    ...[null, ..."abcdefgh"].map((name, index): Short => [
      name,
      "GET",
      JSON.stringify("x".repeat(67 + index)),
    ]),
  ),
  "every hostile text": HOSTILE_TEXTS.flatMap((text, index) =>
    route(`r${index}`, [null, "GET", JSON.stringify({ [text]: text })])
  ),
  "every hostile name": HOSTILE_NAMES.flatMap((name, index) =>
    route(
      name,
      [null, "POST", null],
      [HOSTILE_NAMES.at(index - 1) ?? "", "GET", '{"id": {"name": [1]}}'],
    )
  ),
};

/**
 * In the quick tier, random specs are checked together with the examples, because the tools take
 * seconds to start. In the full tier, api_property_test.ts checks many more.
 */
const RANDOM = IS_FULL_TIER ? [] : fc.sample(servedSpec, 6).map(({ endpoints }) => endpoints);

testInFullTier(
  "generateApi() creates working projects from all examples that pass every tool",
  async (test) => {
    const projects = packedProjects([...Object.values(EXAMPLES), ...RANDOM]);
    await withProjects(projects.map(specOf), async (folders) => {
      const complaints = await checkProjects(folders, IS_FULL_TIER ? {} : { sample: 1 });
      const wrong = await wrongAnswers(folders, projects, "client");
      await test.step("all tools pass", () => deepEqual(complaints, []));
      for (const [title, endpoints] of Object.entries(EXAMPLES)) {
        const routes = new Set(endpoints.map(({ route }) => route));
        await test.step(title, () => deepEqual(wrong.filter(({ route }) => routes.has(route)), []));
      }
      await test.step("every endpoint answers", () => deepEqual(wrong, []));
    });
  },
);

function filesOf(title: string): ReadonlyMap<string, string> {
  return apiFiles({ name: "demo", spec: checkedSpec(specOf(EXAMPLES[title] ?? [])) });
}

Deno.test("apiFiles() names a type that is too long for the line of a parameter", () => {
  const files = filesOf("parameters with types that are too long for the line of a field");
  const model = files.get("api/models/sellers_model.py") ?? "";
  match(model, /^SellersSellersParametersParameters = Literal\["a b", "\{", /m);
  match(model, /^ {4}b: Sellers\w+ = \(\n {8}"x{70}"\n {4}\)$/m);
  match(model, /^ {4}SellersParameters_: list\[SellersSellersParametersParameters\] \| None = /m);
});

Deno.test("apiFiles() gives a parameter another variable than the body of a request", () => {
  const files = filesOf("a parameter named like the body in the service");
  match(files.get("api/routes/carts_route.py") ?? "", /sent2=sent\.sent\b/);
  match(files.get("api/services/carts_service.py") ?? "", /, sent2: list\[float\]\) -> /);
});

Deno.test("apiFiles() puts data files into folders that are valid on every system", () => {
  const files = filesOf("data files whose folder Windows rejects or git ignores");
  const data = [...files.keys()].filter((path) => path.endsWith(".json"));
  deepEqual(data.sort(), [
    "api/mocks/__pycache__-/create_con.json",
    "api/mocks/__pycache__-/get.json",
    "api/mocks/aux-/get.json",
    "api/mocks/con-/get.json",
  ]);
});

Deno.test("apiFiles() indents data files, except deep ones", () => {
  const dataOf = (mock: string) => {
    const text = `{"routes": {"a": {"type": "GET", "mock": ${mock}}}}`;
    const files: ReadonlyMap<string, string> = apiFiles({ name: "demo", spec: checkedSpec(text) });
    return files.get("api/mocks/a/get.json");
  };
  equal(dataOf(`[${"[".repeat(10)}1, 2${"]".repeat(10)}]`)?.split("\n").length, 2 * 11 + 2 + 1);
  const tower = "[".repeat(800) + "]".repeat(800);
  const towers = `[${Array(500).fill(tower).join(", ")}]`;
  equal(dataOf(towers), `${towers}\n`);
});

Deno.test("apiFiles() renames only the handler that would overwrite its blueprint", () => {
  const text = filesOf("handlers named like the blueprint").get("api/routes/get_route.py") ?? "";
  deepEqual([...text.matchAll(/^def (\w+)/gm)].map(([, name]) => name), [
    "service",
    "get",
    "get_bp_handler_handler",
    "get_bp_handler",
  ]);
});

Deno.test("apiFiles() prefers literals to data files for readable mocks", () => {
  const text =
    filesOf("mocks just short and flat enough for code").get("api/services/small_service.py") ?? "";
  equal(text.match(/ load_mock\(/g)?.length, 3);
  match(text, /return \[{10}\]{10}\n/);
});
