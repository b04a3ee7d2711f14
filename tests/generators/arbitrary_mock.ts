/** Random mocks as texts. */

import { codePoint } from "../tools/code_point.ts";
import { fc } from "../tools/tier.ts";
import { HOSTILE_KEYS, HOSTILE_TEXTS, NUMBER_TEXTS } from "./hostile_texts.ts";

/** White space between the parts of JSON. */
export const arbitrarySpace: fc.Arbitrary<string> = fc.constantFrom(
  "",
  "",
  "",
  " ",
  "\n",
  "\t",
  "\r\n",
  "  ",
);

/** Writes a string as JSON: with few escapes, with all, or as `JSON.stringify` does. */
function stringLiteral(text: string, style: number): string {
  if (style === 0) return JSON.stringify(text);
  if (style === 1) {
    const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
  }
  // deno-lint-ignore no-control-regex
  const escaped = text.replace(/["\\\u0000-\u001f]/g, (each) => JSON.stringify(each).slice(1, -1));
  return `"${escaped.replaceAll("/", "\\/")}"`;
}

function written(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.integer({ min: 0, max: 2 })).map(([each, style]) =>
    stringLiteral(each, style)
  );
}

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 90 }),
  fc.tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS)).map((both) =>
    both.join(" ")
  ),
);

/** A string as JSON. */
export const arbitraryString: fc.Arbitrary<string> = written(anyText);

const number = fc.oneof(
  fc.constantFrom(...NUMBER_TEXTS),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.bigInt().map(String),
);

const scalar = fc.oneof(
  { weight: 3, arbitrary: arbitraryString },
  { weight: 3, arbitrary: number },
  fc.constantFrom("null", "true", "false"),
);

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("id", "name", "a", "b", "tags", "address") },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_KEYS) },
  anyText,
);

function brackets(open: string, close: string, parts: fc.Arbitrary<string>, maxLength: number) {
  return fc.tuple(fc.array(parts, { maxLength }), arbitrarySpace).map(([items, between]) =>
    `${open}${between}${items.join(`,${between}`)}${between}${close}`
  );
}

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, tie("list"), tie("object")),
  list: brackets("[", "]", tie("value"), 4),
  object: brackets(
    "{",
    "}",
    fc.tuple(written(key), arbitrarySpace, tie("value")).map(([name, between, inner]) =>
      `${name}${between}:${between}${inner}`
    ),
    5,
  ),
}));

/** A typical list in an API: objects with almost the same keys. */
const table = fc.tuple(
  fc.uniqueArray(written(key), { minLength: 1, maxLength: 5 }),
  fc.array(fc.array(fc.option(value), { minLength: 5, maxLength: 5 }), { maxLength: 4 }),
).map(([keys, rows]) =>
  `[${
    rows.map((row) => {
      const cells = keys.map((name, at) => [name, row[at] ?? null] as const);
      const present = cells.filter(([, cell]) => cell !== null);
      return `{${present.map((cell) => cell.join(": ")).join(", ")}}`;
    }).join(", ")
  }]`
);

function nested(depth: number, open: string, inner: string, close: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

const deep = fc.tuple(fc.constantFrom(19, 20, 21, 40), scalar).chain(([depth, inner]) =>
  fc.constantFrom(nested(depth, "[", inner, "]"), nested(depth, '{"a":', inner, "}"))
);

/** Mocks of the maximum depth, and mocks that are too big for a literal. */
const huge = fc.constantFrom(
  nested(900, "[", "", "]"),
  nested(450, '[{"a": ', "1.0", "}]"),
  JSON.stringify("x".repeat(17_000)),
  JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: `n\u00e4me ${id}` }))),
);

/** A value as JSON. */
export const arbitraryValue: fc.Arbitrary<string> = value;

/** The text of a mock. */
export const arbitraryMock: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: value },
  { weight: 6, arbitrary: table },
  { weight: 1, arbitrary: deep },
);

/** The text of a mock, in rare cases a huge one; `null` for none. */
export const maybeMock: fc.Arbitrary<string | null> = fc.option(
  fc.oneof({ weight: 60, arbitrary: arbitraryMock }, { weight: 1, arbitrary: huge }),
  { freq: 3 },
);
