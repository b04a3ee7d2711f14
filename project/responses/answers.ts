/** The values of expressions, read back from code where they are literals. */

import type { Json } from "../../core/json.ts";
import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import {
  bracketed,
  callArguments,
  isName,
  isOperator,
  type Token,
} from "../../python/expression.ts";
import { literalJson } from "../../python/literal_json.ts";
import { openerOf } from "../../python/operand.ts";
import { positionAt } from "../../python/position.ts";
import { IMPORTED } from "../layout/import_name.ts";
import { FULL_NAMES, withFullNames } from "../semantics/full_names.ts";
import type { Evaluator } from "../semantics/evaluator.ts";
import { type FunctionBody, readFunctionBody } from "../semantics/function_body.ts";
import { returnAnnotation } from "../semantics/function_parts.ts";
import type { ProjectModule } from "../semantics/project_modules.ts";
import type { Scope } from "../semantics/scopes.ts";
import type { Place, Value, Values } from "../semantics/values.ts";

/** A position in a project. */
interface CodePlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** The answer of an endpoint. */
export type Answer =
  | {
    readonly kind: "json";
    readonly value: Json;
    /** The return annotation of the function that has the value; empty without one. */
    readonly annotation: string;
  }
  /** A sentence, followed by the request's body. */
  | { readonly kind: "echo"; readonly words: string }
  /** The contents of a data file. The position points at the code that loads the file. */
  | CodePlace & { readonly kind: "file"; readonly path: ProjectPath }
  /** The answer is not a literal. The position is where reading stopped. */
  | CodePlace & { readonly kind: "unknown"; readonly reason: string };

type Called = Extract<Value, { readonly kind: "function" }>;

/** The reason given for an answer that code computes. */
export const COMPUTED = "its answer is computed";

/** Names of variables that are constants by convention (PEP 8). */
const CONSTANT = /^_*[A-Z][A-Z0-9_]*$/;

// Longer chains of functions that return each other's answers count as unknown.
const MAX_CALLS = 20;

/** Reads the answers of functions. */
export class Answers {
  readonly #evaluator: Evaluator;
  readonly #bodies = new Map<Scope, FunctionBody>();
  /** Literals read so far: many endpoints can share a constant. */
  readonly #literals = new Map<readonly Token[], Json | null>();
  /**
   * Answers of called functions read so far: handlers can share them. `null` while an answer is
   * being read.
   */
  readonly #returned = new Map<Scope, Answer | null>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** Returns the body of a function. */
  body(place: Place): FunctionBody {
    const known = this.#bodies.get(place.scope);
    if (known !== undefined) return known;
    const body = readFunctionBody(place);
    this.#bodies.set(place.scope, body);
    return body;
  }

  /**
   * Reads the value of an expression: a literal, a variable or constant that holds a literal, or a
   * call of a function of the project that returns a literal.
   *
   * @param place The function around the expression.
   */
  read(place: Place, written: readonly Token[], calls = 0): Answer {
    const value = this.#literal(written);
    if (value !== null) {
      const annotation = returnAnnotation(place).map(({ text }) => text).join("");
      return { kind: "json", value, annotation };
    }
    const tokens = withoutParentheses(written);
    const words = echoedWords(tokens);
    if (words !== null) return { kind: "echo", words };
    const [first] = tokens;
    const found = tokens.length === 1 && first?.kind === "name"
      ? this.#variable(place, first.text, calls)
      : this.#called(place, tokens, calls);
    return found ?? unknownAt(place.module, written, COMPUTED);
  }

