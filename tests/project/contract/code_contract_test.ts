/** Contracts that are read from code: those of generated code equal those of its spec. */

import { deepEqual, equal, notEqual } from "node:assert/strict";
import type { Snapshot } from "../../../core/change_set.ts";
import { endpointLabel } from "../../../generators/export/exported_endpoints.ts";
import { draftSpec } from "../../../generators/export/exported_spec.ts";
import { createMemoryWorkspace, generateApi } from "../../../mod.ts";
import { CodeContracts } from "../../../project/contract/code_contract.ts";
import { Project } from "../../../project/project.ts";
import { routeRecordsIn } from "../../../project/records/records.ts";
import { bodyForm } from "../../../spec/body_type.ts";
import { bodyType } from "../../../spec/example_type.ts";
import { contractForm, type EndpointContract, valueOf } from "../../../spec/endpoint_contract.ts";
import { endpointName, specContracts } from "../../../spec/spec_contract.ts";
import { draftProject, projectEndpoints } from "../../../openapi/drafted_project.ts";
import { GENERATED_ERRORS } from "../../../openapi/operation.ts";
import { arbitrarySpec } from "../../generators/arbitrary_spec.ts";
import { checkedSpec } from "../../generators/written_projects.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { snapshot } from "../snapshot.ts";

const NUM_RUNS = IS_FULL_TIER ? 500 : 25;

/** Returns the contracts of a project's endpoints by name. */
function contractsIn(files: Snapshot): ReadonlyMap<string, EndpointContract> {
  const { endpoints, reading } = draftSpec(new Project(files), { records: routeRecordsIn(files) });
  const contracts = new CodeContracts(reading, files);
  return new Map(endpoints.map((each) => [endpointLabel(each), contracts.of(each)]));
}

/** Returns the parts of a contract for comparison. */
function parts(contract: EndpointContract): Readonly<Record<string, unknown>> {
  return JSON.parse(contractForm(contract), withPlainNumber);
}

/** Writes a float as JavaScript does: Python writes `1e5` where a spec has `1E5`. */
function withPlainNumber(_: string, value: unknown): unknown {
  const { kind, text = "" } = Object(value) as { kind?: unknown; text?: string };
  return kind === "number" && /[.e]/i.test(text) ? { kind, text: `float ${Number(text)}` } : value;
}

/** Returns the parts of a contract with the type of its body: a type has several examples. */
function comparable(contract: EndpointContract): unknown {
  const { body } = contract;
  const example = body.kind === "known" ? valueOf(body.value.example) : null;
  const read = parts(contract);
  return example === null ? read : { ...read, body: bodyForm(bodyType(example)) };
}

async function generated(spec: string): Promise<Snapshot> {
  const workspace = createMemoryWorkspace();
  equal((await generateApi(workspace, "demo", spec)).status, "applied");
  return snapshot(Object.fromEntries(workspace.files()));
}

Deno.test("generated code has the contracts of its spec", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text }) => {
      const found = contractsIn(await generated(text));
      const wanted = specContracts(checkedSpec(text));
      equal(found.size, wanted.length);
      for (const each of wanted) {
        const name = endpointName(each);
        const contract = found.get(name);
        const read = contract === undefined ? null : comparable(contract);
        // deepEqual takes too much of the stack for mocks of 900 levels.
        if (JSON.stringify(read) !== JSON.stringify(comparable(each))) {
          deepEqual(read, comparable(each), name);
        }
      }
    }),
    { numRuns: NUM_RUNS, endOnFailure: true },
  );
});

const PLAIN_SPEC = { routes: { carts: { methods: { GET: { mock: [] }, POST: { mock: 1 } } } } };

