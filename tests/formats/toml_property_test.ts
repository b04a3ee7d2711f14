import { parse, stringify } from "smol-toml";
import type { Value } from "../../formats/config_format.ts";
import { fc } from "../tools/tier.ts";
import { type Choose, choosers, models, pick, testEdits } from "./check_edits.ts";

type Table = { readonly [key: string]: Value };

/** The style in which a file is generated. */
interface Hand {
  readonly choose: Choose;
  readonly eol: string;
}

function isTable(value: Value): value is Table {
  return typeof value === "object" && !Array.isArray(value);
}

function isTables(value: Value): value is readonly Table[] {
  return Array.isArray(value) && value.length > 0 && value.every(isTable);
}

const quote = (text: string) => JSON.stringify(text).replaceAll("\x7f", "\\u007f");
const nameOf = (key: string) => /^[\w-]+$/.test(key) ? key : quote(key);

function inline(value: Value, hand: Hand): string {
  if (typeof value === "string") return writeText(value, hand);
  if (typeof value !== "object") return String(value);
  if (isTable(value)) {
    const pairs = Object.entries(value).map(([key, item]) =>
      `${nameOf(key)} = ${inline(item, hand)}`
    );
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  const items = (value as readonly Value[]).map((item) => inline(item, hand));
  if (items.length === 0 || hand.choose(2) === 0) return `[${items.join(", ")}]`;
  const lines = items.map((item, index) => {
    const isLast = index === items.length - 1;
    return `  ${item}${isLast && hand.choose(2) === 0 ? "" : ","}${comment(hand)}${hand.eol}`;
  });
  return `[${comment(hand)}${hand.eol}${lines.join("")}]`;
}

function writeText(text: string, hand: Hand): string {
  // deno-lint-ignore no-control-regex
  const isLiteral = !/['\x00-\x1f\x7f]/.test(text) && hand.choose(2) === 0;
  if (isLiteral) return `'${text}'`;
  return hand.choose(4) === 0 ? `"""${quote(text).slice(1, -1)}"""` : quote(text);
}

function comment(hand: Hand): string {
  return pick(hand.choose, "", "", " # c = [", "\t#");
}

/** Returns text between two lines. */
function between({ choose, eol }: Hand): string {
  return pick(choose, "", "", eol, `# [c]${eol}`, `  ${eol}`, `\t# '${eol}`);
}

function line(keys: readonly string[], value: Value, hand: Hand): string {
  const indent = pick(hand.choose, "", "", "  ", "\t");
  const equals = pick(hand.choose, "=", " = ", " =  ");
  const written = keys.map(nameOf).join(hand.choose(4) === 0 ? " . " : ".");
  return `${between(hand)}${indent}${written}${equals}${inline(value, hand)}${
    comment(hand)
  }${hand.eol}`;
}

/** Writes a table's pairs and subtables, each in a random form. */
function body(path: readonly string[], table: Table, hand: Hand): string {
  const lines: string[] = [];
  const tables: string[] = [];
  for (const [key, value] of Object.entries(table)) {
    const own = [...path, key];
    const way = hand.choose(3);
    if (isTable(value) && way === 0) tables.push(section(own, value, hand));
    else if (isTables(value) && way === 0) {
      const header = `[[${own.map(nameOf).join(".")}]]`;
      tables.push(...value.map((item) => headed(header, own, item, hand)));
    } else if (isTable(value) && way === 1 && Object.keys(value).length > 0) {
      lines.push(...dotted([key], value, hand));
    } else lines.push(line([key], value, hand));
  }
  return lines.join("") + tables.join("");
}

function dotted(keys: readonly string[], table: Table, hand: Hand): string[] {
  return Object.entries(table).flatMap(([key, value]) =>
    isTable(value) && Object.keys(value).length > 0 && hand.choose(2) === 0
      ? dotted([...keys, key], value, hand)
      : [line([...keys, key], value, hand)]
  );
}

function section(path: readonly string[], table: Table, hand: Hand): string {
  const header = `[${path.map(nameOf).join(".")}]`;
  const values = Object.values(table);
  const isImplicit = values.length > 0 && values.every(isTable) && hand.choose(2) === 0;
  if (!isImplicit) return headed(header, path, table, hand);
  return Object.entries(table).map(([key, value]) => section([...path, key], value as Table, hand))
    .join("");
}

function headed(header: string, path: readonly string[], table: Table, hand: Hand): string {
  const indent = pick(hand.choose, "", "", "  ");
  return `${between(hand)}${indent}${header}${comment(hand)}${hand.eol}${body(path, table, hand)}`;
}

const wild = fc.record({
  model: models,
  chooser: choosers,
  eol: fc.constantFrom("\n", "\r\n"),
  isMarked: fc.boolean(),
  isOpen: fc.boolean(),
}).map(({ model: { data, place }, chooser, eol, isMarked, isOpen }) => {
  const hand = { eol, choose: chooser() };
  const text = body([], data, hand) + between(hand);
  const ended = isOpen ? text.replace(/\r?\n$/, "") : text;
  return { text: (isMarked ? "\ufeff" : "") + ended, place };
});

const tidy = models.map(({ data, place }) => ({ text: stringify(data), place }));
const cases = fc.oneof({ weight: 3, arbitrary: wild }, tidy);

function read(text: string): unknown {
  // The parser's objects have no prototype, which `deepEqual` would notice.
  return structuredClone(parse(text.replace(/^\ufeff/, ""), { integersAsBigInt: false }));
}

testEdits("toml", cases, read);
