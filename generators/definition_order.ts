/** Keeping the classes that others name above them: Python reads a module from its top. */

import { applyEdits } from "../python/edit.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";
import { usesName } from "./uses_name.ts";

/**
 * Moves definitions up to where others need them.
 *
 * @param written Names of the definitions that may need others.
 * @param movable Names of the definitions that may be moved.
 */
export function orderDefinitions(
  text: string,
  written: ReadonlySet<string>,
  movable: ReadonlySet<string>,
): string {
  const needing = new Set(written);
  let done = text;
  // Each definition moves at most once for each that needs it, even where they need each other.
  for (let moves = 0; moves < written.size * movable.size; moves++) {
    const module = readPython(done);
    const misplaced = findMisplaced(symbols(module), needing, movable);
    if (misplaced === null) return done;
    needing.add(misplaced.needed.name);
    done = moveUp(module, misplaced);
  }
  return done;
}

interface Misplaced {
  readonly needed: PythonSymbol;
  /** What needs it, and is above it. */
  readonly by: PythonSymbol;
}

function findMisplaced(
  present: readonly PythonSymbol[],
  needing: ReadonlySet<string>,
  movable: ReadonlySet<string>,
): Misplaced | null {
  const values = present.filter(({ kind }) => kind === "class" || kind === "assignment");
  for (const [index, by] of values.entries()) {
    if (!needing.has(by.name)) continue;
    const needed = values.slice(index + 1).find(({ name }) =>
      movable.has(name) && usesName(by.text, name)
    );
    if (needed !== undefined) return { needed, by };
  }
  return null;
}

function moveUp({ source, eol }: PythonModule, { needed, by }: Misplaced): string {
  const gap = source.slice(0, needed.start).trimEnd().length;
  return applyEdits(source, [
    {
      offset: by.start,
      remove: 0,
      insert: source.slice(needed.start, needed.end) + eol.repeat(3),
    },
    { offset: gap, remove: needed.end - gap, insert: "" },
  ]);
}
