/** Counts the work of code, so that tests of complexity need no clock. */

import { ok } from "node:assert/strict";

// deno-lint-ignore no-explicit-any
type Method = (...args: any[]) => unknown;

/** Returns the cost of a call of a builtin: the number of elements or characters that the call visits. */
type Cost = (self: unknown, args: readonly unknown[], result: unknown) => number;

function lengthOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return value instanceof Set || value instanceof Map ? value.size : 1;
}

const ofSelf: Cost = (self) => lengthOf(self);
const ofResult: Cost = (_, __, result) => lengthOf(result);
/** Returns the cost of a key. A map reads every character of a string key. */
const ofKey: Cost = (_, [key]) => typeof key === "string" ? 1 + key.length : 1;
const ofIndex: Cost = (self, _, result) =>
  typeof result === "number" && result >= 0 ? result + 1 : lengthOf(self);
const ofFound: Cost = (self, _, result) => result === true ? 1 : lengthOf(self);

const COSTS: readonly (readonly [object, Cost, readonly string[]])[] = [
  [Array.prototype, ofSelf, ["join", "reverse", "toReversed", "sort", "toSorted"]],
  [Array.prototype, ofResult, ["slice", "concat", "flat", "with"]],
  [Array.prototype, ofFound, ["includes"]],
  [Array.prototype, ofIndex, ["indexOf"]],
  [Map.prototype, ofKey, ["get", "set", "has", "delete"]],
  [Set.prototype, ofKey, ["add", "has", "delete"]],
  [String.prototype, ofSelf, ["split", "trim", "trimEnd", "trimStart", "normalize", "toLowerCase"]],
  [String.prototype, ofSelf, ["match", "replace", "replaceAll"]],
  [String.prototype, ofFound, ["includes"]],
];

/** Builtins that call their callback once for each visited element. */
const WITH_CALLBACK = ["find", "findIndex", "findLast", "findLastIndex", "filter", "some", "every"]
  .concat(["map", "flatMap", "forEach", "reduce"]);

/**
 * Counts the elements of arrays, maps and sets, including spread ones, and the characters of strings that
 * builtins visit. Loops without builtins are not counted, but most code here uses builtins.
 *
 * @param run The code to measure. No other code may run at the same time.
 */
export async function countWork(run: () => unknown): Promise<number> {
  let work = 0;
  const restore: (() => void)[] = [];
  const replace = (owner: object, name: PropertyKey, wrap: (method: Method) => Method) => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    if (property === undefined) throw new Error(`No builtin '${String(name)}'`);
    Object.defineProperty(owner, name, { ...property, value: wrap(property.value) });
    restore.push(() => Object.defineProperty(owner, name, property));
  };
  const counted = (cost: Cost) => (method: Method): Method =>
    function (this: unknown, ...args) {
      const result = method.apply(this, args);
      work += cost(this, args, result);
      return result;
    };
  const countingCallback = (method: Method): Method =>
    function (this: unknown, callback: Method, ...rest) {
      const counting: Method = (...args) => {
        work++;
        return callback(...args);
      };
      return method.call(this, counting, ...rest);
    };
  for (const [owner, cost, names] of COSTS) {
    for (const name of names) replace(owner, name, counted(cost));
  }
  for (const name of WITH_CALLBACK) replace(Array.prototype, name, countingCallback);
  for (const iterator of [[].values(), new Map().values(), new Set().values()]) {
    replace(Object.getPrototypeOf(iterator), "next", counted(() => 1));
  }
  try {
    await run();
  } finally {
    for (const each of restore.reverse()) each();
  }
  return work;
}

/**
 * Maximum growth of the work for four times the size. Linear work grows fourfold, and quadratic
 * work sixteenfold.
 */
const MAX_GROWTH = 4.4;

/**
 * Asserts that work grows at most linearly with the size of its input.
 *
 * @param prepare Creates the work for a size. The work of `prepare` itself is not counted.
 * @param size A size that is large enough to outweigh constant work.
 */
export async function assertLinear(prepare: (size: number) => () => unknown, size: number) {
  const small = await countWork(prepare(size));
  const large = await countWork(prepare(4 * size));
  ok(
    large <= MAX_GROWTH * small,
    `Counted ${small} for size ${size}, but ${large} for four times that`,
  );
}
