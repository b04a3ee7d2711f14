/** Edits TOML. */

import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { configEditor } from "./config_editor.ts";
import type { ConfigFormat, Value } from "./config_format.ts";
import {
  breakNear,
  deleteLines,
  indentAt,
  insertLines,
  lineEnd,
  lineStart,
  nextLine,
} from "./lines.ts";
import { append, fill, isBlank, removeAt, type Separated } from "./separated.ts";
import {
  type Insertion,
  isValues,
  type Parsed,
  type Path,
  reasonOf,
  refuseLoneReturn,
  type Step,
  TOO_DEEP,
  Unreadable,
  wrap,
} from "./syntax.ts";
import { type Inline, inlineAt, isWithin, type Part, partsAt, tomlData } from "./toml_nodes.ts";

interface TomlText extends Parsed {
  readonly text: string;
  readonly root: AST.TOMLTopLevelTable;
}

/** Reads TOML 1.1 and writes TOML 1.0. */
export const TOML_FORMAT: ConfigFormat = configEditor<TomlText>({
  words: { map: "a table", list: "an array" },
  nullIsEmpty: false,
  parse,
  offset: ({ root }, path) => partsAt(root, path)[0]?.node.range[0] ?? 0,
  check() {},
  insert,
  replace,
  delete: remove,
  filler({ text, root }, path) {
    const inline = inlineAt(root, path);
    if (inline === undefined || inline.path.length !== path.length) return undefined;
    const list = separated(inline.node);
    return isBlank(text, list) ? text.slice(list.open, list.close) : undefined;
  },
});

function parse(text: string): TomlText {
  refuseLoneReturn(text);
  try {
    const [root] = parseTOML(text, { tomlVersion: "1.1" }).body;
    return { text, root, data: tomlData(text, root) };
  } catch (error) {
    if (error instanceof ParseError) throw new Unreadable(error.index, reasonOf(error));
    // The parser is recursive and has no depth limit, so deep values exhaust the stack.
    if (error instanceof RangeError) throw new Unreadable(0, TOO_DEEP);
    throw error;
  }
}

function separated(node: AST.TOMLInlineTable | AST.TOMLArray): Separated {
  const items: readonly AST.TOMLNode[] = node.type === "TOMLArray" ? node.elements : node.body;
  return {
    open: node.range[0] + 1,
    close: node.range[1] - 1,
    ends: items.map(({ range }) => range[1]),
    comment: /#[^\r\n]*/y,
  };
}

function insert(parsed: TomlText, { parent, rest, value, isEntry }: Insertion): string {
  const { text, root } = parsed;
  const inline = inlineAt(root, parent);
  if (inline !== undefined) {
    const path = [...parent.slice(inline.path.length), ...rest.slice(0, 1)];
    return insertInline(text, inline, path, wrap(rest.slice(1), value));
  }
  const dotted = partsAt(root, parent).findLast(({ kind, base }) =>
    kind === "pair" && parent.length > base.length
  );
  const [step = "", ...inner] = rest;
  if (dotted !== undefined) {
    const path = [...parent.slice(dotted.base.length), step];
    return insertPairAfter(text, dotted.node, pair(text, path, wrap(inner, value)));
  }
  if (isEntry && isTable(value)) return insertTable(text, root, [...parent, ...rest], value);
  return insertPair(text, root, parent, pair(text, [step], wrap(inner, value)));
}

function isTable(value: Value): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null && !isValues(value);
}

function insertInline(text: string, { node }: Inline, path: Path, value: Value): string {
  const list = separated(node);
  const isArray = node.type === "TOMLArray";
  const item = isArray ? write(value) : `${key(path)} = ${write(value)}`;
  if (!isBlank(text, list)) return append(text, list, { unit: "  ", space: " " }, () => item);
  return fill(text, list, undefined, () => isArray ? item : ` ${item} `);
}

function insertPairAfter(text: string, node: AST.TOMLNode, line: string): string {
  return insertLines(text, nextLine(text, node.range[1]), indentAt(text, node.range[0]) + line);
}

/** Adds a line to the top of the file or to a table, and creates the table if it is missing. */
function insertPair(
  text: string,
  root: AST.TOMLTopLevelTable,
  path: Path,
  line: string,
): string {
  if (path.length === 0) return insertTopPair(text, root, line);
  const header = tables(root).find(({ resolvedKey }) =>
    resolvedKey.length === path.length && isWithin(resolvedKey, path)
  );
  if (header === undefined) return insertBlock(text, [`[${key(path)}]`, line]);
  const last = header.body.at(-1);
  if (last !== undefined) return insertPairAfter(text, last, line);
  const indent = indentAt(text, header.range[0]);
  return insertLines(text, nextLine(text, header.range[1]), indent + line);
}

function insertTopPair(text: string, root: AST.TOMLTopLevelTable, line: string): string {
  const last = root.body.findLast((node) => node.type === "TOMLKeyValue");
  if (last !== undefined) return insertPairAfter(text, last, line);
  const [first] = tables(root);
  const offset = first === undefined ? text.length : lineStart(text, first.range[0]);
  return insertLines(text, offset, line);
}

function tables(root: AST.TOMLTopLevelTable): AST.TOMLTable[] {
  return root.body.filter((node) => node.type === "TOMLTable");
}

