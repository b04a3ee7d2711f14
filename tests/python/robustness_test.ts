import { fail } from "node:assert/strict";
import { codePoint } from "../tools/code_point.ts";
import { fc, IS_FULL_TIER, testInFullTier } from "../tools/tier.ts";
import { readFlaskModule } from "../../project/routing/flask_module.ts";
import { serviceExpression } from "../../project/semantics/service_access.ts";
import { appendToClass, appendToModule } from "../../python/edit.ts";
import { applyEdits } from "../../python/text_edit.ts";
import { addImport } from "../../python/imports.ts";
import { MemberNames } from "../../python/member_name.ts";
import { normalForm } from "../../python/normal_form.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";

const RUNS = IS_FULL_TIER ? 20_000 : 500;
/** Number of repetitions in hostile texts. */
const COUNT = 100_000;
const QUICK_COUNT = 1_000;
/** Times below this always pass, in milliseconds. */
const NOTICEABLE_MS = 500;
/**
 * The test compares a text with a quarter of it. The whole takes 4 times as long if time is linear,
 * and 16 times if it is quadratic.
 */
const PARTS = 4;
const MAX_GROWTH = 8;

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

/** Calls all functions that read or edit a source. */
function useAll(source: string): void {
  const module = readPython(source);
  symbols(module);
  normalForm(source);
  readFlaskModule(source);
  applyEdits(source, appendToModule(module, "def z():\n    pass\n"));
  applyEdits(source, addImport(module, "a", "z"));
  new MemberNames(module).find("a", "z");
  serviceExpression(module, SERVICE);
  for (const after of module.definitions) {
    applyEdits(source, appendToModule(module, "def z():\n    pass\n", { after }));
    if (after.kind !== "class") continue;
    const edits = appendToClass(module, after.name, ["def z(self):\n    pass\n"]);
    if (!("problem" in edits)) applyEdits(source, edits);
  }
}

Deno.test("reading and editing never throw on random text", () => {
  fc.assert(fc.property(fc.string({ unit: codePoint, maxLength: 200, size: "max" }), useAll), {
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

/** Texts whose length grows with a count. Reading and editing these texts must take linear time. */
const hostileTexts = (count: number): Readonly<Record<string, string>> => ({
  "open brackets": "(".repeat(count),
  "open brackets a line": "(\n".repeat(count),
  "open brackets before definitions": "a(\ndef b():\n".repeat(count),
  "open brackets before decorators": "a(,\n@b(,\n".repeat(count),
  "closing brackets": ")".repeat(count),
  "nested formatted strings": 'f"{'.repeat(count),
  "nested formats": "f'" + "{a:".repeat(count),
  "formatted strings a line": 'f"{\n'.repeat(count),
  "unterminated strings": "a = 'b\n".repeat(count),
  "triple quotes": `'''"""`.repeat(count),
  "character names": `f"${"\\N{".repeat(count)}`,
  "backslashes": "\\".repeat(count),
  "continued lines": "\\\n".repeat(count),
  "blank lines": "    \n".repeat(count),
  "comments": "    # a\n".repeat(count),
  "deep indentation": Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}if a:\n`)
    .join(""),
  "nested functions": Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}def a():\n`)
    .join(""),
  "definitions": "def a(): pass\n".repeat(count),
  "decorators": "@a.get('/')\n".repeat(count) + "def a(): pass\n",
  "methods": "class A:\n" + "    def a(self): pass\n".repeat(count),
  "spaces before a header": "async" + " ".repeat(count * 10),
  "dots": "a" + ".a".repeat(count) + " = b",
  "names imported": `from a import ${"b, ".repeat(count)}c`,
  "imports": "from a import b\n".repeat(count),
  "indented imports": "def a():\n" + "    from a import z\n".repeat(count / 10),
  "assignments": "a = b = ".repeat(count) + "c",
  "annotations": "a: b = ".repeat(count) + "c",
  "semicolons": "a = 'b';".repeat(count),
  "nested calls": "a.add_url_rule(".repeat(count),
  "calls in a line": "a.add_url_rule('/');".repeat(count),
  "views": "class A:\n    methods = ['GET']\na.add_url_rule('/', view_func=A.as_view('a'))\n"
    .repeat(
      count / 10,
    ),
  "calls of methods": "b.get();".repeat(count),
  "calls of methods in a function": `def f():\n${"    c = b.get()\n".repeat(count / 10)}`,
  "handlers of a parameter": `def f(bp):\n${
    "    @bp.get('/')\n    def g(): pass\n".repeat(count / 10)
  }`,
  "factories": `def f(): return bp\n${"a = f()\n".repeat(count)}`,
  "views of a large class": `class A:\n${"    def get(self): pass\n".repeat(count / 10)}${
    "a.add_url_rule('/', view_func=A.as_view('a'))\n".repeat(count / 10)
  }`,
  "adjacent strings": `a = ${"'b' f'{c}' ".repeat(count)}`,
  "parentheses": `a = ${"(b), ((c),), ".repeat(count)}`,
  "strings with escapes": `a = "${"\\N{DASH}\\n".repeat(count)}"`,
  "fields": `a = f"${"{b:{c}}".repeat(count)}"`,
  "comments in brackets": `a = (${"# b\n".repeat(count)})`,
  "added strings": `a = ${"'b' + ".repeat(count)}'c'`,
  "spaces after code": `(a${" ".repeat(count)}${"\n".repeat(count)}`,
  "a coding cookie": `#${" coding".repeat(count)}`,
});

/** Reads and edits a text in every way, and returns the time in milliseconds. */
function timeOf(source: string): number {
  const start = performance.now();
  const module = readPython(source);
  symbols(module);
  normalForm(source);
  readFlaskModule(source);
  applyEdits(source, appendToModule(module, "def z():\n    pass\n"));
  applyEdits(source, addImport(module, "a", "z"));
  new MemberNames(module).find("a", "z");
  serviceExpression(module, SERVICE);
  const edits = appendToClass(module, "A", ["def z(self):\n    pass\n"]);
  if (!("problem" in edits)) applyEdits(source, edits);
  return performance.now() - start;
}

Deno.test("reading and editing accept hostile texts", async (test) => {
  for (const [name, source] of Object.entries(hostileTexts(QUICK_COUNT))) {
    await test.step(name, () => void timeOf(source));
  }
});

testInFullTier("reading and editing take linear time for hostile texts", async (test) => {
  const parts = hostileTexts(COUNT / PARTS);
  for (const [name, source] of Object.entries(hostileTexts(COUNT))) {
    await test.step(name, () => {
      const growths: number[] = [];
      // Other programs can slow down one measurement, but hardly the one of the whole text three times.
      while (growths.length < 3) {
        // Parsed modules are cached by text, so each measurement gets another text.
        const unread = "\n".repeat(growths.length);
        const whole = timeOf(source + unread);
        if (whole < NOTICEABLE_MS) return;
        const growth = whole / timeOf(parts[name] + unread);
        if (growth < MAX_GROWTH) return;
        growths.push(growth);
      }
      fail(`Took ${growths.map(Math.round).join(", ")} times as long as ${1 / PARTS} of the text`);
    });
  }
});
