import { deepEqual, equal } from "node:assert/strict";
import { readPython } from "../../python/python_module.ts";
import { scanPython } from "../../python/scanner.ts";

/** Returns the logical lines of a source as text. */
function codeLines(source: string): string[] {
  return scanPython(source).lines.map(({ start, end }) => source.slice(start, end));
}

const LINES: readonly (readonly [name: string, source: string, lines: readonly string[]])[] = [
  ["an empty source", "", []],
  ["nothing but blanks and comments", "\n  # a\n\t\f\n#b", []],
  ["a line without a line break", "a", ["a"]],
  ["comments after code", "a  # b\nc # 'd\n", ["a", "c"]],
  ["brackets over lines", "a = (\n  1,  # )\n\n)\nb", ["a = (\n  1,  # )\n\n)", "b"]],
  ["a backslash", "a = \\\n  1\nb", ["a = \\\n  1", "b"]],
  ["a backslash before a blank line", "a \\\n\nb", ["a", "b"]],
  ["line breaks of three kinds", "a\rb\r\nc\nd", ["a", "b", "c", "d"]],
  ["a continued string", "a = 'b\\\r\nc'\r\nd", ["a = 'b\\\r\nc'", "d"]],
  ["look-alikes in strings", "a = '''\ndef b(:\n'''\nc", ["a = '''\ndef b(:\n'''", "c"]],
  ["markers in a string", "a = '''\n<<<<<<< b\n>>>>>>> c\n'''", [
    "a = '''\n<<<<<<< b\n>>>>>>> c\n'''",
  ]],
  ["quotes in other quotes", `a = "'" + '"' + """'"" """\nb`, [`a = "'" + '"' + """'"" """`, "b"]],
  ["a raw string that ends with backslashes", "a = r'\\\\'\nb", ["a = r'\\\\'", "b"]],
  ["quotes of one kind nested (PEP 701)", 'a = f"{b["c"]}"\nd', ['a = f"{b["c"]}"', "d"]],
  ["the same inside a call", 'a(f"{b("c", "d")}", "(")\ne', ['a(f"{b("c", "d")}", "(")', "e"]],
  ["line breaks in fields", 'a = f"{\n  b\n}"\nc', ['a = f"{\n  b\n}"', "c"]],
  ["comments in fields", 'a = f"{b # "}\n}"\nc', ['a = f"{b # "}\n}"', "c"]],
  ["a format with fields", 'a = f"{b:{c}{d!r:>{e}}}"\nf', ['a = f"{b:{c}{d!r:>{e}}}"', "f"]],
  ["a format with a hash", "a = f'{b:#x}'\nc", ["a = f'{b:#x}'", "c"]],
  ["doubled braces", "a = f'{{ {b} }} {{\"'\nc", ["a = f'{{ {b} }} {{\"'", "c"]],
  ["a dictionary in a field", "a = f'{ {'b': 1}['b'] }'\nc", ["a = f'{ {'b': 1}['b'] }'", "c"]],
  ["a character by its name", "a = f'\\N{COLON}{b}'\nc", ["a = f'\\N{COLON}{b}'", "c"]],
  ["a brace behind a backslash", "a = f'\\{b['c']}'\nd", ["a = f'\\{b['c']}'", "d"]],
  ["a template string", "a = t'{b['c']}'\nd", ["a = t'{b['c']}'", "d"]],
  ["words that are no prefixes", `a = b if"c"else"d"\nor"e"`, [`a = b if"c"else"d"`, `or"e"`]],
  ["names beyond ASCII", "é = 'ü'\n变 = 1", ["é = 'ü'", "变 = 1"]],
  ["a byte order mark", "\ufeffa\nb", ["a", "b"]],
  ["a byte order mark and a raw docstring", "\ufeffr'''\\'''\nb", ["r'''\\'''\nb"]],
  ["many strings", `a = ${"'b' + ".repeat(60)}'c'  # d\ne`, [`a = ${"'b' + ".repeat(60)}'c'`, "e"]],
  ["a blank behind a header", "def a(b='c') : \n  d", ["def a(b='c') :", "d"]],
  ["an empty and a triple string", "a = '' + b\nc", ["a = '' + b", "c"]],
  ["a form feed", "a\n\f\nb", ["a", "b"]],
  ["a blank line that goes on", "if a:\n  \\\n  b\nc", ["if a:", "b", "c"]],
  ["blank lines that go on", "\\\n \\\r\n\t\\\n  a\nb", ["a", "b"]],
  ["blank lines that go on to nothing", "a\n\\\n\\\n\nb", ["a", "b"]],
  ["blank lines that go on to a comment", "a\n\\\n\\\n# b\nc", ["a", "c"]],
];

