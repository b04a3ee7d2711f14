/** Tidies a module after definitions were written into it. */

import { readImports } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { applyEdits } from "../../python/text_edit.ts";
import { removeUnusedImports } from "../../python/unused_imports.ts";
import { orderDefinitions } from "./definition_order.ts";

/** What was written into a module. */
export interface WrittenCode {
  /** Names of the added and the replaced definitions. */
  readonly written: ReadonlySet<string>;
  /** Names of the definitions that may be moved above the written ones, which use them. */
  readonly movable: ReadonlySet<string>;
  /** The code that was replaced. */
  readonly replaced: readonly string[];
}

/**
 * Moves definitions above those that use them, removes the imports that only replaced code used, and
 * corrects the blank lines above the first definition.
 */
export function tidyModule(text: string, { written, movable, replaced }: WrittenCode): string {
  if (movable.size === 0 && replaced.length === 0) return text;
  const ordered = movable.size === 0 ? text : orderDefinitions(text, written, movable);
  const used = replaced.length === 0 ? ordered : removeUnusedImports(ordered, replaced.join("\n"));
  const module = readPython(used);
  const [first] = symbols(module);
  const isSpaced = first === undefined || used === ordered && !written.has(first.name);
  return isSpaced ? used : spaceFirst(module, first);
}

/**
 * Corrects the blank lines above the first definition. Formatters require two blank lines after
 * imports or a docstring, but one before an assignment.
 */
function spaceFirst(module: PythonModule, first: PythonSymbol): string {
  const text = module.source;
  const head = text.slice(0, first.start).trimEnd();
  const last = readImports(module).findLast(({ end }) => end <= head.length);
  const isDocstring = last === undefined && /^"""[^"]*"""$/.test(head);
  if (last?.end !== head.length && !isDocstring) return text;
  const breaks = first.kind === "assignment" ? 2 : 3;
  const remove = first.start - head.length;
  return applyEdits(text, [{ offset: head.length, remove, insert: module.eol.repeat(breaks) }]);
}
