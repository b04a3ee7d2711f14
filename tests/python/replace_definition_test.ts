import { deepEqual, equal, ok } from "node:assert/strict";
import { replaceDefinition } from "../../python/replace_definition.ts";
import { randomFrom } from "../generators/random_choices.ts";
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
  ["a docstring of a member", INDENTED, `${INDENTED}    """Docs."""\n`],
  ["a comment at a member", INDENTED, INDENTED.replace("int", "int  # Docs.")],
  ["a comment above a member", INDENTED, INDENTED.replace("    a", "    # Docs.\n    a")],
  ["the order of members", `${INDENTED}    b: str\n`, "class A(B):\n    b: str\n    a: int\n"],
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
  ["a value", INDENTED, INDENTED.replace("int", "int = 1")],
  ["another name", INDENTED, INDENTED.replace("a:", "b:")],
  ["a class in a class", INDENTED, `${INDENTED}    class C:\n        d = 1\n`],
  ["a class on one line", INDENTED, "class A(B): a: int\n"],
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

const MODEL = "class A(B):\n    a: int\n    b: str\n    c: int\n";

const MEMBERS: readonly (readonly [
  name: string,
  code: string,
  before: string,
  after: string,
  parts?: readonly string[],
])[] = [
  [
    "a member, with the comment at its line",
    MODEL,
    "class A(B):\n    # First.\n    a: str  # ours\n    b: str\n\n    c: int\n",
    "class A(B):\n    # First.\n    a: int  # ours\n    b: str\n\n    c: int\n",
  ],
  [
    "only some parts",
    MODEL,
    "class A(C):\n    a: str\n    d: str\n    e: int\n    x = 1\n",
    "class A(C):\n    a: str\n    b: str\n    d: str\n    x = 1\n",
    ["b", "e"],
  ],
  [
    "a member by a longer one",
    "class A(B):\n    a: dict[\n        str, int\n    ]\n",
    "class A(B):\r\n\ta: str\r\n\tb: int\r\n",
    "class A(B):\r\n\ta: dict[\r\n\t\tstr, int\r\n\t]\r\n",
  ],
  [
    "added members beside their neighbours",
    "class A(B):\n    model_config = X\n\n    a: int\n    b: str\n    c: int\n    d: int\n",
    'class A(B):\n    """D."""\n\n    # Of b.\n    b: str\n    """Of b, too."""\n',
    'class A(B):\n    """D."""\n\n    model_config = X\n\n    a: int\n    # Of b.\n    b: str\n' +
    '    """Of b, too."""\n    c: int\n    d: int\n',
  ],
  [
    "removed members, with what describes them",
    "class A(B):\n    b: str\n",
    'class A(B):\n    model_config = X\n\n    # Of a.\n    a: int\n    """Of a."""\n    b: str\n\n    # Of c.\n' +
    "    c: int  # c\n\n    def d(self): ...\n",
    "class A(B):\n    b: str\n\n    def d(self): ...\n",
  ],
  [
    "all members of a class that has others of people",
    "class A(B):\n    pass\n",
    "class A(B):\n    a: int\n    b: str\n    # Of b, below.\n\n\nclass C: ...\n",
    "class A(B):\n    pass\n    # Of b, below.\n\n\nclass C: ...\n",
  ],
  [
    "the members of a class without a body",
    MODEL,
    'class A(B):\n    """D."""\n\n    def d(self): ...\n',
    'class A(B):\n    """D."""\n    a: int\n    b: str\n    c: int\n\n    def d(self): ...\n',
  ],
  [
    "a member that is assigned twice",
    "class A(B):\n    a = 1\n",
    "class A(B):\n    a: int\n    a = 2\n    b = 3\n",
    "class A(B):\n    a = 1\n    b = 3\n",
    ["a"],
  ],
  [
    "other statements together",
    "class A(B):\n    if X:\n        a = 1\n    b: int\n",
    "class A(B):\n    pass\n    b: int\n    if Y:\n        a = 1\n    else:\n        a = 2\n",
    "class A(B):\n    if X:\n        a = 1\n    b: int\n",
  ],
];

Deno.test("replaceDefinition replaces, adds and removes members of a class", async (test) => {
  for (const [name, code, before, after, parts] of MEMBERS) {
    await test.step(name, () => {
      const module = readPython(before);
      const [symbol] = symbols(module);
      ok(symbol);
      const edits = replaceDefinition(
        module,
        symbol,
        code,
        parts && ((part) => parts.includes(part)),
      );
      equal(applyEdits(before, edits), after);
    });
  }
});

Deno.test("a class whose parts are replaced in random order of changes has the hash of the new code", () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = randomFrom(seed);
    const before = randomClass(random);
    const code = randomClass(random).replaceAll(/ *#.*| *"""\w+"""\n/g, "");
    const module = readPython(`${before}\n\nX = 1\n`);
    const [symbol] = symbols(module);
    ok(symbol);
    const below = { offset: symbol.end, remove: 0, insert: "\n\n\nclass N:\n    pass" };
    const edits = [...replaceDefinition(module, symbol, code), below];
    const after = applyEdits(module.source, edits);
    const [now, next] = symbols(readPython(after));
    deepEqual([now?.hash, next?.name], [hashOf(code), "N"], after);
    ok(!after.includes("\n\n\n\n"), after);
    deepEqual(readPython(after).problems, []);
    const again = readPython(after);
    const [found] = symbols(again);
    deepEqual(found && replaceDefinition(again, found, code), [], after);
  }
});

type Choose = ReturnType<typeof randomFrom>;

function randomClass(random: Choose): string {
  const names = ["model_config", "a", "b", "c", "d"].filter(() => random([true, true, false]));
  if (random([true, false])) names.reverse();
  const members = names.map((name) => {
    const above = random(["", "", `    # Of ${name}.\n`]);
    const type = random(["int", "str", "list[\n        int\n    ]"]);
    const comment = random(["", "", "  # c"]);
    const below = random(["", "", `    """${name}"""\n`]);
    return `${above}    ${name}: ${type}${comment}\n${below}${random(["", "", "\n"])}`;
  });
  const others = random(["", "", "    print()\n"]);
  const body = others + members.join("");
  return `class A(${random(["B", "C"])}):\n${body === "" ? "    pass" : body.trimEnd()}\n`;
}
