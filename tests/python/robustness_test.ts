import { ok } from "node:assert/strict";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { readFlaskModule } from "../../project/flask_module.ts";
import { serviceExpression } from "../../project/service_access.ts";
import { appendToClass, appendToModule, applyEdits } from "../../python/edit.ts";
import { addImport } from "../../python/imports.ts";
import { memberName } from "../../python/member_name.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";

const RUNS = IS_FULL_TIER ? 20_000 : 500;
/** No measure of speed: what takes time in the square of the hostile texts would take many minutes. */
const MAX_MILLISECONDS = 60_000;

const FRAGMENTS = [
  ..."()[]{}:;,.=@#\\'\"\n\r\t\f +-*!\0\ufeff",
  ..."é变😀".match(/./gu) ?? [],
  "    ",
  "\r\n",
  '"""',
  "'''",
  'f"',
  "f'''",
  'rb"',
  "{",
  "}",
  "{{",
  "\\N{",
  "\\x4",
  "def a",
  "async def",
  "class A",
  "class A:",
  "@bp.get(",
  "bp = Blueprint(",
  "bp.add_url_rule(",
  "a.register_blueprint(",
  "methods=[",
  "from a import",
  "from a import (b, c)",
  "import a",
  "as b",
  "if x:",
  "else:",
  "lambda",
  "pass",
  "*",
  "x: int = ",
];

const SERVICE = {
  className: "A",
  module: "api.services.a_service",
  methods: new Set(["a", "get"]),
};

/** Uses everything that reads or edits a source. */
function useAll(source: string): void {
  const module = readPython(source);
  symbols(module);
  readFlaskModule(source);
  applyEdits(source, appendToModule(module, "def z():\n    pass\n"));
  applyEdits(source, addImport(module, "a", "z"));
  memberName(module, "a", "z");
  serviceExpression(module, SERVICE);
  for (const after of module.definitions) {
    applyEdits(source, appendToModule(module, "def z():\n    pass\n", { after }));
    if (after.kind !== "class") continue;
    const edits = appendToClass(module, after.name, "def z(self):\n    pass\n");
    if (!("problem" in edits)) applyEdits(source, edits);
  }
}

Deno.test("reading and editing never throw on random text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200, size: "max" }), useAll), {
    numRuns: RUNS,
  });
});

Deno.test("reading and editing never throw on random Python-like text", () => {
  const source = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 60, size: "max" }).map((
    all,
  ) => all.join(""));
  fc.assert(fc.property(source, useAll), { numRuns: RUNS * 4 });
});

Deno.test("reading and editing never throw on a mutated file", async () => {
  const file = await Deno.readTextFile(
    new URL("../testdata/python/definitions.py", import.meta.url),
  );
  const mutation = fc.tuple(fc.nat(file.length), fc.nat(20), fc.constantFrom("", ...FRAGMENTS));
  const property = fc.property(fc.array(mutation, { minLength: 1, maxLength: 5 }), (mutations) => {
    useAll(mutations.reduce(
      (text, [at, length, added]) => text.slice(0, at) + added + text.slice(at + length),
      file,
    ));
  });
  fc.assert(property, { numRuns: RUNS });
});

const COUNT = 100_000;

/** Each grows with its count, and must take time in proportion. */
const HOSTILE: Readonly<Record<string, string>> = {
  "open brackets": "(".repeat(COUNT),
  "open brackets a line": "(\n".repeat(COUNT),
  "open brackets before definitions": "a(\ndef b():\n".repeat(COUNT),
  "open brackets before decorators": "a(,\n@b(,\n".repeat(COUNT),
  "closing brackets": ")".repeat(COUNT),
  "nested formatted strings": 'f"{'.repeat(COUNT),
  "nested formats": "f'" + "{a:".repeat(COUNT),
  "formatted strings a line": 'f"{\n'.repeat(COUNT),
  "unterminated strings": "a = 'b\n".repeat(COUNT),
  "triple quotes": `'''"""`.repeat(COUNT),
  "character names": `f"${"\\N{".repeat(COUNT)}`,
  "backslashes": "\\".repeat(COUNT),
  "continued lines": "\\\n".repeat(COUNT),
  "blank lines": "    \n".repeat(COUNT),
  "comments": "    # a\n".repeat(COUNT),
  "deep indentation": Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}if a:\n`)
    .join(""),
  "nested functions": Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}def a():\n`)
    .join(""),
  "definitions": "def a(): pass\n".repeat(COUNT),
  "decorators": "@a.get('/')\n".repeat(COUNT) + "def a(): pass\n",
  "methods": "class A:\n" + "    def a(self): pass\n".repeat(COUNT),
  "spaces before a header": "async" + " ".repeat(COUNT * 10),
  "dots": "a" + ".a".repeat(COUNT) + " = b",
  "names imported": `from a import ${"b, ".repeat(COUNT)}c`,
  "imports": "from a import b\n".repeat(COUNT),
  "indented imports": "def a():\n" + "    from a import z\n".repeat(COUNT / 10),
  "assignments": "a = b = ".repeat(COUNT) + "c",
  "annotations": "a: b = ".repeat(COUNT) + "c",
  "semicolons": "a = 'b';".repeat(COUNT),
  "nested calls": "a.add_url_rule(".repeat(COUNT),
  "calls in a line": "a.add_url_rule('/');".repeat(COUNT),
  "views": "class A:\n    methods = ['GET']\na.add_url_rule('/', view_func=A.as_view('a'))\n"
    .repeat(
      COUNT / 10,
    ),
  "calls of methods": "b.get();".repeat(COUNT),
  "calls of methods in a function": `def f():\n${"    c = b.get()\n".repeat(COUNT / 10)}`,
  "handlers of a parameter": `def f(bp):\n${
    "    @bp.get('/')\n    def g(): pass\n".repeat(COUNT / 10)
  }`,
  "factories": `def f(): return bp\n${"a = f()\n".repeat(COUNT)}`,
  "views of a large class": `class A:\n${"    def get(self): pass\n".repeat(COUNT / 10)}${
    "a.add_url_rule('/', view_func=A.as_view('a'))\n".repeat(COUNT / 10)
  }`,
  "added strings": `a = ${"'b' + ".repeat(COUNT)}'c'`,
  "spaces after code": `(a${" ".repeat(COUNT)}${"\n".repeat(COUNT)}`,
  "a coding cookie": `#${" coding".repeat(COUNT)}`,
};

Deno.test("reading and editing take time in proportion to hostile text", async (test) => {
  for (const [name, source] of Object.entries(HOSTILE)) {
    await test.step(name, () => {
      const start = performance.now();
      const module = readPython(source);
      symbols(module);
      readFlaskModule(source);
      applyEdits(source, appendToModule(module, "def z():\n    pass\n"));
      applyEdits(source, addImport(module, "a", "z"));
      memberName(module, "a", "z");
      serviceExpression(module, SERVICE);
      const edits = appendToClass(module, "A", "def z(self):\n    pass\n");
      if (!("problem" in edits)) applyEdits(source, edits);
      const milliseconds = performance.now() - start;
      ok(milliseconds < MAX_MILLISECONDS, `Took ${milliseconds} ms`);
    });
  }
});
