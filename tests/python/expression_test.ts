import { deepEqual, equal } from "node:assert/strict";
import {
  callArguments,
  constantString,
  dottedName,
  type Token,
  tokenize,
} from "../../python/expression.ts";

function tokensOf(source: string): Token[] {
  return tokenize(source, 0, source.length);
}

const TOKENS: readonly (readonly [source: string, texts: readonly string[]])[] = [
  ["a.b(c, *d, **e)", ["a", ".", "b", "(", "c", ",", "*", "d", ",", "**", "e", ")"]],
  ["x:=1==2!=3", ["x", ":=", "1", "==", "2", "!=", "3"]],
  ["0x_ff + 1.5e3 # a", ["0x_ff", "+", "1.5e3"]],
  ["1e-5+.5if a else 1.", ["1e-5", "+", ".5", "if", "a", "else", "1."]],
  ["a **= b >>= c", ["a", "**=", "b", ">>=", "c"]],
  ["a \\\n  + b", ["a", "+", "b"]],
  ["(\n  1,  # '\n)", ["(", "1", ",", ")"]],
  [`Rb"a"f'{b['c']}'`, [`Rb"a"`, `f'{b['c']}'`]],
  ["café = 变", ["café", "=", "变"]],
  [`x"a"`, ["x", `"a"`]],
  ["'a", ["'a"]],
];

Deno.test("tokenize splits code", () => {
  for (const [source, texts] of TOKENS) {
    const tokens = tokensOf(source);
    deepEqual(tokens.map(({ text }) => text), texts, source);
    deepEqual(tokens.map(({ start, end }) => source.slice(start, end)), texts, source);
  }
});

const STRINGS: readonly (readonly [source: string, value: string | null])[] = [
  ["'a'", "a"],
  [`"""a\r\nb\rc"""`, "a\nb\nc"],
  ["'a' \"b\"\n'c'", "abc"],
  ["'a' + 'b'", "ab"],
  ["('a' +\n'b' 'c')", "abc"],
  ["A + '/b'", "/a/b"],
  ["A", "/a"],
  ["B", null],
  ["A.b", null],
  ["A 'b'", null],
  ["'a' A", null],
  ["'a' +", null],
  ["+ 'a'", null],
  ["'a' + + 'b'", null],
  ["", null],
  ["'a', 'b'", null],
  ["'a' % b", null],
  ["'a' * 2", null],
  ["'a'.upper()", null],
  ["str('a')", null],
  ["b'a'", null],
  ["f'a{{b}}'", "a{b}"],
  ["f'\\x7b\\x7ba{{b}}'", "{{a{b}"],
  ["f'a{b}'", null],
  ["t'a'", null],
  ["'a", null],
  ["r'\\d\\n'", "\\d\\n"],
  ["'\\a\\b\\f\\n\\r\\t\\v\\\\\\'\\\"'", "\x07\b\f\n\r\t\v\\'\""],
  ["'\\x41\\u0042\\U00000043\\U0001f600'", "ABC😀"],
  ["'\\101\\7\\0a\\400'", "A\x07\0aĀ"],
  ["'a\\\n  b'", "a  b"],
  ["'a\\\r\n  b'", "a  b"],
  ["'\\d\\/'", "\\d\\/"],
  ["'\\N{COLON}'", null],
  ["'\\x4'", null],
  ["'\\xzz'", null],
  ["'\\U00110000'", null],
  ["'\\ud800'", "\ud800"],
];

Deno.test("tokenize ends no token after the end of the source", () => {
  for (const operator of ["=", ":=", "**", "==", "**=", "//="]) {
    const source = `a ${operator}`;
    deepEqual(tokensOf(source).at(-1), {
      kind: "operator",
      text: operator,
      start: 2,
      end: source.length,
    });
  }
});

Deno.test("constantString evaluates constant strings", () => {
  for (const [source, value] of STRINGS) {
    equal(constantString(tokensOf(source), new Map([["A", "/a"]])), value, source);
  }
});

Deno.test("tokenize excludes a byte order mark from prefixes", () => {
  equal(constantString(tokenize("\ufeffr'\\n'", 1, 6), new Map()), "\\n");
});

const CALLS: readonly (readonly [source: string, found: readonly (readonly string[])[]])[] = [
  ["f()", []],
  ["f(a, b=c)", [["positional", "", "a"], ["keyword", "b", "c"]]],
  ["f(a == b)", [["positional", "", "a==b"]]],
  ["f(*a, **b)", [["unpacked", "", "a"], ["unpacked", "", "b"]]],
  ["f(a(b, c), [d, e],)", [["positional", "", "a(b,c)"], ["positional", "", "[d,e]"]]],
  [`f(g=f"{h["i", ")"]}", j='(')`, [["keyword", "g", `f"{h["i", ")"]}"`], ["keyword", "j", "'('"]]],
  ["f(lambda a, b: c)", [["positional", "", "lambdaa"], ["positional", "", "b:c"]]],
  ["f(a", [["positional", "", "a"]]],
];

Deno.test("callArguments splits arguments", () => {
  for (const [source, expected] of CALLS) {
    const found = callArguments(tokensOf(source), 1).map((each) => [
      each.kind,
      each.kind === "keyword" ? each.name : "",
      each.value.map(({ text }) => text).join(""),
    ]);
    deepEqual(found, expected, source);
  }
});

Deno.test("dottedName reads names joined by dots", () => {
  deepEqual(dottedName(tokensOf("a.b . c(d)"), 0), { text: "a.b.c", next: 5 });
  deepEqual(dottedName(tokensOf("a."), 0), { text: "a", next: 1 });
  equal(dottedName(tokensOf("1.a"), 0), null);
});
