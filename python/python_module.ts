/** One Python file, read: its lines, its definitions, and all that keeps it from being Python. */

import { indentationProblems } from "./indentation.ts";
import { type Definition, outlinePython } from "./outline.ts";
import { locate } from "./problem.ts";
import { type PythonScan, scanPython } from "./scanner.ts";

/** A scanned and outlined source. Edit it only if it has no problems. */
export interface PythonModule extends PythonScan {
  /** The outermost definitions, in order. */
  readonly definitions: readonly Definition[];
}

/**
 * Reads a Python source as far as editing it needs.
 *
 * @param earlier An earlier version of the source: if it was read lately, what both have in common is not
 * read again. The result is the same.
 * @returns A module whose problems are those of its tokens and those of its indentation, in order.
 *
 * @example
 * ```ts
 * import { readPython } from "./python_module.ts";
 * import { equal } from "node:assert/strict";
 *
 * const { definitions, problems } = readPython("def get():\nreturn 1\n");
 * equal(definitions[0]?.name, "get");
 * equal(problems[0]?.message, "expected an indented block after function definition on line 1");
 * ```
 */
export function readPython(source: string, earlier?: string): PythonModule {
  const known = recent.get(source);
  if (known !== undefined) return known;
  const before = recent.get(earlier ?? "");
  const scan = scanPython(source, before);
  const problems = locate([...scan.problems, ...indentationProblems(scan)], scan.physical);
  const module = { ...scan, definitions: outlinePython(scan), problems };
  recent.set(source, module);
  if (recent.size > RECENT) recent.delete(recent.keys().next().value ?? "");
  return module;
}

/** What was read last: one edit asks for the same source several times. */
const recent = new Map<string, PythonModule>();
const RECENT = 16;

/** All definitions of a module, the nested ones too, in the order of the source. */
export function allDefinitions({ definitions }: PythonModule): Definition[] {
  const found: Definition[] = [];
  const waiting = definitions.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    for (const child of next.children.toReversed()) waiting.push(child);
  }
  return found;
}
