import { deepEqual, equal } from "node:assert/strict";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import {
  type Code,
  columns,
  flat,
  fromImport,
  isUnsure,
  layout,
  LINE_WIDTH,
} from "../../python/layout.ts";
import { pythonString } from "../../python/literal.ts";
import { runPython } from "../tools/run_python.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const call = (name: string, ...parts: Code[]): Code => ({ head: `${name}(`, parts, tail: ")" });

interface LayoutCase {
  readonly what: string;
  readonly code: Code;
  readonly indent?: number;
  readonly after?: number;
  readonly text: string;
}

/** A character that formatters count in different ways. */
const MARK = "\u0301";

const CASES: readonly LayoutCase[] = [
  { what: "keeps a text", code: "n".repeat(100), text: "n".repeat(100) },
  {
    what: "fills a line",
    code: call("f".repeat(78), "a", "b", "c"),
    text: `${"f".repeat(78)}(a, b, c)`,
  },
  {
    what: "breaks after the bracket, without a comma",
    code: call("f".repeat(80), "a", "b", "c"),
    text: `${"f".repeat(80)}(\n    a, b, c\n)`,
  },
  {
    what: "counts the columns of the indentation",
    code: call("f".repeat(78), "a", "b", "c"),
    indent: 4,
    text: `${"f".repeat(78)}(\n        a, b, c\n    )`,
  },
  {
    what: "counts the columns after the code",
    code: call("f".repeat(78), "a", "b", "c"),
    after: 2,
    text: `${"f".repeat(78)}(\n    a, b, c\n)`,
  },
  {
    what: "puts each part on a line, with a comma, if one line is too short",
    code: call("f", "a".repeat(50), "b".repeat(50)),
    text: `f(\n    ${"a".repeat(50)},\n    ${"b".repeat(50)},\n)`,
  },
  {
    what: "breaks a single part as well",
    code: call("f", call("g", "a".repeat(85))),
    text: `f(\n    g(\n        ${"a".repeat(85)}\n    )\n)`,
  },
  {
    what: "breaks a part that is too long",
    code: call("f", call("g".repeat(70), "a".repeat(20)), "b"),
    text: `f(\n    ${"g".repeat(70)}(\n        ${"a".repeat(20)}\n    ),\n    b,\n)`,
  },
  {
    what: "fills a line with wide characters",
    code: call("f", `"${"\u65e5".repeat(40)}"`, "a"),
    text: `f("${"\u65e5".repeat(40)}", a)`,
  },
  {
    what: "leaves no choice to formatters that disagree if one line fits",
    code: call("f", `"${MARK.repeat(40)}"`, "a".repeat(42)),
    text: `f(\n    "${MARK.repeat(40)}",\n    ${"a".repeat(42)},\n)`,
  },
  {
    what: "keeps marks in a line that fits by every count",
    code: call("f", `"${MARK.repeat(40)}"`, "a".repeat(41)),
    text: `f("${MARK.repeat(40)}", ${"a".repeat(41)})`,
  },
  {
    what: "escapes marks in the only type in brackets, where a comma would make a tuple",
    code: { head: "A = Literal[", parts: [`"${MARK}${"a".repeat(73)}"`], tail: "]" },
    text: `A = Literal[\n    "\\u0301${"a".repeat(73)}"\n]`,
  },
  {
    what: "never breaks empty brackets",
    code: call("f", call("g".repeat(100))),
    text: `f(\n    ${"g".repeat(100)}()\n)`,
  },
];

for (const { what, code, indent, after, text } of CASES) {
  Deno.test(`layout() ${what}`, () => {
    equal(layout(code, indent, after), text);
  });
}

Deno.test("flat() formats code on one line, however long", () => {
  equal(flat(call("f".repeat(90), call("g"), "a")), `${"f".repeat(90)}(g(), a)`);
});

Deno.test("fromImport() has one name per line if one line is too short", () => {
  equal(fromImport("typing", ["Any", "TypedDict"]), "from typing import Any, TypedDict");
  const module = "m".repeat(80);
  equal(fromImport(module, ["A", "B"]), `from ${module} import (\n    A,\n    B,\n)`);
});

const COLUMNS: readonly (readonly [what: string, text: string, width: number])[] = [
  ["none for no text", "", 0],
  ["one for a letter", "ab\u00e4\u0436", 4],
  ["two for an ideograph", "\u65e5", 2],
  ["two for an emoji", "\u{1f600}", 2],
  ["one for half a flag", "\u{1f1e9}", 1],
  ["one for a half-width letter", "\uff76", 1],
  ["one for a letter of two UTF-16 units", "\u{1d4b3}", 1],
  ["the most that formatters count for a mark", "\u0301", 1],
  ["the most that formatters count for a hexagram", "\u4dc0", 2],
];

for (const [what, text, width] of COLUMNS) {
  Deno.test(`columns() counts ${what}`, () => equal(columns(text), width));
}

Deno.test("columns() counts each printable character as ruff does, unless formatters disagree", () => {
  const ruff = new Workspace({ "line-length": LINE_WIDTH }, PositionEncoding.Utf16);
  const characters = printable();
  // Lines that are at the limit if each character has no column, or one.
  const lines = characters.flatMap((each) =>
    [0, 1].map((width) => {
      const before = `f("${each.repeat(20)}", "`;
      const rest = LINE_WIDTH - `f("", "")`.length - 20 * width;
      return `${before}${"x".repeat(rest)}")\n`;
    })
  );
  const isWhole = ruff.format(lines.join("")).split(/^(?=f\()/m).map((each) =>
    each.trim().split("\n").length === 1
  );
  const wrong = characters.filter((each, index) => {
    const width = isWhole[2 * index] ? 0 : isWhole[2 * index + 1] ? 1 : 2;
    return width !== columns(each) && !isUnsure(each, 0);
  });
  ruff.free();
  deepEqual(wrong, []);
});

/** Returns printable characters outside ASCII: in the full tier all, and otherwise few ideographs. */
function printable(): readonly string[] {
  const found: string[] = [];
  for (let code = 0x80; code < 0x110000; code++) {
    const character = String.fromCodePoint(code);
    const isMore = code % 50 !== 0 &&
      /\p{Unified_Ideograph}|\p{Script=Hangul}|\p{Script=Tangut}/u.test(character);
    if ((!isMore || IS_FULL_TIER) && pythonString(character) === `"${character}"`) {
      found.push(character);
    }
  }
  return found;
}

Deno.test("columns() counts each printable character as its East Asian Width in Python, as black does", async () => {
  const characters = printable();
  const widths = await runPython("character_widths.py", characters) as readonly (number | null)[];
  const wrong = characters.filter((each, index) => {
    const width = widths[index] ?? null;
    return width !== null && width !== columns(each) && !isUnsure(each, 0);
  });
  deepEqual(wrong, []);
});
