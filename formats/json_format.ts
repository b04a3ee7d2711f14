/** Edits JSON, strict or with comments and trailing commas. */

import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { configEditor } from "./config_editor.ts";
import type { ConfigFormat, Value } from "./config_format.ts";
import { breakNear, hasBreak, indentAt, insertLines, startsLine } from "./lines.ts";
import { append, fill, isBlank, type Lines, removeAt, type Separated } from "./separated.ts";
import {
  type Data,
  type Insertion,
  isValues,
  MAX_DEPTH,
  type Parsed,
  type Path,
  type Step,
  type Syntax,
  TOO_DEEP,
  Unreadable,
  wrap,
} from "./syntax.ts";

/** Strict JSON (RFC 8259). */
export const JSON_FORMAT: ConfigFormat = configEditor(jsonSyntax(false));

/** JSON with comments and trailing commas. */
export const JSONC_FORMAT: ConfigFormat = configEditor(jsonSyntax(true));

interface JsonText extends Parsed {
  readonly text: string;
  readonly root: Node | undefined;
}

/** The separators of values on one line. */
export interface Spacing {
  readonly colon: string;
  readonly comma: string;
  /** The blanks inside braces. */
  readonly pad: string;
}

/** The style of a value on several lines. */
interface Style extends Lines {
  readonly unit: string;
}

const DEFAULT_UNIT = "  ";

const SPACING: Spacing = { colon: ": ", comma: ", ", pad: "" };

const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is not a JSON value",
  InvalidNumberFormat: "this is not a JSON number",
  PropertyNameExpected: "a key is missing here",
  ValueExpected: "a value is missing here",
  ColonExpected: "a colon is missing here",
  CommaExpected: "a comma is missing here",
  CloseBraceExpected: "a closing brace is missing here",
  CloseBracketExpected: "a closing bracket is missing here",
  EndOfFileExpected: "the file should end here",
  InvalidCommentToken: "comments are not allowed here",
  UnexpectedEndOfComment: "the comment does not end",
  UnexpectedEndOfString: "the string does not end",
  UnexpectedEndOfNumber: "the number does not end",
  InvalidUnicode: "the string has an invalid \\u escape",
  InvalidEscapeCharacter: "the string has an invalid escape",
  InvalidCharacter: "the string has a character that must be escaped",
};

const TRAILING_COMMA = "a trailing comma is not allowed here";

function jsonSyntax(lenient: boolean): Syntax<JsonText> {
  return {
    nullIsEmpty: false,
    words: { map: "an object", list: "an array" },
    parse: (text) => parse(text, lenient),
    offset: ({ root }, path) => nodeAt(root, path)?.offset ?? 0,
    check,
    insert,
    replace,
    delete: remove,
    filler({ text, root }, path) {
      const list = separated(mustFind(root, path));
      return isBlank(text, list) ? text.slice(list.open, list.close) : undefined;
    },
  };
}

function parse(text: string, lenient: boolean): JsonText {
  const root = parseNodes(text, lenient);
  return { text, root, data: root === undefined ? undefined : dataOf(root, 0) };
}

/**
 * Parses a text.
 *
 * @param lenient Whether comments and trailing commas are allowed.
 * @throws {Unreadable} If the text does not parse.
 */
export function parseNodes(text: string, lenient: boolean): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseDeep(text, errors, lenient);
  const [error] = errors;
  if (error !== undefined) throw unreadable(text, error);
  return root;
}

function parseDeep(text: string, errors: ParseError[], lenient: boolean): Node | undefined {
  const options = {
    allowEmptyContent: true,
    allowTrailingComma: lenient,
    disallowComments: !lenient,
  };
  try {
    return parseTree(text, errors, options);
  } catch (error) {
    // The parser is recursive and has no depth limit, so deep values exhaust the stack.
    if (error instanceof RangeError) throw new Unreadable(0, TOO_DEEP);
    throw error;
  }
}

function unreadable(text: string, { error, offset, length }: ParseError): Unreadable {
  const code = printParseErrorCode(error);
  const before = text.slice(0, offset).trimEnd();
  const isClosing = /[\]}]/.test(text.charAt(offset)) && length === 1;
  if (isClosing && before.endsWith(",") && /^(?:PropertyName|Value)Expected$/.test(code)) {
    return new Unreadable(before.length - 1, TRAILING_COMMA);
  }
  return new Unreadable(offset, REASONS[code] ?? code);
}

