/** Data and positions of the values in a parsed YAML file, and which of them can be edited. */

import {
  type CST,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { lineStart, startsLine } from "./lines.ts";
import {
  type Data,
  MAX_DEPTH,
  Other,
  type Parsed,
  type Path,
  type Step,
  TOO_DEEP,
  Unreadable,
} from "./syntax.ts";

export type Collection = YAMLMap | YAMLSeq;

/** A node and its position in its collection. */
export interface Located {
  /** `null` for a key without a value. */
  readonly node: Node | null;
  /** Not set for the root. */
  readonly owner?: Collection;
  readonly index: number;
}

/** A parsed text. */
export interface YamlText extends Parsed {
  readonly text: string;
  readonly root: Node | null;
  /** The anchors that aliases refer to. */
  readonly aliases: ReadonlySet<string>;
}

type Item = CST.CollectionItem;
type Token = CST.SourceToken;

const SPACE = /^(?:space|newline|comment|comma)$/;

/** Returns the data of a node, and adds the anchors that its aliases refer to. */
export function yamlData(text: string, node: Node | null, aliases: Set<string>, depth = 0): Data {
  if (node === null) return null;
  if (depth > MAX_DEPTH) throw new Unreadable(startOf(node), TOO_DEEP);
  if (isAlias(node)) aliases.add(node.source);
  if (isScalar(node)) {
    checkQuotes(text, node);
    return scalarData(text, node.value, node);
  }
  if (!isCollection(node)) return new Other(text.slice(startOf(node), endOf(node)));
  if (isMap(node)) checkKeys(node);
  const data = (inner: Node | null) => yamlData(text, inner, aliases, depth + 1);
  if (!isMap(node)) return node.items.map((item) => isPair(item) ? null : data(asNode(item)));
  return new Map(
    pairs(node).map(({ key, value }, index) => {
      if (!isScalar(key)) data(asNode(key));
      return [keyOf(key, index), data(asNode(value))];
    }),
  );
}

/** Refuses block pairs that do not start with a key, since parsers disagree on their meaning. */
function checkKeys({ srcToken }: YAMLMap): void {
  if (srcToken?.type !== "block-map") return;
  for (const item of srcToken.items.filter(isWritten)) {
    const mark = item.start.find(({ type }) => type === "explicit-key-ind");
    const colon = item.key ? undefined : item.sep?.[0];
    const found = mark ?? colon;
    if (found !== undefined) throw new Unreadable(found.offset, "the line should start with a key");
  }
}

/**
 * Refuses unterminated strings: the parser mistakes an escaped quote at the end of the file for the
 * closing one.
 */
function checkQuotes(text: string, node: Scalar): void {
  const isSingle = node.type === "QUOTE_SINGLE";
  if (!isSingle && node.type !== "QUOTE_DOUBLE") return;
  const inner = text.slice(startOf(node) + 1, endOf(node) - 1);
  const rest = inner.replace(isSingle ? /''/g : /\\[^]/g, "");
  if (!(isSingle ? /'/ : /["\\]/).test(rest)) return;
  throw new Unreadable(startOf(node), "the string does not end");
}

function scalarData(text: string, value: unknown, node: Node): Data {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return value;
    default:
      return value === null ? null : new Other(text.slice(startOf(node), endOf(node)));
  }
}

/** Returns the key of a pair. A key that is not a string gets a name that no path contains. */
function keyOf(key: unknown, index: number): string {
  if (!isScalar(key)) return `\0${index}`;
  return typeof key.value === "string" ? key.value : `\0${String(key.value)}`;
}

function pairs(map: YAMLMap): readonly Pair[] {
  return map.items;
}

function asNode(value: unknown): Node | null {
  return isScalar(value) || isCollection(value) || isAlias(value) ? value : null;
}

/** Returns the node at a path, or `undefined` if there is none. */
export function nodeAt(root: Node | null, path: Path): Located | undefined {
  return path.reduce<Located | undefined>(
    (found, step) => found === undefined ? undefined : childOf(found.node, step),
    { node: root, index: 0 },
  );
}

function childOf(node: Node | null, step: Step): Located | undefined {
  if (!isCollection(node)) return undefined;
  const owner = node as Collection;
  const index = typeof step === "number"
    ? step
    : isMap(owner)
    ? pairs(owner).findIndex(({ key }) => isScalar(key) && key.value === step)
    : -1;
  return owner.items[index] === undefined
    ? undefined
    : { node: valueAt(owner, index), owner, index };
}

/** Returns the value of a pair, or the item of a list. */
export function valueAt(owner: Collection, index: number): Node | null {
  const item: unknown = owner.items[index];
  return asNode(isPair(item) ? item.value : item);
}

/** Returns the key of a pair. */
export function keyAt(owner: Collection, index: number): Node | null {
  const item: unknown = owner.items[index];
  return isPair(item) ? asNode(item.key) : null;
}

export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

export function endOf(node: Node): number {
  return node.range?.[1] ?? 0;
}

/** Returns the tokens of an item. The parser also lists comments as items, which are skipped. */
function itemAt(owner: Collection, index: number): Item {
  const token = owner.srcToken;
  const items: readonly Item[] = token !== undefined && "items" in token ? token.items : [];
  const item = items.filter(isWritten)[index];
  if (item === undefined) throw new Error(`Cannot find item ${index} of ${items.length}`);
  return item;
}

function isWritten({ start, key, sep, value }: Item): boolean {
  return start.some(({ type }) => !SPACE.test(type)) || Boolean(key) || sep !== undefined ||
    value !== undefined;
}

/** Returns the start of an item: its dash, its question mark, or its key's tag or anchor. */
export function itemStart(owner: Collection, index: number): number {
  const { start, key, sep, value } = itemAt(owner, index);
  const own = start.find(({ type }) => !SPACE.test(type));
  return own?.offset ?? key?.offset ?? sep?.[0]?.offset ?? value?.offset ?? 0;
}

/** Returns the end of a pair's colon, or of an item's dash. */
export function markEnd(owner: Collection, index: number): number {
  const { start, sep = [] } = itemAt(owner, index);
  return tokenEnd([...start, ...sep], /^(?:seq-item-ind|map-value-ind)$/) ?? 0;
}

/** Returns the end of a pair's colon, or of its value's tag or anchor. */
export function propsEnd(owner: Collection, index: number): number {
  const { sep = [] } = itemAt(owner, index);
  return tokenEnd(sep, /^(?:map-value-ind|anchor|tag)$/) ?? 0;
}

function tokenEnd(tokens: readonly Token[], type: RegExp): number | undefined {
  const token = tokens.findLast((token) => type.test(token.type));
  return token === undefined ? undefined : token.offset + token.source.length;
}

/** Returns the end of an item's text, without comments after it. */
export function itemEnd(owner: Collection, index: number): number {
  const value = valueAt(owner, index);
  if (value !== null && !isEmptyText(value)) return bottom(value);
  const key = keyAt(owner, index);
  const { start, sep = [] } = itemAt(owner, index);
  const marks = [...start, ...sep].findLast(({ type }) => !SPACE.test(type));
  const marksEnd = marks === undefined ? 0 : marks.offset + marks.source.length;
  return Math.max(marksEnd, key === null || isEmptyText(key) ? 0 : bottom(key));
}

/** Reports whether a value has no text. */
export function isEmptyText(node: Node): boolean {
  return startOf(node) === endOf(node);
}

/** Returns the end of a node's text, without comments after it. */
export function bottom(node: Node): number {
  if (!isCollection(node) || node.flow === true || node.items.length === 0) return endOf(node);
  const owner = node as Collection;
  return itemEnd(owner, owner.items.length - 1);
}

/** Returns the column in which the items of a block collection start. */
export function columnOf(text: string, owner: Collection): number {
  const start = itemStart(owner, 0);
  return start - lineStart(text, start);
}

export function mustFind(root: Node | null, path: Path): Located {
  const found = nodeAt(root, path);
  if (found === undefined) throw new Error(`Cannot find ${path.join(".")}: it is not there`);
  return found;
}

export type Flow = Collection & { flow: true };

export function isFlow(node: Node | null): node is Flow {
  return isCollection(node) && node.flow === true;
}

/** Refuses values that aliases refer to, and notations that are too rare to support. */
export function check(parsed: YamlText, path: Path, deep: boolean): void {
  checkNode(parsed, mustFind(parsed.root, path), deep);
}

function checkNode(parsed: YamlText, { node, owner, index }: Located, deep: boolean): void {
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
    throw new Unreadable(startOf(node), "this needs braces");
  }
  const inner = node as Collection;
  if (!isFlow(inner) && isMap(owner) && !startsLine(parsed.text, itemStart(inner, 0))) {
    throw new Unreadable(startOf(node), "this should start on a new line");
  }
  for (const index of inner.items.keys()) {
    const name = keyAt(inner, index);
    if (isMap(inner) && !isName(name, deep)) {
      throw new Unreadable(
        name === null ? startOf(node) : startOf(name),
        "this key should be a string",
      );
    }
    if (deep) checkNode(parsed, { node: valueAt(inner, index), owner: inner, index }, true);
  }
}

/**
 * Reports whether setup can read a key. In setup's own entry, a key must be a string. Elsewhere, it
 * can be any scalar but `null`.
 */
function isName(key: Node | null, isOurs: boolean): boolean {
  if (!isScalar(key)) return false;
  return isOurs ? typeof key.value === "string" : key.value !== null;
}

/** Returns the range of a value, after its colon, tag and anchor. */
export function valueRange({ node, owner, index }: Located): [number, number] {
  const start = owner === undefined ? 0 : propsEnd(owner, index);
  return [start, node === null || isEmptyText(node) ? start : endOf(node)];
}

/** Reports whether lines below the key can replace a value: no text, `null`, `{}` or `[]`. */
export function isReplaceable(text: string, found: Located): boolean {
  const { node, owner } = found;
  if (node === null || !isMap(owner) || isFlow(owner)) return false;
  if (isScalar(node) ? node.value !== null : !isFlow(node)) return false;
  return isFiller(text.slice(...valueRange(found)));
}

export function isFiller(text: string): boolean {
  return /^[ \t]*(?:\{[ \t]*\}|\[[ \t]*\]|~|null|Null|NULL)?$/.test(text);
}