Deno.test("scanPython finds logical lines", async (test) => {
  for (const [name, source, lines] of LINES) {
    await test.step(name, () => deepEqual(codeLines(source), lines));
  }
});

const INDENTATIONS: readonly (readonly [blanks: string, width: number, indentation: string])[] = [
  ["", 0, ""],
  ["   ", 3, "   "],
  ["\t", 8, "\t"],
  [" \t", 8, " \t"],
  ["       \t", 8, "       \t"],
  ["        \t", 16, "        \t"],
  ["\t ", 9, "\t "],
  ["\t \t", 16, "\t \t"],
  ["\f", 0, ""],
  ["\f  ", 2, "  "],
  ["  \f ", 1, " "],
  ["\t\f\f  ", 2, "  "],
  ["  \f\t", 8, "\t"],
];

Deno.test("scanPython measures indentation with tabs and form feeds as CPython does", () => {
  for (const [blanks, width, indentation] of INDENTATIONS) {
    const [line] = scanPython(`${blanks}a\n`).lines;
    deepEqual([line?.indent, line?.indentation], [width, indentation], JSON.stringify(blanks));
  }
});

const BODIES: readonly (readonly [source: string, body: string | null])[] = [
  ["if a: b", " b"],
  ["class A: pass", " pass"],
  ["def a(b: int = {1: 2}) -> C[d:e]:", ""],
  ["x: int = 3", " int = 3"],
  ["x = a[1:2]", null],
  ["x = lambda: 1", null],
  ["if lambda a, b=lambda: 1: a:", ""],
  ["if lambdas: b", " b"],
  ["if lambda:", null],
  ["if f(lambda: 1):", ""],
  ["x := 1", null],
  ["else: # comment", ""],
];

Deno.test("scanPython finds the body after a header's colon", () => {
  for (const [source, expected] of BODIES) {
    for (const ending of ["", "\n"]) {
      const { body = -1, end } = scanPython(source + ending).lines[0] ?? { end: 0 };
      equal(body === -1 ? null : source.slice(body, end), expected, source + ending);
    }
  }
});

