/** Where in a YAML file a value is. */

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
import { type Data, Other, type Path, type Step } from "./data.ts";
import { lineStart } from "./lines.ts";
import { MAX_DEPTH, TOO_DEEP, Unreadable } from "./syntax.ts";

export type Collection = YAMLMap | YAMLSeq;

/** A node, and where it is in what holds it. */
export interface Found {
  /** `null` for a key that has no value. */
  readonly node: Node | null;
  /** Absent for the root. */
  readonly owner?: Collection;
  readonly index: number;
}

type Item = CST.CollectionItem;
type Token = CST.SourceToken;

const SPACE = /^(?:space|newline|comment|comma)$/;

/** The data of a node; the names of aliases in it are added to a set. */
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

/** Refuses pairs of a block that do not start with a key: of those, readers make different things. */
function checkKeys({ srcToken }: YAMLMap): void {
  if (srcToken?.type !== "block-map") return;
  for (const item of srcToken.items.filter(isWritten)) {
    const mark = item.start.find(({ type }) => type === "explicit-key-ind");
    const colon = item.key ? undefined : item.sep?.[0];
    const found = mark ?? colon;
    if (found !== undefined) throw new Unreadable(found.offset, "the line should start with a key");
  }
}

/** Refuses strings without an end; the parser takes an escaped quote at the file's end for one. */
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

/** Keys that are not strings get names that no string is looked up by. */
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

/** The node at a path; `undefined` if there is none. */
export function nodeAt(root: Node | null, path: Path): Found | undefined {
  return path.reduce<Found | undefined>(
    (found, step) => found === undefined ? undefined : childOf(found.node, step),
    { node: root, index: 0 },
  );
}

function childOf(node: Node | null, step: Step): Found | undefined {
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

/** The value of a pair, or an item of a list. */
export function valueAt(owner: Collection, index: number): Node | null {
  const item: unknown = owner.items[index];
  return asNode(isPair(item) ? item.value : item);
}

/** The key of a pair. */
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

/** How an item of a collection is written; what comments alone make is no item. */
export function itemAt(owner: Collection, index: number): Item {
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

/** Where an item starts: with its dash, its question mark, or what is said of its key. */
export function itemStart(owner: Collection, index: number): number {
  const { start, key, sep, value } = itemAt(owner, index);
  const own = start.find(({ type }) => !SPACE.test(type));
  return own?.offset ?? key?.offset ?? sep?.[0]?.offset ?? value?.offset ?? 0;
}

/** Where the colon of a pair, or the dash of an item, ends. */
export function markEnd(owner: Collection, index: number): number {
  const { start, sep = [] } = itemAt(owner, index);
  return tokenEnd([...start, ...sep], /^(?:seq-item-ind|map-value-ind)$/) ?? 0;
}

/** Where the colon of a pair, and the tag and anchor of its value, end. */
export function propsEnd(owner: Collection, index: number): number {
  const { sep = [] } = itemAt(owner, index);
  return tokenEnd(sep, /^(?:map-value-ind|anchor|tag)$/) ?? 0;
}

function tokenEnd(tokens: readonly Token[], type: RegExp): number | undefined {
  const token = tokens.findLast((token) => type.test(token.type));
  return token === undefined ? undefined : token.offset + token.source.length;
}

/** Where an item's text ends, without the comments behind it. */
export function itemEnd(owner: Collection, index: number): number {
  const value = valueAt(owner, index);
  if (value !== null && !isEmptyText(value)) return bottom(value);
  const key = keyAt(owner, index);
  const { start, sep = [] } = itemAt(owner, index);
  const marks = [...start, ...sep].findLast(({ type }) => !SPACE.test(type));
  const marksEnd = marks === undefined ? 0 : marks.offset + marks.source.length;
  return Math.max(marksEnd, key === null || isEmptyText(key) ? 0 : bottom(key));
}

/** Whether a value is written as nothing at all. */
export function isEmptyText(node: Node): boolean {
  return startOf(node) === endOf(node);
}

/** Where a node's text ends, without the comments behind it. */
export function bottom(node: Node): number {
  if (!isCollection(node) || node.flow === true || node.items.length === 0) return endOf(node);
  const owner = node as Collection;
  return itemEnd(owner, owner.items.length - 1);
}

/** The column that the items of a block collection start in. */
export function columnOf(text: string, owner: Collection): number {
  const start = itemStart(owner, 0);
  return start - lineStart(text, start);
}
