/** Adds definitions and imports to modules. */

import { type AppendOptions, appendToClass, appendToModule } from "../../python/edit.ts";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";
import { addAllMembers, addImport, importsForCheckersOnly } from "../../python/imports.ts";
import { MemberNames } from "../../python/member_name.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { renameNames } from "../../python/rename_names.ts";
import { StringStyle } from "../../python/string_style.ts";
import { symbols } from "../../python/symbols.ts";
import type { CodePart, CopiedCode, Import } from "../code/endpoint_code.ts";
import { namesIn } from "../code/names_in.ts";
import { headerOf, quoteAnnotations } from "../code/quoted_annotations.ts";

/** Adds imports that a module lacks. */
export function addImports(text: string, imports: Iterable<Import>): string {
  const groups = Map.groupBy(imports, ({ module }) => module);
  return addAllMembers(
    text,
    new Map([...groups].map(([from, members]) => [
      from,
      members.map((each) => ({ alias: each.name, ...each })),
    ])),
  );
}

/** Applies edits to a module and adds the imports that they need. */
function applyWithImports(
  module: PythonModule,
  edits: readonly TextEdit[],
  imports: readonly Import[],
): string {
  const needed = imports
    .map(({ module: from, ...each }) => addImport(module, from, each.name, each))
    .filter((importEdits) => importEdits.length > 0);
  const [only = [], ...others] = needed;
  const start = edits.reduce((first, { offset }) => Math.min(first, offset), Infinity);
  if (others.length === 0 && only.every(({ offset, remove }) => offset + remove < start)) {
    // In the common case, one pass is enough. Parsing a large file again takes long.
    return applyEdits(module.source, [...only, ...edits]);
  }
  return addImports(applyEdits(module.source, edits), imports);
}

/** Adapts definitions, one after the other, to the names and the quote style of a module. */
export class Translator {
  readonly #module: PythonModule;
  readonly #names: MemberNames;
  readonly #strings: StringStyle;
  /** Whether the module never evaluates annotations. */
  readonly #keepsAnnotations: boolean;
  readonly #checkedOnly = new Map<string, boolean>();

  constructor(module: PythonModule) {
    this.#module = module;
    this.#names = new MemberNames(module);
    this.#strings = new StringStyle(module.source);
    this.#keepsAnnotations = FUTURE_ANNOTATIONS.test(module.source);
  }

  /** Adapts a definition. An import gets an alias if the module uses its name for something else. */
  translate({ name, code, imports, copied }: CodePart): CodePart {
    const members = this.#marked(code, imports).map((each) => ({
      ...each,
      local: this.#names.find(each.module, each.name, each),
    }));
    const renamed = members.filter(({ name, local }) => local.name !== name);
    const names = new Map(renamed.map(({ name, local }) => [name, local.name]));
    const missing = members.filter(({ local }) => !local.isBound);
    const quoted = this.#quoted(
      renameNames(code, names),
      members.map(({ local, ...each }) => ({ ...each, name: local.name })),
    );
    return {
      name,
      code: withCopied(this.#strings.apply(quoted), copied),
      imports: missing.map(({ local, ...each }) => ({ ...each, alias: local.name })),
    };
  }

  /** Adapts a definition whose imports all keep their names. */
  annotate(code: string, imports: readonly Import[]): Pick<CodePart, "code" | "imports"> {
    const marked = this.#marked(code, imports);
    return { code: this.#quoted(code, marked), imports: marked };
  }

  /** Marks the imports of a definition that only type checkers evaluate. */
  #marked(code: string, imports: readonly Import[]): readonly Import[] {
    const own = imports.filter(({ module }) =>
      this.#keepsAnnotations || this.#isCheckedOnly(module)
    );
    const evaluated = own.length === 0 ? null : evaluatedNames(code);
    if (evaluated === null) return imports;
    const checked = new Set(own.filter(({ name }) => !evaluated.has(name)));
    return imports.map((each) => ({ ...each, isForTypeCheckers: checked.has(each) }));
  }

  #isCheckedOnly(from: string): boolean {
    const known = this.#checkedOnly.get(from) ?? importsForCheckersOnly(this.#module, from);
    this.#checkedOnly.set(from, known);
    return known;
  }

  /** Quotes the annotations that Python would evaluate without their imports. */
  #quoted(code: string, imports: readonly Import[]): string {
    if (this.#keepsAnnotations) return code;
    const checked = imports.filter(({ isForTypeCheckers }) => isForTypeCheckers);
    return quoteAnnotations(code, new Set(checked.map(({ name }) => name)));
  }

  /** Records code that is added to the module, and the code that it replaces. */
  count(code: string, replaced = ""): void {
    this.#strings.count(code, replaced);
  }

  /** Records a definition that is added to the module's top level. */
  countName(name: string): void {
    this.#names.define(name);
  }

  /** Records an import that is added to the module. */
  countImport({ module, name, alias = name, ...use }: Import): void {
    this.#names.add(module, name, alias, use);
  }
}

