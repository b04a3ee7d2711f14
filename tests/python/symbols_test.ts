import { deepEqual, equal } from "node:assert/strict";
import { assertLinear } from "../tools/counted_work.ts";
import { fc } from "../tools/tier.ts";
import { readPython } from "../../python/python_module.ts";
import { addedSymbols, symbols } from "../../python/symbols.ts";
import { normalForm } from "../../python/normal_form.ts";

const SOURCE = `# License

"""Doc."""

import os

# Shape.
Model = TypedDict("Model", {"a-b": int})  # end
limit: int = 5
total += 1
a.b = 1
x, y = 1, 2
for z in x: pass


# Not attached.

# Attached,
# twice.
@bp.get("/open")
@other(
    1,
)
def get_open():
    """Look: def nothing(): and class Nothing:"""
    return 1
    # Inside.

    # Inside too.
# Outside.


class Service(Base):
    """A service."""

    limit = 1

    # About get.
    @cached
    async def get(self):
        def inner(): ...
        return inner

    between = 2

    def put(self): ...


class Plain:
    a: int


if x:
    def branch(): ...
`;

const EXPECTED: readonly (readonly [kind: string, name: string, first: string, last: string])[] = [
  ["assignment", "Model", "# Shape.", '"a-b": int})  # end'],
  ["assignment", "limit", "limit: int = 5", "limit: int = 5"],
  ["function", "get_open", "# Attached,", "    # Inside too."],
  ["class", "Service", "class Service(Base):", "    limit = 1"],
  ["method", "Service.get", "    # About get.", "        return inner"],
  ["method", "Service.put", "    def put(self): ...", "    def put(self): ..."],
  ["class", "Plain", "class Plain:", "    a: int"],
  ["function", "branch", "    def branch(): ...", "    def branch(): ..."],
];

Deno.test("symbols lists functions, methods, classes and assignments with decorators and comments", () => {
  const found = symbols(readPython(SOURCE));
  deepEqual(
    found.map(({ kind, name }) => [kind, name]),
    EXPECTED.map(([kind, name]) => [kind, name]),
  );
  for (const [index, [, name, first, last]] of EXPECTED.entries()) {
    const text = found[index]?.text ?? "";
    equal(text.startsWith(first) && text.endsWith(last), true, `${name}: ${text}`);
  }
});

Deno.test("the text of symbols does not depend on the file's line endings", () => {
  const texts = (source: string) => symbols(readPython(source)).map(({ text }) => text);
  const expected = texts(SOURCE);
  deepEqual(texts(SOURCE.replaceAll("\n", "\r\n")), expected);
  deepEqual(texts(SOURCE.replaceAll("\n", "\r")), expected);
  deepEqual(texts(`\ufeff${SOURCE}`), expected);
  deepEqual(texts(SOURCE.trimEnd()), expected);
});

Deno.test("symbols end before their last line break", () => {
  for (const eol of ["\n", "\r\n", "\r"]) {
    const source = `def a():${eol}    b${eol}c = 1`;
    const found = symbols(readPython(source));
    deepEqual(found.map(({ start, end }) => source.slice(start, end)), [
      `def a():${eol}    b`,
      "c = 1",
    ]);
  }
});

Deno.test("symbols excludes comments of the body before it and clauses", () => {
  const source = "def a():\n    b\n    # c\nd = 1\nif e: f\nelse: g\ntry: h\nfinally: i\n";
  deepEqual(symbols(readPython(source)).map(({ text }) => text), [
    "def a():\n    b\n    # c",
    "d = 1",
  ]);
});

Deno.test("symbols excludes a shebang from the comments of the first symbol", () => {
  equal(symbols(readPython("#!/usr/bin/python\n# b\na = 1\n"))[0]?.text, "# b\na = 1");
});

Deno.test("addedSymbols lists symbols with new names anywhere", () => {
  const names = (before: string, after: string) =>
    addedSymbols(readPython(before), readPython(after)).map(({ name }) => name);
  const before = "a = 1\n\ndef get(): ...\n\nclass A:\n    def get(self): ...\n";
  deepEqual(names(before, before), []);
  deepEqual(names(before, `${before}    def put(self): ...\n`), ["A.put"]);
  deepEqual(names(before, `b = 2\n${before}`), ["b"]);
  deepEqual(names(before, before.replace("a = 1", "a: int = 1\n\ndef get(): ...")), []);
  deepEqual(names(before, "def get(): ...\n\nz = 1\na = 1\n"), ["z"]);
});

for (
  const [what, name] of [["of many names", (i: number) => `A${i}`], [
    "of one name",
    () => "A",
  ]] as const
) {
  Deno.test(`addedSymbols takes linear time for classes ${what}`, async () => {
    await assertLinear((size) => {
      const classes = Array.from({ length: size }, (_, index) => `class ${name(index)}:\n`);
      const text = (method: string) =>
        classes.map((line, index) => `${line}    def ${method}${index}(): ...\n`).join("");
      const [before, after] = [readPython(text("a")), readPython(text("b"))];
      return () => equal(addedSymbols(before, after).length, size);
    }, 100);
  });
}

Deno.test("addedSymbols finds the same symbols as a full comparison", () => {
  const lines = fc.array(
    fc.constantFrom(
      ...["def a(): ...", "class A:", "class B(A): ...", "    def a(self): ...", "    a = 1"],
      ...["    def b(self): ...", "    class C:", "        def a(self): ...", "b = 1", "if a:"],
    ),
    { maxLength: 12 },
  );
  fc.assert(fc.property(lines, lines, (old, now) => {
    const before = readPython(old.join("\n"));
    const after = readPython([...old.slice(0, 6), ...now].join("\n"), before.source);
    const names = symbols(before).map(({ name }) => name);
    const expected = symbols(after).filter(({ name }) => !names.includes(name));
    deepEqual(
      addedSymbols(before, after).map(({ name, text }) => ({ name, text })),
      expected.map(({ name, text }) => ({ name, text })),
    );
  }));
});

/** Lines with which the text of a symbol can begin, continue or end. */
const LINES = [
  "def f(a, b=(1,\n    2)):",
  "    '''Doc.\n  text'''",
  "    return 'a'  # why",
  "    # below",
  "  # outer",
  "class A(B):",
  "    x: int = 1; y = 2",
  "    @property",
  "    def g(self): return {'a': 1,}",
  "\tif x:",
  "LIMIT = 1 + \\\n  2",
  "@app.get('/')",
  "# above",
  "async def h():",
  "",
  "    pass\r",
];

Deno.test("PythonSymbol.normalForm is the normal form of the symbol's text", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...LINES), { maxLength: 12 }),
      fc.boolean(),
      (lines, isMarked) => {
        const source = (isMarked ? "\ufeff" : "") + lines.join("\n");
        for (const symbol of symbols(readPython(source))) {
          equal(symbol.normalForm, normalForm(symbol.text), JSON.stringify(source));
        }
      },
    ),
  );
  const [attached] = symbols(readPython(SOURCE)).filter(({ name }) => name === "get_open");
  equal(attached?.normalForm, normalForm(attached?.text ?? ""));
});
