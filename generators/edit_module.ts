/** Adding definitions and imports to a module's text. */

import {
  type AppendOptions,
  appendToClass,
  appendToModule,
  applyEdits,
  type TextEdit,
} from "../python/edit.ts";
import { fitCode } from "../python/fitted_code.ts";
import { addImport, readImports } from "../python/imports.ts";
import { memberName } from "../python/member_name.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { renameNames } from "../python/rename_names.ts";
import { inStyleOf } from "../python/string_style.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";
import type { CodePart, Import } from "./endpoint_code.ts";
import { namesIn } from "./names_in.ts";

/** Adds imports that a module lacks. */
export function addImports(text: string, imports: readonly Import[]): string {
  return imports.reduce(
    (done, { module, name, alias }) =>
      applyEdits(done, addImport(readPython(done), module, name, alias)),
    text,
  );
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
  const start = Math.min(...edits.map(({ offset }) => offset));
  if (others.length === 0 && only.every(({ offset, remove }) => offset + remove < start)) {
    // The common case, at once: a large file takes long to read again.
    return applyEdits(module.source, [...only, ...edits]);
  }
  return addImports(applyEdits(module.source, edits), imports);
}

/** A definition in the words of a module: names that it uses for something else are given others. */
function translate(module: PythonModule, { name, code, imports }: CodePart): CodePart {
  const members = imports.map((each) => ({
    ...each,
    local: memberName(module, each.module, each.name, {
      isForTypeCheckers: isOnlyAnnotation(module, code, each.name),
    }),
  }));
  const renamed = members.filter(({ name, local }) => local.name !== name);
  const names = new Map(renamed.map(({ name, local }) => [name, local.name]));
  const missing = members.filter(({ local }) => !local.isBound);
  return {
    name,
    code: inStyleOf(module.source, renameNames(code, names)),
    imports: missing.map(({ module, name, local }) => ({ module, name, alias: local.name })),
  };
}

const FUTURE_ANNOTATIONS = /^from __future__ import .*\bannotations\b/m;
const FUNCTION_HEADER = /^(?:\s*@[^]*?\n)?\s*def [^]*?:\n/;

/** Whether a function only mentions a name in annotations, in a module that never evaluates them. */
function isOnlyAnnotation({ source }: PythonModule, code: string, name: string): boolean {
  const header = FUNCTION_HEADER.exec(code)?.[0];
  return header !== undefined && !namesIn(code.slice(header.length)).has(name) &&
    FUTURE_ANNOTATIONS.test(source);
}

/** The imports of a module that a piece of its code uses. */
export function importsOf(module: PythonModule, code: string): Import[] {
  const used = namesIn(code);
  return readImports(module).flatMap((statement) =>
    statement.kind === "import" ? [] : statement.names
      .filter(({ name }) => used.has(name))
      .map(({ name }) => ({ module: statement.module, name }))
  );
}

/** Adds a function to a module, with its imports; at its end, unless the options say where. */
export function addFunction(text: string, part: CodePart, options: AppendOptions = {}): string {
  const module = readPython(text);
  const { code, imports } = translate(module, part);
  return applyWithImports(module, appendToModule(module, code, options), imports);
}

/**
 * Adds a method to a class, with its imports.
 *
 * @returns `null` if the module has no such class.
 */
export function addMethod(text: string, className: string, part: CodePart): string | null {
  const module = readPython(text);
  const { code, imports } = translate(module, part);
  const edits = appendToClass(module, className, code);
  return "problem" in edits ? null : applyWithImports(module, edits, imports);
}

/**
 * Adds a symbol of another module, with the imports it uses: after what comes before it there, so that
 * what uses it comes later here too.
 */
export function addSymbol(text: string, source: PythonModule, symbol: PythonSymbol): string | null {
  const imports = importsOf(source, symbol.text);
  const code = `${symbol.text}\n`;
  if (symbol.kind === "method") {
    const [className = ""] = symbol.name.split(".");
    return addMethod(text, className, { name: symbol.name, code, imports });
  }
  const module = readPython(text);
  const edits = neighbourEdits(module, source, symbol) ?? appendToModule(module, code);
  return applyWithImports(module, edits, imports);
}

function neighbourEdits(
  module: PythonModule,
  source: PythonModule,
  symbol: PythonSymbol,
): TextEdit[] | null {
  const { eol, indentUnit } = module;
  const code = fitCode(symbol.text, { eol, unit: indentUnit, margin: "" });
  const gap = eol.repeat(3);
  const [previous, next] = neighbours(module, source, symbol);
  if (previous !== undefined) return [{ offset: previous.end, remove: 0, insert: gap + code }];
  if (next !== undefined) return [{ offset: next.start, remove: 0, insert: code + gap }];
  return null;
}

/** The nearest symbols, before and after it in its source, that the module has too. */
function neighbours(
  module: PythonModule,
  source: PythonModule,
  symbol: PythonSymbol,
): [PythonSymbol | undefined, PythonSymbol | undefined] {
  const present = symbols(module);
  const byName = new Map(present.map((each) => [each.name, each]));
  const order = symbols(source);
  const at = order.findIndex((each) => each.name === symbol.name);
  const before = order.slice(0, at).findLast(({ name }) => byName.has(name));
  const after = order.slice(at + 1).find(({ name }) => byName.has(name));
  const previous = before && byName.get(before.name);
  // Methods belong to the class that is before them: nothing goes between.
  const usable = previous?.kind === "method" ? lastOf(present, previous) : previous;
  return [usable, after && byName.get(after.name)];
}

/** The last method of the class that a method belongs to. */
function lastOf(present: readonly PythonSymbol[], method: PythonSymbol): PythonSymbol {
  const [className] = method.name.split(".");
  return present.findLast((each) => each.name.startsWith(`${className}.`)) ?? method;
}
