/** What a TOML file says. */

import type { AST } from "toml-eslint-parser";
import { type Data, Other, type Step } from "./data.ts";
import { MAX_DEPTH, TOO_DEEP, Unreadable } from "./syntax.ts";

type Holder = Map<string, Data> | Data[];

/** The data of a file's top level. */
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

/** The keys of a pair or a header. */
export function keysOf({ keys }: AST.TOMLKey): string[] {
  return keys.map((key) => key.type === "TOMLBare" ? key.name : key.value);
}

function put(text: string, table: Holder, { key, value }: AST.TOMLKeyValue, depth: number): void {
  const keys = keysOf(key);
  const last = keys.pop() ?? "";
  const holder = holderAt(table, keys, key.range[0]);
  if (!Array.isArray(holder)) holder.set(last, dataOf(text, value, depth));
}

/** The map or list at the end of a path, made if it is not there. */
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