/** Adds a table at the end, indented like its last sibling. */
function insertTable(
  text: string,
  root: AST.TOMLTopLevelTable,
  path: Path,
  value: { readonly [key: string]: Value },
): string {
  const isItem = typeof path.at(-1) === "number";
  const header = isItem ? `[[${key(path.slice(0, -1))}]]` : `[${key(path)}]`;
  const sibling = tables(root).findLast(({ resolvedKey }) =>
    resolvedKey.length === path.length && isWithin(resolvedKey, path.slice(0, -1))
  );
  const outer = sibling === undefined ? "" : indentAt(text, sibling.range[0]);
  const [first] = sibling?.body ?? [];
  const inner = first === undefined ? outer : indentAt(text, first.range[0]);
  const pairs = Object.entries(value).map(([name, item]) => inner + pair(text, [name], item));
  return insertBlock(text, [outer + header, ...pairs]);
}

/** Adds lines after the last line with text, separated by a blank line. */
function insertBlock(text: string, lines: readonly string[]): string {
  const end = text.trimEnd().length;
  const eol = breakNear(text, end);
  const block = lines.join(eol);
  return end === 0
    ? insertLines(text, 0, block)
    : insertLines(text, nextLine(text, end), eol + block);
}

function pair(text: string, path: Path, value: Value): string {
  const isSpaced = /^[^#"'\r\n=]* = /m.test(text) || !/^[ \t]*[\w.-]+=\S/m.test(text);
  const equals = isSpaced ? " = " : "=";
  return key(path) + equals + write(value);
}

function key(path: Path): string {
  return path.map(keyPart).join(".");
}

function keyPart(step: Step): string {
  const name = String(step);
  return /^[\w-]+$/.test(name) ? name : quote(name);
}

/** Writes a value on one line, as TOML 1.0 requires for inline tables. */
function write(value: Value): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return writeNumber(value);
  if (typeof value === "boolean") return String(value);
  if (value === null) throw new TypeError("Cannot write null: TOML has no such value");
  if (isValues(value)) return `[${value.map(write).join(", ")}]`;
  const pairs = Object.entries(value).map(([name, item]) => `${keyPart(name)} = ${write(item)}`);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

function writeNumber(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? value.toExponential()
    : String(value);
}

function quote(value: string): string {
  return JSON.stringify(value).replace(/\x7f/g, "\\u007f");
}

function replace(parsed: TomlText, path: Path, value: Value): string {
  const { text, root } = parsed;
  const [part, second] = partsAt(root, path);
  const isOne = part !== undefined && part.kind !== "table" && second === undefined;
  if (isOne && part.path.length === path.length) {
    const [start, end] = (part.kind === "pair" ? part.node.value : part.node).range;
    return text.slice(0, start) + write(value) + text.slice(end);
  }
  const rest = parse(remove(parsed, path, undefined));
  return insert(rest, { parent: path.slice(0, -1), rest: path.slice(-1), value, isEntry: false });
}

function remove({ text, root }: TomlText, path: Path, filler: string | undefined): string {
  const parts = partsAt(root, path);
  const inline = parts.findLast(({ owner }) => owner !== undefined);
  if (inline?.owner !== undefined) {
    const edited = removeAt(text, separated(inline.owner), inline.index, filler);
    return parts.length === 1 ? edited : remove(parse(edited), path, filler);
  }
  return ranges(text, root, parts).reduceRight(
    (edited, [start, end]) => deleteLines(edited, start, end),
    text,
  );
}

type Range = readonly [number, number];

/**
 * Returns the ranges of the lines that contain the parts of a value. Adjacent tables and the lines
 * between them form one range.
 */
function ranges(text: string, root: AST.TOMLTopLevelTable, parts: readonly Part[]): Range[] {
  const all: Range[] = [];
  let before: number | undefined;
  for (const { kind, node } of parts) {
    if (kind !== "table") {
      all.push([lineStart(text, node.range[0]), nextLine(text, node.range[1])]);
      continue;
    }
    const index = root.body.indexOf(node);
    const group = index - 1 === before ? all.pop() : undefined;
    const start = group?.[0] ?? tableStart(text, node);
    all.push([start, tableEnd(text, node, start)]);
    before = index;
  }
  return all;
}

/** Returns the start of a table's lines, including one blank line above them. */
function tableStart(text: string, { range }: AST.TOMLTable): number {
  const start = lineStart(text, range[0]);
  if (start === 0) return start;
  const above = lineStart(text, text.startsWith("\r\n", start - 2) ? start - 2 : start - 1);
  return text.slice(above, start).trim() === "" ? above : start;
}

/** Returns the end of a table's lines. Comments directly above another table belong to that one. */
function tableEnd(text: string, { range }: AST.TOMLTable, start: number): number {
  const end = nextLine(text, range[1]);
  let next = end;
  while (next < text.length && lineAt(text, next).startsWith("#")) next = nextLine(text, next);
  const after = next === text.length || lineAt(text, next) === "" ? next : end;
  const isFirst = text.slice(0, start).trim() === "";
  return isFirst && text.slice(after).trim() !== "" ? skipBlank(text, after) : after;
}

function skipBlank(text: string, offset: number): number {
  let next = offset;
  while (next < text.length && lineAt(text, next) === "") next = nextLine(text, next);
  return next;
}

function lineAt(text: string, offset: number): string {
  return text.slice(offset, lineEnd(text, offset)).trim();
}
