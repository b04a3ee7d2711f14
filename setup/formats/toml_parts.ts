/** Where in a TOML file a value is: it may be written in several parts. */

import type { AST } from "toml-eslint-parser";
import type { Path } from "./data.ts";
import { keysOf } from "./toml_data.ts";

/** One part of what is at a path. */
export type Part = TablePart | PairPart | ItemPart;

interface Place {
  /** The whole path of the part. */
  readonly path: Path;
  /** The path of the table or array that it is in. */
  readonly base: Path;
}

/** A table with a header. */
interface TablePart extends Place {
  readonly kind: "table";
  readonly node: AST.TOMLTable;
  readonly owner?: undefined;
}

/** A key with a value, in a line or in an inline table. */
interface PairPart extends Place {
  readonly kind: "pair";
  readonly node: AST.TOMLKeyValue;
  readonly owner?: AST.TOMLInlineTable | undefined;
  readonly index: number;
}

/** An item of an array. */
interface ItemPart extends Place {
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

/** Whether a path is another, or leads further from there. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((step, index) => path[index] === step);
}

/** The parts of what is at a path, in the order of the text. */
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

/** The innermost inline table or array on the way to a path, or at its end. */
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
