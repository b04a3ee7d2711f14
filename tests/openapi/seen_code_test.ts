/** Documents of code say only what was seen in the code. */

import { deepEqual, equal } from "node:assert/strict";
import { createMemoryWorkspace, exportOpenApi, generateApi } from "../../mod.ts";
import { assertLinear } from "../tools/counted_work.ts";
import { lines } from "../project/repeated_lines.ts";

// deno-lint-ignore no-explicit-any
type Operation = any;

interface Exported {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: unknown;
  readonly omitted: readonly string[];
}

async function exported(files: Readonly<Record<string, string>>): Promise<Exported> {
  const { data } = await exportOpenApi(createMemoryWorkspace(files), "demo");
  const { paths, components } = JSON.parse(data?.document ?? "{}");
  const omitted = (data?.omitted ?? []).map(({ file, line, what, reason }) =>
    `${file}:${line} ${what} ${reason}`
  );
  return { paths, components, omitted };
}

const HEAD =
  "from flask import Flask, jsonify, redirect, request\nfrom api.request_body import json_body\n\napp = Flask(__name__)\n\n\n";

/** Returns the operation of a handler, and the parts that the document lacks. */
async function operationOf(handler: string): Promise<readonly [Operation, readonly string[]]> {
  const { paths, omitted } = await exported({ "app.py": HEAD + handler });
  return [Object.values(Object.values(paths)[0] ?? {})[0], omitted];
}

const GET = '@app.get("/a")\ndef a():\n';
const POST = '@app.post("/a")\ndef a():\n';

/** A handler, the statuses of its responses, and the parts that the document lacks. */
const STATUSES: readonly (readonly [handler: string, statuses: string, omitted: string | null])[] =
  [
    [`${GET}    return jsonify(find())\n`, "200", "1 response"],
    [`${GET}    return {"a": 1}\n`, "200", null],
    [`${GET}    return find(), 202\n`, "202", "1 response"],
    [`${GET}    return find()\n`, "default", "1 status, 1 response"],
    [`${GET}    return redirect("/b")\n`, "default", "1 status, 1 response"],
    [
      `@app.get("/a")\n@response(Posts, 201)\ndef a():\n    return {}\n`,
      "default",
      "1 status, 1 response",
    ],
    [`@app.get("/a")\n@login_required\ndef a():\n    return {}\n`, "200", null],
    [
      `@app.get("/a")\n@errors({404: "Gone"})\ndef a():\n    return {}\n`,
      "default",
      "1 status, 1 response",
    ],
    [
      `from api.documented_errors import errors\n\n\n@app.get("/a")\n@errors({404: "Gone"})\n` +
      "def a():\n    return {}\n",
      "200,404",
      null,
    ],
    [
      `class A(MethodView):\n    decorators = [made]\n    def get(self):\n        return {}\n\n\n` +
      'app.add_url_rule("/a", view_func=A.as_view("a"))\n',
      "default",
      "1 status, 1 response",
    ],
    [`${POST}    return {}\n`, "200", "1 body"],
    [`${POST}    return jsonify(json_body())\n`, "200", "1 response"],
  ];

for (const [handler, statuses, omitted] of STATUSES) {
  Deno.test(`a document has only statuses that the code shows: ${JSON.stringify(handler)}`, async () => {
    const [{ responses }, parts] = await operationOf(handler);
    equal(Object.keys(responses).join(), statuses);
    const reasons = parts.map((each) => each.replace(/^.* 1 of 1 endpoint not read: /, ""));
    deepEqual(reasons, omitted === null ? [] : [omitted]);
  });
}

const BODIES: readonly (readonly [body: string, request: unknown])[] = [
  ["    return {}\n", undefined],
  ["    return request.form['a']\n", undefined],
  ["    return request.get_json()['a']\n", { "application/json": { schema: {} } }],
  ["    return request.json\n", { "application/json": { schema: {} } }],
];

for (const [body, content] of BODIES) {
  Deno.test(`a document has only bodies that the code reads: ${body.trim()}`, async () => {
    const [{ requestBody }] = await operationOf(POST + body);
    deepEqual(requestBody?.content, content);
  });
}

const QUERIES: readonly (readonly [read: string, parameters: unknown])[] = [
  ['request.args.get("limit", type=int)', [{ name: "limit", schema: { type: "integer" } }]],
  ['request.args.get("limit", 10, int)', [
    { name: "limit", schema: { type: "integer", default: 10 } },
  ]],
  ['request.args.get("q", default="x")', [
    { name: "q", schema: { type: "string", default: "x" } },
  ]],
  ['request.args.get("q", None)', [{ name: "q", schema: { type: "string" } }]],
  ['request.args.get("on", type=as_flag)', [{ name: "on", schema: { type: "string" } }]],
  ['request.args["q"]', [{ name: "q", required: true, schema: { type: "string" } }]],
  ['request.args.getlist("tag", type=int)', [
    { name: "tag", schema: { type: "array", items: { type: "integer" } } },
  ]],
  ['[request.args.get("q"), flask.request.args.get("q")]', [
    { name: "q", schema: { type: "string" } },
  ]],
  ["request.args.get(name)", undefined],
  ["request.args.to_dict()", undefined],
  ['args.get("q")', undefined],
];

for (const [read, parameters] of QUERIES) {
  Deno.test(`a document has the query parameters of ${read}`, async () => {
    const [operation, omitted] = await operationOf(`${GET}    b = ${read}\n    return {}\n`);
    const expected = (parameters as object[] | undefined)?.map((each) => ({
      in: "query",
      ...each,
    }));
    deepEqual(operation.parameters, expected);
    const isOpen = /name\)|to_dict/.test(read);
    deepEqual(omitted, isOpen ? ["app.py:7 1 of 1 endpoint not read: 1 query"] : []);
  });
}