const CHECKED_SPEC = {
  routes: {
    carts: {
      methods: {
        GET: {
          mock: [{ id: 1, name: "tea" }],
          query: { "day?": { $example: "2026-01-31", $format: "date" }, page: { $default: 1 } },
          headers: { "X-Shop": "a" },
          list: { limit: 20, filter: ["name"], sort: ["name"] },
          errors: { 404: "No such cart" },
        },
        POST: {
          mock: 1,
          body: {
            size: { $enum: ["s", "m"] },
            "note?": { $example: "tea", $maxLength: 9 },
            day: { $example: "2026-01-31", $format: "date" },
            more: null,
            either: [1, "a"],
          },
        },
      },
    },
  },
};

/** The names that people use for something else, by the modules in which they do. */
const TAKEN = {
  "api/models/carts_model.py": "Annotated Any Body Field Filter Limited ListParameters Literal " +
    "Omittable OneOf Parameters header sort_by text_format",
  "api/routes/carts_route.py": "errors json_body listed request_parameters",
};

Deno.test("code has the contracts of its spec if people use the names of what it imports", async () => {
  const workspace = createMemoryWorkspace();
  equal((await generateApi(workspace, "demo", PLAIN_SPEC)).status, "applied");
  const files: Record<string, string> = Object.fromEntries(workspace.files());
  for (const [path, names] of Object.entries(TAKEN)) {
    files[path] ??= "";
    for (const name of names.split(" ")) files[path] += `\n\ndef ${name}() -> int:\n    return 1\n`;
  }
  const edited = createMemoryWorkspace(files);
  const { status, diagnostics } = await generateApi(edited, "demo", CHECKED_SPEC);
  deepEqual([status, diagnostics], ["applied", []]);
  const found = contractsIn(snapshot(Object.fromEntries(edited.files())));
  for (const each of specContracts(checkedSpec(JSON.stringify(CHECKED_SPEC)))) {
    const contract = found.get(endpointName(each));
    deepEqual(contract && comparable(contract), comparable(each), endpointName(each));
  }
});

const NO_EXAMPLE = { kind: "unread", why: "no example can describe its model" };

/** A body without a format. */
const UNDATED = {
  kind: "object",
  members: [{ key: "day", value: { kind: "string", value: "2026-01-31" } }],
};

/**
 * Members that a module of a project imports, the parts of a contract that are read with them, and
 * these parts if people define a member of that name themselves.
 */
const OWN_MEMBERS = [
  ["api/models/carts_model.py", "text_format", "body", {
    kind: "known",
    value: { isChecked: true, example: { kind: "known", value: UNDATED } },
  }],
  ["api/models/carts_model.py", "Body", "body", {
    kind: "known",
    value: { isChecked: true, example: NO_EXAMPLE },
  }],
  ["api/routes/carts_route.py", "json_body", "body", {
    kind: "unread",
    why: "its handler does not call json_body()",
  }],
  ["api/routes/carts_route.py", "request_parameters", "query", { kind: "absent" }],
] as const;

for (const [path, name, part, expected] of OWN_MEMBERS) {
  Deno.test(`a contract does not take people's own ${name}() for the generated one`, async () => {
    const own = { mock: 1, body: { day: { $example: "2026-01-31", $format: "date" } } };
    const query = { page: 1 };
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "demo", { routes: { carts: { type: "POST", ...own, query } } });
    const files: Record<string, string> = Object.fromEntries(workspace.files());
    const code = files[path] ?? "";
    const line = code.split("\n").find((each) => each.endsWith(`import ${name}`)) ?? "";
    notEqual(line, "");
    files[path] = code.replace(line, `from shop import ${name}`);
    const contract = contractsIn(snapshot(files)).get("POST /carts");
    const read = contract === undefined ? {} : parts(contract);
    deepEqual(read[part], expected);
  });
}

/** The lines of a module with `app`, and the parts of its only endpoint's contract. */
type Case = readonly [what: string, lines: string, expected: Readonly<Record<string, unknown>>];

const READ = `@app.post("/a/<int:id_>")\ndef add(id_):\n`;
const PLAIN = "    return jsonify(json_body()), 201\n";
const NOT_FOUND = { kind: "unread", why: "its handler was not found" };

