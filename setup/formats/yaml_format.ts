/** Editing YAML. */

import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  type Node,
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import type { Value } from "../client.ts";
import { configEditor } from "./config_editor.ts";
import type { ConfigFormat } from "./config_format.ts";
import { type Path, type Step, wrap } from "./data.ts";
import {
  breakNear,
  deleteLines,
  insertLines,
  lineEnd,
  lineStart,
  nextLine,
  startsLine,
} from "./lines.ts";
import { append, fill, isBlank, removeAt, type Separated } from "./separated.ts";
import { type Insertion, type Parsed, refuseLoneReturn, Unreadable } from "./syntax.ts";
import {
  bottom,
  type Collection,
  columnOf,
  endOf,
  type Found,
  isEmptyText,
  itemEnd,
  itemStart,
  keyAt,
  markEnd,
  nodeAt,
  propsEnd,
  startOf,
  valueAt,
  yamlData,
} from "./yaml_nodes.ts";
import {
  type BlockStyle,
  type FlowStyle,
  writeBelow,
  writeFlow,
  writeFlowPair,
  writeItem,
  writePair,
} from "./yaml_text.ts";

interface YamlText extends Parsed {
  readonly text: string;
  readonly root: Node | null;
  /** The anchors that are referred to. */
  readonly aliases: ReadonlySet<string>;
}

/** YAML 1.2, one document. */
export const YAML_FORMAT: ConfigFormat = configEditor<YamlText>({
  words: { map: "a map", list: "a list" },
  nullIsEmpty: true,
  parse,
  offset: ({ root }, path) => {
    const node = nodeAt(root, path)?.node;
    return node ? startOf(node) : 0;
  },
  check,
  insert,
  replace,
  delete: remove,
  filler({ text, root }, path) {
    const found = mustFind(root, path);
    if (isReplaceable(text, found)) return text.slice(...valueRange(found));
    if (!isFlow(found.node)) return undefined;
    const list = separated(found.node);
    return isBlank(text, list) ? text.slice(list.open, list.close) : undefined;
  },
});

function parse(text: string): YamlText {
  refuseLoneReturn(text);
  // At the start of a line, to which an edit may move it, readers take it in different ways.
  const mark = text.indexOf("\ufeff");
  if (mark >= 0) throw new Unreadable(mark, "a byte order mark within the file");
  const documents = parseAllDocuments(text, { keepSourceTokens: true, prettyErrors: false });
  const [document, second]: Document.Parsed[] = "empty" in documents ? [] : documents;
  if (document === undefined) return parseNothing(text);
  const [error] = document.errors;
  if (error !== undefined) throw new Unreadable(error.pos[0], reason(error.message));
  if (second !== undefined) {
    throw new Unreadable(second.range[0], "a second document starts here: only one can be edited");
  }
  const root = document.contents;
  const aliases = new Set<string>();
  const isNothing = isScalar(root) && root.value === null && isEmptyText(root);
  const data = isNothing ? undefined : yamlData(text, root, aliases);
  return { text, root, aliases, data };
}

function parseNothing(text: string): YamlText {
  const directive = text.search(/^%/m);
  if (directive >= 0) throw new Unreadable(directive, "a line of --- should follow");
  return { text, root: null, aliases: new Set(), data: undefined };
}

