/** The existing handlers of a blueprint that gets a new handler. */

import type { FlaskEndpoint } from "../../project/routing/flask_endpoint.ts";
import type { FlaskModule } from "../../project/routing/flask_module.ts";
import { bracketed, isName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { documentsErrors } from "../../python/errors_decorator.ts";
import type { Definition } from "../../python/outline.ts";
import { allDefinitions, type PythonModule } from "../../python/python_module.ts";
import { isGeneratedHandler } from "./generated_handler.ts";
import { type HandlerDecorator, readDecorator, viewDecorators } from "../code/handler_decorator.ts";
import {
  type HandlerParameter,
  type KnownService,
  type ReturnedCall,
  returnedCall,
  withoutParentheses,
} from "../code/returned_call.ts";

/** The handlers of a blueprint in one module. */
export interface Neighbourhood {
  readonly module: PythonModule;
  readonly flask: FlaskModule;
  /** The blueprint's endpoints in the module. */
  readonly endpoints: readonly FlaskEndpoint[];
}

/** A handler, or a class of views, that a blueprint already has. */
export interface Neighbour {
  /** The name of its function or class. */
  readonly handler: string;
  /** Whether it has the form of generated handlers. */
  readonly isGenerated: boolean;
  /** HTTP methods in upper case; `null` if they are unknown. */
  readonly methods: readonly string[] | null;
  /** Decorators other than routes, outermost first; `null` if they are unknown. */
  readonly decorators: readonly HandlerDecorator[] | null;
  /** The function's header and body; `null` for a class of views and for an imported function. */
  readonly code: NeighbourCode | null;
}

export interface NeighbourCode {
  readonly isAsync: boolean;
  /** Whether a route names its endpoint explicitly. */
  readonly hasEndpointName: boolean;
  /** The parameters that do not come from its URL rules; `null` if they are unknown. */
  readonly parameters: readonly HandlerParameter[] | null;
  /** The return annotation; `null` without one. */
  readonly annotation: string | null;
  /** Whether the body is a `try` statement. */
  readonly catches: boolean;
  /** The value that the handler returns if its body is one `return` of a call to the service. */
  readonly returned: ReturnedCall | null;
}

/** Reads the handlers of a blueprint in a module, in the order of their first routes. */
export function readNeighbours(
  { module, flask, endpoints }: Neighbourhood,
  service: KnownService,
): readonly Neighbour[] {
  const definitions = allDefinitions(module);
  const rowOf = (line: number) => module.lines[line]?.row ?? 0;
  const decorated = new Map(
    definitions.flatMap((each) => each.decorators.map((line) => [rowOf(line), each] as const)),
  );
  const named = new Map(definitions.map((each) => [each.name, each]));
  const found = (endpoint: FlaskEndpoint) =>
    endpoint.via === "decorator" ? decorated.get(endpoint.line) : named.get(endpoint.handler);
  const routes = new Set(
    flask.endpoints.filter(({ via }) => via === "decorator").map(({ line }) => line),
  );
  const isRoute = (line: number) => routes.has(rowOf(line));
  const groups = Map.groupBy(endpoints, (endpoint) => found(endpoint) ?? endpoint.handler);
  return [...groups].map(([definition, own]) => {
    const methods = own.some((each) => each.methods === null)
      ? null
      : own.flatMap((each) => each.methods ?? []);
    const handler = own[0]?.handler ?? "";
    const known = { handler, methods, isGenerated: false };
    if (typeof definition === "string") return { ...known, decorators: null, code: null };
    if (definition.kind === "class") {
      return { ...known, decorators: viewDecorators(module, definition), code: null };
    }
    return {
      ...known,
      isGenerated: isGeneratedHandler(module, definition),
      decorators: ownDecorators(module, definition, isRoute),
      code: readCode(module, definition, own, { isRoute, service }),
    };
  });
}

/** Returns the decorators other than routes, outermost first. */
function ownDecorators(
  module: PythonModule,
  { decorators }: Definition,
  isRoute: (line: number) => boolean,
): readonly HandlerDecorator[] {
  const first = decorators.findIndex(isRoute);
  return decorators.flatMap((line, index) =>
    isRoute(line) || documentsErrors(module, line)
      ? []
      : [readDecorator(module, line, index < first)]
  );
}

interface CodeContext {
  readonly isRoute: (line: number) => boolean;
  readonly service: KnownService;
}

function readCode(
  module: PythonModule,
  definition: Definition,
  endpoints: readonly FlaskEndpoint[],
  { isRoute, service }: CodeContext,
): NeighbourCode {
  const { source, lines } = module;
  const header = lines[definition.header];
  const { start = 0, end = 0, body = 0 } = header ?? {};
  const tokens = tokenize(source, start, end);
  const ahead = tokens.filter((token) => token.end < body);
  const open = ahead.findIndex((token) => isOperator(token, "("));
  const { items, next } = bracketed(ahead, open);
  const parameters = items.flatMap((item) => parameter(source, item));
  const statements = bodyStatements(
    module,
    definition,
    tokens.filter(({ start }) => start >= body),
  );
  const [only] = statements;
  const isReturn = statements.length === 1 && isName(only?.[0], "return");
  return {
    isAsync: definition.async,
    hasEndpointName: definition.decorators.some((line) =>
      isRoute(line) && hasEndpointName(module, line)
    ),
    parameters: withoutRuleVariables(parameters, endpoints),
    annotation: isOperator(ahead[next], "->")
      ? flatText(source, withoutParentheses(ahead.slice(next + 1)))
      : null,
    catches: isName(only?.[0], "try"),
    returned: isReturn ? returnedCall(only?.slice(1) ?? [], service, parameters) : null,
  };
}

/** Returns the tokens of each logical line of a function's body, without its docstring. */
function bodyStatements(
  { source, lines }: PythonModule,
  { header, last, inline }: Definition,
  inlineBody: readonly Token[],
): readonly (readonly Token[])[] {
  const all = inline
    ? [inlineBody]
    // Two statements and a docstring are enough to see that the body is not a single statement.
    : lines.slice(header + 1, Math.min(last, header + 3) + 1)
      .map(({ start, end }) => tokenize(source, start, end));
  const isDocstring = all[0]?.length === 1 && all[0][0]?.kind === "string";
  return isDocstring ? all.slice(1) : all;
}

function parameter(source: string, item: readonly Token[]): HandlerParameter[] {
  const name = item.find(({ kind }) => kind === "name");
  return name === undefined ? [] : [{ name: name.text, text: flatText(source, item) }];
}

/** Returns the source of tokens on one line. */
function flatText(source: string, tokens: readonly Token[]): string {
  return source.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0).replace(/\s+/g, " ");
}

function withoutRuleVariables(
  parameters: readonly HandlerParameter[],
  endpoints: readonly FlaskEndpoint[],
): readonly HandlerParameter[] | null {
  const variables = new Set<string>();
  for (const { rule } of endpoints) {
    if (rule === null) return null;
    for (const name of ruleVariables(rule)) variables.add(name);
  }
  return parameters.filter(({ name }) => !variables.has(name));
}

/**
 * Lists the variables of a URL rule.
 *
 * @example
 * ```ts
 * import { ruleVariables } from "./neighbour.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(ruleVariables("/<shop>/products/<int:id>"), ["shop", "id"]);
 * ```
 */
export function ruleVariables(rule: string): readonly string[] {
  return rule.split("<").slice(1).flatMap((part) => {
    const end = part.indexOf(">");
    return end === -1 ? [] : [part.slice(part.lastIndexOf(":", end) + 1, end)];
  });
}

function hasEndpointName({ source, lines }: PythonModule, line: number): boolean {
  const { start = 0, end = 0 } = lines[line] ?? {};
  const tokens = tokenize(source, start, end);
  return tokens.some((token, index) =>
    isName(token, "endpoint") && isOperator(tokens[index + 1], "=")
  );
}