const PROBLEMS: readonly (readonly [source: string, line: number, message: string])[] = [
  ["a = (\n  1\n", 1, "'(' was never closed"],
  ["a = 1\nb = [\n  (1\n", 3, "'(' was never closed"],
  ["a = (\ndef b(): pass\n", 1, "'(' was never closed"],
  ["class A:\n  b = [\n  def c(self): pass\n", 2, "'[' was never closed"],
  ["a(b,\n@c\ndef d(): pass\n", 1, "'(' was never closed"],
  ["a\n)\n", 2, "unmatched ')'"],
  ["a = (1]\n", 1, "closing parenthesis ']' does not match opening parenthesis '('"],
  ["a = 'b\nc\n", 1, "unterminated string literal"],
  ["a\nb = '''c\n", 2, "unterminated triple-quoted string literal"],
  ["a = f'b\n", 1, "unterminated f-string literal"],
  ["a = f'{b'\n", 1, "unterminated string literal"],
  ["a\n<<<<<<< main\nb\n=======\nc\n>>>>>>> other\n", 2, "unresolved merge conflict"],
  ["a = f'{b\n", 1, "'{' was never closed"],
  ["a = \\ b\n", 1, "unexpected character after line continuation character"],
  ["a = \\", 1, "unexpected EOF while parsing"],
  [`a = ${"(".repeat(201)}${")".repeat(201)}`, 1, "too many nested parentheses"],
  [`a = ${`f"{`.repeat(200)}`, 1, "too many nested f-strings"],
  ["a = '\0'\n", 1, "source code cannot contain null bytes"],
  ["# coding: cp1252\n", 1, "unsupported encoding: cp1252"],
  ["#!/bin/sh\n# -*- coding: utf-16 -*-\n", 1, "unsupported encoding: utf-16"],
  ["  a\n", 1, "unexpected indent"],
  ["a\n  b\n", 2, "unexpected indent"],
  ["if a:\n    b\n  c\n", 3, "unindent does not match any outer indentation level"],
  ["if a:\nb\n", 2, "expected an indented block after 'if' statement on line 1"],
  ["def a():\n", 1, "expected an indented block after function definition on line 1"],
  ["async def a():\nb\n", 2, "expected an indented block after function definition on line 1"],
  ["class A:\nb\n", 2, "expected an indented block after class definition on line 1"],
  ["if a:\n  if b:\n\tc\n", 3, "inconsistent use of tabs and spaces in indentation"],
  [
    Array.from({ length: 101 }, (_, depth) => `${" ".repeat(depth)}if a:\n`).join(""),
    101,
    "too many levels of indentation",
  ],
  ["if a:\n        b\n\tc\n", 3, "inconsistent use of tabs and spaces in indentation"],
];

Deno.test("readPython reports CPython's problems in the same words", async (test) => {
  for (const [source, line, message] of PROBLEMS) {
    await test.step(message, () => {
      const [first] = readPython(source).problems;
      deepEqual({ line: first?.line, message: first?.message }, { line, message });
    });
  }
});

const VALID: readonly string[] = [
  "# coding: latin-1\n",
  "# vim: set fileencoding=UTF-8 :\n",
  "a = 1\n# coding: cp1252\n",
  "a\n# one\n# coding: cp1252\n",
  "if a:\n\tb\nelse:\n    c\n",
  "if a:\n    b\n\n# comment\n\n    c\n",
  "x = (a\n@ b)\n",
  "if a: \\\n    b\nc\n",
  "match a:\n    case 1:\n        b\n",
  "if a:\n  \f  b\n",
];

Deno.test("readPython finds no problem in code that CPython accepts", () => {
  for (const source of VALID) deepEqual(readPython(source).problems, [], source);
});

Deno.test("readPython continues after a problem", () => {
  const { definitions } = readPython(
    "a = (\ndef b(): pass\nc = 'd\n@e\ndef f(): pass\ng = f'{\ndef h(): pass\n",
  );
  deepEqual(definitions.map(({ name, decorators }) => [name, decorators.length]), [
    ["b", 0],
    ["f", 1],
    ["h", 0],
  ]);
});

const STYLES: readonly (readonly [source: string, eol: string, unit: string])[] = [
  ["", "\n", "    "],
  ["a\r\nb\r\nc\n", "\r\n", "    "],
  ["a\rb\n\rc\r", "\r", "    "],
  ["a\r\nb\rc\r", "\r", "    "],
  ["if a:\n\tb\n", "\n", "\t"],
  ["class A:\n  def b(): pass\n", "\n", "  "],
  ["a\n\fclass A:\n  def b(): pass\n", "\n", "  "],
  ["class A:\n\f  def b(): pass\n", "\n", "  "],
  ["a(\n   b)\nif c:\n      d\n", "\n", "      "],
];

Deno.test("scanPython detects a file's line endings and indentation", () => {
  for (const [source, eol, indentUnit] of STYLES) {
    const scan = scanPython(source);
    deepEqual({ eol: scan.eol, indentUnit: scan.indentUnit }, { eol, indentUnit }, source);
  }
});