function dataOf(node: Node, depth: number): Data {
  if (depth > MAX_DEPTH) throw new Unreadable(node.offset, TOO_DEEP);
  const items = node.children ?? [];
  if (node.type === "array") return items.map((item) => dataOf(item, depth + 1));
  if (node.type !== "object") return node.value;
  return new Map(
    items.map(({ children: [key, value] = [] }) => [
      String(key?.value),
      value === undefined ? null : dataOf(value, depth + 1),
    ]),
  );
}

function properties(node: Node | undefined, key: Step): readonly Node[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).filter(({ children }) => children?.[0]?.value === key);
}

function childOf(node: Node | undefined, step: Step): Node | undefined {
  if (typeof step === "number") return node?.type === "array" ? node.children?.[step] : undefined;
  return properties(node, step).at(-1)?.children?.[1];
}

function nodeAt(root: Node | undefined, path: Path): Node | undefined {
  return path.reduce(childOf, root);
}

/** Returns the value at a path, which must exist. */
export function mustFind(root: Node | undefined, path: Path): Node {
  const node = nodeAt(root, path);
  if (node === undefined) throw new Error(`Cannot find ${path.join(".")}: it is not there`);
  return node;
}

/** Refuses duplicate keys, since parsers disagree on which one counts. */
function check({ root }: JsonText, path: Path, deep: boolean): void {
  const key = path.at(-1);
  if (typeof key === "string") refuseDuplicate(properties(nodeAt(root, path.slice(0, -1)), key));
  if (deep) refuseDuplicatesIn(mustFind(root, path));
}

function refuseDuplicate([, second]: readonly Node[]): void {
  if (second === undefined) return;
  const key = JSON.stringify(second.children?.[0]?.value);
  throw new Unreadable(second.offset, `the key ${key} occurs twice`);
}

function refuseDuplicatesIn(node: Node): void {
  for (const item of node.children ?? []) {
    if (node.type === "object") refuseDuplicate(properties(node, item.children?.[0]?.value));
    refuseDuplicatesIn(item);
  }
}

/** Returns the items of an object or array. */
export function separated(node: Node): Separated {
  return {
    open: node.offset + 1,
    close: node.offset + node.length - 1,
    ends: (node.children ?? []).map(({ offset, length }) => offset + length),
    comment: /\/\/[^\r\n]*|\/\*[^]*?\*\//y,
  };
}

function insert({ text, root }: JsonText, { parent, rest, value, isEntry }: Insertion): string {
  if (root === undefined) {
    const style = { eol: breakNear(text, text.length), indent: "", unit: DEFAULT_UNIT };
    return insertLines(text, text.length, write(wrap(rest, value), SPACING, style));
  }
  const node = mustFind(root, parent);
  const list = separated(node);
  const unit = indentUnit(text, node) ?? indentUnit(text, root) ?? DEFAULT_UNIT;
  const spacing = spacingOf(text, node, root);
  const [step, ...inner] = rest;
  const key = typeof step === "string" ? JSON.stringify(step) + spacing.colon : "";
  const writeMember = (lines: Lines | undefined) => {
    const isLikeSibling = isEntry && isWrittenInline(text, node.children?.at(-1));
    const isInline = lines === undefined || isLikeSibling && inner.length === 0;
    return key + write(wrap(inner, value), spacing, isInline ? undefined : { ...lines, unit });
  };
  if (!isBlank(text, list)) {
    return append(text, list, { unit, space: spacing.comma.slice(1) }, writeMember);
  }
  const isPacked = size(root) > 0 && !hasBreak(textOf(text, root));
  return fill(
    text,
    list,
    isPacked ? undefined : unit,
    (lines) =>
      lines === undefined ? spacing.pad + writeMember(lines) + spacing.pad : writeMember(lines),
  );
}

function replace({ text, root }: JsonText, path: Path, value: Value): string {
  const node = mustFind(root, path);
  const spacing = spacingOf(text, node, root);
  const unit = indentUnit(text, root) ?? DEFAULT_UNIT;
  const margin = indentAt(text, node.offset);
  const owner = node.parent?.type === "property" ? node.parent : node;
  const style = startsLine(text, owner.offset)
    ? { eol: breakNear(text, node.offset), indent: margin, unit }
    : undefined;
  return text.slice(0, node.offset) + write(value, spacing, style) + text.slice(endOf(node));
}

