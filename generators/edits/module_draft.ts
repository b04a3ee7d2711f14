/** The working copy of a module: its definitions, and those that a run adds or replaces. */

import {
  type AppendOptions,
  appendToClass,
  appendToModule,
  replaceSymbol,
} from "../../python/edit.ts";
import type { TextEdit } from "../../python/text_edit.ts";
import { reindent } from "../../python/reindent.ts";
import { bindsMember } from "../../python/imports.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { applyWithImports, Translator } from "./edit_module.ts";
import type { CodePart, Import } from "../code/code_part.ts";

/** Definitions that are added at one position, in order. */
interface Run {
  /**
   * The existing definition that the new definitions follow. Without it, the new definitions
   * precede `before`, or go to the end.
   */
  readonly after?: PythonSymbol;
  readonly before?: PythonSymbol;
  readonly codes: string[];
}

/**
 * A module while a run edits it. The edits are applied together, so that a large module is parsed
 * only once. This has the same effect as applying them one by one.
 */
export class ModuleDraft {
  #first: ReadonlyMap<string, PythonSymbol> | undefined;
  #last: ReadonlyMap<string, PythonSymbol> | undefined;
  #translating: Translator | undefined;
  readonly #edits: TextEdit[] = [];
  readonly #methods = new Map<string, string[]>();
  readonly #runs = new Map<string, Run>();
  readonly #imports = new Map<string, Import>();
  readonly #added = new Map<string, string>();
  /** Names of the changed definitions. */
  readonly #touched = new Set<string>();

  /** @param module The module as it was. */
  constructor(readonly module: PythonModule) {}

  /** The code of the added definitions by name, such as `get` or `Service.get`. */
  get added(): ReadonlyMap<string, string> {
    return this.#added;
  }

  /** Finds a definition of the module as it was. */
  find(name: string): PythonSymbol | undefined {
    this.#first ??= new Map(symbols(this.module).toReversed().map((each) => [each.name, each]));
    return this.#first.get(name);
  }

  /** Reports whether the module has a definition, such as `get` or `Service.get`, including the added ones. */
  has(name: string): boolean {
    return this.#added.has(name) || this.find(name) !== undefined;
  }

  get #translator(): Translator {
    return this.#translating ??= new Translator(this.module);
  }

  #findLast(name: string): PythonSymbol | undefined {
    this.#last ??= new Map(symbols(this.module).map((each) => [each.name, each]));
    return this.#last.get(name);
  }

  /** Reports whether collected changes must be applied before a definition can be added. */
  dependsOnChanges({ kind, name }: PythonSymbol, previous: PythonSymbol | undefined): boolean {
    if (kind === "method") return this.#touched.has(classOf(name));
    return previous?.kind === "method" && this.#methods.has(classOf(previous.name));
  }

  /**
   * Replaces a definition.
   *
   * @returns Whether the module changes.
   */
  replace(current: PythonSymbol, code: string, imports: readonly Import[]): boolean {
    const { source } = this.module;
    const adapted = this.#translator.annotate(code, imports);
    const edits = replaceSymbol(this.module, current, adapted.code);
    const changed = edits.filter(({ offset, remove, insert }) =>
      source.slice(offset, offset + remove) !== insert
    );
    for (const edit of changed) {
      const { offset, remove, insert } = edit;
      this.#edits.push(edit);
      this.#translator.count(insert, source.slice(offset, offset + remove));
    }
    this.#touched.add(current.name);
    return this.#import(adapted.imports) || changed.length > 0;
  }

  /** Adds a function or class and its imports, at the end by default. */
  add(part: CodePart, options: AppendOptions = {}): void {
    this.#edits.push(...appendToModule(this.module, this.#addTopLevel(part), options));
  }

  /** Adds a method and its imports to a class. */
  addMethod(className: string, part: CodePart): void {
    const codes = this.#methods.get(className) ?? [];
    this.#methods.set(className, codes);
    codes.push(this.#add(part, `${className}.${part.name}`));
  }

  /**
   * Adds a definition outside classes.
   *
   * @param previous Of the definitions above it in the generated module, the last that exists or
   * was added.
   * @param after The definitions below it in the generated module.
   */
  addBeside(
    part: CodePart,
    previous: PythonSymbol | undefined,
    after: IteratorObject<PythonSymbol>,
  ): void {
    const run = this.#runs.get(previous?.name ?? "") ?? this.#newRun(previous, after);
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
    return code;
  }

  #newRun(previous: PythonSymbol | undefined, after: IteratorObject<PythonSymbol>): Run {
    const last = this.#findLast(previous?.name ?? "");
    if (last === undefined) {
      const next = after.find(({ name }) => this.#findLast(name) !== undefined);
      const before = this.#findLast(next?.name ?? "");
      return before === undefined ? { codes: [] } : { before, codes: [] };
    }
    // A definition cannot follow a method inside the class, so it follows the whole class.
    if (last.kind !== "method") return { after: last, codes: [] };
    const start = `${classOf(last.name)}.`;
    return {
      after: symbols(this.module).findLast(({ name }) => name.startsWith(start)) ?? last,
      codes: [],
    };
  }

  /** Adds the missing imports and reports whether there are any. */
  #import(imports: readonly Import[]): boolean {
    const before = this.#imports.size;
    for (const each of imports) {
      const { module, ...member } = { alias: each.name, ...each };
      const key = JSON.stringify([module, member]);
      if (this.#imports.has(key) || bindsMember(this.module, module, member)) continue;
      this.#imports.set(key, each);
      this.#translator.countImport(each);
    }
    return this.#imports.size > before;
  }

  /** Returns the text with the edits; `null` if the class of a method does not exist, or has no body. */
  text(): string | null {
    const edits: TextEdit[] = [];
    for (const [className, codes] of this.#methods) {
      const added = appendToClass(this.module, className, codes);
      if ("problem" in added) return null;
      edits.push(...added);
    }
    const runs = [...new Set(this.#runs.values())].flatMap((run) => this.#runEdits(run));
    return applyWithImports(this.module, [...edits, ...this.#edits, ...runs], [
      ...this.#imports.values(),
    ]);
  }

  #runEdits({ after, before, codes }: Run): TextEdit[] {
    const { eol, indentUnit } = this.module;
    const code = codes.join("\n\n\n");
    if (after === undefined && before === undefined) {
      return appendToModule(this.module, `${code}\n`);
    }
    const text = reindent(code, { eol, unit: indentUnit, margin: "" });
    const gap = eol.repeat(3);
    return after === undefined
      ? [{ offset: before?.start ?? 0, remove: 0, insert: text + gap }]
      : [{ offset: after.end, remove: 0, insert: gap + text }];
  }
}

/** Returns the class of a method. */
function classOf(method: string): string {
  return method.split(".")[0] ?? "";
}
