/** The values of a module's names that static analysis finds. */

import {
  bracketed,
  constantString,
  dottedName,
  isName,
  isOperator,
  type Token,
} from "../../python/expression.ts";
import type { ImportStatement } from "../../python/import_statement.ts";
import { ownName } from "../../python/symbols.ts";
import { type Collection, itemsOf, type LoopRow, readCollection, readLoop } from "./flask_loop.ts";

/** The names seen so far. Reading further lines changes the scope. */
export interface FlaskScope {
  readonly strings: Map<string, string>;
  readonly lists: Map<string, readonly string[]>;
  /** Aliases, with the names that they stand for. */
  readonly aliases: Map<string, string>;
  /** Imported names, with their origin. */
  readonly imported: Map<string, string>;
  /** Variables that hold the result of `as_view`, with the view's class. */
  readonly views: Map<string, string>;
  /** Variables that hold a literal collection, such as a list of blueprints. */
  readonly collections: Map<string, Collection>;
  /** Loop variables, with the rounds of their loops; `null` if these are unknown. */
  readonly loops: Map<string, readonly LoopRow[] | null>;
  /** Variables that hold a blueprint or an application. */
  readonly routers: Set<string>;
  /** Variables that hold an API or a namespace of an extension. */
  readonly extensions: Set<string>;
  /** Variables that hold a router of another framework, with the framework's name. */
  readonly others: Map<string, string>;
  /** Variables that hold the result of a call, with the origin of the call, such as `.auth.make()`. */
  readonly made: Map<string, string>;
}

/** `a = b = value` or `a: type = value`. */
export interface Assignment {
  readonly targets: readonly string[];
  readonly value: readonly Token[];
}

const AUGMENTED = /^[-+*/%&|^@]=$/;

// Maximum number of leading parts of a dotted name that are looked up.
const MAX_LOOKUP_PARTS = 3;

// Chains of aliases could grow a name without limit.
const MAX_RESOLVED_LENGTH = 255;

// The result repeats a shared list for each route that uses it. Longer lists count as unknown.
const MAX_LIST_LENGTH = 1_000;

/** Creates an empty scope. */
export function emptyScope(): FlaskScope {
  return {
    strings: new Map(),
    lists: new Map(),
    aliases: new Map(),
    imported: new Map(),
    views: new Map(),
    collections: new Map(),
    loops: new Map(),
    routers: new Set(),
    extensions: new Set(),
    others: new Map(),
    made: new Map(),
  };
}

/** Records the names that an import statement binds. */
export function bindImport(
  { imported }: FlaskScope,
  { kind, module, names }: ImportStatement,
): void {
  for (const { name, alias } of names) {
    const path = kind === "from" ? memberPath(module, name) : name;
    if (kind === "import" && alias === null) continue;
    if (path.length > MAX_RESOLVED_LENGTH) imported.delete(alias ?? name);
    else imported.set(alias ?? name, path);
  }
}

/** Returns `.auth` for `from . import auth`: the dots identify the package. */
function memberPath(module: string, name: string): string {
  return module.endsWith(".") ? module + name : `${module}.${name}`;
}

/**
 * Reads a statement that is an assignment; `null` for any other statement. The value of `a += b` has
 * no tokens, because it is unknown.
 */
export function readAssignment(tokens: readonly Token[]): Assignment | null {
  const first = dottedName(tokens, 0);
  const sign = first === null ? undefined : tokens[first.next];
  if (first === null || sign?.kind !== "operator") return null;
  if (sign.text === ":") return readAnnotated(tokens, first.text, first.next);
  if (AUGMENTED.test(sign.text)) return { targets: [first.text], value: [] };
  return readChain(tokens);
}

function readAnnotated(
  tokens: readonly Token[],
  target: string,
  colon: number,
): Assignment | null {
  const equals = tokens.findIndex((token, index) => index > colon && isOperator(token, "="));
  return equals === -1 ? null : { targets: [target], value: untilSemicolon(tokens, equals + 1) };
}