/** Adds copied decorators to the code of a function. */
function withCopied(code: string, copied: CopiedCode | undefined): string {
  if (copied === undefined) return code;
  return copied.above + code.replace(/^def /m, (start) => copied.below + start);
}

const FUTURE_ANNOTATIONS = /^from __future__ import .*\bannotations\b/m;

/**
 * Returns the names in a function's decorators and body, without the annotations of its variables;
 * `null` for other definitions.
 */
function evaluatedNames(code: string): ReadonlySet<string> | null {
  const header = /^\s*(?:@|def )/.test(code) ? headerOf(code) : null;
  if (header === null) return null;
  const body = code.slice(header.end).replace(/^([ \t]+\w+): [^=\n]+ = /gm, "$1 = ");
  return namesIn(code.slice(0, header.start) + body);
}

/**
 * A module that definitions are added to, one after the other. All additions are applied at once,
 * so that a large module is parsed only once.
 */
export class GrowingModule {
  #translator: Translator | undefined;
  #present: ReadonlySet<string> | undefined;
  readonly #edits: TextEdit[] = [];
  readonly #methods = new Map<string, string[]>();
  readonly #imports: Import[] = [];
  readonly #added = new Map<string, string>();

  /** @param module The module as it was. */
  constructor(readonly module: PythonModule) {}

  /** The code of the added definitions by name, such as `get` or `Service.get`. */
  get added(): ReadonlyMap<string, string> {
    return this.#added;
  }

  /**
   * Reports whether the module has a definition, such as `get` or `Service.get`, including the
   * added ones.
   */
  has(name: string): boolean {
    this.#present ??= new Set(symbols(this.module).map((each) => each.name));
    return this.#present.has(name) || this.#added.has(name);
  }

  /** Adds a function or class and its imports, at the end by default. */
  addFunction(part: CodePart, options: AppendOptions = {}): void {
    const code = this.#add(part, part.name, part.name);
    this.#edits.push(...appendToModule(this.module, code, options));
  }

  /** Adds a method and its imports to a class that the module has. */
  addMethod(className: string, part: CodePart): void {
    const code = this.#add(part, `${className}.${part.name}`, null);
    const codes = this.#methods.get(className) ?? [];
    this.#methods.set(className, codes);
    codes.push(code);
  }

  /** @param bound The name that the module binds from now on; `null` for a method. */
  #add(part: CodePart, name: string, bound: string | null): string {
    const translator = this.#translator ??= new Translator(this.module);
    const { code, imports } = translator.translate(part);
    translator.count(code);
    for (const each of imports) translator.countImport(each);
    if (bound !== null) translator.countName(bound);
    this.#imports.push(...imports);
    this.#added.set(name, code);
    return code;
  }

  /**
   * Returns the text with the added definitions.
   *
   * @throws {Error} If the class of a method does not exist, or has no body.
   */
  text(): string {
    const methods = [...this.#methods].flatMap(([className, codes]) => {
      const edits = appendToClass(this.module, className, codes);
      if ("problem" in edits) throw new Error(edits.problem);
      return edits;
    });
    return applyWithImports(this.module, [...methods, ...this.#edits], this.#imports);
  }
}

/** Adds a function and its imports to a module, at the end by default. */
export function addFunction(text: string, part: CodePart, options: AppendOptions = {}): string {
  const grown = new GrowingModule(readPython(text));
  grown.addFunction(part, options);
  return grown.text();
}
