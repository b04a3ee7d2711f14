/** The responses of handlers, read back from code where they are literals. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Token, tokenize } from "../../python/expression.ts";
import type { AnalyzedEndpoint } from "../routing/analysis.ts";
import {
  type Answer,
  Answers,
  COMPUTED,
  single,
  unknownAt,
  withoutParentheses,
} from "./answers.ts";
import { Evaluator } from "../semantics/evaluator.ts";
import { type ProjectModule, ProjectModules } from "../semantics/project_modules.ts";
import { readResponse, type Response } from "./response.ts";
import type { Scope } from "../semantics/scopes.ts";
import type { Place, Value } from "../semantics/values.ts";

/** The handler of an endpoint in the code. */
export type EndpointHandler = Pick<AnalyzedEndpoint, "file" | "line" | "handler">;

/** The response of a handler. */
export interface HandlerResponse {
  readonly answer: Answer;
  /**
   * The name of the method whose answer the handler sends as it is, such as `get` in
   * `jsonify(service().get())`; `null` for none.
   */
  readonly passedOn: string | null;
  /** Whether the handler returns `jsonify(...)`, so that every answer is JSON. */
  readonly isJson: boolean;
  /** The status code; `null` if static analysis cannot determine it. */
  readonly status: number | null;
  /** Whether no computed value can have another status. */
  readonly isStatusSure: boolean;
  /** The names of its headers that are written as literals. */
  readonly headers: readonly string[];
  /** The key of the answer from which the handler makes a `Location`; `null` if it is unknown. */
  readonly createdId: string | null;
}

/** Reads the responses of a project's endpoints. */
export class HandlerResponses {
  readonly evaluator: Evaluator;
  readonly #answers: Answers;
  readonly #definitions = new Map<ProjectModule, Definitions>();

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.evaluator = new Evaluator(new ProjectModules(files));
    this.#answers = new Answers(this.evaluator);
  }

  /**
   * Reads the response of an endpoint.
   *
   * @param method The HTTP method, in upper case.
   */
  read(endpoint: EndpointHandler, method: string): HandlerResponse {
    const handler = this.handlerOf(endpoint, method);
    if (handler === null) {
      const { file, line } = endpoint;
      return unread({ kind: "unknown", reason: "its handler was not found", file, line });
    }
    const { module } = handler;
    const body = this.#answers.body(handler);
    if (body.returned.kind === "none") {
      const { reason, row } = body.returned;
      return unread({ kind: "unknown", reason, file: module.path, line: row });
    }
    const tokens = withoutParentheses(body.returned.tokens);
    const response = readResponse(tokens, {
      isFlaskFunction: (name, dotted) => isFlaskFunction(handler, name, dotted),
      variable: (name) => body.returnedVariable(name),
    });
    const answer = this.#answer(handler, tokens, response);
    const [key, ...others] = body.passedKeys;
    const isKeyed = response.headers.includes("Location") && others.length === 0;
    const isSent = response.isJson || answer.kind !== "json" || isContainer(answer);
    return {
      answer: isSent ? answer : unknownAt(module, tokens, "its answer is not JSON"),
      passedOn: response.isJson && response.value !== null
        ? this.#answers.method(handler, response.value)
        : null,
      isJson: response.isJson,
      status: response.status,
      isStatusSure: response.isStatusSure || answer.kind !== "unknown",
      headers: response.headers,
      createdId: isKeyed && key !== undefined ? key : null,
    };
  }

  /** Reads the answer of a function or method, such as `Service.get`; `null` if there is none of that name. */
  answerOf(file: string, name: string): Answer | null {
    const module = this.evaluator.modules.at(file);
    const scope = name.split(".").reduce<Scope | undefined>(
      (outer, part) =>
        outer?.children.values().toArray().findLast(({ definition }) => definition?.name === part),
      module?.scope,
    );
    return module === undefined || scope === undefined
      ? null
      : this.#answers.returnedBy({ module, scope });
  }

  #answer(handler: Place, tokens: readonly Token[], { json, value }: Response): Answer {
    if (json !== null) return { kind: "json", value: json, annotation: "" };
    if (value === null) return unknownAt(handler.module, tokens, COMPUTED);
    return this.#answers.read(handler, value);
  }

  /** Finds the function that handles a method of an endpoint; `null` if it was not found. */
  handlerOf({ file, line, handler }: EndpointHandler, method: string): Place | null {
    const module = this.evaluator.modules.at(file);
    if (module === undefined) return null;
    const { byRow, byName } = this.#definitionsOf(module);
    const scope = byRow.get(line) ?? byName.get(handler);
    const found = scope === undefined ? this.#named(module, handler) : valueOf(module, scope);
    if (found?.kind !== "class") return found?.kind === "function" ? found : null;
    const { values } = this.evaluator.attribute(found, method.toLowerCase());
    const own = single(this.evaluator.dereferenced(values));
    return own?.kind === "function" ? own : null;
  }

  #definitionsOf(module: ProjectModule): Definitions {
    const known = this.#definitions.get(module);
    if (known !== undefined) return known;
    const definitions = readDefinitions(module);
    this.#definitions.set(module, definitions);
    return definitions;
  }

  /** Finds a handler or view class by the name that a module has for it, such as `views.index`. */
  #named(module: ProjectModule, handler: string): Value | null {
    const place = { module, scope: module.scope };
    const values = this.evaluator.evaluate(place, tokenize(handler, 0, handler.length));
    return single(this.evaluator.dereferenced(values));
  }
}

/** The functions and classes of a module, nested ones included. */
interface Definitions {
  /** By the 1-based rows of their decorators. */
  readonly byRow: ReadonlyMap<number, Scope>;
  /** If several have the same name, the last one counts. */
  readonly byName: ReadonlyMap<string, Scope>;
}

function readDefinitions({ python: { lines }, scope }: ProjectModule): Definitions {
  const byRow = new Map<number, Scope>();
  const byName = new Map<string, Scope>();
  for (const inner of scopesIn(scope)) {
    if (inner.definition === null) continue;
    byName.set(inner.definition.name, inner);
    for (const index of inner.definition.decorators) {
      const { row = 0, endRow = 0 } = lines[index] ?? {};
      for (let each = row; each <= endRow; each++) byRow.set(each, inner);
    }
  }
  return { byRow, byName };
}

function* scopesIn(scope: Scope): Iterable<Scope> {
  for (const child of scope.children.values()) {
    yield child;
    yield* scopesIn(child);
  }
}

function valueOf(module: ProjectModule, scope: Scope): Value | null {
  return scope.kind === "module" ? null : { kind: scope.kind, module, scope };
}

/** Reports whether a called name, such as `flask.jsonify`, is a given function of Flask. */
function isFlaskFunction(handler: Place, name: string, dotted: string): boolean {
  if (dotted.includes(".")) return dotted.endsWith(`.${name}`);
  for (let scope: Scope | null = handler.scope; scope !== null; scope = scope.parent) {
    const bound = scope.kind === "class" ? undefined : scope.names.get(dotted);
    if (bound === undefined) continue;
    return bound.some((each) => each.kind === "import" && each.imported.member === name);
  }
  // The names from `import *` are unknown, so the name may be one of them.
  return dotted === name;
}

function unread(answer: Answer): HandlerResponse {
  return {
    answer,
    passedOn: null,
    isJson: false,
    status: null,
    isStatusSure: true,
    headers: [],
    createdId: null,
  };
}

/** Reports whether an answer is an object or an array, which Flask also sends without `jsonify`. */
function isContainer({ value }: Extract<Answer, { readonly kind: "json" }>): boolean {
  return value.kind === "object" || value.kind === "array";
}