function readChain(tokens: readonly Token[]): Assignment | null {
  const targets: string[] = [];
  let from = 0;
  for (;;) {
    const target = dottedName(tokens, from);
    if (target === null || !isOperator(tokens[target.next], "=")) break;
    targets.push(target.text);
    from = target.next + 1;
  }
  return targets.length === 0 ? null : { targets, value: untilSemicolon(tokens, from) };
}

function untilSemicolon(tokens: readonly Token[], from: number): Token[] {
  const end = tokens.findIndex((token, index) => index >= from && isOperator(token, ";"));
  return tokens.slice(from, end === -1 ? tokens.length : end);
}

/**
 * Records the names that an assignment binds, except blueprints.
 *
 * @param isCertain Whether the assignment certainly replaces earlier ones. If not, a name that already
 * has a value becomes unknown.
 */
export function bindAssignment(
  scope: FlaskScope,
  { targets, value }: Assignment,
  isCertain: boolean,
): void {
  const text = constantString(value, scope.strings);
  const list = constantStrings(value, scope);
  const alias = aliased(scope, value);
  const view = viewClass(value);
  const collection = readCollection(value);
  const made = madeBy(scope, value);
  for (const target of targets) {
    bind(scope.strings, target, text, isCertain);
    bind(scope.lists, target, list, isCertain);
    bind(scope.aliases, target, alias === target ? null : alias, isCertain);
    bind(scope.views, target, view, isCertain);
    bind(scope.collections, target, collection, isCertain);
    bind(scope.made, target, made, isCertain);
    if (isImportedAtRunTime(value)) scope.loops.set(target, null);
    else scope.loops.delete(target);
  }
}

/** Returns the origin of a call of an imported function; `null` for any other expression. */
function madeBy(scope: FlaskScope, value: readonly Token[]): string | null {
  const called = dottedName(value, 0);
  if (called === null || !isOperator(value[called.next], "(")) return null;
  if (bracketed(value, called.next).next !== value.length) return null;
  const origin = originOf(scope, resolveName(scope, called.text));
  return origin === null ? null : `${origin}()`;
}

/** Returns the resolved name of a router or import; `null` for any other expression. */
function aliased(scope: FlaskScope, value: readonly Token[]): string | null {
  const dotted = dottedName(value, 0);
  if (dotted === null || dotted.next !== value.length) return null;
  const name = resolveName(scope, dotted.text);
  const root = name.split(".", 1)[0] ?? name;
  const isKnown = scope.imported.has(root) || scope.routers.has(root) || scope.routers.has(name) ||
    name !== dotted.text;
  return isKnown ? name : null;
}

function bind<Value>(
  values: Map<string, Value>,
  target: string,
  value: Value | null,
  isCertain: boolean,
): void {
  const isKnown = value !== null && (isCertain || !values.has(target));
  if (isKnown) values.set(target, value);
  else values.delete(target);
}

/** Replaces the aliases in a dotted name. */
export function resolveName({ aliases }: FlaskScope, name: string): string {
  return replaceStart(aliases, name);
}

/** Returns the origin of a resolved name, such as `.auth.bp`; `null` if it is not imported. */
export function originOf({ imported }: FlaskScope, name: string): string | null {
  const origin = replaceStart(imported, name);
  return origin === name ? null : origin;
}

/** Returns the full name of a callable, such as `flask.Blueprint` after `import flask as web`. */
export function importedName(scope: FlaskScope, name: string): string {
  return replaceStart(scope.imported, resolveName(scope, name));
}

/** Returns a callable's own name in its module: `Blueprint` for `flask.Blueprint`. */
export function originalName(scope: FlaskScope, name: string): string {
  return ownName(importedName(scope, name));
}

