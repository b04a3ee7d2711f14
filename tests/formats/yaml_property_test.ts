import { parse, stringify } from "yaml";
import type { Value } from "../../formats/config_format.ts";
import { fc } from "../tools/tier.ts";
import { type Choose, choosers, models, pick, testEdits } from "./check_edits.ts";

/** The style in which a file is generated. */
interface Hand {
  readonly choose: Choose;
  readonly eol: string;
  readonly unit: number;
  readonly listUnit: number;
}

const quote = (text: string) =>
  JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

function scalar(value: string | number | boolean | null, hand: Hand, isFlow: boolean): string {
  if (typeof value !== "string") return String(value);
  const isPlain = /^[a-z][a-z.]*$/i.test(value) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
  const way = hand.choose(4);
  if (isPlain && way === 0) return value;
  if (/^[\x20-\x7e]*$/.test(value) && way === 1) return `'${value.replaceAll("'", "''")}'`;
  if (way === 2 && !isFlow) return `&k${hand.choose(50)} ${quote(value)}`;
  return quote(value);
}

const key = (name: string, hand: Hand) =>
  /^[a-z]\w*$/i.test(name) && hand.choose(3) > 0 ? name : quote(name);

function comment(hand: Hand): string {
  return pick(hand.choose, "", "", " # c: {", "\t#");
}

/** Returns text between two lines. */
function between(column: number, hand: Hand): string {
  const margin = " ".repeat(column);
  const line = [
    "",
    "",
    hand.eol,
    `${margin}# a: b${hand.eol}`,
    `  ${hand.eol}`,
    `# - c${hand.eol}`,
  ];
  return line[hand.choose(line.length)] ?? "";
}

function flow(value: Value, hand: Hand, column: number): string {
  if (typeof value !== "object" || value === null) return scalar(value, hand, true);
  const margin = " ".repeat(column + 1);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Array.isArray(value)
    ? value.map((item: Value) => flow(item, hand, column))
    : Object.entries(value).map(([name, item]) =>
      `${key(name, hand)}: ${flow(item, hand, column)}`
    );
  const space = ["", " ", `${hand.eol}${margin}`, ` # c${hand.eol}${margin}`];
  const gap = () => space[hand.choose(4)] ?? "";
  const end = items.length > 0 && hand.choose(4) === 0 ? "," : "";
  return `${open}${gap()}${items.join(`${gap()},${gap() || " "}`)}${end}${gap()}${close}`;
}

/** Writes a value after a colon or dash, including its last line break. */
function below(value: Value, column: number, hand: Hand, isItem: boolean): string {
  const end = () => comment(hand) + hand.eol;
  if (
    typeof value === "string" && /^[ -~]*[!-~]$/.test(value) && /^[^ #]/.test(value) &&
    hand.choose(4) === 0
  ) {
    const margin = " ".repeat(column + 1 + hand.choose(3));
    const isFolded = hand.choose(2) === 0;
    return ` ${isFolded ? ">-" : "|-"}${hand.eol}${margin}${value}${hand.eol}${
      hand.choose(3) === 0 ? hand.eol : ""
    }`;
  }
  if (typeof value !== "object" || value === null) return ` ${scalar(value, hand, false)}${end()}`;
  if (Object.keys(value).length === 0 || hand.choose(4) === 0) {
    return ` ${flow(value, hand, column)}${end()}`;
  }
  if (isItem && !Array.isArray(value) && hand.choose(3) > 0) {
    return ` ${block(value, column + 2, hand).trimStart()}`;
  }
  const inner = column + (Array.isArray(value) && !isItem ? hand.listUnit : Math.max(hand.unit, 1));
  return `${end()}${between(inner, hand)}${block(value, inner, hand)}`;
}

function block(value: Value, column: number, hand: Hand): string {
  const margin = " ".repeat(column);
  const lines = Array.isArray(value)
    ? value.map((item: Value) => `${margin}-${below(item, column, hand, true)}`)
    : Object.entries(value ?? {}).map(([name, item]) =>
      `${margin}${key(name, hand)}:${below(item as Value, column, hand, false)}`
    );
  return lines.join("") === ""
    ? `${margin}{}${hand.eol}`
    : lines.map((line, index) => index === 0 ? line : between(column, hand) + line).join("");
}

const wild = fc.record({
  model: models,
  chooser: choosers,
  eol: fc.constantFrom("\n", "\r\n"),
  unit: fc.constantFrom(1, 2, 4),
  isIndented: fc.boolean(),
  isMarked: fc.boolean(),
  isOpen: fc.boolean(),
}).map(({ model: { data, place }, chooser, eol, unit, isIndented, isMarked, isOpen }) => {
  const choose = chooser();
  const hand = { eol, unit, listUnit: isIndented ? unit : 0, choose };
  const start = pick(choose, "", "", `---${eol}`, `# c${eol}---${eol}`, `%YAML 1.2${eol}---${eol}`);
  const end = pick(choose, "", "", eol, `# end${eol}`, `...${eol}`);
  const isEmpty = Object.keys(data).length === 0 && choose(2) === 0;
  const text = start + between(0, hand) + (isEmpty ? "" : block(data, 0, hand)) + end;
  const ended = isOpen ? text.replace(/\r?\n$/, "") : text;
  return { text: (isMarked ? "\ufeff" : "") + ended, place };
});

const tidy = models.map(({ data, place }) => ({ text: stringify(data), place }));
const cases = fc.oneof({ weight: 3, arbitrary: wild }, tidy);

function read(text: string): unknown {
  return parse(text.replace(/^\ufeff/, ""), { logLevel: "error" });
}

testEdits("yaml", cases, read);
