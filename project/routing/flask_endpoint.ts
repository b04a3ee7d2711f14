/** Endpoints from decorators and from calls to `add_url_rule`. */

import { type Argument, dottedName, type Token } from "../../python/expression.ts";
import { findArgument, methodsArgument, stringArgument } from "./flask_call.ts";
import { type FlaskScope, resolveName, viewClass } from "./flask_scope.ts";
import { type ViewName, viewName } from "./flask_view.ts";
import { ownName } from "../../python/symbols.ts";

/** An endpoint of a module. */
export interface FlaskEndpoint {
  /** Name of the function or view class that handles requests; for any other expression, its source. */
  readonly handler: string;
  /** The variable of the blueprint or application. */
  readonly blueprint: string;
  /** The origin of the variable, such as `.auth.bp`. */
  readonly origin?: string;
  /** The function that has the variable as a parameter, if its arguments are unknown. */
  readonly givenTo?: string;
  /** The URL rule without any prefix; `null` if static analysis cannot determine it. */
  readonly rule: string | null;
  /** The name that holds a rule that static analysis cannot determine. */
  readonly ruleName?: string;
  /** HTTP methods in upper case, without those that Flask adds itself; `null` if they are unknown. */
  readonly methods: readonly string[] | null;
  /** The view class whose functions determine the methods; absent if the code says the methods. */
  readonly view?: ViewName;
  /** The decorator that adds it, if that may be a function of the project. */
  readonly decorator?: ViewName;
  /** Whether its path is known only if its router is. */
  readonly needsRouter?: boolean;
  /** 1-based line of the decorator or call. */
  readonly line: number;
  readonly via: "decorator" | "add_url_rule";
}

/** A method call in a module. */
export interface MethodCall {
  /** The part before the last dot. */
  readonly owner: string;
  /** The origin of the owner. */
  readonly origin?: string;
  readonly method: string;
  readonly arguments: readonly Argument[];
  /** 1-based. */
  readonly line: number;
}

const DEFAULT_METHODS = ["GET"];
const VERBS = new Set(["get", "post", "put", "delete", "patch"]);
const VIEW_POSITION = 2;

/** Reads a decorator's call; `null` if it adds no route. */
export function decoratorEndpoint(
  scope: FlaskScope,
  call: MethodCall,
  handler: string,
): FlaskEndpoint | null {
  const { owner, method, arguments: found, line } = call;
  const isVerb = VERBS.has(method);
  if (!isVerb && method !== "route") return null;
  const rule = stringArgument(scope, findArgument(found, "rule", 0));
  if (isVerb && !scope.routers.has(owner) && !isPath(rule)) return null;
  const methods = isVerb ? [method.toUpperCase()] : methodsArgument(scope, found, DEFAULT_METHODS);
  return { handler, ...routerOf(call), rule, methods, line, via: "decorator" };
}

/**
 * Reads a decorator of a view class that may be a function of the project, such as `@route(users_bp, "/users")`:
 * it has one router of the module and one path. `null` for any other decorator.
 */
export function ownDecoratorEndpoint(
  scope: FlaskScope,
  { owner, method, arguments: found, line }: MethodCall,
  view: string,
): FlaskEndpoint | null {
  const names = found.flatMap(({ value }) => plainName(value) ?? []);
  const [blueprint, ...more] = names.map((name) => resolveName(scope, name))
    .filter((name) => scope.routers.has(name));
  const rules = found.map(({ value }) => stringArgument(scope, value)).filter(isPath);
  const [rule] = rules;
  if (blueprint === undefined || more.length > 0 || rule == null || rules.length > 1) return null;
  const decorator = viewName(scope, owner === "" ? method : `${owner}.${method}`);
  const known = { handler: view, blueprint, rule, methods: null, view: { name: view }, decorator };
  return { ...known, line, via: "decorator" };
}

/** Reports whether a rule looks like a path: `@mock.patch("module.name")` is not a route. */
function isPath(rule: string | null): boolean {
  return rule !== null && (rule === "" || rule.startsWith("/"));
}