function replaceStart(names: ReadonlyMap<string, string>, name: string): string {
  let end = -1;
  for (let part = 0; part < MAX_LOOKUP_PARTS; part++) {
    end = name.indexOf(".", end + 1);
    const start = end === -1 ? name : name.slice(0, end);
    const found = names.get(start);
    if (found !== undefined) return withStart(name, found, start.length);
    if (end === -1) break;
  }
  return name;
}

function withStart(name: string, found: string, length: number): string {
  const rest = name.length - length;
  return found.length + rest > MAX_RESOLVED_LENGTH ? name : found + name.slice(length);
}

/**
 * Evaluates a list, tuple or set of strings.
 *
 * @returns The strings, or `null` if static analysis cannot determine them.
 */
export function constantStrings(
  tokens: readonly Token[],
  { strings, lists }: FlaskScope,
): readonly string[] | null {
  const [first] = tokens;
  if (first?.kind === "name" && tokens.length === 1) return lists.get(first.text) ?? null;
  const items = itemsOf(tokens);
  if (items === null) return null;
  const values = items.map((item) => constantString(item, strings));
  const length = values.reduce((sum, value) => sum + (value?.length ?? 0), values.length);
  return length <= MAX_LIST_LENGTH && values.every((value) => value !== null) ? values : null;
}

// Longer lists count as unknown.
const MAX_NAMES = 100;

/** Returns the names in a list, tuple or set of names; `null` for any other expression. */
export function plainNames(tokens: readonly Token[]): readonly string[] | null {
  const names = itemsOf(tokens)?.map((item) => {
    const dotted = dottedName(item, 0);
    return dotted?.next === item.length ? dotted.text : null;
  });
  if (names === undefined || names.length > MAX_NAMES) return null;
  return names.every((name) => name !== null) ? names : null;
}

/** Reports whether an expression imports a module whose name is computed. */
function isImportedAtRunTime(value: readonly Token[]): boolean {
  const called = dottedName(value, 0);
  return called !== null && isOperator(value[called.next], "(") &&
    /(?:^|\.)(?:import_module|import_string|getattr|__import__)$/.test(called.text);
}

/** Records the values of a loop's variables, if the statement is a loop. */
export function bindLoop(scope: FlaskScope, tokens: readonly Token[]): void {
  const loop = readLoop(tokens, scope.collections);
  for (const variable of loop?.variables ?? []) scope.loops.set(variable, loop?.rows ?? null);
}

/** Calls a function with the variables of a loop bound to their values in one round. */
export function withRow(scope: FlaskScope, row: LoopRow, use: () => void): void {
  const bound = [...row].map(([variable, value]) => {
    const dotted = dottedName(value, 0);
    const name = dotted?.next === value.length ? resolveName(scope, dotted.text) : undefined;
    return { variable, name, text: constantString(value, scope.strings) ?? undefined };
  });
  const restore = bound.flatMap(({ variable, name, text }) => [
    replaced(scope.aliases, variable, name === variable ? undefined : name),
    replaced(scope.strings, variable, text),
  ]);
  use();
  for (const each of restore) each();
}

/** Sets or deletes a value. Returns a function that restores the earlier one. */
function replaced<Value>(
  values: Map<string, Value>,
  name: string,
  value: Value | undefined,
): () => void {
  const earlier = values.get(name);
  const set = (one: Value | undefined) => {
    if (one === undefined) values.delete(name);
    else values.set(name, one);
  };
  set(value);
  return () => set(earlier);
}

/** Returns the dotted name of the class whose `as_view` an expression calls; `null` for other expressions. */
export function viewClass(tokens: readonly Token[]): string | null {
  const index = tokens.findIndex((token) => isName(token, "as_view"));
  const isCall = isOperator(tokens[index - 1], ".") && isOperator(tokens[index + 1], "(");
  let first = index - 2;
  if (!isCall || tokens[first]?.kind !== "name") return null;
  while (isOperator(tokens[first - 1], ".") && tokens[first - 2]?.kind === "name") first -= 2;
  return tokens.slice(first, index - 1).map(({ text }) => text).join("");
}
