/** Adding definitions and imports to a module. */

import { type AppendOptions, appendToClass, appendToModule } from "../python/edit.ts";
import { applyEdits, type TextEdit } from "../python/text_edit.ts";
import { addImport, addMembers } from "../python/imports.ts";
import { MemberNames } from "../python/member_name.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { renameNames } from "../python/rename_names.ts";
import { StringStyle } from "../python/string_style.ts";
import type { CodePart, CopiedCode, Import } from "./endpoint_code.ts";
import { namesIn } from "./names_in.ts";

/** Adds imports that a module lacks. */
export function addImports(text: string, imports: Iterable<Import>): string {
  let done = text;
  for (const [from, members] of Map.groupBy(imports, ({ module }) => module)) {
    const wanted = members.map(({ name, alias = name }) => ({ name, alias }));
    // If the module lacks an import statement, the first round adds it, and the second completes it.
    for (let time = 0; time < 2; time++) {
      done = applyEdits(done, addMembers(readPython(done), from, wanted));
    }
  }
  return done;
}

/** Applies edits to a module and adds the imports that they need. */
function applyWithImports(
  module: PythonModule,
  edits: readonly TextEdit[],
  imports: readonly Import[],
): string {
  const needed = imports
    .map(({ module: from, name, alias }) => addImport(module, from, name, alias))
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
  readonly #names: MemberNames;
  readonly #strings: StringStyle;
  /** Whether the module never evaluates annotations. */
  readonly #keepsAnnotations: boolean;

  constructor(module: PythonModule) {
    this.#names = new MemberNames(module);
    this.#strings = new StringStyle(module.source);
    this.#keepsAnnotations = FUTURE_ANNOTATIONS.test(module.source);
  }

  /** Adapts a definition. An import gets an alias if the module uses its name for something else. */
  translate({ name, code, imports, copied }: CodePart): CodePart {
    const evaluated = this.#keepsAnnotations ? evaluatedNames(code) : null;
    const members = imports.map((each) => ({
      ...each,
      local: this.#names.find(each.module, each.name, {
        isForTypeCheckers: evaluated !== null && !evaluated.has(each.name),
      }),
    }));
    const renamed = members.filter(({ name, local }) => local.name !== name);
    const names = new Map(renamed.map(({ name, local }) => [name, local.name]));
    const missing = members.filter(({ local }) => !local.isBound);
    return {
      name,
      code: withCopied(this.#strings.apply(renameNames(code, names)), copied),
      imports: missing.map(({ module, name, local }) => ({ module, name, alias: local.name })),
    };
  }

  /** Records code that is added to the module, and the code that it replaces. */
  count(code: string, replaced = ""): void {
    this.#strings.count(code, replaced);
  }

  /** Records an import that is added to the module. */
  countImport({ module, name, alias = name }: Import): void {
    this.#names.add(module, name, alias);
  }
}

/** Adds copied decorators to the code of a function. */
function withCopied(code: string, copied: CopiedCode | undefined): string {
  if (copied === undefined) return code;
  return copied.above + code.replace(/^def /m, (start) => copied.below + start);
}

const FUTURE_ANNOTATIONS = /^from __future__ import .*\bannotations\b/m;

/** Returns the names in a function's decorators and body; `null` for other definitions. */
function evaluatedNames(code: string): ReadonlySet<string> | null {
  const start = /^\s*(?:@|def )/.test(code) ? code.search(/^[ \t]*def /m) : -1;
  const end = start === -1 ? -1 : code.indexOf(":\n", start);
  return end === -1 ? null : namesIn(code.slice(0, start) + code.slice(end));
}

/** Adds a function and its imports to a module, at the end by default. */
export function addFunction(text: string, part: CodePart, options: AppendOptions = {}): string {
  const module = readPython(text);
  const { code, imports } = new Translator(module).translate(part);
  return applyWithImports(module, appendToModule(module, code, options), imports);
}

/**
 * Adds a method and its imports to a class.
 *
 * @returns The new text; `null` if the module has no such class.
 */
export function addMethod(text: string, className: string, part: CodePart): string | null {
  const module = readPython(text);
  const { code, imports } = new Translator(module).translate(part);
  const edits = appendToClass(module, className, [code]);
  return "problem" in edits ? null : applyWithImports(module, edits, imports);
}
