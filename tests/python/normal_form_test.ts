import { equal, notEqual, ok } from "node:assert/strict";
import { type Token, tokenize } from "../../python/expression.ts";
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

/** Broken code, and valid code whose normal form must differ. */
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
  ["def f((a)=b): ...", "def f(a=b): ..."],
  ["lambda (a)=b: c", "lambda a=b: c"],
  ["lambda (a): b", "lambda a: b"],
  ["from a import b,", "from a import b"],
  ["import (a)", "import a"],
  ["(a).b: int", "a.b: int"],
  ["a = 1\\\n", "a = 1\n"],
  ["match a:\n    case (b if c): ...", "match a:\n    case b if c: ..."],
  ["(import a)", "import a"],
  ["(return a)", "return a"],
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
  ["a = 0or b", "a = 0 or b"],
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

/** A definition of each kind that projects have. */
const DEFINITIONS = [
  `@users_bp.post("/search/<int:id>")\ndef search(id: int) -> Response:\n` +
  `    """Search users."""\n    # Ask the service.\n    data = json_body()\n` +
  `    return jsonify(get_service().search(id, limit=10 + 2)), 201\n`,
  `    async def get(self, *ids: str | None) -> list["User"]:\n        if not ids or self.a[0] <= 1.5:\n` +
  `            return [{"id": -1, "name": f"n{id!r:>{5}}"}]\n        else:\n            del self.a\n` +
  `        return await self.repository.get(**{b"a": ...})  # all\n`,
  `class UserModel(TypedDict, total=False):\n    id: Required[int]\n    tags: list[str]\n`,
  `LIMIT = (1, 2) if DEBUG else lambda a: a\n`,
];

Deno.test("normalForm() changes with every token and every line", () => {
  for (const code of DEFINITIONS) {
    const form = normalForm(code);
    ok(!form.startsWith("?"), code);
    for (const token of tokenize(code, 0, code.length)) {
      for (const text of otherTokens(token)) {
        const changed = code.slice(0, token.start) + text + code.slice(token.end);
        notEqual(normalForm(changed), form, changed);
      }
    }
    const lines = code.trimEnd().split("\n");
    for (const [index, line] of lines.entries()) {
      const changes = [[], [line, line], ["pass", line], [`${line}  # changed`]];
      for (const change of changes) {
        const changed = lines.toSpliced(index, 1, ...change).join("\n");
        if (lines.length > 1) notEqual(normalForm(changed), form, changed);
      }
    }
  }
});

/**
 * Returns texts that change the meaning in place of a token. Parentheses and commas are not removed,
 * because they can be redundant.
 */
function otherTokens({ kind, text }: Token): readonly string[] {
  switch (kind) {
    case "name":
      return [`${text}_`, "other", "1", ""];
    case "number":
      return [`1${text}`, `${text}1`, "other", ""];
    case "string":
      return [
        text.replace(/(["'])/, "$1 x"),
        text.replace(/(.)(["'])$/, "$1x$2"),
        "None",
        `b${text}`,
      ];
    case "operator":
      return "(),".includes(text)
        ? [".", "["]
        : ["+", "==", ",", ""].filter((other) => other !== text);
  }
}
