import { equal, notEqual, ok } from "node:assert/strict";
import { tokenize } from "../../../python/expression.ts";
import { plainLine } from "../../../python/normal/plain_line.ts";
import { normalStatement } from "../../../python/normal/statement.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { DIFFERENT, SAME } from "../normal_form_cases.ts";

const PLAIN = [
  'route_bp = Blueprint("route", __name__, url_prefix="/route")',
  '@route_bp.get("/<int:id_>")',
  "def get(id_: int) -> ResponseReturnValue:",
  "return jsonify(service().get_item(id_, data)), 201",
  'return {"id": 1, "tags": ["a", "b"], "is": None}',
  "class UsersModel(TypedDict):",
  "assert response.status_code == 200",
  "return super().loads(s, **{**hooks, **kwargs})",
  "call(\n    a,\n    b\n)",
];

Deno.test("plainLine() knows the lines of generated code", () => {
  for (const text of PLAIN) notEqual(plainLine(text), null, text);
});

/** Returns the normal form of a statement that is computed from its tokens. */
function formOf(text: string, kind: "simple" | "header"): string | null {
  return normalStatement(text, tokenize(text, 0, text.length), kind, new Map());
}

function check(text: string): boolean {
  const plain = plainLine(text);
  if (plain === null) return false;
  for (const kind of ["simple", "header"] as const) equal(formOf(text, kind), plain, text);
  return true;
}

const PARTS = [
  ...["a", "b_1", "class", "def", "return", "lambda", "in", "if", "not", "é", "f", "r"],
  ...["0", "12", "1.5", "1.", ".5", "1e5", "0x1F", "1_000", "2j", "..."],
  ...['"a"', '""', '"a b"', '"it\'s"', '"{a}"', '"\\n"', '"é"', '"', "'a'", 'f"{a}"', '"""a"""'],
  ...[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    ":",
    "=",
    "@",
    "|",
    "->",
    "-",
    "*",
    "**",
    "==",
    "<=",
    "+",
    "/",
    "//",
    "~",
  ],
  ...[":=", "!=", "|=", "<", "?", "!", "$", "\\", ";", "#", "\n", "\r\n", "\t", "\f", "\u00a0"],
];

Deno.test("plainLine() returns the form that the tokens have, or none", () => {
  const lines = [...Object.values(SAME), ...Object.values(DIFFERENT)].flat()
    .flatMap((text) => [text, ...text.split("\n")]);
  const known = [...PLAIN, ...lines].filter(check);
  ok(known.length > 100, `${known.length} lines were plain`);
  const part = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom("a", "b", "class", ",", "(", ")", "=", '"a"') },
    { weight: 1, arbitrary: fc.constantFrom(...PARTS) },
  );
  const text = fc.array(fc.tuple(part, fc.constantFrom("", "", " ")), { maxLength: 12 })
    .map((parts) => parts.flat().join(""));
  let plain = 0;
  fc.assert(fc.property(text, (each) => void (check(each) && plain++)), {
    numRuns: IS_FULL_TIER ? 1_000_000 : 30_000,
  });
  ok(plain > 1_000, `${plain} texts were plain`);
});
