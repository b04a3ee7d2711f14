import { deepEqual, equal } from "node:assert/strict";
import { appendToClass, appendToModule } from "../../python/edit.ts";
import { readPython } from "../../python/python_module.ts";
import { removeSymbols } from "../../python/remove_symbols.ts";
import { symbols } from "../../python/symbols.ts";
import { applyEdits } from "../../python/text_edit.ts";
import { assertLinear } from "../tools/counted_work.ts";

function removed(source: string, names: string): string {
  return removal(source, names).text;
}

function removal(source: string, names: string) {
  const module = readPython(source);
  const wanted = new Set(names.split(" "));
  const found = symbols(module).filter(({ name }) => wanted.has(name));
  const { text, left } = removeSymbols(module, found);
  return { text, left: left.map(({ name }) => name) };
}

type Case = readonly [what: string, names: string, before: string, after: string];

const CASES: readonly Case[] = [
  ["nothing", "x", "def a(): ...\n\n\n\n\n", "def a(): ...\n\n\n\n\n"],
  ["the only function", "a", "def a():\n    b\n", ""],
  ["the only function of a file with a byte order mark", "a", "\ufeffdef a(): b\n", "\ufeff"],
  ["the first function", "a", "def a():\n    b\n\n\ndef c(): ...\n", "def c(): ...\n"],
  ["the last function", "a", "def c(): ...\n\n\ndef a():\n    b\n", "def c(): ...\n"],
  ["the last function without a final newline", "a", "c = 1\n\n\ndef a(): b", "c = 1"],
  [
    "a function in the middle",
    "b",
    "def a(): ...\n\n\ndef b(): ...\n\n\ndef c(): ...\n",
    "def a(): ...\n\n\ndef c(): ...\n",
  ],
  [
    "several functions",
    "b c e",
    "def a(): ...\n\n\ndef b(): ...\n\n\ndef c(): ...\n\n\ndef d(): ...\n\n\ndef e(): ...\n",
    "def a(): ...\n\n\ndef d(): ...\n",
  ],
  [
    "a function with decorators and comments",
    "b",
    "a = 1\n\n\n# about b\n@c(\n    1\n)\nasync def b():\n    pass\n    # d\n",
    "a = 1\n",
  ],
  [
    "a function between sections, whose titles stay",
    "b",
    "# --- A ---\n\n\ndef b(): ...\n\n\n# --- C ---\n\n\ndef d(): ...\n",
    "# --- A ---\n\n\n# --- C ---\n\n\ndef d(): ...\n",
  ],
  [
    "all overloads",
    "b",
    "@overload\ndef b(): ...\n@overload\ndef b(c): ...\ndef b(c=1): ...\n\n\nd = 1\n",
    "d = 1\n",
  ],
  [
    "an assignment",
    "A",
    'import os\n\nA = TypedDict(\n    "A",\n    {},\n)\n\n\nclass B:\n    c = os\n',
    "import os\n\n\nclass B:\n    c = os\n",
  ],
  [
    "a class below imports, above an assignment",
    "A",
    "import os\n\n\nclass A:\n    b: int\n\n\nC = D(os)\n",
    "import os\n\nC = D(os)\n",
  ],
  ["one statement of several on a line", "a", "a = 1; b = 2\n", "a = 1; b = 2\n"],
  ["one name of a chain", "a", "a = b = 2\n", "a = b = 2\n"],
  [
    "a function in a branch",
    "b",
    "if a:\n    def b(): ...\nelse:\n    def c(): ...\n",
    "if a:\n    pass\nelse:\n    def c(): ...\n",
  ],
  [
    "functions in two branches",
    "b c",
    "if a:\n\tdef b(): ...\n\nelse:\n\tdef c(): ...\n\nd\n",
    "if a:\n\tpass\n\nelse:\n\tpass\n\nd\n",
  ],
  [
    "the first method",
    "A.b",
    "class A:\n    def b(self): ...\n\n    def c(self): ...\n",
    "class A:\n    def c(self): ...\n",
  ],
  [
    "a method in the middle",
    "A.c",
    "class A:\n    def b(self): ...\n\n    def c(self): ...\n\n    def d(self): ...\n",
    "class A:\n    def b(self): ...\n\n    def d(self): ...\n",
  ],
  [
    "the last method above other code",
    "A.c",
    "class A:\n    def b(self): ...\n\n    def c(self): ...\n\n\nd = 1\n",
    "class A:\n    def b(self): ...\n\n\nd = 1\n",
  ],
  [
    "every method",
    "A.b A.c",
    "class A:\n    def b(self): ...\n\n    def c(self): ...\n\n\nd = 1\n",
    "class A:\n    pass\n\n\nd = 1\n",
  ],
  [
    "every method below a comment",
    "A.b A.c",
    "class A:\r\n\t# d\r\n\r\n\tdef b(self): ...\r\n\r\n\t# e\r\n\r\n\tdef c(self): ...\r\n",
    "class A:\r\n\t# d\r\n\r\n\tpass\r\n\r\n\t# e\r\n",
  ],
  [
    "every method below a docstring",
    "A.b",
    'class A:\n    """A."""\n\n    def b(self): ...\n',
    'class A:\n    """A."""\n',
  ],
  [
    "a whole class",
    "A A.b A.c",
    "a = 1\n\n\nclass A:\n    def b(self): ...\n\n    def c(self): ...\n\n\nd = 1\n",
    "a = 1\n\n\nd = 1\n",
  ],
  [
    "a class with a method that stays",
    "A A.b",
    "class A:\n    def b(self): ...\n\n    def c(self): ...\n",
    "class A:\n    def c(self): ...\n",
  ],
  [
    "a class with other code below its methods",
    "A A.b",
    "class A:\n    def b(self): ...\n\n    c = 1\n",
    "class A:\n    c = 1\n",
  ],
  [
    "a class with a comment between its methods",
    "A A.b A.c",
    "class A:\n    def b(self): ...\n\n    # d\n\n    def c(self): ...\n",
    "class A:\n    pass\n\n    # d\n",
  ],
  [
    "the last method of a class and what follows",
    "A.b C C.d e",
    "class A:\n    def b(self): ...\n\n\nclass C:\n    def d(self): ...\n\n\ndef e(): ...\n\n\nf = 1\n",
    "class A:\n    pass\n\n\nf = 1\n",
  ],
  [
    "a function with its imports",
    "b",
    "from c import d, e\nfrom f import g\n\n\ndef a():\n    return e\n\n\ndef b():\n    return d(g)\n",
    "from c import e\n\n\ndef a():\n    return e\n",
  ],
];

