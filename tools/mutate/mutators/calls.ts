import { type Mutator, replace, textOf } from "../mutator.ts";

const OTHER_METHODS: Readonly<Record<string, string>> = {
  every: "some",
  some: "every",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
  ceil: "floor",
  floor: "ceil",
  find: "findLast",
  findLast: "find",
  indexOf: "lastIndexOf",
  lastIndexOf: "indexOf",
};

/** Methods that can be dropped, because their object has the type of their result. */
const DROPPED_METHODS = new Set([
  "filter",
  "normalize",
  "reverse",
  "slice",
  "sort",
  "toLowerCase",
  "toReversed",
  "toSorted",
  "trim",
  "trimEnd",
  "trimStart",
]);

/** Swaps similar methods, and drops methods that only filter, sort or normalize. */
export const calls: Mutator = (node, { source }) => {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [];
  const { object, property, computed } = node.callee;
  if (computed || property.type !== "Identifier") return [];
  const other = Object.hasOwn(OTHER_METHODS, property.name)
    ? OTHER_METHODS[property.name]
    : undefined;
  if (other !== undefined) return [replace(property, other)];
  return DROPPED_METHODS.has(property.name) ? [replace(node, textOf(object, source))] : [];
};
