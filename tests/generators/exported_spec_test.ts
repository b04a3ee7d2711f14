/** The exported spec of a generated project generates the same project. */

import { deepEqual, equal } from "node:assert/strict";
import { addRoute } from "../../actions/generate_route.ts";
import { addSubroute } from "../../actions/generate_subroute.ts";
import type { Snapshot } from "../../core/change_set.ts";
import { parseJson, stringifyJson, withoutRepeatedKeys } from "../../core/json.ts";
import { projectPath } from "../../core/project_path.ts";
import { completeSpec, draftSpec } from "../../generators/exported_spec.ts";
import { createMemoryWorkspace, exportSpec, generateApi, type MemoryWorkspace } from "../../mod.ts";
import { assertLinear } from "../tools/counted_work.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitrarySpec, type ExpectedEndpoint, specOf } from "./arbitrary_spec.ts";

const NUM_RUNS = IS_FULL_TIER ? 1_000 : 100;

/** Exports a project, checks that nothing is omitted, and returns the spec's text. */
async function exported(workspace: MemoryWorkspace): Promise<string> {
  const { status, data } = await exportSpec(workspace, "demo");
  deepEqual([status, data?.omitted], ["unchanged", []]);
  return data?.spec ?? "";
}

/** Checks that generating from a project's own spec changes nothing. */
async function testUnchanged(workspace: MemoryWorkspace): Promise<string> {
  const spec = await exported(workspace);
  const { status, changes } = await generateApi(workspace, "demo", spec);
  deepEqual({ status, changes }, { status: "unchanged", changes: [] });
  equal(await exported(workspace), spec);
  return spec;
}

/** The endpoints of a spec by path, each with its method and its mock as JSON text. */
function endpointsOf(spec: string): Record<string, string> {
  const { routes } = JSON.parse(spec);
  const found: Record<string, string> = {};
  for (const [name, { subroutes = {}, ...own }] of Object.entries<Record<string, object>>(routes)) {
    found[`/${name}`] = JSON.stringify(own);
    for (const [sub, each] of Object.entries(subroutes)) {
      found[`/${name}/${sub}`] = JSON.stringify(each);
    }
  }
  return found;
}

/** Returns a mock's text without differences that Python does not know, such as `1E+5` and `1e5`. */
function mockText(text: string): string {
  return stringifyJson(withoutRepeatedKeys(parseJson(text)), 0);
}

Deno.test("the exported spec of a generated project has its endpoints and mocks", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text, endpoints }) => {
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", text);
      const spec = await testUnchanged(workspace);
      const expected = Object.fromEntries(
        endpoints.map(({ route, subroute, method: type, mock }) => [
          subroute === null ? `/${route}` : `/${route}/${subroute}`,
          JSON.stringify(mock === null ? { type } : { type, mock: JSON.parse(mockText(mock)) }),
        ]),
      );
      deepEqual(endpointsOf(spec), expected);
    }),
    { numRuns: NUM_RUNS },
  );
});

/** Adds an endpoint with its command. */
async function add(workspace: MemoryWorkspace, endpoint: ExpectedEndpoint): Promise<void> {
  const { route, subroute } = endpoint;
  const mock = endpoint.mock === null ? null : parseJson(endpoint.mock);
  // The command adds subroutes of two methods.
  const type = subroute === null || endpoint.method === "POST" ? endpoint.method : "GET";
  const { status, message } = subroute === null
    ? await addRoute(workspace, route, { type, mock })
    : await addSubroute(workspace, route, subroute, { type, mock });
  equal(status, "applied", message);
}

Deno.test("the exported spec of a grown project generates the same project", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, fc.nat({ max: 4 }), async ({ endpoints }, count) => {
      const first = new Set(
        endpoints.filter(({ subroute }) => subroute === null).slice(0, 1 + count),
      );
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", specOf([...first]));
      const rest = endpoints.filter((each) => !first.has(each));
      for (const endpoint of rest) await add(workspace, endpoint);
      await testUnchanged(workspace);
    }),
    { numRuns: NUM_RUNS },
  );
});

/** Numbers and texts whose exact form counts. */
const EXACT = ["1.0", "1", "-0", "12345678901234567890123", "1e-07", '"\\u00e9\\u202e"', "0.10"];

Deno.test("the exported spec keeps numbers as they were written", async () => {
  for (const mock of EXACT) {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "demo", `{"routes": {"a": {"type": "GET", "mock": [${mock}]}}}`);
    const spec = await testUnchanged(workspace);
    const shown = mock.replace("\\u00e9", "\u00e9");
    equal(spec, `{\n  "routes": {\n    "a": { "type": "GET", "mock": [${shown}] }\n  }\n}\n`);
  }
});

function snapshot(files: Readonly<Record<string, string>>): Snapshot {
  return new Map(Object.entries(files).map(([path, text]) => [projectPath(path), text]));
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");
}

const APP = "from flask import Flask, jsonify\napp = Flask(__name__)\n";

