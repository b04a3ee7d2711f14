/** The routes that a Python module declares with Flask. */

import {
  type Argument,
  bracketed,
  callArguments,
  dottedName,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import { lineImports } from "../../python/import_statement.ts";
import type { Definition } from "../../python/outline.ts";
import { positionAt } from "../../python/position.ts";
import { parsedFile } from "../../python/parsed_files.ts";
import type { PythonProblem } from "../../python/problem.ts";
import { allDefinitions, type PythonModule, readPython } from "../../python/python_module.ts";
import type { LogicalLine } from "../../python/logical_line.ts";
import { CodeBlocks } from "../facts/code_blocks.ts";
import { findArgument, type PrefixArgument, prefixArgument, stringArgument } from "./flask_call.ts";
import {
  decoratedEndpoints,
  decoratorEndpoint,
  type FlaskEndpoint,
  type MethodCall,
  ownDecoratorEndpoint,
  plainName,
  resourceEndpoints,
  sourceOf,
  urlRuleEndpoint,
} from "./flask_endpoint.ts";
import {
  type Assignment,
  bindAssignment,
  bindImport,
  bindLoop,
  emptyScope,
  type FlaskScope,
  originalName,
  originOf,
  readAssignment,
  resolveName,
  withRow,
} from "./flask_scope.ts";
import { byName, idleFunctions, mayRoute } from "./flask_definitions.ts";
import { returnedRouter } from "./flask_factory.ts";
import { GivenRouters, type PrefixParameter, type RouterParameter } from "./flask_parameter.ts";
import { type FunctionCall, functionCall } from "./function_calls.ts";
import { assignedRouters, type OtherRouter, otherRouter } from "./other_frameworks.ts";
import { factAbout, type FactKind } from "../facts/fact_store.ts";
import { fileSymbols } from "../facts/file_symbols.ts";
import { extensionKind, extensionPrefix, extensionTarget } from "./flask_extension.ts";
import { readViewClass, type ViewClass } from "./flask_view.ts";
import { type PassedRouter, passedRouters } from "./passed_routers.ts";

/** A blueprint that a module creates. */
export interface FlaskBlueprint extends PrefixArgument {
  readonly variable: string;
  /** The blueprint's name; `null` if static analysis cannot determine it. */
  readonly name: string | null;
  /** 1-based. */
  readonly line: number;
  /** Whether it is an API of an extension, which the application may get at run time. */
  readonly isApi?: boolean;
}

/** The registration of a blueprint on an application or on another blueprint. */
export interface FlaskRegistration extends PrefixArgument {
  /** The variable of the application or outer blueprint. */
  readonly target: string;
  /** The origin of the target. */
  readonly targetOrigin?: string;
  /** The variable that holds the blueprint; for any other expression, its source. */
  readonly blueprint: string;
  /** The origin of the blueprint, such as `.auth.bp`. */
  readonly origin?: string;
  /** Whether the blueprint is known only when the application starts, as in a loop over modules. */
  readonly isOpen?: boolean;
  /** Whether the call is a registration only if the blueprint is one of an extension. */
  readonly isOptional?: boolean;
  /** Whether it runs whenever its function does, with no other options than a prefix. */
  readonly isPlain?: boolean;
  /** The parameter that holds the target, if the module itself passes no router for it. */
  readonly targetParameter?: RouterParameter;
  /** The parameter that holds the blueprint. */
  readonly blueprintParameter?: RouterParameter;
  /** The parameter that holds the prefix. */
  readonly prefixParameter?: PrefixParameter;
  /** 1-based line of the call. */
  readonly line: number;
}

/** The routing in a module, in source order. */
export interface FlaskModule {
  readonly blueprints: readonly FlaskBlueprint[];
  /** The APIs and namespaces of extensions, which are mounted like blueprints. */
  readonly extensions: readonly FlaskBlueprint[];
  /** The variables that hold an application. */
  readonly applications: readonly string[];
  /** The classes that may be views, by name. */
  readonly views: ReadonlyMap<string, ViewClass>;
  /** The applications and routers of other frameworks. */
  readonly others: readonly OtherRouter[];
  readonly endpoints: readonly FlaskEndpoint[];
  readonly registrations: readonly FlaskRegistration[];
  /** Aliases, with the names of the blueprints, applications and imports that they stand for. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Imported names, with their origins, such as `.auth.bp`. */
  readonly imported: ReadonlyMap<string, string>;
  /** The constants of the module that are strings. */
  readonly strings: ReadonlyMap<string, string>;
  /** The routers that calls pass to functions. */
  readonly passed: readonly PassedRouter[];
  /** The calls of functions that may register what they are given. */
  readonly calls: readonly FunctionCall[];
  /** Syntax errors. The other properties still contain everything that could be read. */
  readonly problems: readonly PythonProblem[];
}

interface Reader {
  readonly module: PythonModule;
  readonly scope: FlaskScope;
  readonly blocks: CodeBlocks;
  /** Definitions by the line index of each of their decorators. */
  readonly decorated: ReadonlyMap<number, Definition>;
  readonly classes: ReadonlyMap<string, Definition>;
  readonly functions: ReadonlyMap<string, Definition>;
  /** Routers that functions return, cached so that each function is read only once. */
  readonly returned: Map<string, string | null>;
  readonly views: Map<string, ViewClass>;
  readonly blueprints: FlaskBlueprint[];
  readonly extensions: FlaskBlueprint[];
  readonly applications: string[];
  readonly others: OtherRouter[];
  readonly endpoints: FlaskEndpoint[];
  readonly registrations: ReadRegistration[];
  readonly passed: PassedRouter[];
  readonly calls: FunctionCall[];
  /** The routers that calls at the top level pass. */
  readonly passedAtTop: PassedRouter[];
}

const BLUEPRINT_CLASSES = new Set(["Blueprint", "APIBlueprint"]);
const APPLICATION_CLASSES = new Set(["Flask", "APIFlask"]);
const REGISTERING_METHODS = new Set(["register_blueprint", "add_namespace", "init_app"]);
const ROUTING_METHOD =
  /^(?:add_url_rule|add_\w*resource|register_blueprint|add_namespace|init_app)$/;

/**
 * Reads the blueprints, endpoints and registrations of a module without running it.
 *
 * @param source Python source. Lines that do not parse are skipped.
 * @param parse Returns the parsed source.
 *
 * @example
 * ```ts
 * import { readFlaskModule } from "./flask_module.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const { endpoints } = readFlaskModule(`
 * users_bp = Blueprint("users", __name__, url_prefix="/users")
 *
 * @users_bp.route("/active", methods=["GET", "POST"])
 * def active(): ...
 * `);
 * deepEqual(endpoints, [{
 *   handler: "active",
 *   blueprint: "users_bp",
 *   rule: "/active",
 *   methods: ["GET", "POST"],
 *   line: 4,
 *   via: "decorator",
 * }]);
 * ```
 */
export function readFlaskModule(
  source: string,
  parse: () => PythonModule = () => readPython(source),
): FlaskModule {
  return mayRoute(source) ? routingIn(parse()) : idleModule(parse, () => parse().problems);
}

function routingIn(module: PythonModule): FlaskModule {
  const known = read.get(module) ?? flaskModule(module);
  read.set(module, known);
  return known;
}

/** Cached results, each kept for as long as its module is in use. */
const read = new WeakMap<PythonModule, FlaskModule>();

/** Reads a file of a project like {@linkcode readFlaskModule}. Parses it only if it may have routes. */
export function flaskModuleIn<Path extends string>(
  files: ReadonlyMap<Path, string>,
  path: Path,
): FlaskModule {
  const parse = () => parsedFile(files, path);
  return mayRoute(files.get(path) ?? "")
    ? factAbout(files, path, ROUTING, () => routingIn(parse()))
    : idleModule(parse, () => fileSymbols(files, path).problems);
}

const ROUTING: FactKind<FlaskModule> = {
  name: "routing",
  toJson: ({ aliases, imported, strings, views, ...rest }): KeptRouting => ({
    ...rest,
    names: [[...aliases], [...imported], [...strings]],
    views: [...views],
  }),
  fromJson: (json) => {
    const { names: [aliases, imported, strings], views, ...rest } = json as KeptRouting;
    return {
      ...rest,
      views: new Map(views),
      aliases: new Map(aliases),
      imported: new Map(imported),
      strings: new Map(strings),
    };
  },
};

type NamePairs = readonly (readonly [string, string])[];

interface KeptRouting extends Omit<FlaskModule, "aliases" | "imported" | "strings" | "views"> {
  readonly views: readonly (readonly [string, ViewClass])[];
  /** The aliases, the imported names, and the strings. */
  readonly names: readonly [NamePairs, NamePairs, NamePairs];
}

/** Returns a module without routing. Its names and problems are read on access. */
function idleModule(
  parse: () => PythonModule,
  findProblems: () => readonly PythonProblem[],
): FlaskModule {
  let full: FlaskModule | undefined;
  const names = () => full ??= routingIn(parse());
  return {
    blueprints: [],
    extensions: [],
    applications: [],
    get views() {
      return names().views;
    },
    others: [],
    endpoints: [],
    registrations: [],
    get aliases() {
      return names().aliases;
    },
    get imported() {
      return names().imported;
    },
    get strings() {
      return names().strings;
    },
    passed: [],
    calls: [],
    get problems() {
      return findProblems();
    },
  };
}

function flaskModule(module: PythonModule): FlaskModule {
  const definitions = allDefinitions(module);
  const reader: Reader = {
    module,
    scope: emptyScope(),
    blocks: new CodeBlocks(),
    decorated: new Map(definitions.flatMap((each) => each.decorators.map((line) => [line, each]))),
    classes: byName(definitions, "class"),
    functions: byName(module.definitions, "function"),
    returned: new Map(),
    views: new Map(),
    blueprints: [],
    extensions: [],
    applications: [],
    others: [],
    endpoints: [],
    registrations: [],
    passed: [],
    calls: [],
    passedAtTop: [],
  };
  const idleEnds = idleFunctions(module, definitions);
  for (let index = 0; index < module.lines.length; index++) {
    const end = idleEnds.get(index);
    if (end === undefined) readLine(reader, index);
    else index = end;
  }
  const { blueprints, extensions, applications, others, registrations, passed, scope } = reader;
  nameReturned(reader);
  for (const [name, view] of reader.classes) {
    reader.views.set(name, readViewClass(module, scope, view));
  }
  const given = new GivenRouters(module, scope, reader.passedAtTop);
  return {
    blueprints,
    extensions,
    applications,
    views: reader.views,
    others,
    endpoints: reader.endpoints.map((endpoint) =>
      given.withArgument(withOwnMethods(endpoint, reader.views))
    ),
    registrations: registrations.map(({ prefixName, ...registration }) =>
      given.withBlueprint(given.withTarget(registration), prefixName ?? null)
    ),
    aliases: scope.aliases,
    imported: scope.imported,
    strings: scope.strings,
    passed,
    calls: reader.calls,
    problems: module.problems,
  };
}

/** Adds the methods of a view class of the same module, without those of its base classes. */
function withOwnMethods(
  endpoint: FlaskEndpoint,
  views: ReadonlyMap<string, ViewClass>,
): FlaskEndpoint {
  const view = endpoint.view === undefined ? undefined : views.get(endpoint.view.name);
  if (view === undefined) return endpoint;
  const { declared, verbs } = view;
  return { ...endpoint, methods: declared ?? (verbs.length === 0 ? null : verbs) };
}

function readLine(reader: Reader, index: number): void {
  const { module: { source, lines }, scope } = reader;
  const line = lines[index];
  if (line === undefined) return;
  const [word = ""] = /^\w*/.exec(source.slice(line.start, Math.min(line.end, line.start + 9))) ??
    [];
  reader.blocks.enter(line.indent, word, line.body === -1 ? "" : source.slice(line.body, line.end));
  const imports = lineImports(source, line, index);
  for (const statement of imports) bindImport(scope, statement);
  if (imports.length > 0) return;
  const tokens = tokenize(source, line.start, line.end);
  if (isOperator(tokens[0], "@")) return readDecorator(reader, tokens, index);
  const assignment = readAssignment(tokens);
  if (assignment !== null) readValue(reader, assignment, line);
  if (isName(tokens[0], "return")) readReturned(reader, tokens.slice(1), line);
  bindLoop(scope, tokens);
  readCalls(reader, tokens);
  const call = functionCall(tokens, scope, (name) => reader.functions.has(name), line.row);
  if (call !== null) reader.calls.push(call);
  if (scope.routers.size === 0) return;
  const passed = passedRouters(tokens, scope);
  for (const each of passed) {
    reader.passed.push(each);
    if (line.indent === 0) reader.passedAtTop.push(each);
  }
}

function readDecorator(reader: Reader, tokens: readonly Token[], index: number): void {
  const dotted = dottedName(tokens, 1);
  const definition = reader.decorated.get(index);
  if (definition === undefined || dotted === null || !isOperator(tokens[dotted.next], "(")) return;
  const call = methodCall(reader, tokens, dotted.text, dotted.next);
  const own = definition.kind === "class" && isFlaskView(reader.module, definition)
    ? ownDecoratorEndpoint(reader.scope, call, definition.name)
    : null;
  if (own !== null) {
    reader.endpoints.push(own);
    return;
  }
  const endpoint = decoratorEndpoint(reader.scope, call, definition.name);
  if (endpoint === null) return;
  if (definition.kind !== "class") {
    reader.endpoints.push(endpoint);
    return;
  }
  const view = decoratedView(reader, endpoint, definition);
  reader.endpoints.push(...decoratedEndpoints(reader.scope, view, call));
}

/**
 * Returns the endpoint of a decorated class, as extensions of Flask have them. A class that is not
 * a view of Flask, such as a resource of Flask-RESTX, has a path that its namespace completes.
 */
function decoratedView(
  { module, scope }: Reader,
  endpoint: FlaskEndpoint,
  view: Definition,
): FlaskEndpoint {
  const isKnown = scope.routers.has(endpoint.blueprint) || isFlaskView(module, view) ||
    scope.extensions.has(endpoint.blueprint);
  const isImported = endpoint.origin !== undefined;
  return {
    ...endpoint,
    rule: isKnown || isImported ? endpoint.rule : null,
    methods: null,
    view: { name: view.name },
    ...(isKnown ? {} : { needsRouter: true }),
  };
}

/** Reports whether a class has a view of Flask as a base class. */
function isFlaskView({ source, lines }: PythonModule, { header }: Definition): boolean {
  const { start, end } = lines[header] ?? { start: 0, end: 0 };
  return /\b(?:Method)?View\b/.test(source.slice(start, end));
}

function readValue(reader: Reader, assignment: Assignment, line: LogicalLine): void {
  const { scope, blocks, blueprints } = reader;
  const seen = assignment.targets.map((each) => blocks.assign(each));
  const isKnown = line.indent === 0 || !seen.includes("unknown");
  const isCertain = line.indent === 0 || seen.every((each) => each === "certain");
  bindAssignment(scope, isKnown ? assignment : { ...assignment, value: [] }, isCertain);
  if (readOthers(reader, assignedRouters(scope, assignment, line.row))) return;
  const { targets: [variable, ...others], value } = assignment;
  const dotted = dottedName(value, 0);
  if (variable === undefined || dotted === null || !isOperator(value[dotted.next], "(")) return;
  const made = originalName(scope, dotted.text);
  const found = callArguments(value, dotted.next);
  const isBlueprint = BLUEPRINT_CLASSES.has(made) || isOwnBlueprint(made, found);
  const returned = knownReturned(reader, dotted.text);
  if (returned !== null) scope.aliases.set(variable, returned);
  if (!isBlueprint && !APPLICATION_CLASSES.has(made)) {
    return readExtension(reader, assignment, dotted.text, found);
  }
  scope.routers.add(variable);
  for (const other of others) scope.aliases.set(other, variable);
  if (!isBlueprint) {
    reader.applications.push(variable);
    return;
  }
  const name = stringArgument(scope, findArgument(found, "name", 0));
  blueprints.push({ variable, name, ...prefixArgument(scope, found), line: line.row });
}

/** Records an API or a namespace of an extension that a call creates. */
function readExtension(
  { module, scope, classes, extensions, registrations }: Reader,
  { targets: [variable = "", ...others], value: [first] }: Assignment,
  name: string,
  found: readonly Argument[],
): void {
  const { line } = positionAt(module.physical.starts, first?.start ?? 0);
  const dot = name.lastIndexOf(".");
  const isNamed = name.slice(dot + 1) === "namespace" && scope.extensions.has(name.slice(0, dot));
  const kind = isNamed ? "namespace" : extensionKind(module, scope, name, classes);
  if (kind === null) return;
  scope.extensions.add(variable);
  for (const other of others) scope.aliases.set(other, variable);
  const isApi = kind === "api";
  const prefix = extensionPrefix(kind, scope, found);
  extensions.push({ variable, name: null, ...prefix, line, ...(isApi ? { isApi } : {}) });
  const target = isNamed ? name.slice(0, dot) : isApi ? extensionTarget(found) : null;
  if (target === null) return;
  const resolved = resolveName(scope, target);
  const targetOrigin = originOf(scope, resolved) ?? undefined;
  registrations.push({
    target: resolved,
    ...(targetOrigin === undefined ? {} : { targetOrigin }),
    blueprint: variable,
    line,
  });
}

/** Reports whether a call creates a blueprint of a project's own class, such as `AuthBlueprint`. */
function isOwnBlueprint(made: string, found: readonly Argument[]): boolean {
  if (!made.endsWith("Blueprint")) return false;
  const module = findArgument(found, "import_name", 1);
  return module?.length === 1 && isName(module[0], "__name__");
}

/** Records routers of other frameworks. Reports whether there are any. */
function readOthers({ scope, others }: Reader, found: readonly OtherRouter[]): boolean {
  others.push(...found);
  for (const { variable, framework } of found) scope.others.set(variable, framework);
  return found.length > 0;
}

function readReturned(reader: Reader, value: readonly Token[], { row }: LogicalLine): void {
  const made = otherRouter(reader.scope, value);
  if (made !== null) readOthers(reader, [{ variable: "", ...made, line: row }]);
}

function knownReturned(reader: Reader, name: string): string | null {
  const { module, scope, functions, returned: known } = reader;
  const factory = functions.get(name);
  if (factory === undefined) return null;
  if (!known.has(name)) known.set(name, returnedRouter(module, scope, factory));
  return known.get(name) ?? null;
}

/**
 * Gives each blueprint that a function returns the name of the function's call, such as `make_blueprint()`.
 */
function nameReturned({ module, scope, functions, blueprints }: Reader): void {
  if (blueprints.length === 0) return;
  for (const [name, factory] of functions) {
    const returned = returnedRouter(module, scope, factory);
    if (returned !== null) scope.aliases.set(`${name}()`, returned);
  }
}

/** Reads a statement's calls that add routes, or register blueprints and namespaces. */
function readCalls(reader: Reader, tokens: readonly Token[]): void {
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const isCall = token?.kind === "name" && ROUTING_METHOD.test(token.text) &&
      isOperator(tokens[index - 1], ".") && isOperator(tokens[index + 1], "(");
    if (!isCall) continue;
    const first = ownerStart(tokens, index);
    const owner = tokens.slice(first, index).map(({ text }) => text).join("");
    readCall(reader, methodCall(reader, tokens, owner + token.text, index + 1), first === 0);
    // Continue after the call, so that nested calls are not read once per level.
    index = bracketed(tokens, index + 1).next - 1;
  }
}