  #literal(tokens: readonly Token[]): Json | null {
    const known = this.#literals.get(tokens);
    if (known !== undefined) return known;
    const value = literalJson(tokens);
    this.#literals.set(tokens, value);
    return value;
  }

  /**
   * Reads the value of a constant, or of a local variable that is only assigned and returned. Any
   * other variable may have changed in the meantime.
   */
  #variable(place: Place, name: string, calls: number): Answer | null {
    if (place.scope.names.has(name)) {
      const tokens = this.body(place).returnedVariable(name);
      // The value can refer to another variable.
      return tokens === null || calls === MAX_CALLS ? null : this.read(place, tokens, calls + 1);
    }
    if (!CONSTANT.test(name)) return null;
    const found = single(this.#evaluator.lookup(place, name));
    if (found?.kind !== "variable") return null;
    const [only, another] = found.module.scope.names.get(found.name) ?? [];
    const value = only?.kind === "value" && another === undefined
      ? this.#literal(only.value)
      : null;
    return value === null ? null : { kind: "json", value, annotation: "" };
  }

  /** Reads the answer of a call to a function of the project. */
  #called(place: Place, tokens: readonly Token[], calls: number): Answer | null {
    const open = lastCall(tokens);
    if (open === null || calls === MAX_CALLS) return null;
    if (isPaging(place, tokens.slice(0, open))) {
      const [items] = callArguments(tokens, open);
      return items === undefined ? null : this.read(place, items.value, calls + 1);
    }
    const called = this.#callee(place, tokens, open);
    if (called === null) return null;
    const path = loadedFile(called, tokens.slice(open));
    if (path !== null) return { kind: "file", path, ...placeOf(place.module, tokens) };
    const known = this.#returned.get(called.scope);
    if (known !== undefined) return known;
    this.#returned.set(called.scope, null);
    const answer = this.returnedBy(called, calls + 1);
    this.#returned.set(called.scope, answer);
    return answer;
  }

  /**
   * Returns the name of the method whose answer an expression is, such as `get` for
   * `service().get(7)`; `null` for another expression.
   */
  method(place: Place, written: readonly Token[], calls = 0): string | null {
    const tokens = withoutParentheses(written);
    const [first] = tokens;
    if (calls === MAX_CALLS) return null;
    if (tokens.length === 1 && first?.kind === "name") {
      const value = this.body(place).returnedVariable(first.text);
      return value === null ? null : this.method(place, value, calls + 1);
    }
    const open = lastCall(tokens);
    if (open === null) return null;
    const isPage = isPaging(place, tokens.slice(0, open));
    const [items] = isPage ? callArguments(tokens, open) : [];
    if (items !== undefined) return this.method(place, items.value, calls + 1);
    const name = tokens[open - 1];
    return name?.kind === "name" && isOperator(tokens[open - 2], ".") ? name.text : null;
  }

  /** Returns the function that a call calls; `null` if it is unknown. */
  #callee(place: Place, tokens: readonly Token[], open: number): Called | null {
    const evaluator = this.#evaluator;
    const callee = evaluator.dereferenced(evaluator.evaluate(place, tokens.slice(0, open)));
    const called = single(callee);
    return called?.kind === "function" ? called : null;
  }

  /** Reads the value that a function returns. */
  returnedBy(called: Place, calls = 0): Answer {
    const { returned } = this.body(called);
    if (returned.kind === "value") return this.read(called, returned.tokens, calls);
    return {
      kind: "unknown",
      reason: returned.reason,
      file: called.module.path,
      line: returned.row,
    };
  }
}

/** Returns the only value; `null` if there are several or none. */
export function single(values: Values): Value | null {
  const [only, another] = values;
  return another === undefined ? only ?? null : null;
}

/** Returns an unknown answer for an expression, with the reason and the place of the expression. */
export function unknownAt(
  module: ProjectModule,
  tokens: readonly Token[],
  reason: string,
): Answer {
  return { kind: "unknown", reason, ...placeOf(module, tokens) };
}

function placeOf({ path, python }: ProjectModule, [first]: readonly Token[]): CodePlace {
  return { file: path, line: positionAt(python.physical.starts, first?.start ?? 0).line };
}

// An expression in more parentheses counts as unknown.
const MAX_PARENTHESES = 5;

/** Removes `await` and the parentheses around an expression. */
export function withoutParentheses(written: readonly Token[]): readonly Token[] {
  let tokens = isName(written[0], "await") ? written.slice(1) : written;
  for (let depth = 0; depth < MAX_PARENTHESES && isOperator(tokens[0], "("); depth++) {
    const { hasComma, items, next } = bracketed(tokens, 0);
    const [only] = items;
    if (hasComma || next !== tokens.length || only === undefined) break;
    tokens = only;
  }
  return tokens;
}

/** Returns the index of the parenthesis that opens the call at the end of an expression. */
function lastCall(tokens: readonly Token[]): number | null {
  const last = tokens.length - 1;
  const open = isOperator(tokens[last], ")") ? openerOf(tokens, last) : 0;
  return open > 0 && isOperator(tokens[open], "(") ? open : null;
}

/** Reports whether an expression is the function that returns a page of the items that it gets. */
function isPaging({ module: { python } }: Place, tokens: readonly Token[]): boolean {
  const [function_, ...more] = withFullNames(python, tokens);
  return isName(function_, FULL_NAMES.listed) && more.length === 0;
}

/** Returns the path of the file that a call loads, such as `load_mock("users/get.json")`. */
function loadedFile(
  { module: { path }, scope }: Place,
  [, name, close, ...rest]: readonly Token[],
): ProjectPath | null {
  const folder = /^(?:.*\/)?(?=__init__\.py$)/.exec(path)?.[0];
  const isLoader = scope.definition?.name === IMPORTED.load_mock.name && folder !== undefined &&
    isOperator(close, ")") && rest.length === 0;
  if (!isLoader || name?.kind !== "string" || name.value === null) return null;
  const loaded = folder + name.value;
  return isProjectPath(loaded) ? loaded : null;
}

// All sentences in generated code are shorter.
const MAX_ECHO = 1_000;

/** Returns the words of `f"words{data}"`; `null` for any other expression. */
function echoedWords(tokens: readonly Token[]): string | null {
  const [only] = tokens;
  if (tokens.length !== 1 || only?.kind !== "string" || only.text.length > MAX_ECHO) return null;
  return /^f(["'])([^{}\\"']*)\{\w+\}\1$/i.exec(only.text)?.[2] ?? null;
}
