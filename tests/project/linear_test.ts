import { equal } from "node:assert/strict";
import { analyzeFiles } from "../../project/routing/analysis.ts";
import { serviceExpression } from "../../project/semantics/service_access.ts";
import { constructorNeeds, findClass } from "../../project/semantics/service_class.ts";
import { readPython } from "../../python/python_module.ts";
import { assertLinear } from "../tools/counted_work.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { lines, repeated } from "./repeated_lines.ts";
import { snapshot } from "./snapshot.ts";

type Files = Readonly<Record<string, string>>;

function modules(count: number, path: (index: number) => string, text: string): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), text]));
}

const LONG_NAME = "a".repeat(40);

/** Projects that grow with a size, each in one way. */
const PROJECTS: Readonly<Record<string, (size: number) => Files>> = {
  "blueprints mounted on each other in a chain": (size) => ({
    "app.py": lines(size, (i) => `b${i} = Blueprint("b", __name__)`) +
      lines(size, (i) => `b${i}.register_blueprint(b${i + 1})`),
  }),
  "blueprints mounted in a circle": (size) => ({
    "app.py": lines(size, (i) => `b${i} = Blueprint("b", __name__)`) +
      lines(size, (i) => `b${i}.register_blueprint(b${(i + 1) % size})`),
  }),
  "blueprints with prefixes mounted on each other": (size) => ({
    "app.py": lines(size, (i) => `b${i} = Blueprint("b", __name__, url_prefix="/a")`) +
      lines(size, (i) => `b${i + 1}.register_blueprint(b${i})\n@b${i}.get("/")\ndef g(): ...`),
  }),
  "one blueprint an endpoint": (size) => ({
    "app.py": lines(size, (i) => `@b${i}.route("/")\ndef get(): ...`),
  }),
  "modules of one name": (size) => ({
    ...modules(size, (i) => `a${i}/routes.py`, 'bp = Blueprint("a", __name__)\n'),
    "app.py": lines(size, (i) => `from a${i}.routes import bp as b${i}`) +
      lines(size, (i) => `app.register_blueprint(b${i})`),
  }),
  "modules that are not there": (size) => ({
    ...modules(size, (i) => `a${i}/routes.py`, ""),
    "app.py": lines(size, (i) => `from c${i}.routes import bp as b${i}`) +
      lines(size, (i) => `app.register_blueprint(b${i})`),
  }),
  "functions that are given a blueprint": (size) => ({
    "app.py": 'bp = Blueprint("b", __name__)\n' +
      lines(size, (i) => `def f${i}(b):\n    @b.get("/")\n    def g(): ...`) +
      lines(size, (i) => `f${i}(bp)`),
  }),
  "one function defined again and again": (size) => ({
    "app.py": 'bp = Blueprint("b", __name__)\n' +
      lines(size, () => 'def f(a, b):\n    @b.get("/")\n    def g(): ...\nf(1, b)\nf(1, bp)'),
  }),
  "a function of many blueprints": (size) => ({
    "app.py": `def f(${lines(size, (i) => `a${i},`)}):\n` +
      lines(size, (i) => `    @a${i}.get("/")\n    def g(): ...`) + lines(size, () => "f(1)"),
  }),
  "calls within calls": (size) => ({
    "app.py": lines(size, (i) => `def f${i}(b):\n    @b.get("/")\n    def g(): ...`) +
      Array.from({ length: size }, (_, i) => `f${i}(`).join(""),
  }),
  "names that stand for longer names": (size) => ({
    "app.py": "from a import a\n" +
      lines(size, () => "a = a.a\na.register_blueprint(a)\n@a.get('/')\ndef g(): ..."),
  }),
  "one long module imported again and again": (size) => ({
    "app.py": `from ${"a.".repeat(size)}b import (${lines(size, (i) => `c${i},`)})\n` +
      lines(size, (i) => `c${i}.register_blueprint(c${i}.d)`),
  }),
  "one long constant in many routes": (size) => ({
    "app.py": `A = "${"/a".repeat(size)}"\n` +
      lines(size, () => "@app.get(A)\ndef g(): ..."),
  }),
  "constants that add to each other": (size) => ({
    "app.py": `A = "/${LONG_NAME}"\n` +
      lines(size, () => "A = A + '/a'\n@app.get(A)\ndef g(): ..."),
  }),
  "one long list of methods in many routes": (size) => ({
    "app.py": `A = [${lines(size, (i) => `"A${i}",`)}]\n` +
      lines(size, () => '@app.route("/", methods=A)\ndef g(): ...'),
  }),
  "models": (size) => ({
    "api/models/a_model.py": lines(size, (i) => `class A${i}(TypedDict):\n    a: int`),
  }),
};