/** Projects that grow with a size, each in one way. */
const PROJECTS: Readonly<Record<string, (size: number) => Record<string, string>>> = {
  "routes": (size) =>
    Object.fromEntries(
      Array.from({ length: size }, (_, index) => [
        [
          `api/routes/r${index}_route.py`,
          `from api.services.r${index}_service import S\nr_bp = Blueprint("r", __name__, url_prefix="/r${index}")\n` +
          '@r_bp.get("")\ndef get(): return jsonify(S().get())\n',
        ],
        [`api/services/r${index}_service.py`, "class S:\n    def get(self): return [1]\n"],
      ]).flat(),
    ),
  "handlers of one service": (size) => ({
    "s.py": `class S:\n${lines(size, (i) => `    def get${i}(self): return [${i}]`)}`,
    "app.py": `${APP}from s import S\n` +
      lines(size, (i) => `@app.get("/a${i}")\ndef f${i}(): return jsonify(S().get${i}())`),
  }),
  "handlers of one method": (size) => ({
    "s.py": `class S:\n    def get(self, ${lines(size, (i) => `a${i},`)}): return [${
      "a, ".repeat(size)
    }]`,
    "app.py": `${APP}from s import S\nservice = S(${"1, ".repeat(size)})\n` +
      lines(size, (i) => `@app.get("/a${i}")\ndef f${i}(): return jsonify(service.get())`),
  }),
  "handlers of one constant": (size) => ({
    "app.py": `${APP}A = [${"1, ".repeat(size)}]\n` +
      lines(size, (i) => `@app.get("/a${i}")\ndef f${i}(): return jsonify(A)`),
  }),
  "handlers of one computed value": (size) => ({
    "app.py": `${APP}A = (${"a + ".repeat(size)}1)\n` +
      lines(size, (i) => `@app.get("/a${i}")\ndef f${i}(): return jsonify(A)`),
  }),
  "names that stand for names": (size) => ({
    "app.py": `${APP}${lines(size, (i) => `A${i} = A${i + 1}`)}` +
      lines(size, (i) => `@app.get("/a${i}")\ndef f${i}(): return jsonify(A${i})`),
  }),
  "functions that call each other": (size) => ({
    "app.py": APP + lines(size, (i) => `def g${i}(): return g${i + 1}()`) +
      lines(size, (i) => `@app.get("/a${i}")\ndef f${i}(): return jsonify(g${i}())`),
  }),
  "handlers in one function": (size) => ({
    "app.py":
      `${APP}def create():\n    service = made()\n${lines(size, (i) => `    a${i} = ${i}`)}` +
      lines(size, (i) => `    @app.get("/a${i}")\n    def f${i}(): return jsonify(service.get())`),
  }),
  "base classes": (size) => ({
    "app.py": APP + lines(size, (i) => `class S${i}(S${i + 1}, S${i + 2}, S${i + 1}): pass`) +
      lines(size, (i) => `@app.get("/a${i}")\ndef f${i}(): return jsonify(S${i}().get())`),
  }),
  "imports of everything": (size) => ({
    "s.py": "",
    "app.py": APP + lines(size, () => "from s import *") +
      lines(size, (i) => `@app.get("/a${i}")\ndef f${i}(): return jsonify(s())`),
  }),
  "methods of one path": (size) => ({
    "app.py": APP + lines(size, (i) => `@app.get("/a")\ndef f${i}(): return [1]`),
  }),
  "statements of one handler": (size) => ({
    "app.py": `${APP}@app.get("/a")\ndef f():\n${
      lines(size, (i) => `    a${i} = ${i}; b(a${i})`)
    }    return [1]\n`,
  }),
  "parentheses": (size) => ({
    "app.py": `${APP}@app.get("/a")\ndef f(): return ${"(".repeat(size)}1${")".repeat(size)}\n` +
      `@app.get("/b")\ndef g(): return ${"make_response(".repeat(size)}1${")".repeat(size)}\n`,
  }),
};

for (const [what, project] of Object.entries(PROJECTS)) {
  Deno.test(`draftSpec() and completeSpec() run in linear time: ${what}`, async () => {
    await assertLinear((size) => {
      const files = snapshot(project(size));
      return () => completeSpec(draftSpec(files), new Map(), null);
    }, 200);
  });
}

/** Lines with numbers: `#` stands for a unique number, `+` for the next one. */
const LINES = [
  '@app.get("/a#")\ndef f#(a#): return jsonify(a+.get())\n',
  '@app.get("/a#")\ndef f#(a: "S+"):\n    b = a+()\n    return b\n',
  '@app.get("/a#/b")\nasync def f#(): return await (f+()), 201\n',
  '@app.route("/a", methods=M)\ndef f():\n    return A#\n',
  'app.add_url_rule("/a#", view_func=f+)\n',
  'app.add_url_rule("/a#", view_func=S#.as_view("a"))\n',
  "class S#(S+, S):\n    def get(self): return self.get()\n",
  "class S(S#, S+):\n    def f(self): return [A+]\n",
  "def f#() -> S#: return f+(f+())\n",
  "def f#(b):\n    def g(): return S#\n    return g()\n",
  "def a#():\n    a# = b+ = {'a': 1}\n    return a#\n",
  "A# = A+\n",
  "A# = {'a': [1, 2], 'b': -1.5e-3}\n",
  "a# = S+()\n",
  "from .m1 import f# as f+, A#\n",
  "from .app import *\n",
  "import m1\nimport m#.m1 as m+\n",
  "a# = m1.S#().f.g()(1)[2]\n",
  "if A#:\n    def f#(): return [A#, 1]\n",
];

function digits(number: number): string {
  return String(number).padStart(4, "0");
}

Deno.test("draftSpec() and completeSpec() run in linear time on any repeated lines", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 6 }),
      (some) => {
        const text = (size: number) =>
          Array.from(
            { length: size },
            (_, i) => some.join("").replaceAll("#", digits(i)).replaceAll("+", digits(i + 1)),
          ).join("");
        return assertLinear((size) => {
          const files = snapshot({ "m1.py": text(size), "app.py": text(size) });
          return () => completeSpec(draftSpec(files), new Map(), null);
        }, 120);
      },
    ),
    { numRuns: IS_FULL_TIER ? 1_000 : 30 },
  );
});