/** @param isStatement Whether the call is a statement of its own. */
function readCall(reader: Reader, call: MethodCall, isStatement: boolean): void {
  const { module: { source }, scope, blocks, endpoints, registrations } = reader;
  if (call.method === "add_url_rule") {
    endpoints.push(urlRuleEndpoint(source, scope, call));
    return;
  }
  if (!REGISTERING_METHODS.has(call.method)) {
    endpoints.push(...resourceEndpoints(source, scope, call));
    return;
  }
  if (call.method === "init_app") return readInitialized(reader, call);
  const isNamespace = call.method === "add_namespace";
  const blueprint = findArgument(call.arguments, isNamespace ? "ns" : "blueprint", 0) ?? [];
  const [root = ""] = (blueprint[0]?.text ?? "").split(".", 1);
  const rows = scope.loops.get(root);
  const isOpen = rows === null || root === "getattr";
  const isPlain = isStatement && blocks.isPlain(rows ? 1 : 0) &&
    call.arguments.every(isPlainOption);
  const register = (tokens: readonly Token[]) =>
    registrations.push({
      ...readRegistration(reader, call, tokens, isOpen),
      ...(isPlain && !isOpen ? { isPlain } : {}),
    });
  if (!rows) return void register(blueprint);
  for (const row of rows) {
    const value = blueprint.length === 1 ? row.get(root) ?? blueprint : blueprint;
    withRow(scope, row, () => register(value));
  }
}