for (const [what, project] of Object.entries(PROJECTS)) {
  Deno.test(`analyzeFiles() runs in linear time: ${what}`, async () => {
    await assertLinear((size) => {
      const files = snapshot(project(size));
      return () => analyzeFiles(files);
    }, 300);
  });
}

/** Lines with numbers: `#` stands for a unique number, `+` for the next one. */
const LINES = [
  'b# = Blueprint("b#", __name__, url_prefix="/b")\n',
  "b#.register_blueprint(b+)\n",
  "b+.register_blueprint(b#, url_prefix=A#)\n",
  'A# = "/a" + A+\n',
  "b# = b+\n",
  "b = b#.b\n",
  "from .m# import b# as b+\n",
  "from . import b\n",
  '@b#.route("/", methods=M)\ndef f#(b#, b): ...\n',
  "def f#(b#):\n    @b#.get(A#)\n    def g(): ...\n",
  "f#(f+(b#))\n",
  "f(b#, b=b+)\n",
  'M = ["GET", A#]\n',
  "b.add_url_rule(A#, view_func=V#.as_view('a'))\n",
  "class V#(V+):\n    methods = M\n    def get(self): ...\n",
  "if b#:\n    x#: int = b+\n",
];

Deno.test("analyzeFiles() runs in linear time on any repeated lines", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 6 }),
      (some) => {
        const text = (size: number) => repeated(size, some.join(""));
        return assertLinear((size) => {
          const files = snapshot({ "m1.py": text(size), "app.py": text(size) });
          return () => analyzeFiles(files);
        }, 60);
      },
    ),
    { numRuns: IS_FULL_TIER ? 1_000 : 40 },
  );
});

/** Route modules that grow with a size, each in one way. */
const SERVED: Readonly<Record<string, (size: number) => string>> = {
  "functions in functions that call methods": (size) =>
    lines(size, (i) => `${" ".repeat(i)}def f${i}(a):`) +
    lines(size, () => `${" ".repeat(size)}zz.get()`),
  "a function that assigns and calls in many lines": (size) =>
    `def f():\n${lines(size, (i) => `    a${i} = made()\n    a${i}.get()`)}`,
  "many functions that call methods": (size) =>
    lines(size, (i) => `def f${i}(a):\n    x = made()\n    x.get()`),
  "many methods called in one line": (size) => `def f():\n    x = ${"zz.get() + ".repeat(size)}1\n`,
};

for (const [what, text] of Object.entries(SERVED)) {
  Deno.test(`serviceExpression() runs in linear time: ${what}`, async () => {
    await assertLinear((size) => {
      const module = readPython(text(size));
      const service = { className: "Shop", module: "api.shop", methods: new Set(["get"]) };
      return () => serviceExpression(module, service);
    }, 20);
  });
}

Deno.test("constructorNeeds() visits a base once, however many classes share it", async () => {
  await assertLinear((size) => {
    const source = lines(size, (i) => `class A${i}(A${i + 1}, A${i + 1}): pass`) +
      `class A${size}: pass\n`;
    const module = readPython(source);
    const found = findClass(module, "A0");
    return () => found && constructorNeeds(module, found);
  }, 20);
});

Deno.test("constructorNeeds() gives up at class hierarchies that are too deep", () => {
  const tower = (height: number) =>
    lines(height, (i) => `class A${i}(A${i + 1}): pass`) +
    `class A${height}:\n    def __init__(self, a): ...\n`;
  const needs = (height: number) => {
    const module = readPython(tower(height));
    const found = findClass(module, "A0");
    return found && constructorNeeds(module, found);
  };
  equal(needs(50)?.join(), "a");
  equal(needs(20_000), null);
});
