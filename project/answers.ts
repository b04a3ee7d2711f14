/** The answers of endpoints, read back from code where they are literals. */

import type { Snapshot } from "../core/change_set.ts";
import type { Json } from "../core/json.ts";
import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { bracketed, isName, isOperator, type Token } from "../python/expression.ts";
import { literalJson } from "../python/literal_json.ts";
import type { Definition } from "../python/outline.ts";
import { positionAt } from "../python/position.ts";
import type { AnalyzedEndpoint } from "./analysis.ts";
import {
  type Budget,
  insideOf,
  type Referent,
  Referents,
  type Scope,
  searchBudget,
} from "./referents.ts";
import { readResponse } from "./response.ts";
import { type SourceFile, SourceFiles } from "./source_file.ts";

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
  /** The contents of a data file. */
  | {
    readonly kind: "file";
    readonly path: ProjectPath;
    readonly file: string;
    readonly line: number;
  }
  /** The answer is not a literal. The position is where reading stopped. */
  | {
    readonly kind: "unknown";
    readonly reason: string;
    readonly file: string;
    readonly line: number;
  };

/** The response of a handler. */
export interface HandlerResponse {
  readonly answer: Answer;
  /** The status code; `null` if static analysis cannot determine it. */
  readonly status: number | null;
}

type FunctionReferent = Extract<Referent, { readonly kind: "function" }>;
type Unknown = Extract<Answer, { readonly kind: "unknown" }>;

const COMPUTED = "its answer is computed";

/** The function that loads data files, and the package that has it. */
const LOADER = "load_mock";
const LOADERS = /(?:^|\/)__init__\.py$/;

/** Names of variables that are constants by convention (PEP 8). */
const CONSTANT = /^_*[A-Z][A-Z0-9_]*$/;

