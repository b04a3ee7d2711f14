/** The values of expressions, read back from code where they are literals. */

import type { Json } from "../core/json.ts";
import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { bracketed, isName, isOperator, type Token } from "../python/expression.ts";
import { literalJson } from "../python/literal_json.ts";
import type { Definition } from "../python/outline.ts";
import { positionAt } from "../python/position.ts";
import {
  type Budget,
  type FunctionReferent,
  insideOf,
  type Referents,
  type Scope,
} from "./referents.ts";
import type { SourceFile } from "./source_file.ts";

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
  /** The contents of a data file. The position is that of the code that loads it. */
  | CodePlace & { readonly kind: "file"; readonly path: ProjectPath }
  /** The answer is not a literal. The position is where reading stopped. */
  | CodePlace & { readonly kind: "unknown"; readonly reason: string };

/** Why an answer is not read that code computes. */
export const COMPUTED = "its answer is computed";

/** The function that loads data files. */
const LOADER = "load_mock";

/** Names of variables that are constants by convention (PEP 8). */
const CONSTANT = /^_*[A-Z][A-Z0-9_]*$/;

/** Reads the answers of functions. */
export class Answers {
  readonly #referents: Referents;
  /** Literals read so far: many endpoints can share a constant. */
  readonly #literals = new Map<readonly Token[], Json | null>();
  /** Answers of called functions read so far: handlers can share them. */
  readonly #returned = new Map<Definition, Answer>();

  constructor(referents: Referents) {
    this.#referents = referents;
  }

  /**
   * Reads the value of an expression: a literal, a variable or constant that holds one, or a call of a function
   * of the project that returns one.
   *
   * @param definition The function around the expression.
   */
  read(scope: Scope, written: readonly Token[], definition: Definition, budget: Budget): Answer {
    const unknown = unknownAt(scope.file, written, COMPUTED);
    if (budget.steps-- <= 0) return unknown;
    const value = this.#literal(written);
    if (value !== null) {
      const { annotation } = this.#referents.parts.header(scope.file, definition);
      return { kind: "json", value, annotation: annotation.map(({ text }) => text).join("") };
    }
    const tokens = withoutParentheses(written);
    const words = echoedWords(tokens);
    if (words !== null) return { kind: "echo", words };
    const [first] = tokens;
    const found = tokens.length === 1 && first?.kind === "name"
      ? this.#variable(scope, first.text, definition, budget)
      : this.#called(scope, tokens, budget);
    return found ?? unknown;
  }

  #literal(tokens: readonly Token[]): Json | null {
    const known = this.#literals.get(tokens);
    if (known !== undefined) return known;
    const value = literalJson(tokens);
    this.#literals.set(tokens, value);
    return value;
  }

  /**
   * Reads the value of a variable: one of the function that nothing else mentions, or a constant. Anything
   * else may have changed in the meantime.
   */
  #variable(scope: Scope, name: string, definition: Definition, budget: Budget): Answer | null {
    const body = this.#referents.parts.body(scope.file, definition);
    if (body.names.has(name)) {
      const tokens = body.returnedVariable(name);
      return tokens === null ? null : this.read(scope, tokens, definition, budget);
    }
    if (!CONSTANT.test(name)) return null;
    const found = this.#referents.name(scope, name, budget);
    const value = found?.kind === "value" ? this.#literal(found.tokens) : null;
    return value === null ? null : { kind: "json", value, annotation: "" };
  }

  /** Reads what a call of a function of the project returns. */
  #called(scope: Scope, tokens: readonly Token[], budget: Budget): Answer | null {
    const open = lastCall(tokens);
    if (open === null) return null;
    const called = this.#referents.expression(scope, tokens.slice(0, open), budget);
    if (called?.kind !== "function") return null;
    const path = loadedFile(called, tokens.slice(open));
    if (path !== null) return { kind: "file", path, ...placeOf(scope.file, tokens) };
    const known = this.#returned.get(called.definition);
    if (known !== undefined) return known;
    const answer = this.#returnedBy(called, budget);
    // Without the rest of its budget, the search may have missed the answer.
    const isFinal = answer.kind !== "unknown" || budget.steps > 0;
    if (isFinal) this.#returned.set(called.definition, answer);
    return answer;
  }

  #returnedBy(called: FunctionReferent, budget: Budget): Answer {
    const { definition, scope: { file } } = called;
    const { returned } = this.#referents.parts.body(file, definition);
    if (returned.kind === "none") {
      return { kind: "unknown", reason: returned.reason, file: file.path, line: returned.row };
    }
    return this.read(insideOf(called), returned.tokens, definition, budget);
  }
}

/** Returns the answer of an expression that cannot be read. */
export function unknownAt(file: SourceFile, tokens: readonly Token[], reason: string): Answer {
  return { kind: "unknown", reason, ...placeOf(file, tokens) };
}

function placeOf({ path, module }: SourceFile, [first]: readonly Token[]): CodePlace {
  return { file: path, line: positionAt(module.physical.starts, first?.start ?? 0).line };
}

// Further parentheses count as unknown.
const MAX_PARENTHESES = 5;

/** Removes `await` and the parentheses around an expression. */
function withoutParentheses(written: readonly Token[]): readonly Token[] {
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
  if (!isOperator(tokens.at(-1), ")")) return null;
  let depth = 0;
  for (let index = tokens.length - 1; index > 0; index--) {
    const token = tokens[index];
    if (token?.kind !== "operator") continue;
    if (")]}".includes(token.text)) depth++;
    else if ("([{".includes(token.text)) depth--;
    if (depth === 0) return isOperator(token, "(") ? index : null;
  }
  return null;
}

/** Returns the path of the file that a call loads, such as `load_mock("users/get.json")`. */
function loadedFile(
  { scope: { file: { path } }, definition }: FunctionReferent,
  [, name, close, ...rest]: readonly Token[],
): ProjectPath | null {
  const folder = /^(?:.*\/)?(?=__init__\.py$)/.exec(path)?.[0];
  const isLoader = definition.name === LOADER && folder !== undefined &&
    isOperator(close, ")") && rest.length === 0;
  if (!isLoader || name?.kind !== "string" || name.value === null) return null;
  const loaded = folder + name.value;
  return isProjectPath(loaded) ? loaded : null;
}

// Longer sentences are not those of generated code.
const MAX_ECHO = 1_000;

/** Returns the words of `f"words{data}"`; `null` for any other expression. */
function echoedWords(tokens: readonly Token[]): string | null {
  const [only] = tokens;
  if (tokens.length !== 1 || only?.kind !== "string" || only.text.length > MAX_ECHO) return null;
  return /^f(["'])([^{}\\"']*)\{\w+\}\1$/i.exec(only.text)?.[2] ?? null;
}
