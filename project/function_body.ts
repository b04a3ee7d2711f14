/** The value that a function returns, and the names in its body. */

import { lineBindings } from "../python/bindings.ts";
import { isName, isOperator, type Token, tokenize } from "../python/expression.ts";
import type { Definition } from "../python/outline.ts";
import { parameters } from "../python/parameters.ts";
import { positionAt } from "../python/position.ts";
import type { PythonModule } from "../python/python_module.ts";
import { readAssignment } from "./flask_scope.ts";
import type { Bound } from "./source_file.ts";

/** The value of the only `return`, or the reason why there is none. Rows are 1-based. */
export type Returned =
  | { readonly kind: "value"; readonly tokens: readonly Token[]; readonly row: number }
  | { readonly kind: "none"; readonly reason: string; readonly row: number };

/** The body of a function, without the functions and classes in it. */
export interface FunctionBody {
  readonly returned: Returned;
  /** The names that the function binds, its parameters included. */
  readonly names: ReadonlyMap<string, Bound>;
  /**
   * Returns the value of a variable that the body assigns once and mentions only once more, to return it;
   * `null` for any other name.
   */
  returnedVariable(name: string): readonly Token[] | null;
}

interface Statement {
  readonly tokens: readonly Token[];
  /** Whether it is directly in the body, and not in a branch or a loop. */
  readonly isDirect: boolean;
}

/**
 * Reads the body of a function.
 *
 * @example
 * ```ts
 * import { readFunctionBody } from "./function_body.ts";
 * import { readPython } from "../python/python_module.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython("def get(self):\n    log()\n    return [1]\n");
 * const [get] = module.definitions;
 * const { returned } = readFunctionBody(module, get!);
 * equal(returned.kind === "value" && returned.tokens.length, 3);
 * ```
 */
export function readFunctionBody(module: PythonModule, definition: Definition): FunctionBody {
  const lines = bodyLines(definition);
  const statements = lines.flatMap((line) => statementsOf(module, definition, line));
  const row = module.lines[definition.header]?.row ?? 1;
  const names = boundNames(module, definition, lines, statements);
  const mentions = mentionsIn(statements);
  return {
    returned: returnedBy(module, statements, row),
    names,
    returnedVariable: (name) => {
      const bound = mentions.get(name) === 2 ? names.get(name) : undefined;
      return bound?.kind === "value" ? bound.tokens : null;
    },
  };
}

/** Returns the indices of the body's lines, without those of definitions in it. */
function bodyLines({ header, last, inline, children }: Definition): number[] {
  if (inline) return [header];
  const inner = new Map(
    children.map((each) => [each.decorators[0] ?? each.header, each.last]),
  );
  const found: number[] = [];
  for (let index = header + 1; index <= last; index++) {
    const end = inner.get(index);
    if (end === undefined) found.push(index);
    else index = end;
  }
  return found;
}

function statementsOf(
  { source, lines }: PythonModule,
  { header, inline }: Definition,
  index: number,
): Statement[] {
  const line = lines[index];
  if (line === undefined) return [];
  const isDirect = inline || line.indent === lines[header + 1]?.indent;
  const statements: Token[][] = [[]];
  for (const token of tokenize(source, inline ? line.body : line.start, line.end)) {
    if (isOperator(token, ";")) statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter(({ length }) => length > 0).map((tokens) => ({ tokens, isDirect }));
}

function returnedBy(
  { physical }: PythonModule,
  statements: readonly Statement[],
  header: number,
): Returned {
  const none = (reason: string): Returned => ({ kind: "none", reason, row: header });
  let only: { readonly token: Token; readonly value: readonly Token[] | null } | null = null;
  for (const { tokens, isDirect } of statements) {
    for (const [index, token] of tokens.entries()) {
      if (isName(token, "yield")) return none("it is a generator");
      if (!isName(token, "return")) continue;
      if (only !== null) return none("it has several return statements");
      only = { token, value: isDirect && index === 0 ? tokens.slice(1) : null };
    }
  }
  if (only === null) return none("it returns nothing");
  const row = positionAt(physical.starts, only.token.start).line;
  if (only.value === null) return { kind: "none", reason: "it returns in a branch", row };
  if (only.value.length === 0) return { kind: "none", reason: "it returns nothing", row };
  return { kind: "value", tokens: only.value, row };
}

function boundNames(
  module: PythonModule,
  definition: Definition,
  lines: readonly number[],
  statements: readonly Statement[],
): ReadonlyMap<string, Bound> {
  const names = new Map<string, Bound>();
  const add = (name: string, bound: Bound) =>
    void names.set(name, names.has(name) ? { kind: "other" } : bound);
  for (const { name, annotation } of parameters(module, definition)) {
    add(name, { kind: "parameter", annotation });
  }
  for (const child of definition.children) {
    add(child.name, { kind: "definition", definition: child });
  }
  const values = assignedValues(statements);
  for (const { name, imported } of lines.flatMap((index) => lineBindings(module, index))) {
    const tokens = values.get(name) ?? null;
    if (imported !== null) add(name, { kind: "import", imported });
    else add(name, tokens === null ? { kind: "other" } : { kind: "value", tokens });
  }
  return names;
}

/** Returns the values of variables that the body assigns directly. Several values count as none. */
function assignedValues(statements: readonly Statement[]) {
  const values = new Map<string, readonly Token[] | null>();
  for (const { tokens, isDirect } of statements) {
    const assignment = readAssignment(tokens);
    for (const target of assignment?.targets ?? []) {
      values.set(target, isDirect && !values.has(target) ? assignment?.value ?? null : null);
    }
  }
  return values;
}

/** Counts how often the body mentions each name. Attributes do not count. */
function mentionsIn(statements: readonly Statement[]): ReadonlyMap<string, number> {
  const mentions = new Map<string, number>();
  for (const { tokens } of statements) {
    for (const [index, { kind, text }] of tokens.entries()) {
      const isMention = kind === "name" && !isOperator(tokens[index - 1], ".");
      if (isMention) mentions.set(text, (mentions.get(text) ?? 0) + 1);
    }
  }
  return mentions;
}
