import { equal } from "node:assert/strict";
import { appendToClass, appendToModule } from "../../python/edit.ts";
import { applyEdits } from "../../python/text_edit.ts";
import { readPython } from "../../python/python_module.ts";

const FUNCTION = "def new():\n    return 1\n";

function appended(source: string, code: string, after?: string): string {
  const module = readPython(source);
  const found = module.definitions.find(({ name }) => name === after);
  const options = found === undefined ? {} : { after: found };
  return applyEdits(source, appendToModule(module, code, options));
}

function appendedToClass(source: string, code: string, className = "A"): string {
  const edits = appendToClass(readPython(source), className, [code]);
  return "problem" in edits ? edits.problem : applyEdits(source, edits);
}

type Case = readonly [name: string, before: string, after: string];

const AT_END: readonly Case[] = [
  ["an empty file", "", "def new():\n    return 1\n"],
  ["a byte order mark alone", "\ufeff", "\ufeffdef new():\n    return 1\n"],
  ["blank lines alone", "\n\n", "def new():\n    return 1\n\n\n"],
  ["code", "a = 1\n", "a = 1\n\n\ndef new():\n    return 1\n"],
  ["no final newline", "a = 1", "a = 1\n\n\ndef new():\n    return 1"],
  ["no final newline and \\r\\n", "a\r\nb", "a\r\nb\r\n\r\n\r\ndef new():\r\n    return 1"],
  ["a blank line", "a = 1\n\n", "a = 1\n\n\ndef new():\n    return 1\n"],
  ["four blank lines", "a\n\n\n\n\n", "a\n\n\ndef new():\n    return 1\n\n\n"],
  ["blanks without a line break", "a\n    ", "a\n\n\ndef new():\n    return 1\n    "],
  ["a comment", "a\n# b\n", "a\n# b\n\n\ndef new():\n    return 1\n"],
  [
    "a comment in the last body",
    "def a():\n    b\n\n    # c\n",
    "def a():\n    b\n\n    # c\n\n\ndef new():\n    return 1\n",
  ],
  ["\\r", "if a:\r\tb\r", "if a:\r\tb\r\r\rdef new():\r\treturn 1\r"],
  [
    "a main block",
    "a\n\n\n# main\nif __name__ == '__main__':\n    b\n",
    "a\n\n\ndef new():\n    return 1\n\n\n# main\nif __name__ == '__main__':\n    b\n",
  ],
  [
    "a main block close to the code",
    'a\nif "__main__" == __name__: b\n',
    'a\n\n\ndef new():\n    return 1\n\n\nif "__main__" == __name__: b\n',
  ],
  [
    "a comparison with the main module",
    "a = __name__ == '__main__'\n",
    "a = __name__ == '__main__'\n\n\ndef new():\n    return 1\n",
  ],
  [
    "a main block alone",
    "if __name__ == '__main__':\n    b\n",
    "def new():\n    return 1\n\n\nif __name__ == '__main__':\n    b\n",
  ],
  [
    "a main block with another branch",
    "a\n\n\nif __name__ == '__main__':\n    b\nelse:\n    c\n",
    "a\n\n\ndef new():\n    return 1\n\n\nif __name__ == '__main__':\n    b\nelse:\n    c\n",
  ],
  [
    "a main block that is not the last statement",
    "if __name__ == '__main__':\n    b\nc\n",
    "if __name__ == '__main__':\n    b\nc\n\n\ndef new():\n    return 1\n",
  ],
];

Deno.test("appendToModule adds code at the end, after two blank lines", async (test) => {
  for (const [name, before, after] of AT_END) {
    await test.step(name, () => equal(appended(before, FUNCTION), after));
  }
});

const AFTER: readonly Case[] = [
  [
    "two blank lines",
    "def a():\n    b\n\n\ndef c(): d\n",
    "def a():\n    b\n\n\ndef new():\n    return 1\n\n\ndef c(): d\n",
  ],
  [
    "no blank lines",
    "def a(): b\nc\n",
    "def a(): b\n\n\ndef new():\n    return 1\n\n\nc\n",
  ],
  [
    "one blank line",
    "def a(): b\n\nc\n",
    "def a(): b\n\n\ndef new():\n    return 1\n\n\nc\n",
  ],
  [
    "three blank lines",
    "def a(): b\n\n\n\nc\n",
    "def a(): b\n\n\ndef new():\n    return 1\n\n\nc\n",
  ],
  [
    "a comment about what follows",
    "def a():\n    b\n\n\n# c\ndef c(): d\n",
    "def a():\n    b\n\n\ndef new():\n    return 1\n\n\n# c\ndef c(): d\n",
  ],
  [
    "a comment of its own",
    "def a():\n    b  # x\n    # c\n\n\ndef c(): d\n",
    "def a():\n    b  # x\n    # c\n\n\ndef new():\n    return 1\n\n\ndef c(): d\n",
  ],
  [
    "a comment of its own, indented by one space",
    "def a():\n b\n # c\n\n\ndef c(): d\n",
    "def a():\n b\n # c\n\n\ndef new():\n return 1\n\n\ndef c(): d\n",
  ],
  [
    "a branch around it, indented by one space",
    "if x:\n def a(): b\n y\nelse:\n z\ne\n",
    "if x:\n def a(): b\n y\nelse:\n z\n\n\ndef new():\n return 1\n\n\ne\n",
  ],
  [
    "a branch around it",
    "if x:\n    def a(): b\nelse:\n    def c(): d\ne\n",
    "if x:\n    def a(): b\nelse:\n    def c(): d\n\n\ndef new():\n    return 1\n\n\ne\n",
  ],
];

