/** Collects the code that endpoints add to files, in memory, before anything is written. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import type { AppendOptions } from "../../python/edit.ts";
import type { ModuleDraft } from "./module_draft.ts";
import type { CodePart } from "../code/endpoint_code.ts";
import type { GrowingFiles } from "./growing_files.ts";

/** An edited file. */
export interface LayerEdit {
  readonly path: ProjectPath;
  readonly before: string | null;
  readonly after: string;
  /** Name of the added definition. */
  readonly symbol: string | null;
}

/** A definition that was added to a file. */
export interface AddedName {
  readonly path: ProjectPath;
  /** Its full name, such as `ProductsService.get`. */
  readonly name: string;
}

/** Adds definitions to files, and collects diagnostics. */
export class Draft {
  readonly diagnostics: Diagnostic[] = [];
  /** The added definitions. */
  readonly added: AddedName[] = [];
  readonly #symbols = new Map<ProjectPath, string>();

  constructor(readonly files: GrowingFiles) {}

  /** Returns a Python file that definitions can be added to; `undefined` if it does not exist. */
  module(path: string): ModuleDraft | undefined {
    return this.files.module(projectPath(path));
  }

  /** Adds a function or class to a module that exists. */
  addFunction(path: string, part: CodePart, options: AppendOptions = {}): void {
    this.module(path)?.add(part, options);
    this.#record(path, part.name, part.name);
  }

  /** Adds a method to a class of a module that exists. */
  addMethod(path: string, className: string, part: CodePart): void {
    this.module(path)?.addMethod(className, part);
    this.#record(path, `${className}.${part.name}`, part.name);
  }

  /** Creates a module with definitions. */
  create(path: string, text: string, names: readonly string[]): void {
    this.files.set(projectPath(path), text);
    for (const name of names) this.#record(path, name, name);
  }

  #record(path: string, name: string, symbol: string): void {
    const checked = projectPath(path);
    this.added.push({ path: checked, name });
    this.#symbols.set(checked, symbol);
  }

  /** Returns the edits to all files. */
  edits(): LayerEdit[] {
    return [...this.#symbols].map(([path, symbol]) => ({
      path,
      before: this.files.snapshot.get(path) ?? null,
      after: this.files.text(path) ?? "",
      symbol,
    }));
  }
}
