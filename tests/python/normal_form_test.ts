import { equal, notEqual, ok } from "node:assert/strict";
import { normalForm } from "../../python/normal_form.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { DIFFERENT, SAME } from "./normal_form_cases.ts";

Deno.test("normalForm() ignores formatting", () => {
  for (const [what, texts] of Object.entries(SAME)) {
    const [first = "", ...others] = texts;
    ok(!normalForm(first).startsWith("?"), what);
    for (const other of others) equal(normalForm(other), normalForm(first), `${what}: ${other}`);
  }
});

Deno.test("normalForm() tells different code apart", () => {
  for (const [what, texts] of Object.entries(DIFFERENT)) {
    const forms = new Map<string, string>();
    for (const text of texts) {
      const form = normalForm(text);
      equal(forms.get(form), undefined, `${what}: ${text}`);
      forms.set(form, text);
    }
  }
});

/** Broken code, each beside code that it must not equal. */
const BROKEN: readonly (readonly [broken: string, code: string])[] = [
  ["a = (b", "a = b"],
  ["a = b)", "a = b"],
  ["a = (b]", "a = b"],
  ["a = 'b", "a = b"],
  ["a = ?b", "a = b"],
  ["a = b!", "a = b"],
  ["a ** = b", "a **= b"],
  ["f(a,,)", "f(a)"],
  ["f(,)", "f()"],
  ["f((a)=b)", "f(a=b)"],
  ["a = (b = c)", "a = b = c"],
  ["a = (b *) - c", "a = b * - c"],
  ["def f((a)): ...", "def f(a): ..."],
  ["lambda (a): b", "lambda a: b"],
  ["from a import b,", "from a import b"],
  ["import (a)", "import a"],
  ["a = 'b' ('c') 'd'", "a = 'bcd'"],
  ["[a for a in b,]", "[a for a in b]"],
  ["f(a for a in b,)", "f(a for a in b)"],
  ["a;;b", "a;b"],
  ["  a\nb", "a\nb"],
  ["if a:\nb", "if a:\n    b"],
  ["a\n    b", "a\nb"],
  ["if a:\n        b\n    c", "if a:\n    b\n    c"],
  ["if a:\n\tb\n        c", "if a:\n    b\n    c"],
  ["f'{a'", "f'{a}'"],
  ["f'{(a}'", "f'{a}'"],
  ["f'{}'", "f''"],
  [". .", "..."],
  ["a = . . .", "a = ..."],
  ["a = '\\x4'", "a = '\\x04'"],
  ["(a := b)", "a := b"],
];

Deno.test("normalForm() tells broken code from other code", () => {
  for (const [broken, code] of BROKEN) notEqual(normalForm(broken), normalForm(code), broken);
  equal(normalForm("a = (b"), normalForm("a = (b"));
  notEqual(normalForm("a = (b"), normalForm("a  = (b"));
});

Deno.test("normalForm() replaces names outside of strings", () => {
  const names = new Map([["list_users", "get"], ["UserService", "Service"]]);
  const form = normalForm("@bp.get\ndef get(get=1): return Service().get(get=f'get{get}')");
  const code = "@bp.list_users\ndef list_users(list_users=1):\n" +
    '    return UserService().list_users(list_users=f"get{list_users}")';
  equal(normalForm(code, names), form);
  notEqual(normalForm('get = "list_users"', names), normalForm('get = "get"', names));
});

Deno.test("normalForm() reads the texts of symbols", () => {
  const source = "# A\nLIMIT = 5  # b\n\n\nclass A(B):\n    '''Doc.'''\n\n    a = 1\n\n" +
    "    # Get.\n    @cached\n    def get(self):\n        return (1)\n\n" +
    "    def all(self): return 2\n";
  const forms = symbols(readPython(source)).map(({ text }) => normalForm(text));
  equal(forms[0], "# A\nLIMIT = 5 # b");
  equal(forms[1], 'class A ( B ) :\n doc"Doc."\n a = 1');
  equal(forms[2], "# Get.\n@ cached\ndef get ( self ) :\n return 1");
  equal(forms[3], "def all ( self ) :\n return 2");
});
