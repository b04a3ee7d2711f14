/** A project's files while definitions are added to them. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { readRecords, type Records } from "../../project/records/records.ts";
import { readPython } from "../../python/python_module.ts";
import { ModuleDraft } from "./module_draft.ts";

/** Files that change in memory. A module that only gets new definitions is written once, at the end. */
export class GrowingFiles {
  readonly #texts = new Map<ProjectPath, string>();
  readonly #modules = new Map<ProjectPath, ModuleDraft>();
  #records: Records | null | undefined;

  /** @param snapshot The files as they were. */
  constructor(readonly snapshot: Snapshot) {}

  /** The project's records before its files change; `null` if it has none. */
  get records(): Records | null {
    return this.#records === undefined ? this.#records = readRecords(this.snapshot) : this.#records;
  }

  /** Reports whether a file exists. */
  has(path: ProjectPath): boolean {
    return this.#texts.has(path) || this.snapshot.has(path);
  }

  /** Returns a Python file that definitions can be added to; `undefined` if it does not exist. */
  module(path: ProjectPath): ModuleDraft | undefined {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const text = this.#texts.get(path) ?? this.snapshot.get(path);
    if (text === undefined) return undefined;
    const module = new ModuleDraft(readPython(text));
    this.#modules.set(path, module);
    return module;
  }

  /** Returns the text of a file with the added definitions; `undefined` if it does not exist. */
  text(path: ProjectPath): string | undefined {
    const module = this.#modules.get(path);
    if (module !== undefined && module.added.size > 0) {
      const text = module.text();
      if (text === null) throw new Error(`A class of ${path} cannot take a method`);
      this.set(path, text);
    }
    return this.#texts.get(path) ?? this.snapshot.get(path);
  }

  /** Sets the text of a file. */
  set(path: ProjectPath, text: string): void {
    this.#texts.set(path, text);
    this.#modules.delete(path);
  }

  /** Returns the texts of the files that changed. */
  changed(): ReadonlyMap<ProjectPath, string> {
    for (const path of [...this.#modules.keys()]) this.text(path);
    return new Map([...this.#texts].filter(([path, text]) => this.snapshot.get(path) !== text));
  }
}