function reason(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function mustFind(root: Node | null, path: Path): Found {
  const found = nodeAt(root, path);
  if (found === undefined) throw new Error(`Cannot find ${path.join(".")}: it is not there`);
  return found;
}

type Flow = Collection & { flow: true };

function isFlow(node: Node | null): node is Flow {
  return isCollection(node) && node.flow === true;
}

/** Refuses what cannot be changed alone, and forms so rare that they are better left to people. */
function check(parsed: YamlText, path: Path, deep: boolean): void {
  checkNode(parsed, mustFind(parsed.root, path), deep);
}

function checkNode(parsed: YamlText, { node, owner, index }: Found, deep: boolean): void {
  const key = owner === undefined ? null : keyAt(owner, index);
  for (const named of [key, node]) {
    const anchor = named !== null && "anchor" in named ? named.anchor : undefined;
    if (named === null || anchor === undefined || !parsed.aliases.has(anchor)) continue;
    throw new Unreadable(startOf(named), `other parts of the file refer to the anchor &${anchor}`);
  }
  if (node === null) {
    throw new Unreadable(key === null ? 0 : startOf(key), "this key should have a value");
  }
  const isNull = isScalar(node) && node.value === null;
  if (isNull && !deep && !isReplaceable(parsed.text, { node, ...(owner && { owner }), index })) {
    throw new Unreadable(startOf(node), "this should be a map or a list");
  }
  if (!isCollection(node)) return;
  if (isFlow(node) && !/[[{]/.test(parsed.text.charAt(startOf(node)))) {
    throw new Unreadable(startOf(node), "this should stand in braces");
  }
  const inner = node as Collection;
  if (!isFlow(inner) && isMap(owner) && !startsLine(parsed.text, itemStart(inner, 0))) {
    throw new Unreadable(startOf(node), "this should start a line of its own");
  }
  for (const index of inner.items.keys()) {
    const name = keyAt(inner, index);
    if (isMap(inner) && !isName(name, deep)) {
      throw new Unreadable(
        name === null ? startOf(node) : startOf(name),
        "this key should be text",
      );
    }
    if (deep) checkNode(parsed, { node: valueAt(inner, index), owner: inner, index }, true);
  }
}

/** Whether a key names something; in an entry of ours, nothing but text does. */
function isName(key: Node | null, isOurs: boolean): boolean {
  if (!isScalar(key)) return false;
  return isOurs ? typeof key.value === "string" : key.value !== null;
}

/** What stands behind the colon, and what is said of the value there. */
function valueRange({ node, owner, index }: Found): [number, number] {
  const start = owner === undefined ? 0 : propsEnd(owner, index);
  return [start, node === null || isEmptyText(node) ? start : endOf(node)];
}

/** Whether nothing, `null`, `{}` or `[]` is a value that lines below the key can replace. */
function isReplaceable(text: string, found: Found): boolean {
  const { node, owner } = found;
  if (node === null || !isMap(owner) || isFlow(owner)) return false;
  if (isScalar(node) ? node.value !== null : !isFlow(node)) return false;
  return isFiller(text.slice(...valueRange(found)));
}

function isFiller(text: string): boolean {
  return /^[ \t]*(?:\{[ \t]*\}|\[[ \t]*\]|~|null|Null|NULL)?$/.test(text);
}

function separated(node: Collection): Separated {
  return {
    open: startOf(node) + 1,
    close: endOf(node) - 1,
    ends: [...node.items.keys()].map((index) => itemEnd(node, index)),
    comment: /#[^\r\n]*/y,
  };
}

function insert(parsed: YamlText, { parent, rest, value }: Insertion): string {
  const { text, root, data } = parsed;
  const [step = "", ...inner] = rest;
  const wrapped = wrap(inner, value);
  if (data === undefined) {
    const end = text.match(/^\.\.\.(?=\s|$)/m)?.index ?? text.length;
    return insertLines(text, end, writeStep(step, wrapped, 0, blockStyle(parsed, end)));
  }
  const found = mustFind(root, parent);
  if (isReplaceable(text, found)) return insertBelow(parsed, found, step, wrapped);
  const { node } = found;
  if (isFlow(node)) return insertFlow(text, node, step, wrapped);
  const owner = node as Collection;
  const column = columnOf(text, owner);
  const end = behindComments(text, lineAfter(text, bottom(owner)), outerColumn(text, found));
  const lines = writeStep(step, wrapped, column, blockStyle(parsed, end));
  return insertLines(text, end, " ".repeat(column) + lines);
}

/** A pair, or an item of a list with its dash, that starts in a column. */
function writeStep(step: Step, value: Value, column: number, style: BlockStyle): string {
  return typeof step === "string"
    ? writePair(step, value, column, style)
    : `- ${writeItem(value, column + 2, style)}`;
}

/** Puts the first lines below a key, instead of what stood behind it. */
function insertBelow(parsed: YamlText, found: Found, step: Step, value: Value): string {
  const { text } = parsed;
  const outer = outerColumn(text, found);
  const [start, end] = valueRange(found);
  const place = behindComments(text, lineAfter(text, end), outer);
  const style = blockStyle(parsed, place);
  const column = outer + (typeof step === "string" ? style.unit : style.listUnit);
  const lines = " ".repeat(column) + writeStep(step, value, column, style);
  const edited = insertLines(text, place, lines);
  return edited.slice(0, start) + edited.slice(end);
}

function insertFlow(text: string, node: Flow, step: Step, value: Value): string {
  const list = separated(node);
  const key = isMap(node) ? keyAt(node, 0) : null;
  const pad = /^ +/.exec(text.slice(list.open, list.close))?.[0] ?? "";
  const style: FlowStyle = { pad, quoted: isScalar(key) && key.type === "QUOTE_DOUBLE" };
  const item = typeof step === "string"
    ? writeFlowPair(step, value, style)
    : writeFlow(value, style);
  return isBlank(text, list)
    ? fill(text, list, undefined, () => pad + item + pad)
    : append(text, list, { unit: "  ", space: " " }, () => item);
}

/** The column of the key or dash that a node belongs to. */
function outerColumn(text: string, { owner }: Found): number {
  return owner === undefined ? -1 : columnOf(text, owner);
}

/** Where the line after that of a text's end starts; a text of lines ends where one starts. */
function lineAfter(text: string, end: number): number {
  return text.charAt(end - 1) === "\n" ? end : nextLine(text, end);
}

/** Where the comments end that follow and are indented by more than an outer column. */
function behindComments(text: string, start: number, outer: number): number {
  let end = start;
  for (let next = start; next < text.length; next = nextLine(text, next)) {
    const line = text.slice(next, lineEnd(text, next));
    const column = line.search(/\S/);
    if (column < 0) continue;
    if (line[column] !== "#" || column <= outer) break;
    end = nextLine(text, next);
  }
  return end;
}

function blockStyle({ text, root }: YamlText, offset: number): BlockStyle {
  const unit = indentation(text, root, true) ?? 2;
  return { eol: breakNear(text, offset), unit, listUnit: indentation(text, root, false) ?? unit };
}

/** How many columns the first map, or list, below a key is indented by. */
function indentation(text: string, node: Node | null, ofMap: boolean): number | undefined {
  if (!isCollection(node) || isFlow(node)) return undefined;
  const owner = node as Collection;
  for (const index of owner.items.keys()) {
    const value = valueAt(owner, index);
    if (isMap(owner) && isCollection(value) && !isFlow(value) && isMap(value) === ofMap) {
      const columns = columnOf(text, value as Collection) - columnOf(text, owner);
      if (columns > 0 || !ofMap) return columns;
    }
    const found = indentation(text, value, ofMap);
    if (found !== undefined) return found;
  }
  return undefined;
}

function replace(parsed: YamlText, path: Path, value: Value): string {
  const { text, root } = parsed;
  const { node, owner, index } = mustFind(root, path);
  if (node === null || owner === undefined) throw new Error("Cannot replace the whole file");
  const start = isFlow(owner) && !isMap(owner) ? itemStart(owner, index) : markEnd(owner, index);
  const end = behindBreak(text, itemEnd(owner, index));
  const written = writeValue(parsed, { node, owner, index }, value);
  return text.slice(0, start) + written + text.slice(end);
}

function behindBreak(text: string, end: number): number {
  const broken = text.slice(0, end).match(/(?:\r?\n)+$/)?.[0] ?? "";
  return end - broken.length;
}

function writeValue(
  parsed: YamlText,
  { node, owner, index }: Found & { readonly owner: Collection },
  value: Value,
): string {
  const { text } = parsed;
  if (isFlow(owner)) {
    const key = keyAt(owner, index);
    const style = { pad: "", quoted: isScalar(key) && key.type === "QUOTE_DOUBLE" };
    return (isMap(owner) ? " " : "") + writeFlow(value, style);
  }
  const column = columnOf(text, owner);
  const style = blockStyle(parsed, node === null ? 0 : startOf(node));
  return isMap(owner)
    ? writeBelow(value, column, style)
    : ` ${writeItem(value, column + 2, style)}`;
}

function remove({ text, root }: YamlText, path: Path, filler: string | undefined): string {
  const { owner, index } = path.length === 0
    ? { owner: root as YAMLMap, index: 0 }
    : mustFind(root, path);
  if (owner === undefined) throw new Error("Cannot remove the whole file");
  if (isFlow(owner)) return removeAt(text, separated(owner), index, filler);
  const start = itemStart(owner, index);
  if (!startsLine(text, start)) return removeFromLine(text, owner, index);
  const end = behindComments(text, lineAfter(text, itemEnd(owner, index)), columnOf(text, owner));
  const edited = deleteLines(text, lineStart(text, start), end);
  const outer = nodeAt(root, path.slice(0, -1));
  if (owner.items.length > 1 || outer?.owner === undefined) return edited;
  const nothing = isMap(owner) ? " {}" : " []";
  const place = propsEnd(outer.owner, outer.index);
  const put = filler !== undefined && isFiller(filler) ? filler : nothing;
  return edited.slice(0, place) + put + edited.slice(place);
}

/** Removes the first of several items, which starts within a line. */
function removeFromLine(text: string, owner: Collection, index: number): string {
  return text.slice(0, itemStart(owner, index)) + text.slice(itemStart(owner, index + 1));
}
