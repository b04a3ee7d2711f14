/** Counts the work of code, so that tests of how it grows need no clock. */

import { ok } from "node:assert/strict";

// deno-lint-ignore no-explicit-any
type Method = (...args: any[]) => unknown;

/** What a call of a builtin costs: the elements or characters that it goes through. */
type Cost = (self: unknown, args: readonly unknown[], result: unknown) => number;

function lengthOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return value instanceof Set || value instanceof Map ? value.size : 1;
}

const ofSelf: Cost = (self) => lengthOf(self);
const ofResult: Cost = (_, __, result) => lengthOf(result);
/** A map has to read a key that is a text as a whole. */
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

/** These call what they are given once for each element that they go through. */
const WITH_CALLBACK = ["find", "findIndex", "findLast", "findLastIndex", "filter", "some", "every"]
  .concat(["map", "flatMap", "forEach", "reduce"]);

/**
 * Counts what the builtins that run calls go through: elements of lists, maps and sets, spread ones too,
 * and characters of texts. A program without them would count nothing, so it is of use for code that
 * reads texts and lists with them, as ours does.
 *
 * @param run Nothing else may run meanwhile.
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

/** With four times the size, what is linear costs four times as much, and what is quadratic sixteen times. */
const MOST_GROWTH = 4.4;

/**
 * Asserts that work grows no faster than the size of what it is done on.
 *
 * @param prepare Makes the work for a size; what it does itself is not counted.
 * @param size A size at which it takes much longer than what does not depend on it.
 */
export async function assertLinear(prepare: (size: number) => () => unknown, size: number) {
  const small = await countWork(prepare(size));
  const large = await countWork(prepare(4 * size));
  ok(
    large <= MOST_GROWTH * small,
    `Counted ${small} for size ${size}, but ${large} for four times that`,
  );
}
