/** The working copy of a module: its definitions, and those that a run adds or replaces. */

import { type AppendOptions, appendToClass, appendToModule } from "../../python/edit.ts";
import { replaceDefinition } from "../../python/replace_definition.ts";
import type { TextEdit } from "../../python/text_edit.ts";
import { reindent } from "../../python/reindent.ts";
import { renameNames } from "../../python/rename_names.ts";
import { bindsMember } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { applyWithImports, Translator } from "./edit_module.ts";
import { tidyModule } from "./tidy_module.ts";
import type { CodePart, Import } from "../code/code_part.ts";

/** Definitions that are added at one position, in order. */
interface Run {
  /**
   * The existing definition that the new definitions follow. Without it, the new definitions
   * precede `before`, or go to `place`.
   */
  readonly after?: PythonSymbol;
  readonly before?: PythonSymbol;
  readonly place?: AppendOptions;
  readonly codes: string[];
}

type Named = Pick<PythonSymbol, "name">;

/** The definitions beside which one is added. */
export interface Beside {
  /**
   * Of the definitions above it in the generated module, the last that exists or was added.
   */
  readonly previous: Pick<PythonSymbol, "name"> | undefined;
  /** The definitions below it in the generated module. */
  readonly after: IteratorObject<Pick<PythonSymbol, "name">>;
  /** Its place if the module has none of them. */
  readonly place?: AppendOptions | undefined;
}

/**
 * A module while a run edits it. The edits are applied together, so that a large module is parsed
 * only once. This has the same effect as applying them one by one.
 */
export class ModuleDraft {
  #module: PythonModule;
  #symbols: ReadonlyMap<string, PythonSymbol> | undefined;
  #translating: Translator | undefined;
  #edits: TextEdit[] = [];
  readonly #methods = new Map<string, string[]>();
  readonly #runs = new Map<string, Run>();
  readonly #imports = new Map<string, Import>();
  readonly #added = new Map<string, string>();
  /** Names of the definitions whose edits must be applied before others. */
  readonly #touched = new Set<string>();
  readonly #written = new Set<string>();
  readonly #movable = new Set<string>();
  readonly #replaced: string[] = [];

  /** @param before The module before all edits. */
  constructor(readonly before: PythonModule) {
    this.#module = before;
  }

  /** The module, without the edits that are collected. */
  get module(): PythonModule {
    return this.#module;
  }

  /** Whether the text may differ from that of the module before. */
  get hasEdits(): boolean {
    return this.#written.size > 0;
  }

  /** The code of the added definitions by name, such as `get` or `Service.get`. */
  get added(): ReadonlyMap<string, string> {
    return this.#added;
  }

  /** Finds a definition of the module, without the added ones. */
  find(name: string): PythonSymbol | undefined {
    this.#symbols ??= new Map(symbols(this.#module).map((each) => [each.name, each]));
    return this.#symbols.get(name);
  }

  /** Reports whether the module has a definition, such as `get` or `Service.get`, including the added ones. */
  has(name: string): boolean {
    return this.#added.has(name) || this.find(name) !== undefined;
  }

