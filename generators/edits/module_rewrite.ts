/** Replacements of definitions in a module that other definitions are added to. */

import { readPython } from "../../python/python_module.ts";
import { removeUnusedImports } from "../../python/unused_imports.ts";
import type { CodePart } from "../code/code_part.ts";
import { orderDefinitions } from "./definition_order.ts";
import { ModuleDraft } from "./module_draft.ts";

/** Collects definitions to replace. The module is read and written once for all of them. */
export class ModuleRewrite {
  readonly #parts = new Map<string, CodePart>();
  readonly #changed = new Set<string>();
  readonly #movable = new Set<string>();

  /** Replaces the definition that has the part's name. */
  replace(part: CodePart): void {
    this.#parts.set(part.name, part);
  }

  /**
   * Moves models above the changed models that use them.
   *
   * @param all The models that may move, including unchanged ones.
   */
  order(changed: Iterable<string>, all: Iterable<string>): void {
    for (const each of changed) this.#changed.add(each);
    for (const each of all) this.#movable.add(each);
  }

  /** Returns the text of the module with the replacements. */
  apply(text: string): string {
    const replaced = replaceDefinitions(text, this.#parts.values());
    return orderDefinitions(replaced, this.#changed, this.#movable);
  }
}

/**
 * Replaces definitions of a module, and removes the imports that only the replaced code used. Parts
 * that the module does not have are ignored.
 */
export function replaceDefinitions(text: string, parts: Iterable<CodePart>): string {
  const changes = new ModuleDraft(readPython(text));
  const removed: string[] = [];
  for (const { name, code, imports } of parts) {
    const current = changes.find(name);
    if (current === undefined) continue;
    changes.replace(current, code, imports);
    removed.push(current.text);
  }
  if (removed.length === 0) return text;
  return removeUnusedImports(changes.text() ?? text, removed.join("\n"));
}