Deno.test("removeSymbols removes definitions, and leaves no trace of them", async (test) => {
  for (const [what, names, before, after] of CASES) {
    await test.step(what, () => {
      equal(removed(before, names), after);
      deepEqual(readPython(after).problems, []);
    });
  }
});

Deno.test("removeSymbols names the definitions that it cannot remove without other code", () => {
  for (
    const [names, source, left] of [
      ["a c", "a = 1; b = 2\nc = 1\n", ["a"]],
      ["a", "a = b = 1\n", ["a"]],
      ["A A.b C", "class A:\n    def b(self): ...\n\n    d = 1\n\n\nclass C: ...\n", ["A"]],
      ["A A.b", "class A:\n    def b(self): ...\n", []],
    ] as const
  ) deepEqual(removal(source, names).left, left);
});

const FUNCTION = "@new\ndef new():\n    return 1\n";

/**
 * Modules for which removing an addition gives back every byte, most of them in the form of
 * formatters.
 */
const MODULES = [
  "",
  "\ufeff",
  "\n\n",
  "a = 1",
  "a = 1\n",
  "a\r\nb",
  "a\n\n\n\n\n",
  "a\n    ",
  "a\n# b\n",
  "def a():\n    b\n\n    # c\n",
  "if a:\r\tb\r",
  "a\n\n\n# main\nif __name__ == '__main__':\n    b\n",
  "if __name__ == '__main__':\n    b\n",
  "def a():\n    b\n\n\ndef c(): d\n",
  "def a():\n    b\n\n\n# c\ndef c(): d\n",
  "class A:\n    def b(self): c\n\n\nd\n",
  "class A:\n    def b(self): c\n\n    d = b\n",
  "class A:\n    def b(self):\n        c\n        # d\n\n    # e\n",
  "class A:\n    if x:\n        def b(self): c\n    else:\n        d = 1\n",
  'class A:\n    """A."""\n',
  "class A:\n\tb = 1\n",
  "class A:\r\n\tb\r\n",
  "class A:\n    b = 1",
];

Deno.test("removeSymbols undoes appendToModule and appendToClass", () => {
  for (const source of MODULES) {
    const module = readPython(source);
    const after = module.definitions.find(({ kind }) => kind === "function");
    const added = [appendToModule(module, FUNCTION)];
    if (after !== undefined) added.push(appendToModule(module, FUNCTION, { after }));
    for (const edits of added) equal(removed(applyEdits(source, edits), "new"), source);
    for (const codes of [[FUNCTION], [FUNCTION, FUNCTION]]) {
      const edits = appendToClass(module, "A", codes);
      if ("problem" in edits) continue;
      equal(removed(applyEdits(source, edits), "A.new"), source);
    }
  }
});

Deno.test("removeSymbols keeps imports that others need", () => {
  const source = "from a import b, c\n\n\ndef d(): return b(c)\n";
  const module = readPython(source);
  const { text } = removeSymbols(module, symbols(module), { keptImports: new Set(["b"]) });
  equal(text, "from a import b\n");
});

Deno.test("removeSymbols takes linear time, however many symbols it removes", async () => {
  const service = (size: number) => {
    const methods = Array.from({ length: size }, (_, i) => `    def get_${i}(self): ...\n`);
    return readPython(`class A:\n${methods.join("\n")}`);
  };
  const every = (step: number) => (size: number) => {
    const module = service(size);
    const found = symbols(module).filter((_, index) => index % step === 1 % step);
    return () => removeSymbols(module, found);
  };
  for (const step of [1, 2, 3]) await assertLinear(every(step), 500);
});