/** Reports whether an argument of a registration is the blueprint or its prefix. */
function isPlainOption(argument: Argument, index: number): boolean {
  return argument.kind === "positional"
    ? index === 0
    : argument.kind === "keyword" && /^(?:blueprint|url_prefix)$/.test(argument.name);
}

/** A registration whose parameters are not yet found. */
interface ReadRegistration extends FlaskRegistration {
  /** The name that holds the prefix. */
  readonly prefixName?: string;
}

/** @param isOpen Whether the blueprint is known only at run time. */
function readRegistration(
  { module: { source }, scope }: Reader,
  call: MethodCall,
  blueprint: readonly Token[],
  isOpen: boolean,
): ReadRegistration {
  const name = plainName(blueprint);
  const resolved = name === null
    ? !isOpen && calledName(scope, blueprint) || sourceOf(source, blueprint)
    : resolveName(scope, name);
  const origin = originOf(scope, resolved) ?? scope.made.get(resolved) ?? null;
  const isNamespace = call.method === "add_namespace";
  const path = isNamespace ? findArgument(call.arguments, "path", 1) : undefined;
  const prefix = !isNamespace
    ? prefixArgument(scope, call.arguments)
    : path === undefined
    ? {}
    : { urlPrefix: stringArgument(scope, path) };
  const prefixName = plainName(findArgument(call.arguments, "url_prefix") ?? []);
  // Other classes have a method of this name, too.
  const isOptional = isNamespace && !scope.extensions.has(call.owner);
  return {
    target: call.owner,
    ...(call.origin === undefined ? {} : { targetOrigin: call.origin }),
    blueprint: resolved,
    ...(origin === null ? {} : { origin }),
    ...prefix,
    ...(prefixName === null ? {} : { prefixName }),
    ...(isOpen ? { isOpen } : {}),
    ...(isOptional ? { isOptional } : {}),
    line: call.line,
  };
}

