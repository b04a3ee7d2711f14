import { completeSpec, draftSpec } from "../../generators/export/exported_spec.ts";
import { Project } from "../../project/project.ts";
import { assertLinear } from "../tools/counted_work.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { lines, repeated } from "../project/repeated_lines.ts";
import { snapshot } from "../project/snapshot.ts";

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
  "handlers that check one body": (size) => ({
    "app.py": `${APP}class A(Body):\n${lines(size, (i) => `    a${i}: int`)}` +
      lines(size, (i) => `@app.post("/a${i}")\ndef f${i}(): return jsonify(json_body(A))`),
  }),
  "models that share one": (size) => ({
    "app.py": `${APP}class A(Body):\n${lines(size, (i) => `    a${i}: int`)}` +
      lines(size, (i) => `class B${i}(Body):\n    a: A`) +
      lines(size, (i) => `@app.post("/a${i}")\ndef f${i}(): return jsonify(json_body(B${i}))`),
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
      return () => completeSpec(draftSpec(new Project(files)), new Map(), null);
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

Deno.test("draftSpec() and completeSpec() run in linear time on any repeated lines", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 6 }),
      (some) => {
        const text = (size: number) => repeated(size, some.join(""));
        return assertLinear((size) => {
          const files = snapshot({ "m1.py": text(size), "app.py": text(size) });
          return () => completeSpec(draftSpec(new Project(files)), new Map(), null);
        }, 120);
      },
    ),
    { numRuns: IS_FULL_TIER ? 300 : 10 },
  );
});
