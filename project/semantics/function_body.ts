/** The value that a function returns. */

import { isName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { positionAt } from "../../python/position.ts";
import type { Place } from "./values.ts";

/** The value of the only `return`, or the reason why there is none. Rows are 1-based. */
export type Returned =
  | { readonly kind: "value"; readonly tokens: readonly Token[]; readonly row: number }
  | { readonly kind: "none"; readonly reason: string; readonly row: number };

/** The body of a function, without the functions and classes in it. */
export interface FunctionBody {
  readonly returned: Returned;
  /**
   * Returns the value of a variable that the body assigns once and mentions only once more, to return it;
   * `null` for any other name.
   */
  returnedVariable(name: string): readonly Token[] | null;
  /** The keys of members that the body passes to calls, such as `id` in `f(a=created["id"])`. */
  readonly passedKeys: readonly string[];
}

interface Statement {
  readonly tokens: readonly Token[];
  /** Whether it is directly in the body, and not in a branch or a loop. */
  readonly isDirect: boolean;
}

/** Reads the body of a function. In a file with a syntax error, the returned value is unknown. */
export function readFunctionBody(place: Place): FunctionBody {
  const { module: { python: { physical, lines, problems } }, scope } = place;
  const statements = [...statementsOf(place)];
  const row = lines[scope.definition?.header ?? 0]?.row ?? 1;
  const mentions = mentionsIn(statements);
  return {
    returned: problems.length > 0
      ? { kind: "none", reason: "its file has a syntax error", row }
      : returnedBy(statements, row, (offset) => positionAt(physical.starts, offset).line),
    passedKeys: passedKeysIn(statements),
    returnedVariable: (name) => {
      const [only, another] = scope.names.get(name) ?? [];
      const isOnly = only?.kind === "value" && another === undefined && mentions.get(name) === 2;
      return isOnly ? only.value : null;
    },
  };
}

function* statementsOf({ module, scope }: Place): Iterable<Statement> {
  const { source, lines } = module.python;
  const { definition } = scope;
  if (definition === null) return;
  const header = lines[definition.header];
  if (definition.inline && header !== undefined) {
    yield* split(tokenize(source, header.body, header.end), true);
  }
  const indent = lines[definition.header + 1]?.indent;
  for (const index of scope.lines()) {
    const line = lines[index];
    if (line === undefined) continue;
    yield* split(tokenize(source, line.start, line.end), line.indent === indent);
  }
}

/** Splits the tokens of a line at semicolons. */
function split(tokens: readonly Token[], isDirect: boolean): readonly Statement[] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (isOperator(token, ";")) statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter(({ length }) => length > 0).map((each) => ({ tokens: each, isDirect }));
}

function returnedBy(
  statements: readonly Statement[],
  header: number,
  rowAt: (offset: number) => number,
): Returned {
  const none = (reason: string, row = header): Returned => ({ kind: "none", reason, row });
  let only: { readonly row: number; readonly value: readonly Token[] | null } | null = null;
  for (const { tokens, isDirect } of statements) {
    for (const [index, token] of tokens.entries()) {
      if (isName(token, "yield")) return none("it is a generator");
      if (!isName(token, "return")) continue;
      if (only !== null) return none("it has several return statements");
      const value = isDirect && index === 0 ? tokens.slice(1) : null;
      only = { row: rowAt(token.start), value };
    }
  }
  if (only === null) return none("it returns nothing");
  const { row, value } = only;
  if (value === null) return none("it returns in a branch", row);
  return value.length === 0
    ? none("it returns nothing", row)
    : { kind: "value", tokens: value, row };
}

/**
 * Counts the mentions of each name in the body. Attributes do not count. Members that are only
 * read, such as `created["id"]` in a call, do not count either.
 */
function mentionsIn(statements: readonly Statement[]): ReadonlyMap<string, number> {
  const mentions = new Map<string, number>();
  for (const { tokens } of statements) {
    for (const [index, { kind, text }] of tokens.entries()) {
      const isMention = kind === "name" && !isOperator(tokens[index - 1], ".") &&
        !isReadMember(tokens, index);
      if (isMention) mentions.set(text, (mentions.get(text) ?? 0) + 1);
    }
  }
  return mentions;
}

function passedKeysIn(statements: readonly Statement[]): readonly string[] {
  return statements.flatMap(({ tokens }) =>
    tokens.flatMap((token, index) => {
      const key = tokens[index + 2];
      const isPassed = token.kind === "name" && isReadMember(tokens, index);
      return isPassed && key?.kind === "string" && key.value !== null ? [key.value] : [];
    })
  );
}

/**
 * Reports whether a call's argument is a member of the object with a name, as in
 * `f(a=name["key"])`.
 */
function isReadMember(tokens: readonly Token[], index: number): boolean {
  const [before, , open, key, close, after] = tokens.slice(index - 1, index + 5);
  const isArgument = [",", "(", "="].some((each) => isOperator(before, each));
  const isMember = isOperator(open, "[") && key?.kind === "string" && isOperator(close, "]");
  return isArgument && isMember && [",", ")"].some((each) => isOperator(after, each));
}
