/** A parsed Python file: its lines, definitions and problems. */

import { indentationProblems } from "./indentation.ts";
import { type Definition, outlinePython } from "./outline.ts";
import { locate } from "./problem.ts";
import { type PythonScan, scanPython } from "./scanner.ts";

/** A parsed source. Edit it only if it has no problems. */
export interface PythonModule extends PythonScan {
  /** The outermost definitions, in order. */
  readonly definitions: readonly Definition[];
}

/**
 * Parses a Python source as far as edits require.
 *
 * @param earlier An earlier version of the source. If the earlier version was parsed recently,
 * lines that both versions share are not scanned again. The result is the same.
 * @returns A module with the problems of its tokens and its indentation, in order.
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

/** Caches parsed modules, because one edit parses the same source several times. */
const recent = new Map<string, PythonModule>();
const RECENT = 16;

/** Lists all definitions of a module, including nested ones, in the order of the source. */
export function allDefinitions({ definitions }: PythonModule): Definition[] {
  const found: Definition[] = [];
  const waiting = definitions.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    for (const child of next.children.toReversed()) waiting.push(child);
  }
  return found;
}
