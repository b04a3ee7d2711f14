/** Changes to the definitions of a module, collected one by one and applied together. */

import { appendToClass, appendToModule, replaceSymbol } from "../../python/edit.ts";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";
import { fitCode } from "../../python/fitted_code.ts";
import { bindsMember } from "../../python/imports.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { addImports, Translator } from "./edit_module.ts";
import type { CodePart, Import } from "../code/endpoint_code.ts";

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
 * Collects changes to a module. Applying the changes together has the same effect as applying them
 * one by one.
 */
export class ModuleChanges {
  readonly #present: readonly PythonSymbol[];
  readonly #first: ReadonlyMap<string, PythonSymbol>;
  readonly #last: ReadonlyMap<string, PythonSymbol>;
  readonly #translator: Translator;
  readonly #replacements: TextEdit[] = [];
  readonly #methods = new Map<string, string[]>();
  readonly #runs = new Map<string, Run>();
  readonly #imports = new Map<string, Import>();
  /** Names of the changed definitions. */
  readonly #touched = new Set<string>();

  constructor(readonly module: PythonModule) {
    this.#present = symbols(module);
    this.#first = new Map(this.#present.toReversed().map((each) => [each.name, each]));
    this.#last = new Map(this.#present.map((each) => [each.name, each]));
    this.#translator = new Translator(module);
  }

  /** Finds a definition of the module. */
  find(name: string): PythonSymbol | undefined {
    return this.#first.get(name);
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
      this.#replacements.push(edit);
      this.#translator.count(insert, source.slice(offset, offset + remove));
    }
    this.#touched.add(current.name);
    return this.#import(adapted.imports) || changed.length > 0;
  }

  /** Adds a method to its class. */
  addMethod(part: CodePart): void {
    const { name, code, imports } = this.#translator.translate(part);
    const className = classOf(name);
    const methods = this.#methods.get(className) ?? [];
    methods.push(code);
    this.#methods.set(className, methods);
    this.#translator.count(code);
    this.#import(imports);
  }

  /**
   * Adds a definition outside classes.
   *
   * @param previous Of the definitions above it in the generated module, the last that exists or
   * was added.
   * @param after The definitions below it in the generated module.
   */
  addBeside(
    { name, code, imports }: CodePart,
    previous: PythonSymbol | undefined,
    after: IteratorObject<PythonSymbol>,
  ): void {
    const run = this.#runs.get(previous?.name ?? "") ?? this.#newRun(previous, after);
    run.codes.push(code);
    this.#runs.set(name, run);
    this.#translator.count(code);
    this.#import(imports);
    this.#touched.add(name);
  }

  #newRun(previous: PythonSymbol | undefined, after: IteratorObject<PythonSymbol>): Run {
    const last = this.#last.get(previous?.name ?? "");
    if (last === undefined) {
      const next = after.find(({ name }) => this.#last.has(name));
      const before = this.#last.get(next?.name ?? "");
      return before === undefined ? { codes: [] } : { before, codes: [] };
    }
    // A definition cannot follow a method inside the class, so it follows the whole class.
    if (last.kind !== "method") return { after: last, codes: [] };
    const start = `${classOf(last.name)}.`;
    return {
      after: this.#present.findLast(({ name }) => name.startsWith(start)) ?? last,
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

  /**
   * Applies the changes.
   *
   * @returns The new text; `null` if the class of a method does not exist.
   */
  apply(): string | null {
    const runs = [...new Set(this.#runs.values())];
    const edits = [this.#replacements, ...runs.map((run) => this.#runEdits(run))];
    for (const [className, codes] of this.#methods) {
      const added = appendToClass(this.module, className, codes);
      if ("problem" in added) return null;
      edits.push(added);
    }
    return addImports(applyEdits(this.module.source, edits.flat()), this.#imports.values());
  }

  #runEdits({ after, before, codes }: Run): TextEdit[] {
    const { eol, indentUnit } = this.module;
    const code = codes.join("\n\n\n");
    if (after === undefined && before === undefined) {
      return appendToModule(this.module, `${code}\n`);
    }
    const text = fitCode(code, { eol, unit: indentUnit, margin: "" });
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
