import { deepEqual } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import { moduleFacts } from "../../../project/problems/module_facts.ts";
import { testInFullTier } from "../../tools/tier.ts";

const PATH = projectPath("api/routes/orders_route.py");

function factsOf(code: string) {
  return moduleFacts(new Map([[PATH, code]]), PATH);
}

/** The names that these cases are about. They use other names that nothing defines, too. */
const NAMES = new Set(["Any", "json_body", "jsonify", "url_for"]);

const CASES: readonly (readonly [title: string, code: string, lines: readonly number[]])[] = [
  ["an import", "from typing import Any\n\nx: Any = 1\n", []],
  ["an import of several names", "from flask import Blueprint, jsonify\n\njsonify(1)\n", []],
  ["an import in lines", "from flask import (\n    jsonify,\n)\n\njsonify(1)\n", []],
  ["an import of everything", "from flask import *\n\njsonify(1)\n", []],
  ["an import in a function", "def f():\n    from flask import jsonify\n    jsonify(1)\n", []],
  ["an import under another name", "import typing as Any\n\nx: Any = 1\n", []],
  ["no import", "import flask\n\nx: Any = flask.jsonify(json_body())\n", [3, 3]],
  ["no import, but an annotated parameter", "def f(self, data: Any) -> Any: ...\n", [1]],
  ["annotations that are not evaluated", "from __future__ import annotations\nx: Any = 1\n", []],
  ["attributes, strings and comments", 'x = a.Any\ny = "Any"  # Any\n', []],
  ["code that does not parse", "def (\n\nx = jsonify(1)\n", []],
  ["a function of the name", "def json_body(): ...\n\njson_body()\n", []],
  ["a parameter of the name", "def f(a, json_body):\n    json_body()\n", []],
  ["a variable of the name", "url_for = app.url_for\nurl_for(1)\n", []],
  ["one of several variables", "jsonify, *rest = load()\njsonify(1)\n", []],
  ["a variable in brackets", "[(a, jsonify), b] = load()\njsonify(1)\n", []],
  ["one of several variables of a loop", "for key, url_for in pairs:\n    url_for(1)\n", []],
  ["a variable of a comprehension", "x = [url_for(key) for key, url_for in pairs]\n", []],
  ["one of several variables of 'with'", "with a() as (b, jsonify):\n    jsonify(1)\n", []],
  ["a variable behind a colon", "if x: jsonify = a\nelse: jsonify = b\njsonify(1)\n", []],
  ["an import behind a colon", "try: from a import b, jsonify\nexcept E: pass\njsonify(1)\n", []],
  ["a pattern", "match a:\n    case [b, jsonify]:\n        jsonify(1)\n", []],
  ["no import, but a keyword argument", "f(jsonify, key=1)\n", [1]],
  ["no import, but an annotated variable", "x: list[Any] = 1\n", [1]],
  ["no import in a loop", "for a in b:\n    jsonify(a)\n", [2]],
];

for (const [title, code, lines] of CASES) {
  Deno.test(`moduleFacts() finds the names that nothing defines beside ${title}`, () => {
    const found = factsOf(code).unknown.filter(({ name }) => NAMES.has(name));
    deepEqual(found.map(({ line }) => line), lines);
  });
}

/** Code, and the names that nothing defines in it. */
const UNKNOWN: readonly (readonly [code: string, names: string])[] = [
  ["def get():\n    return service().get()\n", "service"],
  ["def a(id_): ...\ndef b():\n    return id_\n", "id_"],
  ["def a():\n    x = 1\nprint(x)\n", "x"],
  ["class A:\n    x = 1\n    def b(self):\n        return x\n", "x"],
  ["class A:\n    x = 1\n    y = x\n", ""],
  ["class A(Base): ...\n", "Base"],
  ["@login_required\ndef get(): ...\n", "login_required"],
  ["def get() -> Response: ...\n", "Response"],
  ["def a():\n    global x\n    x = 1\ndef b():\n    return x\n", ""],
  ["try:\n    import a\nexcept ImportError:\n    a = None\na\n", ""],
  ["if A:\n    x = 1\nelse:\n    y = 2\nx + y\n", "A"],
  ["from . import auth, blog\nauth(blog)\n", ""],
  ["from a import *\nx()\n", ""],
  ["exec(a)\nx()\n", ""],
  ["try:\n    x\nexcept NameError:\n    pass\n", ""],
  ["f = lambda a, b=1, *c, **d: (a, b, c, d)\n", ""],
  ["def a(key=lambda b: b.c): ...\n", ""],
  ["[a for a in range(3) for b in range(a)]\n", ""],
  ["{a: b for a, (b, *c) in {}.items()}\n", ""],
  ["if (a := 1) > 0: print(a)\n", ""],
  ["with open('a') as b, open(b) as c: print(c)\n", ""],
  ["match int():\n    case [a, *b]: print(a, b)\n    case {'c': c}: print(c)\n", ""],
  ["type A = B\ntype(A)\ndef c[T](d: T) -> T: ...\n", ""],
  ["x: int\nx.y = 1\n", ""],
  ["a.b, c = 1, 2\nc\n", ""],
  ["for a.b in c: pass\n", "c"],
  ["del a\nprint(__file__, __name__, _('b'))\n", ""],
  ["async def a(b):\n    async for c in b: print(c)\n    async with b as d: print(d)\n", ""],
  ["import os.path as p, sys; p(sys)\n", ""],
  ["f(a=1)\n", "f"],
  ['f"{x}"\n', ""],
  ["def (\nx\n", ""],
];

for (const [code, names] of UNKNOWN) {
  Deno.test(`moduleFacts() finds '${names}' to be defined nowhere in ${JSON.stringify(code)}`, () => {
    deepEqual(factsOf(code).unknown.map(({ name }) => name).join(" "), names);
  });
}

/** Code, and the names that it defines again. */
const REPEATED: readonly (readonly [code: string, names: string])[] = [
  ["def a(): ...\ndef a(): ...\n", "a"],
  ["class A:\n    def b(self): ...\n    def b(self): ...\n", "A.b"],
  ["class A: ...\nclass A: ...\n", "A"],
  ["class A:\n    @property\n    def b(self): ...\n    @b.setter\n    def b(self, c): ...\n", ""],
  ["@overload\ndef a(b: int): ...\n@overload\ndef a(b: str): ...\ndef a(b): ...\n", ""],
  ["if A:\n    def a(): ...\nelse:\n    def a(): ...\n", ""],
  ["def a(): ...\ntry:\n    b\nexcept C:\n    def a(): ...\n", ""],
  ["def a(): ...\nx = a()\ndef a(): ...\n", ""],
  ["def _(): ...\ndef _(): ...\n", ""],
  ["def a():\n    def b(): ...\n    def b(): ...\n", ""],
];

for (const [code, names] of REPEATED) {
  Deno.test(`moduleFacts() finds '${names}' to be repeated in ${JSON.stringify(code)}`, () => {
    deepEqual(factsOf(code).repeated.map(({ name }) => name).join(" "), names);
  });
}

/** More values than a call can have as arguments. */
const MANY = 130_000;

const LONG: Readonly<Record<string, string>> = {
  "functions": "def f(): 0\n".repeat(MANY),
  "names in an import": `import ${"a, ".repeat(MANY)}a\n`,
};

for (const [what, code] of Object.entries(LONG)) {
  testInFullTier(`moduleFacts() reads a module with very many ${what}`, () => {
    deepEqual(factsOf(code).unknown, []);
  });
}