const QUERY_FILES = {
  "api/__init__.py": "app.register_error_handler(HTTPException, f)\n",
  "api/request_parameters.py":
    'def request_parameters(model):\n    ...\n    "application/problem+json"\n',
  "api/models.py":
    "from pydantic import Field\nfrom api.request_parameters import Parameters\n\n\n" +
    "class AParameters(Parameters):\n    q: str\n    limit: int | None = None\n\n\n" +
    "class BParameters(Parameters):\n    q: str = Field(pattern='^a')\n    day: date\n",
};

/** A handler, its query parameters with their types, its statuses, and what the document lacks. */
const CHECKED_QUERIES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ["request_parameters(AParameters)", "q string, limit? integer", "200,422,default", []],
  [
    '[request_parameters(AParameters), request.args.get("limit"), request.args.get("page")]',
    "q string, limit? integer, page? string",
    "200,422,default",
    [],
  ],
  ["request_parameters(BParameters)", "", "200,422,default", ["1 query"]],
  ['[request_parameters(BParameters), request.args["q"]]', "q string", "200,422,default", [
    "1 query",
  ]],
  ['request.args["q"]', "q string", "200,default", []],
];

for (const [read, parameters, statuses, omitted] of CHECKED_QUERIES) {
  Deno.test(`a document has the query that is checked with ${read}`, async () => {
    const head = `${HEAD}from api.models import AParameters, BParameters\n` +
      "from api.request_parameters import request_parameters\n";
    const app = `${head}${GET}    b = ${read}\n    return {}\n`;
    const { paths: { "/a": { get } = {} }, omitted: parts } = await exported({
      ...QUERY_FILES,
      "app.py": app,
    });
    const found = (get.parameters ?? []).map(({ name, required, schema: { type } }: Operation) =>
      `${name}${required ? "" : "?"} ${type}`
    );
    deepEqual([found.join(", "), Object.keys(get.responses).join()], [parameters, statuses]);
    deepEqual(parts.map((each) => each.replace(/^.* not read: /, "")), omitted);
  });
}

Deno.test("a document has no errors that the code does not show", async () => {
  const { paths, components } = await exported({
    "app.py": `${HEAD}${POST}    return jsonify(json_body(Model))\n`,
    "tests/test_app.py": '"application/problem+json"\napp.register_error_handler(Exception, f)\n',
  });
  deepEqual([Object.keys(paths["/a"]?.["post"].responses), components], [["200"], undefined]);
});

Deno.test("a generated project has the errors that its code shows", async () => {
  const workspace = createMemoryWorkspace();
  const spec = { routes: { carts: { methods: { PUT: { body: { a: 1 } }, GET: {} } } } } as const;
  await generateApi(workspace, "demo", spec);
  const files = Object.fromEntries(workspace.files());
  const errorsOf = async (changed: Readonly<Record<string, string>>) => {
    const { paths: { "/carts": { get, put } = {} } } = await exported({ ...files, ...changed });
    return [get, put].map(({ responses }) => Object.keys(responses).slice(1).join());
  };
  deepEqual(await errorsOf({}), ["default", "400,413,415,422,default"]);
  const app = files["api/__init__.py"] ?? "";
  deepEqual(
    await errorsOf({ "api/__init__.py": app.replace(/^.*MAX_CONTENT.*\n/m, "") }),
    ["default", "400,415,422,default"],
  );
  deepEqual(
    await errorsOf({ "api/__init__.py": app.replace(/^.*register_error_handler.*\n/m, "") }),
    ["", ""],
  );
});

Deno.test("a document has the bodies of methods of classes", async () => {
  const workspace = createMemoryWorkspace();
  const spec = { routes: { me: { methods: { PUT: { body: { name: "Jo" } } } } } } as const;
  await generateApi(workspace, "demo", spec);
  const files = Object.fromEntries(workspace.files());
  const path = "api/routes/me_route.py";
  const view = "class Me(MethodView):\n    def put(self):\n" +
    "        return jsonify(service().update(json_body(MeUpdateBody)))\n\n\n" +
    'me_bp.add_url_rule("", view_func=Me.as_view("me"))\n';
  const route = (files[path] ?? "").replace(/@me_bp[\s\S]*/, view);
  const { paths } = await exported({ ...files, [path]: route });
  const { schema } = paths["/me"]?.["put"].requestBody.content["application/json"];
  deepEqual(schema.properties, { name: { type: "string" } });
});

Deno.test("the requests of handlers are read in linear time", async () => {
  await assertLinear((size) => {
    const files = {
      "app.py": HEAD + lines(size, (i) => `@app.get("/${i}")\ndef f${i}():`) +
        `@app.get("/a")\ndef a():\n` +
        lines(size, (i) => `    request.args.get(f(request.args["${i}"]), request.json)`),
    };
    return () => exported(files);
  }, 100);
});

Deno.test("problem details have the id of the request if the app adds it", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", { routes: { a: { type: "POST", body: { b: 1 } } } });
  const files = Object.fromEntries(workspace.files());
  const factory = "api/__init__.py";
  const older = { ...files, [factory]: files[factory]?.replace(/.*send_request_id\)\n/, "") ?? "" };
  for (const [project, id] of [[files, { type: "string" }], [older, undefined]] as const) {
    const { components } = await exported(project);
    const { schemas } = components as Operation;
    deepEqual(Object.keys(schemas), ["Problem", "BodyProblems"]);
    for (const { properties, required } of Object.values<Operation>(schemas)) {
      deepEqual(properties.request_id, id);
      // Mock servers answer with the same documents, but without ids.
      equal(required.includes("request_id"), false);
    }
  }
});