/** Reads a call such as `api.init_app(app)`, which mounts an API. */
function readInitialized({ scope, registrations }: Reader, call: MethodCall): void {
  const target = extensionTarget(call.arguments);
  if (target === null) return;
  const resolved = resolveName(scope, target);
  const targetOrigin = originOf(scope, resolved);
  registrations.push({
    target: resolved,
    ...(targetOrigin === null ? {} : { targetOrigin }),
    blueprint: call.owner,
    ...(call.origin === undefined ? {} : { origin: call.origin }),
    isOptional: true,
    line: call.line,
  });
}

/** Returns the name of a call without its arguments, such as `make_blueprint()`; `null` for other expressions. */
function calledName(scope: FlaskScope, tokens: readonly Token[]): string | null {
  const dotted = dottedName(tokens, 0);
  if (dotted === null || !isOperator(tokens[dotted.next], "(")) return null;
  const isWhole = bracketed(tokens, dotted.next).next === tokens.length;
  return isWhole ? `${resolveName(scope, dotted.text)}()` : null;
}

/**
 * Reads a call of a method.
 *
 * @param name The dotted name that is called.
 * @param open The index of the opening parenthesis.
 */
function methodCall(
  { module, scope }: Reader,
  tokens: readonly Token[],
  name: string,
  open: number,
): MethodCall {
  const resolved = resolveName(scope, name);
  const dot = resolved.lastIndexOf(".");
  const owner = resolved.slice(0, Math.max(dot, 0));
  const origin = originOf(scope, owner);
  return {
    owner,
    ...(origin === null ? {} : { origin }),
    method: resolved.slice(dot + 1),
    arguments: callArguments(tokens, open),
    line: positionAt(module.physical.starts, tokens[open]?.start ?? 0).line,
  };
}

/** Returns the index at which the dotted name of a method starts: that of `app` for `app.route`. */
function ownerStart(tokens: readonly Token[], method: number): number {
  let first = method;
  while (isOperator(tokens[first - 1], ".") && tokens[first - 2]?.kind === "name") first -= 2;
  return first;
}
