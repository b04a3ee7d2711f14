import type { Value } from "../../formats/config_format.ts";
import { FORMATS } from "../../formats/formats.ts";
import { fc } from "../tools/tier.ts";
import { choosers, damaged, models, RUNS, testEdits } from "./check_edits.ts";

/** Returns the text between two tokens. */
type Space = () => string;

function write(value: Value, space: Space, isTrailing: () => boolean): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = (item: Value) => write(item, space, isTrailing);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item: Value) => space() + inner(item) + space())
    : Object.entries(value).map(([key, item]) =>
      `${space()}${JSON.stringify(key)}${space()}:${space()}${inner(item)}${space()}`
    );
  const end = items.length > 0 && isTrailing() ? `,${space()}` : "";
  const text = items.length === 0 ? space() : items.join(",") + end;
  return isList ? `[${text}]` : `{${text}}`;
}

const BLANKS = ["", "", "", "", " ", " ", "  ", "\t", "\n", "\r\n", "\r", "\n  ", "\n\n\t"];
const NOTES = ["// a: {}\n", "//\r\n", "\n    // b,\r", "/* c */", " /*\n*/ ", "/**/"];

function wild(isLenient: boolean) {
  const spaces = isLenient ? [...BLANKS, ...NOTES] : BLANKS;
  return fc.record({ model: models, chooser: choosers, isMarked: fc.boolean() })
    .map(({ model: { data, place }, chooser, isMarked }) => {
      const choose = chooser();
      const space = () => spaces[choose(spaces.length)] ?? "";
      const text = write(data, space, () => isLenient && choose(2) === 0);
      return { text: (isMarked ? "\ufeff" : "") + space() + text + space(), place };
    });
}

/** Texts in common layouts. */
const tidy = fc.record({
  model: models,
  unit: fc.constantFrom("", "  ", "    ", "\t"),
  eol: fc.constantFrom("\n", "\r\n", "\r"),
  end: fc.constantFrom("", "\n", "\n\n"),
  inline: fc.boolean(),
}).map(({ model: { data, place }, unit, eol, end, inline }) => {
  const text = JSON.stringify(data, null, unit) + end;
  const joined = inline ? text.replace(/\{\n\s*("[^"]*": "[^"]*")\n\s*\}/g, "{ $1 }") : text;
  return { text: joined.replaceAll("\n", eol), place };
});

/** Match strings, together with comments or with commas before a closing bracket. */
const COMMENTS = /"(?:\\.|[^"\\])*"|\/\/[^\r\n]*|\/\*[^]*?\*\//g;
const TRAILING = /"(?:\\.|[^"\\])*"|,(?=\s*[\]}])/g;

function readLenient(text: string): unknown {
  const strip = (token: string) => token.startsWith('"') ? token : " ";
  return readStrict(text.replace(COMMENTS, strip).replace(TRAILING, strip));
}

function readStrict(text: string): unknown {
  const bare = text.replace(/^\ufeff/, "");
  return isBlank(bare) ? {} : JSON.parse(bare);
}

/** Reports whether a text has only JSON whitespace. `trim()` would also remove other characters. */
function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

testEdits("json", fc.oneof(wild(false), tidy), readStrict);
testEdits("jsonc", fc.oneof(wild(true), tidy), readLenient);

Deno.test("json: a text is broken exactly if JSON.parse refuses it", () => {
  const text = fc.oneof(damaged(tidy), damaged(wild(true)));
  fc.assert(
    fc.property(text, ({ text }) => {
      const bare = text.replace(/^\ufeff/, "");
      const nowhere = { container: [], kind: "map", name: "\u0001" } as const;
      const reading = FORMATS.json.read(text, nowhere);
      let parsed: unknown;
      try {
        parsed = JSON.parse(isBlank(bare) ? "{}" : bare);
      } catch {
        parsed = undefined;
      }
      const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
      if (isObject !== (reading.kind === "read")) throw new Error(JSON.stringify(reading));
    }),
    RUNS,
  );
});