function remove({ text, root }: JsonText, path: Path, filler: string | undefined): string {
  const step = path.at(-1);
  const parent = mustFind(root, path.slice(0, -1));
  if (step === undefined) return removeRoot(text, parent);
  const items = parent.children ?? [];
  const index = typeof step === "number"
    ? step
    : items.findIndex(({ children }) => children?.[0]?.value === step);
  return removeAt(text, separated(parent), index, filler);
}

/** Removes the whole value with its line break. */
function removeRoot(text: string, root: Node): string {
  const after = text.slice(endOf(root));
  const before = text.slice(0, root.offset);
  return after === ""
    ? before.replace(/(?:\r\n?|\n)$/, "")
    : before + after.replace(/^(?:\r\n?|\n)/, "");
}

/** Returns the offset after a value. */
export function endOf({ offset, length }: Node): number {
  return offset + length;
}

function textOf(text: string, node: Node): string {
  return text.slice(node.offset, endOf(node));
}

function size(node: Node): number {
  return node.children?.length ?? 0;
}

/** Reports whether a member's value is a non-empty object or array on one line. */
function isWrittenInline(text: string, member: Node | undefined): boolean {
  const value = member?.type === "property" ? member.children?.[1] : member;
  return value !== undefined && size(value) > 0 && !hasBreak(textOf(text, value));
}

/** Returns the first result of `find` for a node and the nodes inside it. */
function first<T>(node: Node | undefined, find: (node: Node) => T | undefined): T | undefined {
  if (node === undefined) return undefined;
  const result = find(node);
  if (result !== undefined) return result;
  for (const inner of node.children ?? []) {
    const found = first(inner, find);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the indentation of one level if a node, or a node inside it, has items on their own
 * lines.
 */
export function indentUnit(text: string, node: Node | undefined): string | undefined {
  return first(node, ({ offset, type, children: [member] = [] }) => {
    if (type === "property" || member === undefined) return undefined;
    if (!startsLine(text, member.offset)) return undefined;
    const outer = indentAt(text, offset);
    const inner = indentAt(text, member.offset);
    return inner !== outer && inner.startsWith(outer) ? inner.slice(outer.length) : undefined;
  });
}

/**
 * Returns the spacing that a node uses; if the node has too few items to show it, the spacing in
 * the file.
 */
export function spacingOf(text: string, node: Node, root: Node | undefined): Spacing {
  const near = <T>(find: (node: Node) => T | undefined) => first(node, find) ?? first(root, find);
  const colon = near(({ type, children: [key, value] = [] }) =>
    type !== "property" || key === undefined || value === undefined
      ? undefined
      : text.slice(endOf(key), value.offset)
  );
  const comma = near(({ type, children: [one, two] = [] }) =>
    type === "property" || one === undefined || two === undefined
      ? undefined
      : text.slice(endOf(one), two.offset).match(/^, *$/)?.[0]
  );
  const pad = near(({ type, offset, children: [member] = [] }) =>
    type !== "object" || member === undefined
      ? undefined
      : text.slice(offset + 1, member.offset).match(/^ *$/)?.[0]
  );
  const isPlain = colon !== undefined && /^ *: *$/.test(colon);
  return {
    colon: isPlain ? colon : SPACING.colon,
    comma: comma ?? (colon === ":" ? "," : SPACING.comma),
    pad: pad ?? SPACING.pad,
  };
}

/** Writes a value, on one line unless a style is given. */
function write(value: Value, spacing: Spacing, style?: Style): string {
  if (typeof value !== "object" || value === null) return writeScalar(value);
  const [open, close] = isValues(value) ? "[]" : "{}";
  const isShort = isValues(value) && value.every((item) => typeof item !== "object");
  const inner = isShort || style === undefined
    ? undefined
    : { ...style, indent: style.indent + style.unit };
  const items = isValues(value)
    ? value.map((item) => write(item, spacing, inner))
    : Object.entries(value).map(([key, item]) =>
      JSON.stringify(key) + spacing.colon + write(item, spacing, inner)
    );
  if (items.length === 0) return `${open}${close}`;
  if (style === undefined || inner === undefined) {
    const pad = isValues(value) ? "" : spacing.pad;
    return open + pad + items.join(spacing.comma) + pad + close;
  }
  const { eol, indent } = style;
  const start = eol + inner.indent;
  return open + start + items.join(`,${start}`) + eol + indent + close;
}

function writeScalar(value: string | number | boolean | null): string {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError(`Cannot write ${value}: JSON has no such number`);
  }
  return JSON.stringify(value);
}