Deno.test("appendToModule adds code after a definition, with two blank lines", async (test) => {
  for (const [name, before, after] of AFTER) {
    await test.step(name, () => equal(appended(before, FUNCTION, "a"), after));
  }
});

const METHOD = "def new(self):\n    return 1\n";

const IN_CLASS: readonly Case[] = [
  [
    "a method at the file's end",
    "class A:\n    def b(self): c\n",
    "class A:\n    def b(self): c\n\n    def new(self):\n        return 1\n",
  ],
  [
    "code after the class",
    "class A:\n    def b(self): c\n\n\nd\n",
    "class A:\n    def b(self): c\n\n    def new(self):\n        return 1\n\n\nd\n",
  ],
  [
    "code close to the class",
    "class A:\n    def b(self): c\nd\n",
    "class A:\n    def b(self): c\n\n    def new(self):\n        return 1\n\n\nd\n",
  ],
  [
    "an attribute after the last method",
    "class A:\n    def b(self): c\n\n    d = b\n",
    "class A:\n    def b(self): c\n\n    def new(self):\n        return 1\n\n    d = b\n",
  ],
  [
    "a comment in the last method",
    "class A:\n    def b(self):\n        c\n        # d\n    # e\n",
    "class A:\n    def b(self):\n        c\n        # d\n\n    def new(self):\n        return 1\n\n    # e\n",
  ],
  [
    "a last method in a branch",
    "class A:\n    if x:\n        def b(self): c\n    else:\n        d = 1\n",
    "class A:\n    if x:\n        def b(self): c\n    else:\n        d = 1\n\n    def new(self):\n        return 1\n",
  ],
  [
    "a nested class after the last method",
    "class A:\n    def b(self): c\n\n    class D:\n        e = 1\n",
    "class A:\n    def b(self): c\n\n    def new(self):\n        return 1\n\n    class D:\n        e = 1\n",
  ],
  [
    "a docstring",
    'class A:\n    """A."""\n',
    'class A:\n    """A."""\n\n    def new(self):\n        return 1\n',
  ],
  ["pass", "class A:\n  pass\n", "class A:\n  pass\n\n  def new(self):\n    return 1\n"],
  ["tabs", "class A:\n\tb = 1\n", "class A:\n\tb = 1\n\n\tdef new(self):\n\t\treturn 1\n"],
  [
    "spaces below a tab",
    "if x:\n\tclass A:\n\t  b = 1\n",
    "if x:\n\tclass A:\n\t  b = 1\n\n\t  def new(self):\n\t    return 1\n",
  ],
  ["\\r\\n", "class A:\r\n\tb\r\n", "class A:\r\n\tb\r\n\r\n\tdef new(self):\r\n\t\treturn 1\r\n"],
  [
    "no final newline",
    "class A:\n    b = 1",
    "class A:\n    b = 1\n\n    def new(self):\n        return 1",
  ],
  [
    "a body on the header's line",
    "class A(B): b = 1; c = 2  # d\ne\n",
    "class A(B):\n    b = 1; c = 2  # d\n\n    def new(self):\n        return 1\n\n\ne\n",
  ],
  [
    "a body on a continued header's line",
    "class A: \\\n  ...",
    "class A:\n    ...\n\n    def new(self):\n        return 1",
  ],
  [
    "two classes of the name",
    "class A:\n    b = 1\n\n\nclass A:\n    c = 1\n",
    "class A:\n    b = 1\n\n\nclass A:\n    c = 1\n\n    def new(self):\n        return 1\n",
  ],
  ["no class of the name", "def A(): pass\n", "Found no class 'A'"],
  ["a class without a body", "class A:\n", "Class 'A' has no body"],
];

Deno.test("appendToClass adds a method after the last one, with a blank line", async (test) => {
  for (const [name, before, after] of IN_CLASS) {
    await test.step(name, () => equal(appendedToClass(before, METHOD), after));
  }
});

Deno.test("appendToClass adds several methods at once as it adds them one by one", () => {
  const methods = ["b", "c", "d"].map((name) => `def ${name}(self):\n    return 1\n`);
  const blanks = [1, 2, 3, 4, 5].map((count) => `class A:\n    b: int\n${"\f\n".repeat(count)}`);
  const followed = blanks.flatMap((source) => [`${source}c = 1\n`, `${source}    c: int\n`]);
  for (const source of [...IN_CLASS.map(([, before]) => before), ...blanks, ...followed]) {
    const edits = appendToClass(readPython(source), "A", methods);
    if ("problem" in edits) continue;
    equal(
      applyEdits(source, edits),
      methods.reduce((done, each) => appendedToClass(done, each), source),
    );
  }
});

Deno.test("appendToClass keeps the values of strings in the code", () => {
  const code = 'def b(self):\n    a = """\n    b\n  """\n    return f"""{\n    a}\n"""\n';
  equal(
    appendedToClass("class A:\r\n\tpass\r\n", code),
    'class A:\r\n\tpass\r\n\r\n\tdef b(self):\r\n\t\ta = """\r\n    b\r\n  """\r\n\t\treturn ' +
      'f"""{\r\n    a}\r\n"""\r\n',
  );
});
