/** The order of definitions: Python needs a class above the definitions that use it. */

import { readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { namesIn } from "../code/names_in.ts";

/**
 * Moves definitions above the definitions that use them.
 *
 * @param written Names of the added or replaced definitions. The definitions that they use are
 * moved above them.
 * @param movable Names of the definitions that may be moved.
 */
export function orderDefinitions(
  text: string,
  written: ReadonlySet<string>,
  movable: ReadonlySet<string>,
): string {
  const module = readPython(text);
  const present = symbols(module).filter(({ kind }) => kind === "class" || kind === "assignment");
  const ordered = inOrder(present, written, movable);
  return ordered.every(({ moved }) => !moved)
    ? text
    : rearranged(module.source, present, ordered, module.eol.repeat(3));
}

/** A definition at its new position. */
interface Placed {
  readonly symbol: PythonSymbol;
  readonly moved: boolean;
}

/** A definition that is placed after the definitions that it uses. */
interface Waiting extends Placed {
  readonly needed: Iterator<number>;
}

/**
 * Sorts definitions so that each written one comes after the definitions that it uses, directly or
 * indirectly.
 */
function inOrder(
  present: readonly PythonSymbol[],
  written: ReadonlySet<string>,
  movable: ReadonlySet<string>,
): readonly Placed[] {
  const movables = present.entries().filter(([, { name }]) => movable.has(name));
  const byName = Map.groupBy(movables, ([, { name }]) => name);
  const ordered: Placed[] = [];
  const reached = new Set<number>();
  // Recursion could overflow the stack: definitions may use each other in a chain of any length.
  const waiting: Waiting[] = [];
  const reach = (index: number, moved: boolean) => {
    const symbol = present[index];
    if (symbol === undefined || reached.has(index)) return;
    reached.add(index);
    const needed = moved || written.has(symbol.name)
      ? [...namesIn(symbol.text)].flatMap((name) => byName.get(name) ?? []).map(([at]) => at)
      : [];
    waiting.push({ symbol, moved, needed: needed.sort((a, b) => a - b).values() });
  };
  for (const index of present.keys()) {
    reach(index, false);
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const { done, value } = last.needed.next();
      if (!done) {
        reach(value, true);
        continue;
      }
      waiting.pop();
      ordered.push(last);
    }
  }
  return ordered;
}

/** Writes definitions in another order. The text between them stays in place. */
function rearranged(
  source: string,
  present: readonly PythonSymbol[],
  ordered: readonly Placed[],
  gap: string,
): string {
  const before = new Map<PythonSymbol, string>();
  const moved = new Set(ordered.filter((each) => each.moved).map(({ symbol }) => symbol));
  let end = 0;
  let left = "";
  for (const symbol of present) {
    const { start } = symbol;
    const between = left + source.slice(end, start);
    if (moved.has(symbol)) left = between.trimEnd();
    else {
      before.set(symbol, between);
      left = "";
    }
    end = symbol.end;
  }
  return [...written(source, ordered, before, gap), left, source.slice(end)].join("");
}

/**
 * Yields the definitions and the text between them. The text above a definition that stays in place
 * goes above all definitions that move above it.
 */
function* written(
  source: string,
  ordered: readonly Placed[],
  before: ReadonlyMap<PythonSymbol, string>,
  gap: string,
): Iterable<string> {
  let group: string[] = [];
  for (const { symbol } of ordered) {
    group.push(source.slice(symbol.start, symbol.end));
    const between = before.get(symbol);
    if (between === undefined) continue;
    yield between;
    yield group.join(gap);
    group = [];
  }
}
