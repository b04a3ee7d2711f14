/** Expressions with which the handlers of a route reach its service. */

import { type Binding, bindings } from "../../python/bindings.ts";
import { bracketed, isName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { lineIndexAt } from "../../python/find_line.ts";
import { operandStart } from "../../python/operand.ts";
import { parameters } from "../../python/parameters.ts";
import { positionAt } from "../../python/position.ts";
import type { Definition } from "../../python/outline.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { readAssignment } from "../routing/flask_scope.ts";
import { Scope } from "./scopes.ts";

/** The service class whose methods handlers call. */
export interface Service {
  /** Name of the class. */
  readonly className: string;
  /** Dotted name of the class's module. */
  readonly module: string;
  /** Names of the class's methods. */
  readonly methods: Pick<ReadonlySet<string>, "has">;
}

interface Reader {
  readonly module: PythonModule;
  readonly service: Service;
  readonly bound: ReadonlyMap<string, Binding>;
  readonly scope: Scope;
}

/** An expression on one line. */
interface Expression {
  readonly tokens: readonly Token[];
  readonly text: string;
}

/**
 * Finds an expression for the service that works in any function of a route's module. Prefers the
 * expression that the handlers use, then a variable that holds an instance, then a call to a function
 * that returns an instance and needs no arguments.
 *
 * @returns Source on one line; `null` if the module has no such expression.
 *
 * @example
 * ```ts
 * import { serviceExpression } from "./service_access.ts";
 * import { readPython } from "../../python/python_module.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython("service = Shop()\n\n@bp.get('')\ndef get(): return service.get()\n");
 * const service = { className: "Shop", module: "api.services.shop_service", methods: new Set(["get"]) };
 * equal(serviceExpression(module, service), "service");
 * ```
 */
export function serviceExpression(module: PythonModule, service: Service): string | null {
  const visible = bindings(module).filter(({ isTypeOnly }) => !isTypeOnly);
  const reader: Reader = {
    module,
    service,
    bound: new Map(visible.map((binding) => [binding.name, binding])),
    scope: new Scope(module),
  };
  return usedExpression(reader) ?? madeInstance(reader) ?? makingFunction(reader);
}

// Maximum number of method calls to examine. Further calls are unlikely to be clearer.
const MAX_CALLS = 20;

const METHOD_CALL = /\.\s*([\w\u0080-\uffff]+)\s*\(/g;

/**
 * Finds the expression on which the module calls methods of the service. An expression that refers to the
 * class takes precedence over one that is only named like a service.
 */
function usedExpression(reader: Reader): string | null {
  const { module, service: { methods } } = reader;
  let named: string | null = null;
  let calls = 0;
  let read = { line: -1, tokens: [] as readonly Token[] };
  for (const { index, 1: method = "" } of module.source.matchAll(METHOD_CALL)) {
    if (method.startsWith("__") || !methods.has(method)) continue;
    if (calls++ === MAX_CALLS) break;
    const line = lineIndexAt(module.lines, index);
    if (line !== read.line) read = { line, tokens: tokensOf(module, line) };
    const found = ownerBefore(module, read.tokens, index);
    const known = found === null ? null : outsideFunctions(reader, line, found);
    if (known === null || isClass(reader, known)) continue;
    if (isService(reader, known)) return known.text;
    if (isNamedLikeService(reader, known)) named ??= known.text;
  }
  return named;
}

function tokensOf({ source, lines }: PythonModule, line: number): readonly Token[] {
  const { start = 0, end = 0 } = lines[line] ?? {};
  return tokenize(source, start, end);
}

/** Returns the object of a method call; `null` if the call is in a string, or spans several lines. */
function ownerBefore(
  { source }: PythonModule,
  tokens: readonly Token[],
  dot: number,
): Expression | null {
  const last = tokens.findIndex((token) => token.start === dot && isOperator(token, "."));
  if (last === -1) return null;
  return expression(source, tokens.slice(operandStart(tokens, last), last));
}

function expression(source: string, tokens: readonly Token[]): Expression | null {
  const text = source.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);
  return text === "" || /[\r\n]/.test(text) ? null : { tokens, text };
}

/** Rewrites an expression with module-level names only; `null` if it needs names of its function. */
function outsideFunctions(reader: Reader, line: number, found: Expression): Expression | null {
  const { module, scope } = reader;
  const functions = functionsAround(scope, line);
  if (isGlobal(reader, functions, found)) return found;
  const value = found.tokens.length === 1
    ? valueBefore(functions[0], found.text, module.lines[line]?.start ?? 0)
    : null;
  if (value === null || operandStart(value, value.length) !== 0) return null;
  const assigned = expression(module.source, value);
  return assigned !== null && isGlobal(reader, functions, assigned) ? assigned : null;
}

/** Returns the scopes of the functions around a line, innermost first. */
function functionsAround(module: Scope, line: number): readonly Scope[] {
  const found: Scope[] = [];
  for (let scope: Scope | undefined = module; scope !== undefined;) {
    if (scope.kind === "function") found.unshift(scope);
    scope = scope.children.values().find(({ definition }) =>
      definition !== null && definition.header <= line && line <= definition.last
    );
  }
  return found;
}

/** Returns the only value that a scope assigns to a variable above an offset; `null` if there is not exactly one. */
function valueBefore(
  scope: Scope | undefined,
  name: string,
  offset: number,
): readonly Token[] | null {
  const [only = null, another] = (scope?.names.get(name) ?? []).flatMap((each) =>
    each.kind === "value" && (each.value[0]?.start ?? offset) < offset ? [each.value] : []
  );
  return another === undefined ? only : null;
}

/** Reports whether an expression uses only module-level names. */
function isGlobal(
  { bound }: Reader,
  functions: readonly Scope[],
  { tokens }: Expression,
): boolean {
  // The names from `import *` are unknown, so any name may be one of them.
  const isVisible = (name: string) => bound.has(name) || bound.has("*");
  return rootNames(tokens).every((name) =>
    isVisible(name) && !functions.some(({ names }) => names.has(name))
  );
}

/** Returns the names in an expression, without attributes and names of keyword arguments. */
function rootNames(tokens: readonly Token[]): string[] {
  return tokens.filter((token, index) =>
    token.kind === "name" && !isOperator(tokens[index - 1], ".") &&
    !isOperator(tokens[index + 1], "=")
  ).map(({ text }) => text);
}

/** Reports whether an expression is the class itself, whose methods need an instance. */
function isClass({ service, bound }: Reader, { tokens, text }: Expression): boolean {
  return isName(tokens.at(-1), service.className) ||
    bound.get(text)?.imported?.member === service.className;
}

/** Reports whether an expression refers to the service's class, and does not just share method names. */
function isService({ module, service, bound }: Reader, { tokens, text }: Expression): boolean {
  const root = tokens[0]?.text ?? "";
  const imported = bound.get(root)?.imported ?? null;
  return names(text, service.className) || imported?.member === service.className ||
    (imported !== null && service.module.endsWith(imported.module.replace(/^\.+/, "."))) ||
    symbols(module).some((symbol) => symbol.name === root && names(symbol.text, service.className));
}

/** Reports whether an expression is named like a service and is not a collection. */
function isNamedLikeService({ module }: Reader, { tokens, text }: Expression): boolean {
  const definition = symbols(module).find(({ name }) => name === tokens[0]?.text)?.text ?? "";
  return /service/i.test(text) && !/=\s*(?:[{[("']|dict\b|list\b)/.test(definition);
}

function names(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** Returns a module-level variable that holds an instance of the service. */
function madeInstance({ module: { source, lines }, service, bound }: Reader): string | null {
  for (const line of lines) {
    if (line.indent > 0) continue;
    const assignment = readAssignment(tokenize(source, line.start, line.end));
    const open = assignment?.value.findIndex((token) => isOperator(token, "(")) ?? -1;
    const [target] = assignment?.targets ?? [];
    if (assignment === null || target === undefined || open < 1) continue;
    const isWhole = bracketed(assignment.value, open).next === assignment.value.length;
    const made = assignment.value[open - 1]?.text;
    const isClass = made === service.className ||
      bound.get(made ?? "")?.imported?.member === service.className;
    if (isWhole && isClass && bound.has(target)) return target;
  }
  return null;
}

/** Returns a call to a module-level function that returns an instance of the service. */
function makingFunction({ module, service }: Reader): string | null {
  const { lines, physical } = module;
  const returns = new RegExp(
    `->\\s*["']?${service.className}\\b|\\breturn ${service.className}\\(`,
  );
  const found = module.definitions.find((each) => {
    const isPlain = each.kind === "function" && each.decorators.length === 0 && !each.async &&
      positionAt(physical.starts, lines[each.header]?.start ?? 0).column === 1;
    return isPlain && !parameters(module, each).some(({ isRequired }) => isRequired) &&
      returns.test(ownText(module, each));
  });
  return found === undefined ? null : `${found.name}()`;
}

/** Returns the code of a function without the functions and classes in it, which return for themselves. */
function ownText({ source, lines }: PythonModule, { header, last, children }: Definition): string {
  const ends = [...children.map((each) => each.decorators[0] ?? each.header), last + 1];
  return ends.map((end, index) => {
    const start = index === 0 ? header : (children[index - 1]?.last ?? header) + 1;
    return source.slice(lines[start]?.start, lines[end - 1]?.end);
  }).join("\n");
}
