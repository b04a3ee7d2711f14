/** Finds code that uses definitions that a reversal would remove. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { mergeSequences } from "../../core/three_way.ts";
import { pythonFiles } from "../../project/layout/python_files.ts";
import {
  type DefinitionUse,
  type ProjectDefinition,
  ProjectUses,
} from "../../project/semantics/uses.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { ownName, symbols } from "../../python/symbols.ts";
import type { ReversedFile } from "./reversed_file.ts";

/** A definition that would be removed, although code that stays uses it. */
export interface UsedDefinition extends ProjectDefinition {
  readonly uses: readonly DefinitionUse[];
}

/** Finds the uses of definitions of a project, in the code that stays after a reversal. */
export class ReversalUses {
  readonly #python: Snapshot;
  #uses: ProjectUses | null = null;

  /** @param files The present files. Files that are not Python are ignored. */
  constructor(files: Snapshot) {
    this.#python = pythonFiles(files);
  }

  /** Lists the definitions that the reversal would remove, although code that stays uses them. */
  of(reversed: readonly ReversedFile[]): readonly UsedDefinition[] {
    const changed = new Map(
      reversed.filter(({ path, now, text }) => path.endsWith(".py") && now !== text)
        .map((file) => [file.path, file]),
    );
    const removed = [...changed.values()].flatMap(removedDefinitions);
    const named = this.#wordsOf(removed.map(wordOf), changed);
    const candidates = removed.filter((each) => named.has(wordOf(each)));
    if (candidates.length === 0) return [];
    // Reading the references of a whole project takes long, and is rarely needed.
    const uses = this.#uses ??= new ProjectUses(this.#python);
    const staying = stayingLines(changed);
    return candidates.map((definition) => ({
      ...definition,
      uses: uses.of(definition).filter(({ path, line }) => staying.get(path)?.has(line) ?? true),
    })).filter((each) => each.uses.length > 0);
  }

  /**
   * Returns the words that occur in the project after the reversal. Leaves out restored files,
   * because they use only definitions that were there before the change.
   */
  #wordsOf(
    words: readonly string[],
    changed: ReadonlyMap<ProjectPath, ReversedFile>,
  ): ReadonlySet<string> {
    const wanted = new Set(words);
    const found = new Set<string>();
    for (const [path, before] of this.#python) {
      const file = changed.get(path);
      const text = file === undefined ? before : isMerged(file) ? file.text ?? "" : "";
      for (const [word] of text.matchAll(/[\w\u0080-\uffff]+/g)) {
        if (wanted.has(word)) found.add(word);
      }
    }
    return found;
  }
}

function removedDefinitions({ path, now, text }: ReversedFile): readonly ProjectDefinition[] {
  const present = readPython(now ?? "");
  const left = new Set(namesIn(readPython(text ?? "", present.source)));
  const names = namesIn(present).filter((name) => !left.has(name));
  return [...(text === null ? [null] : []), ...new Set(names)].map((name) => ({ path, name }));
}

function namesIn(module: PythonModule): readonly string[] {
  return symbols(module).map(({ name }) => name);
}

/** Returns the word by which code names a definition or a module. */
function wordOf({ path, name }: ProjectDefinition): string {
  if (name !== null) return ownName(name);
  const [file = "", folder = ""] = path.split("/").reverse();
  return file === "__init__.py" ? folder : file.slice(0, -".py".length);
}

/**
 * Returns the 1-based lines of changed files that are still there after the reversal. Leaves out
 * restored lines, because they use only definitions that were there before the change.
 */
function stayingLines(
  changed: ReadonlyMap<ProjectPath, ReversedFile>,
): ReadonlyMap<ProjectPath, ReadonlySet<number>> {
  const staying = new Map<ProjectPath, ReadonlySet<number>>();
  for (const [path, { now, text, version }] of changed) {
    const lines = new Set<number>();
    staying.set(path, lines);
    if (!isMerged({ text, version })) continue;
    const [before, after] = [(now ?? "").split("\n"), (text ?? "").split("\n")];
    for (const part of mergeSequences(before, before, after, { areIndependent: false })) {
      if (part.kind === "theirs") continue;
      for (let line = part.base.start; line < part.base.end; line++) lines.add(line + 1);
    }
  }
  return staying;
}

/** Reports whether a file keeps later changes. */
function isMerged({ text, version }: Pick<ReversedFile, "text" | "version">): boolean {
  return text !== null && text !== version?.text;
}
