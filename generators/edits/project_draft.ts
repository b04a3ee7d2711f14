/** The working copy of a project: the files as they were read, and the edits of a run. */

import type { Change, FileForm, Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { withFactsOf } from "../../project/facts/fact_store.ts";
import { Project } from "../../project/project.ts";
import type { AppendOptions } from "../../python/edit.ts";
import { readPython } from "../../python/python_module.ts";
import type { CodePart } from "../code/code_part.ts";
import { ModuleDraft } from "./module_draft.ts";

/** A file after the edits of a run. */
interface DraftFile {
  /** `null` if the file is deleted. */
  readonly text: string | null;
  readonly details: Pick<Change, "symbol"> & { like?: ProjectPath; form?: FileForm };
}

/** A definition that was added to a file. */
export interface AddedName {
  readonly path: ProjectPath;
  /** Its full name, such as `ProductsService.get`. */
  readonly name: string;
}

/**
 * A project while a run edits it. The time that edits and changes take depends on the edited files
 * only.
 *
 * @example
 * ```ts
 * import { projectPath } from "../../core/project_path.ts";
 * import { Project } from "../../project/project.ts";
 * import { ProjectDraft } from "./project_draft.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const [app, jobs] = [projectPath("app.py"), projectPath("jobs.py")];
 * const draft = new ProjectDraft(new Project(new Map([[app, "x = 1\n"], [jobs, "y = 1\n"]])));
 * draft.write(app, "x = 2\n");
 * draft.delete(jobs);
 * deepEqual(draft.changes(), [
 *   { kind: "update", path: app, before: "x = 1\n", after: "x = 2\n" },
 *   { kind: "delete", path: jobs, before: "y = 1\n", after: null },
 * ]);
 * ```
 */
export class ProjectDraft {
  readonly #edited = new Map<ProjectPath, DraftFile>();
  readonly #modules = new Map<ProjectPath, ModuleDraft>();
  readonly #added: AddedName[] = [];
  #project: Project | null = null;

  /** @param before The project before the run. */
  constructor(readonly before: Project) {}

  /** The project with the edits so far. It is opened again only after further edits. */
  get project(): Project {
    this.#finish();
    return this.#project ??= this.#opened();
  }

  /** The files with the edits so far. */
  get files(): Snapshot {
    return this.project.files;
  }

  #opened(): Project {
    const { before } = this;
    const changed = [...this.#edited].filter(([path, { text }]) =>
      text !== (before.files.get(path) ?? null)
    );
    if (changed.length === 0) return before;
    const files = new Map(before.files);
    for (const [path, { text }] of changed) {
      if (text === null) files.delete(path);
      else files.set(path, text);
    }
    return new Project(withFactsOf(files, before.python), before);
  }

  /** Returns the text of a file; `undefined` if it does not exist. */
  text(path: ProjectPath): string | undefined {
    this.writeAdded(path);
    return this.#written(path);
  }

  /** Returns the text of a file without what its module collects. */
  #written(path: ProjectPath): string | undefined {
    const edited = this.#edited.get(path);
    return edited === undefined ? this.before.files.get(path) : edited.text ?? undefined;
  }

  /** Reports whether a file exists. */
  has(path: ProjectPath): boolean {
    return this.#written(path) !== undefined;
  }

  /**
   * Returns a module that definitions can be added to; `undefined` if it does not exist. What it
   * collects is written when the text of the file, all files or the changes are needed.
   */
  module(path: ProjectPath): ModuleDraft | undefined {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const text = this.#written(path);
    if (text === undefined) return undefined;
    const module = new ModuleDraft(readPython(text));
    this.#modules.set(path, module);
    return module;
  }

  /** The names of the definitions that were added one by one. */
  get added(): readonly AddedName[] {
    return this.#added;
  }

  /** Adds a function or class to a module that exists. */
  addFunction(path: ProjectPath, part: CodePart, options: AppendOptions = {}): void {
    this.module(path)?.add(part, options);
    this.#added.push({ path, name: part.name });
  }

  /** Adds a method to a class of a module that exists. */
  addMethod(path: ProjectPath, className: string, part: CodePart): void {
    this.module(path)?.addMethod(className, part);
    this.#added.push({ path, name: `${className}.${part.name}` });
  }

  /** Creates a module with definitions. */
  create(path: ProjectPath, text: string, names: readonly string[]): void {
    this.write(path, text);
    this.#added.push(...names.map((name) => ({ path, name })));
  }

  /** Writes the definitions that were added to a module, so that {@linkcode module} finds them. */
  writeAdded(path: ProjectPath): void {
    const module = this.#modules.get(path);
    if (module === undefined || !module.hasEdits) return;
    const text = module.text();
    if (text === null) throw new Error(`A class of ${path} cannot take a method`);
    this.#setCode(path, { text, details: this.#edited.get(path)?.details ?? {} });
  }

  /** Writes what modules collect. */
  #finish(): void {
    for (const path of [...this.#modules.keys()]) this.writeAdded(path);
  }

  /**
   * Sets the text of a file. A text that the file has already is no edit.
   *
   * @param symbol The name of the definition that the text adds. The change of a file that was
   * edited before names none.
   * @throws {Error} If the text is Python that does not parse, which is a bug in a generator.
   */
  write(path: ProjectPath, text: string, symbol?: string): void {
    if (this.text(path) === text) return;
    const isNamed = symbol !== undefined && !this.#edited.has(path);
    this.#setCode(path, { text, details: isNamed ? { symbol } : {} });
  }

  /** Deletes a file. */
  delete(path: ProjectPath): void {
    this.#set(path, { text: null, details: {} });
  }

  /** Sets the texts of files; `null` deletes a file. */
  apply(texts: ReadonlyMap<ProjectPath, string | null>): void {
    for (const [path, text] of texts) {
      if (text === null) this.delete(path);
      else this.write(path, text);
    }
  }

  /** Makes changes that were planned for the project as the draft has it. */
  follow(changes: readonly Change[]): void {
    for (const { path, after, symbol } of changes) {
      if (after === null) this.delete(path);
      else this.write(path, after, symbol);
    }
  }

  /** Moves a file. The file keeps its encoding. */
  move(from: ProjectPath, to: ProjectPath): void {
    const text = this.text(from);
    if (text === undefined) return;
    this.#set(to, { text, details: { like: from } });
    this.delete(from);
  }

  /**
   * Sets the text of a file to one that it had, or that people merged.
   *
   * @param form The stored form that the text had.
   */
  restore(path: ProjectPath, text: string, form?: FileForm): void {
    this.#set(path, { text, details: form === undefined ? {} : { form } });
  }

  /** Checks generated code, which was often just parsed, so that it is not parsed again. */
  #setCode(path: ProjectPath, file: DraftFile & { readonly text: string }): void {
    checkPython(path, this.before.files.get(path), file.text);
    this.#set(path, file);
  }

  #set(path: ProjectPath, file: DraftFile): void {
    this.#edited.set(path, file);
    this.#modules.delete(path);
    this.#project = null;
  }

  /** Returns the changes, in the order of the first edits of their files. */
  changes(): readonly Change[] {
    this.#finish();
    return [...this.#edited].flatMap(([path, file]) =>
      changeOf(path, this.before.files.get(path) ?? null, file)
    );
  }
}

function changeOf(
  path: ProjectPath,
  before: string | null,
  { text: after, details }: DraftFile,
): readonly Change[] {
  if (before === after) return [];
  if (after === null) return before === null ? [] : [{ kind: "delete", path, before, after }];
  return before === null
    ? [{ kind: "create", path, before, after, ...details }]
    : [{ kind: "update", path, before, after, ...details }];
}

function checkPython(path: ProjectPath, before: string | undefined, after: string): void {
  if (!path.endsWith(".py") || after === before) return;
  const [problem] = readPython(after, before).problems;
  if (problem === undefined) return;
  throw new Error(`Generated ${path}:${problem.line} does not parse: ${problem.message}`);
}
