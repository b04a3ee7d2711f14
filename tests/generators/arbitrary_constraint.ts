/** Random constraints. */

import { TEXT_FORMATS, type TextFormat } from "../../spec/text_format.ts";
import { FORMAT_CASES } from "../spec/text_format_cases.ts";
import { codePoint } from "../tools/code_point.ts";
import { fc } from "../tools/tier.ts";
import { HOSTILE_TEXTS } from "./hostile_texts.ts";

/** Texts that a query can have: no request has a lone surrogate, and NUL is refused. */
export const isSent = (text: string) => text.isWellFormed() && !text.includes("\0");

/** The JSON of a text. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom("tea", "2026-11-29", "a b", "100%", "a&b=c;d", "+5", ""),
  },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 12 }) },
).filter(isSent).map((each) => JSON.stringify(each));

const digits = fc.integer({ min: -50, max: 50 });

/** Constraints on numbers: each is the number itself, and bounds around it. */
const limitedNumber = fc.tuple(
  fc.constantFrom("$default", "$example"),
  digits,
  fc.option(fc.nat(50)),
  fc.option(fc.nat(50)),
  fc.constantFrom("", ".5"),
).map(([word, given, below, above, point]) => {
  const bounds = [
    ...(below === null ? [] : [`"$minimum": ${given - below - 1}`]),
    ...(above === null ? [] : [`"$maximum": ${given + above + 1}`]),
  ];
  // An example without bounds is no constraint.
  if (word === "$example" && bounds.length === 0) return `${given}${point}`;
  return `{${[`"${word}": ${given}${point}`, ...bounds].join(", ")}}`;
});

/** Reports whether the text of a constraint has no default. */
function isExample(text: string): boolean {
  return !text.includes('"$default"');
}

const limitedText = fc.tuple(
  fc.constantFrom("$default", "$example"),
  arbitraryText,
  fc.nat(3),
  fc.option(fc.nat(20)),
).map(([word, given, below, above]) => {
  const { length } = Array.from(JSON.parse(given) as string);
  const longest = above === null ? "" : `, "$maxLength": ${length + above}`;
  return `{"${word}": ${given}, "$minLength": ${Math.max(0, length - below)}${longest}}`;
});

const format = fc.constantFrom(...TEXT_FORMATS);

/** Texts that tools accept that check all formats. */
const CHECKED_ELSEWHERE: Readonly<Partial<Record<TextFormat, readonly string[]>>> = {
  email: ["user@example.com", "a@b.example", "x+y@example.org"],
  uri: ["https://example.com", "urn:a:b", "mailto:a@example.com"],
};

/** Returns texts of a format. */
const textOf = (format: TextFormat) => {
  const texts = CHECKED_ELSEWHERE[format] ?? FORMAT_CASES[format].fit;
  return fc.constantFrom(...texts.filter(({ length }) => length < 100));
};

const formattedText = format.chain((format) =>
  fc.tuple(
    fc.constantFrom("$default", "$example"),
    textOf(format),
    fc.option(fc.nat(20)),
  ).map(([word, given, above]) => {
    const longest = above === null ? {} : { $maxLength: given.length + above };
    return JSON.stringify({ [word]: given, ...longest, $format: format });
  })
);

const formattedValues = format.chain((format) =>
  fc.uniqueArray(textOf(format), { minLength: 1, maxLength: 4 })
    .map((values) => JSON.stringify({ $enum: values, $format: format }))
);

/** Writes the values of an enumeration. */
const allowed = (values: fc.Arbitrary<string>) =>
  fc.uniqueArray(values, { minLength: 1, maxLength: 4, selector: (each) => JSON.parse(each) })
    .map((each) => `{"$enum": [${each.join(", ")}]}`);

/** Lists of one type, and constraints of their items. */
const lists: readonly (readonly [fc.Arbitrary<string>, fc.Arbitrary<string>])[] = [
  [arbitraryText, limitedText.filter(isExample)],
  [digits.map(String), limitedNumber.filter(isExample)],
  [fc.constantFrom("1.0", "-0.5", "1e2"), limitedNumber.filter(isExample)],
  [fc.constantFrom("true", "false"), fc.constant("true")],
];

/** Lists with a default: what they show, and the default. */
const defaultList = fc.constantFrom(...lists).chain(([plain, limited]) => {
  const several = fc.array(plain, { maxLength: 3 }).map((each) => `[${each.join(", ")}]`);
  const some = several.filter((each) => each !== "[]");
  return fc.oneof(
    some.map((each) => `{"$default": ${each}}`),
    fc.tuple(some, several).map(([shown, all]) => `{"$example": ${shown}, "$default": ${all}}`),
    limited.map((each) => `{"$example": [${each}], "$default": []}`),
  );
});

/** The text of a constraint. */
export const arbitraryConstraint: fc.Arbitrary<string> = fc.oneof(
  limitedNumber,
  limitedText,
  allowed(arbitraryText),
  allowed(digits.map(String)),
  formattedText,
  formattedValues,
  defaultList,
  fc.constantFrom('{"$default": true}', '{"$default": "tea"}', '{"$default": 1.0}'),
);

/** The text of a constraint of the items of a list. */
export const arbitraryItemConstraint: fc.Arbitrary<string> = arbitraryConstraint.filter(isExample);
