/** Data and positions of the values in a parsed TOML file. */

import type { AST } from "toml-eslint-parser";
import {
  type Data,
  MAX_DEPTH,
  Other,
  type Path,
  type Step,
  TOO_DEEP,
  Unreadable,
} from "./syntax.ts";

type Holder = Map<string, Data> | Data[];

/** Returns the data of a file. */
export function tomlData(text: string, root: AST.TOMLTopLevelTable): Data {
  const data = new Map<string, Data>();
  for (const node of root.body) {
    if (node.type === "TOMLKeyValue") put(text, data, node, 0);
    else {
      const table = holderAt(data, node.resolvedKey, node.range[0]);
      for (const pair of node.body) put(text, table, pair, 0);
    }
  }
  return data;
}

function keysOf({ keys }: AST.TOMLKey): string[] {
  return keys.map((key) => key.type === "TOMLBare" ? key.name : key.value);
}

function put(text: string, table: Holder, { key, value }: AST.TOMLKeyValue, depth: number): void {
  const keys = keysOf(key);
  const last = keys.pop() ?? "";
  const holder = holderAt(table, keys, key.range[0]);
  if (!Array.isArray(holder)) holder.set(last, dataOf(text, value, depth));
}

/** Returns the map or list at a path, and creates it if it is missing. */
function holderAt(top: Holder, path: readonly Step[], offset: number): Holder {
  if (path.length > MAX_DEPTH) throw new Unreadable(offset, TOO_DEEP);
  let holder = top;
  for (const [index, step] of path.entries()) {
    const old = Array.isArray(holder) ? holder[Number(step)] : holder.get(String(step));
    const inner = isHolder(old) ? old : typeof path[index + 1] === "number" ? [] : new Map();
    if (Array.isArray(holder)) holder[Number(step)] = inner;
    else holder.set(String(step), inner);
    holder = inner;
  }
  return holder;
}

function isHolder(data: Data | undefined): data is Holder {
  return data instanceof Map || Array.isArray(data);
}

function dataOf(text: string, node: AST.TOMLContentNode, depth: number): Data {
  if (depth > MAX_DEPTH) throw new Unreadable(node.range[0], TOO_DEEP);
  if (node.type === "TOMLArray") {
    return node.elements.map((element) => dataOf(text, element, depth + 1));
  }
  if (node.type === "TOMLInlineTable") {
    const table = new Map<string, Data>();
    for (const pair of node.body) put(text, table, pair, depth + 1);
    return table;
  }
  const written = text.slice(...node.range);
  switch (node.kind) {
    case "string":
    case "boolean":
    case "float":
      return node.value;
    case "integer":
      return Number.isSafeInteger(node.value) ? node.value : new Other(written);
    default:
      return new Other(written);
  }
}

/** One part of a value. TOML allows the parts of a table to be spread over a file. */
export type Part = TablePart | PairPart | ItemPart;

interface PartPaths {
  /** The path of the part. */
  readonly path: Path;
  /** The path of the table or array that contains the part. */
  readonly base: Path;
}

/** A table with a header. */
interface TablePart extends PartPaths {
  readonly kind: "table";
  readonly node: AST.TOMLTable;
  readonly owner?: undefined;
}

/** A key with a value, in a line or in an inline table. */
interface PairPart extends PartPaths {
  readonly kind: "pair";
  readonly node: AST.TOMLKeyValue;
  readonly owner?: AST.TOMLInlineTable | undefined;
  readonly index: number;
}

/** An item of an array. */
interface ItemPart extends PartPaths {
  readonly kind: "item";
  readonly node: AST.TOMLContentNode;
  readonly owner: AST.TOMLArray;
  readonly index: number;
}

/** An inline table or array. */
export interface Inline {
  readonly node: AST.TOMLInlineTable | AST.TOMLArray;
  readonly path: Path;
}

/** Reports whether a path starts with another. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((step, index) => path[index] === step);
}

/** Returns the parts of the value at a path, in the order of the text. */
export function partsAt(root: AST.TOMLTopLevelTable, path: Path): Part[] {
  const pairs = root.body.filter((node) => node.type === "TOMLKeyValue");
  const top = partsOfPairs(pairs, [], path);
  const tables = root.body.filter((node) => node.type === "TOMLTable");
  return [
    ...top,
    ...tables.flatMap((node): Part[] => {
      const { resolvedKey } = node;
      if (!isWithin(resolvedKey, path)) return partsOfPairs(node.body, resolvedKey, path);
      return [{ kind: "table", node, path: resolvedKey, base: resolvedKey }];
    }),
  ];
}

function partsOfPairs(
  pairs: readonly AST.TOMLKeyValue[],
  base: Path,
  path: Path,
  owner?: AST.TOMLInlineTable,
): Part[] {
  if (!isWithin(path, base)) return [];
  return pairs.flatMap((node, index): Part[] => {
    const own = [...base, ...keysOf(node.key)];
    return isWithin(own, path)
      ? [{ kind: "pair", node, path: own, base, owner, index }]
      : partsOfValue(node.value, own, path);
  });
}

function partsOfValue(node: AST.TOMLContentNode, base: Path, path: Path): Part[] {
  if (!isWithin(path, base)) return [];
  if (node.type === "TOMLInlineTable") return partsOfPairs(node.body, base, path, node);
  const index = path[base.length];
  if (node.type !== "TOMLArray" || typeof index !== "number") return [];
  const item = node.elements[index];
  if (item === undefined) return [];
  const own = [...base, index];
  return own.length === path.length
    ? [{ kind: "item", node: item, path: own, base, owner: node, index }]
    : partsOfValue(item, own, path);
}

/** Returns the innermost inline table or array that contains a path. */
export function inlineAt(root: AST.TOMLTopLevelTable, path: Path): Inline | undefined {
  for (let length = path.length; length > 0; length--) {
    const inner = path.slice(0, length);
    const part = partsAt(root, inner).find(({ kind, path }) =>
      kind !== "table" && path.length === length
    );
    const node = part?.kind === "pair" ? part.node.value : part?.node;
    if (node?.type === "TOMLInlineTable" || node?.type === "TOMLArray") {
      return { node, path: inner };
    }
  }
  return undefined;
}