  get #translator(): Translator {
    return this.#translating ??= new Translator(this.#module);
  }

  /** Reports whether collected changes must be applied before a definition can be added. */
  dependsOnChanges(symbol: Named, previous: Named | undefined): boolean {
    if (isMethod(symbol)) return this.#touched.has(classOf(symbol.name));
    return previous !== undefined && isMethod(previous) &&
      this.#methods.has(classOf(previous.name));
  }

  /**
   * Replaces what a generator writes of a definition.
   *
   * @param isReplaced Reports whether to replace a part of a class; all by default.
   * @returns Whether the module changes.
   */
  replace(
    current: PythonSymbol,
    code: string,
    imports: readonly Import[],
    isReplaced?: (part: string) => boolean,
  ): boolean {
    const { source } = this.#module;
    const adapted = this.#translator.annotate(code, imports);
    const edits = replaceDefinition(this.#module, current, adapted.code, isReplaced)
      .map((each) => ({ ...each, insert: renameNames(each.insert, adapted.names) }));
    const changed = edits.filter(({ offset, remove, insert }) =>
      source.slice(offset, offset + remove) !== insert
    );
    for (const edit of changed) {
      const { offset, remove, insert } = edit;
      this.#edits.push(edit);
      this.#translator.count(insert, source.slice(offset, offset + remove));
    }
    this.#touched.add(current.name);
    if (!this.#import(adapted.imports) && changed.length === 0) return false;
    this.#written.add(current.name);
    this.#replaced.push(current.text);
    return true;
  }

  /** Replaces the definition that has the part's name, if the module has one. */
  replacePart({ name, code, imports }: CodePart): void {
    const current = this.find(name);
    if (current !== undefined) this.replace(current, code, imports);
  }

  /**
   * Names the definitions that may be moved above written ones, because Python needs a class above
   * the definitions that use it.
   */
  allowMoves(names: Iterable<string>): void {
    for (const each of names) this.#movable.add(each);
  }

  /** Adds a function or class and its imports, at the end by default. */
  add(part: CodePart, options: AppendOptions = {}): void {
    this.#edits.push(...appendToModule(this.#module, this.#addTopLevel(part), options));
  }

  /** Adds a method and its imports to a class. */
  addMethod(className: string, part: CodePart): void {
    const codes = this.#methods.get(className) ?? [];
    this.#methods.set(className, codes);
    codes.push(this.#add(part, `${className}.${part.name}`));
  }

  /** Adds a definition outside classes, beside others. */
  addBeside(part: CodePart, beside: Beside): void {
    const { previous } = beside;
    const run = this.#runs.get(previous?.name ?? "") ?? this.#newRun(beside);
    run.codes.push(this.#addTopLevel(part));
    this.#runs.set(part.name, run);
    this.#touched.add(part.name);
  }

  #addTopLevel(part: CodePart): string {
    const code = this.#add(part, part.name);
    this.#translator.countName(part.name);
    return code;
  }

  #add(part: CodePart, name: string): string {
    const { code, imports } = this.#translator.translate(part);
    this.#translator.count(code);
    this.#import(imports);
    this.#added.set(name, code);
    this.#written.add(name);
    return code;
  }

  #newRun({ previous, after, place = {} }: Beside): Run {
    const last = this.find(previous?.name ?? "");
    if (last === undefined) {
      const next = after.find(({ name }) => this.find(name) !== undefined);
      const before = this.find(next?.name ?? "");
      return before === undefined ? { place, codes: [] } : { before, codes: [] };
    }
    // A definition cannot follow a method inside the class, so it follows the whole class.
    return { after: this.find(classOf(last.name)) ?? last, codes: [] };
  }

  /** Adds the missing imports and reports whether there are any. */
  #import(imports: readonly Import[]): boolean {
    const before = this.#imports.size;
    for (const each of imports) {
      const { module, ...member } = { alias: each.name, ...each };
      const key = JSON.stringify([module, member]);
      if (this.#imports.has(key) || bindsMember(this.#module, module, member)) continue;
      this.#imports.set(key, each);
      this.#translator.countImport(each);
    }
    return this.#imports.size > before;
  }

  /**
   * Returns the text with the edits; `null` if the class of a method does not exist, or has no body.
   */
  text(): string | null {
    const text = this.#applied();
    const { source } = this.before;
    return text === null || text === source ? text : tidyModule(text, {
      written: this.#written,
      movable: this.#movable,
      replaced: this.#replaced,
    });
  }

  /**
   * Applies the collected edits, so that others can follow.
   *
   * @returns `false` if the class of a method does not exist, or has no body.
   */
  apply(): boolean {
    const text = this.#applied();
    if (text === null) return false;
    this.#module = readPython(text, this.#module.source);
    this.#symbols = this.#translating = undefined;
    this.#edits = [];
    for (const each of [this.#methods, this.#runs, this.#imports, this.#added]) each.clear();
    this.#touched.clear();
    return true;
  }

  #applied(): string | null {
    const edits: TextEdit[] = [];
    for (const [className, codes] of this.#methods) {
      const added = appendToClass(this.#module, className, codes);
      if ("problem" in added) return null;
      edits.push(...added);
    }
    const runs = [...new Set(this.#runs.values())].flatMap((run) => this.#runEdits(run));
    return applyWithImports(this.#module, [...edits, ...this.#edits, ...runs], [
      ...this.#imports.values(),
    ]);
  }

  #runEdits({ after, before, place, codes }: Run): TextEdit[] {
    const { eol, indentUnit } = this.#module;
    const code = codes.join("\n\n\n");
    if (after === undefined && before === undefined) {
      return appendToModule(this.#module, `${code}\n`, place);
    }
    const text = reindent(code, { eol, unit: indentUnit, margin: "" });
    const gap = eol.repeat(3);
    return after === undefined
      ? [{ offset: before?.start ?? 0, remove: 0, insert: text + gap }]
      : [{ offset: after.wholeEnd, remove: 0, insert: gap + text }];
  }
}

/** Reports whether a definition is a method, such as `Service.get`. */
export function isMethod({ name }: Named): boolean {
  return name.includes(".");
}

/** Returns the class of a method. */
export function classOf(method: string): string {
  return method.split(".")[0] ?? "";
}

/**
 * Replaces definitions of a module, and removes the imports that only the replaced code used. Parts
 * that the module does not have are ignored.
 */
export function replaceDefinitions(text: string, parts: Iterable<CodePart>): string {
  const draft = new ModuleDraft(readPython(text));
  for (const each of parts) draft.replacePart(each);
  return draft.text() ?? text;
}