/**
 * Reads a call to `add_url_rule`.
 *
 * @param source The module's source.
 */
export function urlRuleEndpoint(
  source: string,
  scope: FlaskScope,
  call: MethodCall,
): FlaskEndpoint {
  const { arguments: found, line } = call;
  const ruleTokens = findArgument(found, "rule", 0);
  const rule = stringArgument(scope, ruleTokens);
  const view = findArgument(found, "view_func", VIEW_POSITION);
  if (view === undefined) return endpointByName(scope, call, rule);
  const ruleName = rule === null && ruleTokens !== undefined ? plainName(ruleTokens) : null;
  const name = plainName(view);
  const className = viewClass(view) ?? (name === null ? undefined : scope.views.get(name));
  const methods = methodsArgument(scope, found, className === undefined ? DEFAULT_METHODS : null);
  const handler = className === undefined
    ? name === null ? sourceOf(source, view) : resolveName(scope, name)
    : ownName(className);
  const byClass = className === undefined ? {} : viewOf(scope, found, className);
  const named = ruleName === null ? {} : { ruleName };
  const known = { handler, ...routerOf(call), rule, ...named, methods, ...byClass };
  return { ...known, line, via: "add_url_rule" };
}

/** Returns the view class of a call, unless the call has the methods. */
function viewOf(
  scope: FlaskScope,
  found: readonly Argument[],
  className: string,
): Pick<FlaskEndpoint, "view"> {
  return findArgument(found, "methods") === undefined ? { view: viewName(scope, className) } : {};
}

/** Reads a call to `add_resource`, which serves a view class at one or several rules. */
export function resourceEndpoints(
  source: string,
  scope: FlaskScope,
  call: MethodCall,
): readonly FlaskEndpoint[] {
  const { arguments: found, method, line } = call;
  const view = findArgument(found, "resource", 0) ?? [];
  const name = plainName(view);
  const handler = name === null ? sourceOf(source, view) : resolveName(scope, name);
  const urls = found.slice(1).filter(({ kind }) => kind !== "keyword");
  const methods = methodsArgument(scope, found, null);
  const byClass = name === null ? {} : viewOf(scope, found, handler);
  return urls.map(({ kind, value }) => ({
    handler,
    ...routerOf(call),
    // Another method, such as one of a project's own class, may change the rule.
    rule: method === "add_resource" && kind === "positional" ? stringArgument(scope, value) : null,
    methods,
    ...byClass,
    needsRouter: true,
    line,
    via: "add_url_rule",
  }));
}

/** Returns an endpoint for each rule that a decorator of a class has, as those of Flask-RESTX. */
export function decoratedEndpoints(
  scope: FlaskScope,
  first: FlaskEndpoint,
  { arguments: found }: MethodCall,
): readonly FlaskEndpoint[] {
  const others = found.slice(1).filter(({ kind }) => kind === "positional");
  return [
    first,
    ...others.map(({ value }) => ({ ...first, rule: stringArgument(scope, value) })),
  ];
}

/** Reads a call without a view function. Flask then finds the view by the endpoint's name. */
function endpointByName(scope: FlaskScope, call: MethodCall, rule: string | null): FlaskEndpoint {
  const { arguments: found, line } = call;
  const handler = stringArgument(scope, findArgument(found, "endpoint", 1)) ?? "";
  const methods = methodsArgument(scope, found, DEFAULT_METHODS);
  return { handler, ...routerOf(call), rule, methods, line, via: "add_url_rule" };
}

function routerOf({ owner, origin }: MethodCall): Pick<FlaskEndpoint, "blueprint" | "origin"> {
  return origin === undefined ? { blueprint: owner } : { blueprint: owner, origin };
}

/** Returns the text of an expression that is only a dotted name; `null` for any other expression. */
export function plainName(tokens: readonly Token[]): string | null {
  const dotted = dottedName(tokens, 0);
  return dotted?.next === tokens.length ? dotted.text : null;
}

/** Returns the source of an expression. */
export function sourceOf(source: string, tokens: readonly Token[]): string {
  return source.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);
}
