/** The responses of handlers, read back from code where they are literals. */

import type { Snapshot } from "../core/change_set.ts";
import { isProjectPath } from "../core/project_path.ts";
import type { Token } from "../python/expression.ts";
import type { Definition } from "../python/outline.ts";
import type { AnalyzedEndpoint } from "./analysis.ts";
import { type Answer, Answers, COMPUTED, unknownAt } from "./answers.ts";
import {
  type FunctionReferent,
  insideOf,
  type Referent,
  Referents,
  type Scope,
  searchBudget,
} from "./referents.ts";
import { readResponse, type Response } from "./response.ts";
import { type SourceFile, SourceFiles } from "./source_file.ts";

/** The response of a handler. */
export interface HandlerResponse {
  readonly answer: Answer;
  /** The status code; `null` if static analysis cannot determine it. */
  readonly status: number | null;
}

/** Reads the responses of a project's endpoints. */
export class HandlerResponses {
  readonly #files: SourceFiles;
  readonly #referents: Referents;
  readonly #answers: Answers;

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.#files = new SourceFiles(files);
    this.#referents = new Referents(this.#files);
    this.#answers = new Answers(this.#referents);
  }

  /**
   * Reads the response of an endpoint.
   *
   * @param method The HTTP method, in upper case.
   */
  read(endpoint: AnalyzedEndpoint, method: string): HandlerResponse {
    const handler = this.#handler(endpoint, method);
    if (handler === null) {
      const { file, line } = endpoint;
      return unread({ kind: "unknown", reason: "its handler was not found", file, line });
    }
    const { scope: { file }, definition } = handler;
    const body = this.#referents.parts.body(file, definition);
    if (body.returned.kind === "none") {
      const { reason, row } = body.returned;
      return unread({ kind: "unknown", reason, file: file.path, line: row });
    }
    const { tokens } = body.returned;
    const scope = insideOf(handler);
    const response = readResponse(tokens, {
      isFlaskFunction: (name, dotted) => this.#isFlaskFunction(scope, name, dotted),
      variable: (name) => body.returnedVariable(name),
    });
    const answer = this.#answer(scope, tokens, response, definition);
    const isSent = response.isJson || answer.kind !== "json" || isContainer(answer);
    return {
      answer: isSent ? answer : unknownAt(file, tokens, "it does not answer JSON"),
      status: response.status,
    };
  }

  #answer(
    scope: Scope,
    tokens: readonly Token[],
    { json, value }: Response,
    definition: Definition,
  ): Answer {
    if (json !== null) return { kind: "json", value: json, annotation: "" };
    if (value === null) return unknownAt(scope.file, tokens, COMPUTED);
    return this.#answers.read(scope, value, definition, searchBudget());
  }

  /** Finds the function that handles a method of an endpoint. */
  #handler(
    { file: path, line, handler }: AnalyzedEndpoint,
    method: string,
  ): FunctionReferent | null {
    const file = isProjectPath(path) ? this.#files.at(path) : undefined;
    if (file === undefined) return null;
    const decorated = file.decoratedAt(line);
    const found = decorated === null ? this.#named(file, handler) : referentIn(file, decorated);
    if (found?.kind === "function") return found;
    if (found?.kind !== "class") return null;
    const own = this.#referents.parts.methods(found.definition).get(method.toLowerCase());
    return own === undefined ? null : { kind: "function", scope: found.scope, definition: own };
  }

  /** Finds a handler or view class by name, such as `views.index`. */
  #named(file: SourceFile, handler: string): Referent | null {
    const parts = handler.split(".");
    const nested = parts.length === 1 ? file.definitionOf(handler) : null;
    if (nested !== null) return referentIn(file, nested);
    return this.#referents.dotted({ file, functions: [] }, parts, searchBudget());
  }

  /** Reports whether a called name, such as `flask.jsonify`, is a certain function of Flask. */
  #isFlaskFunction({ file, functions }: Scope, name: string, dotted: string): boolean {
    if (dotted.includes(".")) return dotted.endsWith(`.${name}`);
    const inner = functions.findLast((each) =>
      this.#referents.parts.body(file, each).names.has(dotted)
    );
    const names = inner === undefined ? file.names : this.#referents.parts.body(file, inner).names;
    const bound = names.get(dotted);
    // The names from `import *` are unknown, so the name may be one of them.
    if (bound === undefined) return dotted === name;
    return bound.kind === "import" && bound.imported.member === name;
  }
}

function unread(answer: Answer): HandlerResponse {
  return { answer, status: null };
}

function referentIn(file: SourceFile, definition: Definition): Referent {
  const scope = { file, functions: file.functionsAround(definition) };
  return { kind: definition.kind, scope, definition };
}

/** Reports whether an answer is an object or an array, which Flask also sends without `jsonify`. */
function isContainer({ value }: Extract<Answer, { readonly kind: "json" }>): boolean {
  return value.kind === "object" || value.kind === "array";
}
