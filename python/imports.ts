/** The imports of a module, and adding one where a careful person would. */

import type { TextEdit } from "./edit.ts";
import { type ImportStatement, lineImports } from "./import_statement.ts";
import { insertImport } from "./insert_import.ts";
import { mergeImport } from "./merge_import.ts";
import type { PythonModule } from "./python_module.ts";
import type { PythonScan } from "./scanner.ts";

const BRANCH = /(?:if|elif|else|try|except|finally|with|for|while)(?![\w\u0080-\uffff])/y;

/**
 * Lists the import statements of a module, those inside functions and branches too, in order. One that
 * follows the colon of a header on its line is not among them.
 *
 * @example
 * ```ts
 * import { readImports } from "./imports.ts";
 * import { scanPython } from "./scanner.ts";
 * import { equal } from "node:assert/strict";
 *
 * const [statement] = readImports(scanPython("from flask import Blueprint as BP\n"));
 * equal(statement?.module, "flask");
 * equal(statement?.names[0]?.alias, "BP");
 * ```
 */
export function readImports({ source, lines }: PythonScan): ImportStatement[] {
  return lines.flatMap((line, index) => lineImports(source, line, index));
}

/**
 * Makes a name of another module available at a module's top level. It joins an import of the same
 * module, or gets a statement of its own, in the order and sections of ruff's isort rules.
 *
 * @param from The module to import from.
 * @param name The member to import.
 * @param alias The name to give it, if it is to have another.
 * @returns No edits if the module binds the name to that member already, be it in a branch that runs.
 *
 * @example
 * ```ts
 * import { addImport } from "./imports.ts";
 * import { applyEdits } from "./edit.ts";
 * import { readPython } from "./python_module.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython("from flask import Blueprint\n");
 * const edits = addImport(module, "flask", "jsonify");
 * equal(applyEdits(module.source, edits), "from flask import Blueprint, jsonify\n");
 * ```
 */
export function addImport(
  module: PythonModule,
  from: string,
  name: string,
  alias = name,
): TextEdit[] {
  const imports = readImports(module);
  const binding = imports.filter((statement) => binds(statement, from, name, alias));
  if (runOnImport(module, binding)) return [];
  const topLevel = imports.filter(({ line }) => module.lines[line]?.indent === 0);
  const target = topLevel.find((statement) => canTake(statement, from));
  const member = alias === name ? name : `${name} as ${alias}`;
  if (target !== undefined) return mergeImport(module, target, member);
  return [insertImport(module, topLevel, from, member)];
}

function binds(
  statement: ImportStatement,
  from: string,
  name: string,
  alias: string,
): boolean {
  return statement.kind === "from" && statement.module === from &&
    statement.names.some((each) => each.name === name && (each.alias ?? name) === alias);
}

/**
 * Whether any of some statements, in order, runs when its module is imported: at the top level, or in a
 * branch there.
 */
function runOnImport(module: PythonModule, statements: readonly ImportStatement[]): boolean {
  const { lines } = module;
  const headers = new Set<number>();
  let top = 0;
  let next = 0;
  for (const { line } of statements) {
    for (; next <= line; next++) {
      if (lines[next]?.indent === 0) top = next;
    }
    if (top === line) return true;
    headers.add(top);
  }
  return [...headers].some((header) => isBranch(module, header));
}

function isBranch({ source, lines }: PythonModule, index: number): boolean {
  const header = lines[index];
  if (header === undefined) return false;
  BRANCH.lastIndex = header.start;
  return BRANCH.test(source) &&
    !source.slice(header.start, header.end).includes("TYPE_CHECKING");
}

function canTake({ kind, module, names }: ImportStatement, from: string): boolean {
  return kind === "from" && module === from &&
    names.some(({ name, alias }) => alias === null && name !== "*");
}
