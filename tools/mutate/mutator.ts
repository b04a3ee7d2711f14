/** The interface of mutators. */

import type { Node } from "@babel/types";
import type { Edit } from "./mutant.ts";

/** The surroundings of a node. */
export interface Surroundings {
  readonly source: string;
  /** The nodes around it, the outermost first. */
  readonly ancestors: readonly Node[];
}

/** Returns the changes to try at one node. They keep the syntax valid, but change the meaning. */
export type Mutator = (node: Node, surroundings: Surroundings) => readonly Edit[];

/** Returns an edit that replaces a node. */
export function replace(node: Node, replacement: string): Edit {
  return { ...range(node), replacement };
}

/** Returns the text of a node. */
export function textOf(node: Node, source: string): string {
  const { start, end } = range(node);
  return source.slice(start, end);
}

/**
 * Returns the position of a node in the source.
 *
 * @throws {TypeError} If the node was not parsed from a source.
 */
export function range(node: Node): { readonly start: number; readonly end: number } {
  const { start, end } = node;
  if (typeof start !== "number" || typeof end !== "number") {
    throw new TypeError(`A ${node.type} has no position`);
  }
  return { start, end };
}