const CASES: readonly Case[] = [
  ["a plain handler", READ + PLAIN, {
    method: { kind: "known", value: "POST" },
    path: { kind: "known", value: "/a/{id:int}" },
    parameters: { kind: "known", value: [{ name: "id", type: "int" }] },
    body: { kind: "known", value: { isChecked: false, example: { kind: "absent" } } },
  }],
  [
    "a converter of the app's own",
    `@app.get('/a/<regex("[a:b]{2}"):x>')\ndef get(x):\n    pass\n`,
    {
      path: { kind: "known", value: '/a/{x:regex("[a:b]{2}")}' },
      parameters: { kind: "known", value: [{ name: "x", type: 'regex("[a:b]{2}")' }] },
      body: { kind: "absent" },
    },
  ],
  ["a body that Flask reads", `${READ}    return jsonify(request.get_json())\n`, {
    body: { kind: "unread", why: "its handler does not call json_body()" },
  }],
  ["a model that was not found", `${READ}    return jsonify(json_body(Missing))\n`, {
    body: {
      kind: "known",
      value: {
        isChecked: true,
        example: { kind: "unread", why: "no example can describe its model" },
      },
    },
  }],
  ["several returns", `${READ}    if id_:\n        return {}\n    return []\n`, {
    responses: { kind: "unread", why: "it has several return statements" },
  }],
  ["a computed status", `${READ}    return jsonify(1), status\n`, {
    responses: {
      kind: "known",
      value: [{
        status: { kind: "unread" },
        headers: [],
        isJson: true,
        content: {
          kind: "known",
          value: { kind: "json", value: { kind: "number", text: "1" } },
        },
        created: null,
      }],
    },
  }],
  ["a computed answer", `${READ}    return jsonify(find()), 202, {"X-A": "b"}\n`, {
    responses: {
      kind: "known",
      value: [{
        status: { kind: "known", value: 202 },
        headers: ["X-A"],
        isJson: true,
        content: { kind: "unread", why: "its answer is computed" },
        created: null,
      }],
    },
  }],
  [
    "a wrapped view",
    `def get():\n    return {}\n\napp.add_url_rule("/a", view_func=login(get))\n`,
    { responses: NOT_FOUND },
  ],
  ["an imported view", `from shop import get\n\napp.add_url_rule("/a", view_func=get)\n`, {
    responses: NOT_FOUND,
  }],
];

for (const [what, lines, expected] of CASES) {
  Deno.test(`the contract of ${what} says what was read`, () => {
    const head = "from flask import Flask, jsonify, request\n" +
      "from api.request_body import json_body\n\napp = Flask(__name__)\n\n";
    const draft = draftProject(new Project(snapshot({ "app.py": head + lines })), new Map());
    const about = { first: null, errors: GENERATED_ERRORS };
    const [contract] = projectEndpoints(draft, new Map(), about).map((each) => each.contract);
    const read = contract === undefined ? {} : parts(contract);
    const asked = Object.keys(expected).map((key) => [key, read[key]]);
    deepEqual(Object.fromEntries(asked), expected);
  });
}

Deno.test("a computed path is unread", () => {
  const lines =
    `from flask import Flask\n\napp = Flask(__name__)\n\n@app.get("/a")\ndef get():\n    return {}\n`;
  const { endpoints, reading } = draftSpec(new Project(snapshot({ "app.py": lines })));
  const contracts = new CodeContracts(reading, new Map());
  const [endpoint] = endpoints;
  const contract = endpoint === undefined
    ? null
    : contracts.of({ ...endpoint, source: { ...endpoint.source, path: null } });
  deepEqual(contract?.path, { kind: "unread", why: "its path is computed" });
  deepEqual(contract?.parameters, contract?.path);
  equal(contract === null ? null : valueOf(contract.method), "GET");
});
