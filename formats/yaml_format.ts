/** Edits YAML. */

import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  type Node,
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import { configEditor } from "./config_editor.ts";
import type { ConfigFormat, Value } from "./config_format.ts";
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
import {
  type Insertion,
  type Path,
  reasonOf,
  refuseLoneReturn,
  type Step,
  Unreadable,
  wrap,
} from "./syntax.ts";
import {
  bottom,
  check,
  type Collection,
  columnOf,
  endOf,
  type Flow,
  isEmptyText,
  isFiller,
  isFlow,
  isReplaceable,
  itemEnd,
  itemStart,
  keyAt,
  type Located,
  markEnd,
  mustFind,
  nodeAt,
  propsEnd,
  startOf,
  valueAt,
  valueRange,
  yamlData,
  type YamlText,
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

/** Edits YAML 1.2 files with one document. */
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
  // An edit could move a byte order mark to the start of a line, where parsers disagree about it.
  const mark = text.indexOf("\ufeff");
  if (mark >= 0) throw new Unreadable(mark, "a byte order mark within the file");
  const documents = parseAllDocuments(text, { keepSourceTokens: true, prettyErrors: false });
  const [document, second]: Document.Parsed[] = "empty" in documents ? [] : documents;
  if (document === undefined) return parseNothing(text);
  const [error] = document.errors;
  if (error !== undefined) throw new Unreadable(error.pos[0], reasonOf(error));
  if (second !== undefined) {
    throw new Unreadable(
      second.range[0],
      "a second document starts here, but only one can be edited",
    );
  }
  const root = document.contents;
  const aliases = new Set<string>();
  const isNothing = isScalar(root) && root.value === null && isEmptyText(root);
  const data = isNothing ? undefined : yamlData(text, root, aliases);
  return { text, root, aliases, data };
}

function parseNothing(text: string): YamlText {
  const directive = text.search(/^%/m);
  if (directive >= 0) {
    throw new Unreadable(directive, "a directive must be followed by a line of ---");
  }
  return { text, root: null, aliases: new Set(), data: undefined };
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
  const end = afterComments(text, lineAfter(text, bottom(owner)), outerColumn(text, found));
  const lines = writeStep(step, wrapped, column, blockStyle(parsed, end));
  return insertLines(text, end, " ".repeat(column) + lines);
}

/** Writes a pair, or an item of a list with its dash, to start at the given column. */
function writeStep(step: Step, value: Value, column: number, style: BlockStyle): string {
  return typeof step === "string"
    ? writePair(step, value, column, style)
    : `- ${writeItem(value, column + 2, style)}`;
}

/** Writes the first lines below a key, in place of its empty value. */
function insertBelow(parsed: YamlText, found: Located, step: Step, value: Value): string {
  const { text } = parsed;
  const outer = outerColumn(text, found);
  const [start, end] = valueRange(found);
  const place = afterComments(text, lineAfter(text, end), outer);
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

/** Returns the column of a node's key or dash, or -1 for the root. */
function outerColumn(text: string, { owner }: Located): number {
  return owner === undefined ? -1 : columnOf(text, owner);
}

/** Returns the start of the line after a value. A block scalar already ends at the start of a line. */
function lineAfter(text: string, end: number): number {
  return text.charAt(end - 1) === "\n" ? end : nextLine(text, end);
}

/** Returns the end of the following comments that are indented further than an outer column. */
function afterComments(text: string, start: number, outer: number): number {
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

/** Returns the number of columns by which the first map or list is indented below its key. */
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
  const end = beforeBreaks(text, itemEnd(owner, index));
  const written = writeValue(parsed, { node, owner, index }, value);
  return text.slice(0, start) + written + text.slice(end);
}

function beforeBreaks(text: string, end: number): number {
  const broken = text.slice(0, end).match(/(?:\r?\n)+$/)?.[0] ?? "";
  return end - broken.length;
}

function writeValue(
  parsed: YamlText,
  { node, owner, index }: Located & { readonly owner: Collection },
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
  const end = afterComments(text, lineAfter(text, itemEnd(owner, index)), columnOf(text, owner));
  const edited = deleteLines(text, lineStart(text, start), end);
  const outer = nodeAt(root, path.slice(0, -1));
  if (owner.items.length > 1 || outer?.owner === undefined) return edited;
  const nothing = isMap(owner) ? " {}" : " []";
  const place = propsEnd(outer.owner, outer.index);
  const put = filler !== undefined && isFiller(filler) ? filler : nothing;
  return edited.slice(0, place) + put + edited.slice(place);
}

/** Removes an item that starts within a line, up to the next item. */
function removeFromLine(text: string, owner: Collection, index: number): string {
  return text.slice(0, itemStart(owner, index)) + text.slice(itemStart(owner, index + 1));
}
