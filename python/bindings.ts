/** Lists the names that a module binds at its top level. */

import { AT } from "./characters.ts";
import { bracketed, isName, isOperator, type Token, tokenize } from "./expression.ts";
import { isClause } from "./extent.ts";
import { type ImportStatement, lineImports } from "./import_statement.ts";
import { readImports, startsTypeOnly } from "./imports.ts";
import type { PythonModule } from "./python_module.ts";

/** A name that a module binds at its top level. */
export interface Binding {
  /** The name, such as `a` for `import a.b`, and `*` for `from a import *`. */
  readonly name: string;
  /** The imported module or member; `null` if the statement is not an import. */
  readonly imported: ImportedThing | null;
  /**
   * The first line of the top-level statement. All branches of an `if` or `try` have the same one.
   */
  readonly statement: number;
  /** Whether the statement is in an `if TYPE_CHECKING:` block, which only type checkers read. */
  readonly isTypeOnly: boolean;
}

/** A module, or a member of one. */
export interface ImportedThing {
  readonly module: string;
  /** `null` for the module itself. */
  readonly member: string | null;
}

const COMPOUND: ReadonlySet<string> = new Set(
  "if elif else try except finally for while with async match case".split(" "),
);
const AUGMENTED = /^(?:[-+*/%&|^@]|\*\*|\/\/|<<|>>)=$/;

/**
 * Lists the bindings at a module's top level, including those in branches, in the order of the source.
 *
 * @example
 * ```ts
 * import { bindings } from "./bindings.ts";
 * import { readPython } from "./python_module.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const module = readPython("import os\na, b = 1, 2\n\ndef get():\n    c = 3\n");
 * deepEqual(bindings(module).map(({ name }) => name), ["os", "a", "b", "get"]);
 * ```
 */
export function bindings(module: PythonModule): readonly Binding[] {
  const known = read.get(module);
  if (known !== undefined) return known;
  const found = readBindings(module);
  read.set(module, found);
  return found;
}

/**
 * Caches the bindings of modules, because one edit needs those of the same module several times.
 */
const read = new WeakMap<PythonModule, readonly Binding[]>();

function readBindings(module: PythonModule): Binding[] {
  const { source, lines } = module;
  const definitions = new Map(module.definitions.map((each) => [each.header, each]));
  const alone = readImports(module).filter(({ isAlone }) => isAlone);
  const imports = new Map(alone.map((each) => [each.line, each]));
  const found: Binding[] = [];
  let statement = 0;
  let isTypeOnly = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    if (line.indent === 0) {
      if (!isClause(source, line)) statement = index;
      isTypeOnly = startsTypeOnly(source, line.start);
    }
    const definition = definitions.get(index);
    const imported = imports.get(index);
    const bound = definition !== undefined
      ? [{ name: definition.name, imported: null }]
      : imported !== undefined
      ? importBindings(imported)
      : lineBindings(module, index);
    for (const each of bound) found.push({ ...each, statement, isTypeOnly });
    index = definition?.last ?? index;
  }
  return found;
}

type Bound = Pick<Binding, "name" | "imported">;

/** Lists the bindings of a logical line that is not a definition. */
export function lineBindings({ source, lines }: PythonModule, index: number): Bound[] {
  const line = lines[index];
  if (line === undefined || source.charCodeAt(line.start) === AT) return [];
  const tokens = tokenize(source, line.start, line.end);
  const [first] = tokens;
  if (first?.kind !== "name" || !COMPOUND.has(first.text) || line.body === -1) {
    return statementsBindings(source, tokens, index);
  }
  return [
    ...headerNames(tokens.filter(({ start }) => start < line.body)).map(bound),
    ...statementsBindings(source, tokens.filter(({ start }) => start >= line.body), index),
  ];
}

function bound(name: string): Bound {
  return { name, imported: null };
}

function statementsBindings(source: string, tokens: readonly Token[], index: number): Bound[] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (isOperator(token, ";")) statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.flatMap((statement) => statementBindings(source, statement, index));
}

function statementBindings(source: string, tokens: readonly Token[], index: number): Bound[] {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return [];
  if (!isName(first, "import") && !isName(first, "from")) return assignedNames(tokens).map(bound);
  return lineImports(source, { start: first.start, end: last.end }, index).flatMap(importBindings);
}

function importBindings({ kind, module, names }: ImportStatement): readonly Bound[] {
  return names.map(({ name, alias }) =>
    kind === "from"
      ? { name: alias ?? name, imported: { module, member: name } }
      : moduleBinding(name, alias)
  );
}

/** Returns the binding of an `import` statement: `import a.b` binds `a` to the module `a`. */
function moduleBinding(name: string, alias: string | null): Bound {
  const [top = name] = name.split(".", 1);
  return alias === null
    ? { name: top, imported: { module: top, member: null } }
    : { name: alias, imported: { module: name, member: null } };
}

/** Lists the names that `for`, `with`, `except` and `:=` bind. */
function headerNames(tokens: readonly Token[]): string[] {
  const loop = tokens.findIndex((token) => isName(token, "for"));
  const loopEnd = tokens.findIndex((token) => isName(token, "in"));
  const loopNames = loop === -1 ? [] : targetNames(tokens.slice(loop + 1, loopEnd));
  const named = tokens.flatMap((token, index) =>
    isName(token, "as") ? tokens[index + 1] ?? [] : []
  );
  return [
    ...loopNames,
    ...named.map(({ text }) => text),
    ...walrusNames(tokens),
  ];
}

function assignedNames(tokens: readonly Token[]): string[] {
  let depth = 0;
  let end = -1;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "operator") continue;
    if ("([{".includes(token.text)) depth++;
    else if (")]}".includes(token.text)) depth--;
    else if (depth === 0 && (token.text === "=" || AUGMENTED.test(token.text))) end = index;
  }
  const annotated = isOperator(tokens[1], ":") ? 1 : end;
  return [...targetNames(tokens.slice(0, Math.max(annotated, 0))), ...walrusNames(tokens)];
}

/** Lists the names that assignment targets bind. Targets such as `a.b` and `c[d]` bind none. */
function targetNames(tokens: readonly Token[]): string[] {
  const names: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const next = tokens[index + 1];
    const isCalled = isOperator(next, "(") || isOperator(next, "[");
    if (endsOperand(token) && isCalled) {
      index = bracketed(tokens, index + 1).next - 1;
    } else if (token?.kind === "name" && !isOperator(next, ".")) {
      if (!isOperator(tokens[index - 1], ".")) names.push(token.text);
    }
  }
  return names;
}

function endsOperand(token: Token | undefined): boolean {
  return token?.kind === "name" || isOperator(token, ")") || isOperator(token, "]");
}

function walrusNames(tokens: readonly Token[]): string[] {
  return tokens.filter((_, index) => isOperator(tokens[index + 1], ":=")).map(({ text }) => text);
}
