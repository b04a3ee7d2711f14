import { equal } from "node:assert/strict";
import { replaceDefinition } from "../../python/replace_definition.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { applyEdits } from "../../python/text_edit.ts";

const HANDLER = '@bp.post("/b")\ndef new(a: int) -> str:\n    # c\n    return a\n';

const REPLACED: readonly (readonly [
  name: string,
  code: string,
  before: string,
  after: string,
])[] = [
  [
    "a function, without what people put around it",
    HANDLER,
    '# t\n@up\n# m\n@bp.get("")  # r\n@down\ndef old():  # h\n    """D."""  # d\n\n    b\n    # e\n# f\n',
    '# t\n@up\n# m\n@bp.post("/b")  # r\n@down\ndef new(a: int) -> str:  # h\n    """D."""  # d\n\n' +
    "    # c\n    return a\n# f\n",
  ],
  [
    "the body alone",
    HANDLER,
    "@bp.post('/b')\ndef new(\n    a: int,\n) -> str:\n    return 1\n",
    "@bp.post('/b')\ndef new(\n    a: int,\n) -> str:\n    # c\n    return a\n",
  ],
  [
    "nothing of code that is only formatted in another way",
    HANDLER,
    "@bp.post('/b')\ndef new(\n\ta: int,\n) -> str:\n\t# c\n\treturn (a)\n",
    "@bp.post('/b')\ndef new(\n\ta: int,\n) -> str:\n\t# c\n\treturn (a)\n",
  ],
  [
    "the route of a function that lost it",
    HANDLER,
    "@login\ndef new(a: int) -> str:\n    # c\n    return a\n",
    '@login\n@bp.post("/b")\ndef new(a: int) -> str:\n    # c\n    return a\n',
  ],
  [
    "no route beside the wanted one",
    HANDLER,
    '@bp.get("/a")\n@bp.post("/b")\ndef new(a: int) -> str:\n    # c\n    return b\n',
    '@bp.get("/a")\n@bp.post("/b")\ndef new(a: int) -> str:\n    # c\n    return a\n',
  ],
  [
    "a body that is a docstring",
    HANDLER,
    '@bp.post("/b")\ndef new(a: int) -> str:\n    """D."""\n',
    '@bp.post("/b")\ndef new(a: int) -> str:\n    """D."""\n    # c\n    return a\n',
  ],
  [
    "a function on one line",
    HANDLER,
    '@login\n@bp.post("/b")\ndef new(a: int) -> str: return b  # f\n',
    '@login\n@bp.post("/b")\ndef new(a: int) -> str:\n    # c\n    return a\n',
  ],
  [
    "a method, with its indentation and line ends",
    "    def new(\n        self,\n    ) -> str:\n        return 1\n",
    'class A:\r\n\t# c\r\n\tdef b(self):\r\n\t\t"""D."""\r\n\t\tpass\r\n\r\n\tdef c(): ...\r\n',
    'class A:\r\n\t# c\r\n\tdef new(\r\n\t\tself,\r\n\t) -> str:\r\n\t\t"""D."""\r\n\t\treturn 1\r\n\r\n' +
    "\tdef c(): ...\r\n",
  ],
  [
    "the members of a class, without its methods",
    "class New(Body):\n    a: int\n    b: str\n",
    '@final\nclass Old(Body):\n    """D."""\n\n    a: int\n\n    def c(self): ...\n',
    '@final\nclass New(Body):\n    """D."""\n\n    a: int\n    b: str\n\n    def c(self): ...\n',
  ],
  [
    "strings of several lines",
    'def new():\n    return """\n  a\n"""\n',
    "class A:\n  def new():\n    return 1\n",
    'class A:\n  def new():\n    return """\n  a\n"""\n',
  ],
  [
    "an assignment as a whole",
    "a = 2\n",
    "# b\na = [\n  1,\n]  # c\n",
    "a = 2\n",
  ],
];

Deno.test("replaceDefinition replaces what a generator writes", async (test) => {
  for (const [name, code, before, after] of REPLACED) {
    await test.step(name, () => {
      const module = readPython(before);
      const symbol = symbols(module).find(({ name, kind }) =>
        kind !== "class" && name !== "c" && name !== "A.c" || name === "Old"
      );
      const edits = symbol === undefined ? [] : replaceDefinition(module, symbol, code);
      equal(applyEdits(before, edits), after);
    });
  }
});

const [PLAIN, INDENTED] = [
  '@bp.get("")\ndef get() -> str:\n    # c\n    return 1\n',
  "class A(B):\n    a: int\n",
];

const SAME: readonly (readonly [name: string, plain: string, other: string])[] = [
  ["a comment above", PLAIN, `# t\n${PLAIN}`],
  ["a guard above", PLAIN, `@login_required\n${PLAIN}`],
  ["a guard below", PLAIN, PLAIN.replace("def", "@login_required\ndef")],
  ["a patch in a test", PLAIN, PLAIN.replace("def", '@mock.patch("a.b")\ndef')],
  ["a docstring", PLAIN, PLAIN.replace("    # c", '    """Docs.\n\n    More.\n    """\n    # c')],
  ["a comment at the header", PLAIN, PLAIN.replace("str:", "str:  # noqa")],
  ["a comment at the route", PLAIN, PLAIN.replace('"")', '"")  # all')],
  ["a decorator of a class", INDENTED, `@final\n${INDENTED}`],
  ["a docstring of a class", INDENTED, INDENTED.replace("    a", '    """Docs."""\n\n    a')],
];

const DIFFERENT: readonly (readonly [name: string, plain: string, other: string])[] = [
  ["another path", PLAIN, PLAIN.replace('""', '"/a"')],
  ["another route, too", PLAIN, PLAIN.replace("def", '@bp.get("/a")\ndef')],
  ["no route", PLAIN, PLAIN.slice(PLAIN.indexOf("def"))],
  ["a comment in the body", PLAIN, PLAIN.replace("# c", "# d")],
  ["a comment in the signature", PLAIN, PLAIN.replace("get()", "get(\n    # none\n)")],
  ["a statement", PLAIN, `${PLAIN}    print()\n`],
  ["a type", PLAIN, PLAIN.replace("str", "int")],
  ["an async function", PLAIN, PLAIN.replace("def", "async def")],
  ["a member", INDENTED, `${INDENTED}    b: int\n`],
  ["a base", INDENTED, INDENTED.replace("B", "C")],
];

function hashOf(source: string): string | undefined {
  return symbols(readPython(source))[0]?.hash;
}

Deno.test("the hash of a definition ignores what people put around its parts", async (test) => {
  for (const [name, plain, other] of SAME) {
    await test.step(name, () => {
      equal(hashOf(other), hashOf(plain));
      equal(hashOf(other.replaceAll("\n", "\r\n")), hashOf(plain));
    });
  }
  for (const [name, plain, other] of DIFFERENT) {
    await test.step(name, () => equal(hashOf(other) === hashOf(plain), false));
  }
});