/** Reads the answers of a project's endpoints. */
export class Answers {
  readonly #files: SourceFiles;
  readonly #referents: Referents;
  /** Literals read so far: many endpoints can share a constant. */
  readonly #literals = new Map<readonly Token[], Json | null>();
  /** Answers of called functions read so far: handlers can share them. */
  readonly #returned = new Map<Definition, Answer>();

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.#files = new SourceFiles(files);
    this.#referents = new Referents(this.#files);
  }

  /**
   * Reads the response of an endpoint.
   *
   * @param method The HTTP method, in upper case.
   */
  read(endpoint: AnalyzedEndpoint, method: string): HandlerResponse {
    const { file: path, line } = endpoint;
    const unknown = (reason: string): HandlerResponse => ({
      answer: { kind: "unknown", reason, file: path, line },
      status: null,
    });
    const file = isProjectPath(path) ? this.#files.at(path) : undefined;
    const handler = file === undefined ? null : this.#handler(file, endpoint, method);
    if (handler === null) return unknown("its handler was not found");
    const { scope, definition } = handler;
    const { returned, names, mentions } = this.#referents.body(scope.file, definition);
    if (returned.kind === "none") {
      const { reason, row } = returned;
      return {
        answer: { kind: "unknown", reason, file: scope.file.path, line: row },
        status: null,
      };
    }
    const inside = insideOf(handler);
    const response = readResponse(returned.tokens, {
      isFlaskFunction: (name, dotted) => this.#isFlaskFunction(inside, name, dotted),
      variable: (name) => {
        const bound = mentions.get(name) === 2 ? names.get(name) : undefined;
        return bound?.kind === "value" ? bound.tokens : null;
      },
    });
    const answer = response.json !== null
      ? { kind: "json", value: response.json, annotation: "" } as const
      : response.value === null
      ? this.#unknownAt(inside.file, returned.tokens, COMPUTED)
      : this.#value(inside, response.value, definition, searchBudget());
    const isText = !response.isJson && answer.kind === "json" && answer.value.kind !== "object" &&
      answer.value.kind !== "array";
    return {
      answer: isText
        ? this.#unknownAt(inside.file, returned.tokens, "it does not answer JSON")
        : answer,
      status: response.status,
    };
  }

  /** Finds the function that handles a method of an endpoint. */
  #handler(
    file: SourceFile,
    { line, handler }: AnalyzedEndpoint,
    method: string,
  ): FunctionReferent | null {
    const decorated = file.decoratedAt(line);
    const found = decorated === null
      ? this.#named(file, handler)
      : this.#definitionIn(file, decorated);
    if (found?.kind === "function") return found;
    if (found?.kind !== "class") return null;
    const own = this.#referents.methods(found.definition).get(method.toLowerCase());
    return own === undefined ? null : { kind: "function", scope: found.scope, definition: own };
  }

  #definitionIn(file: SourceFile, definition: Definition): Referent {
    const scope = { file, functions: file.functionsAround(definition) };
    return { kind: definition.kind, scope, definition };
  }

  /** Finds a handler or view class by name, such as `views.index`. */
  #named(file: SourceFile, handler: string): Referent | null {
    const parts = handler.split(".");
    const nested = parts.length === 1 ? file.definitionOf(handler) : null;
    if (nested !== null) return this.#definitionIn(file, nested);
    return this.#referents.dotted({ file, functions: [] }, parts, searchBudget());
  }

  /** Reports whether a called name is a certain function of Flask. */
  #isFlaskFunction({ file, functions }: Scope, name: string, dotted: string): boolean {
    if (dotted.includes(".")) return dotted.endsWith(`.${name}`);
    const inner = functions.findLast((each) => this.#referents.body(file, each).names.has(dotted));
    const bound = inner === undefined
      ? file.names.get(dotted)
      : this.#referents.body(file, inner).names.get(dotted);
    if (bound === undefined) return dotted === name;
    return bound.kind === "import" && bound.imported.member === name;
  }

  /**
   * Reads the value of an expression.
   *
   * @param definition The function around the expression.
   */
  #value(scope: Scope, written: readonly Token[], definition: Definition, budget: Budget): Answer {
    const unknown = this.#unknownAt(scope.file, written, COMPUTED);
    if (budget.steps-- <= 0) return unknown;
    const value = this.#literal(written);
    if (value !== null) {
      const annotation = this.#referents.annotation(scope.file, definition);
      return { kind: "json", value, annotation };
    }
    const tokens = withoutParentheses(written);
    const words = echoedWords(tokens);
    if (words !== null) return { kind: "echo", words };
    const [first] = tokens;
    if (tokens.length === 1 && first?.kind === "name") {
      return this.#variable(scope, first.text, definition, budget) ?? unknown;
    }
    return this.#called(scope, tokens, budget) ?? unknown;
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
  #variable(
    scope: Scope,
    name: string,
    definition: Definition,
    budget: Budget,
  ): Answer | null {
    const { names, mentions } = this.#referents.body(scope.file, definition);
    const own = names.get(name);
    if (own !== undefined) {
      const isOnly = own.kind === "value" && mentions.get(name) === 2;
      return isOnly ? this.#value(scope, own.tokens, definition, budget) : null;
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
    const loaded = loadedFile(called, tokens.slice(open));
    if (loaded !== null) return { kind: "file", path: loaded, ...placeOf(scope.file, tokens) };
    const known = this.#returned.get(called.definition);
    if (known !== undefined) return known;
    const answer = this.#returnedBy(called, budget);
    // Without the rest of its budget, the search may have missed the answer.
    if (answer.kind !== "unknown" || budget.steps > 0) {
      this.#returned.set(called.definition, answer);
    }
    return answer;
  }

  #returnedBy(called: FunctionReferent, budget: Budget): Answer {
    const { definition, scope: { file } } = called;
    const { returned } = this.#referents.body(file, definition);
    if (returned.kind === "none") {
      return { kind: "unknown", reason: returned.reason, file: file.path, line: returned.row };
    }
    return this.#value(insideOf(called), returned.tokens, definition, budget);
  }

  #unknownAt(file: SourceFile, tokens: readonly Token[], reason: string): Unknown {
    return { kind: "unknown", reason, ...placeOf(file, tokens) };
  }
}

function placeOf({ path, module }: SourceFile, [first]: readonly Token[]) {
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
  let depth = 0;
  for (let index = tokens.length - 1; index > 0; index--) {
    const token = tokens[index];
    if (token?.kind !== "operator") continue;
    if (")]}".includes(token.text)) depth++;
    else if ("([{".includes(token.text)) depth--;
    else continue;
    if (depth === 0) return isOperator(token, "(") && isOperator(tokens.at(-1), ")") ? index : null;
  }
  return null;
}

/** Returns the path of the file that a call loads, such as `load_mock("users/get.json")`. */
function loadedFile(
  { scope: { file: { path } }, definition }: FunctionReferent,
  [, name, close, ...rest]: readonly Token[],
): ProjectPath | null {
  const isLoader = definition.name === LOADER && LOADERS.test(path) && rest.length === 0 &&
    isOperator(close, ")");
  if (!isLoader || name?.kind !== "string" || name.value === null) return null;
  const loaded = path.replace(/__init__\.py$/, "") + name.value;
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
