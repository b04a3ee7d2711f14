/** Replacements of definitions in files that grow. */

import type { ProjectPath } from "../../core/project_path.ts";
import { readPython } from "../../python/python_module.ts";
import { removeUnusedImports } from "../../python/unused_imports.ts";
import { orderDefinitions } from "./definition_order.ts";
import type { CodePart } from "../code/endpoint_code.ts";
import type { GrowingFiles } from "./growing_files.ts";
import { ModuleDraft } from "./module_draft.ts";

/** Definitions of files to replace, collected one by one. Each file is read and written once for all of them. */
export class Replacements {
  readonly #parts = new Map<ProjectPath, Map<string, CodePart>>();
  readonly #models = new Map<ProjectPath, { changed: Set<string>; all: Set<string> }>();

  /** Replaces the definition that has the part's name. */
  replace(path: ProjectPath, part: CodePart): void {
    const parts = this.#parts.get(path) ?? new Map<string, CodePart>();
    this.#parts.set(path, parts.set(part.name, part));
  }

  /**
   * Moves models above the changed models that use them.
   *
   * @param all The models that may move, including unchanged ones.
   */
  order(path: ProjectPath, changed: Iterable<string>, all: Iterable<string>): void {
    const known = this.#models.get(path) ?? { changed: new Set(), all: new Set() };
    this.#models.set(path, known);
    for (const each of changed) known.changed.add(each);
    for (const each of all) known.all.add(each);
  }

  /** Writes the files. */
  apply(files: GrowingFiles): void {
    for (const [path, parts] of this.#parts) {
      const text = files.text(path);
      if (text !== undefined) files.set(path, replaceDefinitions(text, parts.values()));
    }
    for (const [path, { changed, all }] of this.#models) {
      const text = files.text(path);
      if (text !== undefined) files.set(path, orderDefinitions(text, changed, all));
    }
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
  return removeUnusedImports(changes.text() ?? text, removed.join("\n"));
}
