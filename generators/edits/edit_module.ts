/** Adapts definitions to modules, and adds the imports that they need. */

import { applyEdits, type TextEdit } from "../../python/text_edit.ts";
import { addAllMembers, addImport, importsForCheckersOnly } from "../../python/imports.ts";
import { MemberNames } from "../../python/member_name.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { renameNames } from "../../python/rename_names.ts";
import { StringStyle } from "../../python/string_style.ts";
import type { CodePart, CopiedCode, Import } from "../code/code_part.ts";
import { namesIn } from "../code/names_in.ts";
import { headerOf, quoteAnnotations } from "../code/quoted_annotations.ts";

/** Adds imports that a module lacks. */
function addImports(text: string, imports: Iterable<Import>): string {
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
export function applyWithImports(
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

/** A definition that replaces another. */
interface AnnotatedCode extends Pick<CodePart, "code" | "imports"> {
  readonly names: ReadonlyMap<string, string>;
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

  /**
   * Adapts a definition whose imports keep their names, unless the module uses a name for something else.
   *
   * @returns The definition, with the names of its imports, and the other names to give to them.
   */
  annotate(code: string, imports: readonly Import[]): AnnotatedCode {
    const marked = this.#marked(code, imports);
    const names = new Map<string, string>();
    const aliased = marked.map((each) => {
      const { name: local } = this.#names.find(each.module, each.name, each);
      if (!isFreed(local, each.name)) return each;
      names.set(each.name, local);
      return { ...each, alias: local };
    });
    return { code: this.#quoted(code, marked), imports: aliased, names };
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

/** Reports whether a name is another one with underscores, because the module uses that for something else. */
function isFreed(name: string, original: string): boolean {
  return name.startsWith(original) && /^_+$/.test(name.slice(original.length));
}

/** Adds copied decorators to the code of a function. */
export function withCopied(code: string, copied: CopiedCode | undefined): string {
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
