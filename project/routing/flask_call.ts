/** The routing arguments of calls to Flask. */

import { type Argument, constantString, isName, type Token } from "../../python/expression.ts";
import { constantStrings, type FlaskScope, plainNames } from "./flask_scope.ts";
import { type StringPart, stringParts } from "./prefix_parts.ts";

/** A `url_prefix`: absent, a string, or `null` if static analysis cannot determine it. */
export interface PrefixArgument {
  readonly urlPrefix?: string | null;
  /** The parts of a prefix that depends on constants of other modules. */
  readonly urlPrefixParts?: readonly StringPart[];
}

/**
 * Finds an argument by name or position.
 *
 * @returns The argument's tokens, or `undefined` if the call does not pass it explicitly.
 */
export function findArgument(
  found: readonly Argument[],
  name: string,
  position = Infinity,
): readonly Token[] | undefined {
  const unpacked = found.findIndex(({ kind }) => kind === "unpacked");
  // Unpacking with `*` shifts the positions after it.
  const lastPosition = unpacked === -1 ? Infinity : unpacked;
  for (const [index, argument] of found.entries()) {
    if (argument.kind === "keyword" && argument.name === name) return argument.value;
    const isHere = index === position && index < lastPosition;
    if (argument.kind === "positional" && isHere) return argument.value;
  }
  return undefined;
}

/** Reports whether a call unpacks arguments with `*` or `**`, and so may pass unknown arguments. */
function unpacks(found: readonly Argument[]): boolean {
  return found.some(({ kind }) => kind === "unpacked");
}

/** Evaluates a string argument; `null` if its value is unknown. */
export function stringArgument(
  scope: FlaskScope,
  tokens: readonly Token[] | undefined,
): string | null {
  return tokens === undefined ? null : constantString(tokens, scope.strings);
}

/** Reads the `url_prefix` of a call. */
export function prefixArgument(scope: FlaskScope, found: readonly Argument[]): PrefixArgument {
  const tokens = findArgument(found, "url_prefix");
  if (tokens !== undefined && !isNone(tokens)) return prefixValue(scope, tokens);
  return unpacks(found) ? { urlPrefix: null } : {};
}

function prefixValue(scope: FlaskScope, tokens: readonly Token[]): PrefixArgument {
  const urlPrefix = stringArgument(scope, tokens);
  const parts = urlPrefix === null ? stringParts(tokens, scope) : null;
  if (parts === null) return { urlPrefix };
  const texts = parts.flatMap((part) => part.kind === "text" ? [part.text] : []);
  return texts.length === parts.length
    ? { urlPrefix: texts.join("") }
    : { urlPrefix: null, urlPrefixParts: parts };
}

/**
 * Reads the `methods` of a call.
 *
 * @param byDefault Methods of a call without the argument.
 * @returns Methods in upper case, or `null` if they are unknown.
 */
export function methodsArgument(
  scope: FlaskScope,
  found: readonly Argument[],
  byDefault: readonly string[] | null,
): readonly string[] | null {
  const tokens = findArgument(found, "methods");
  if (tokens === undefined || isNone(tokens)) return unpacks(found) ? null : byDefault;
  const methods = constantStrings(tokens, scope) ?? namedMethods(tokens);
  return methods?.map((method) => method.toUpperCase()) ?? null;
}

/** Matches a member of `http.HTTPMethod`, and its value. */
const HTTP_METHOD = /^(?:http\.)?HTTPMethod\.([A-Z]{1,10})(?:\.value)?$/;

/** Reads a list of members of `http.HTTPMethod`; `null` for any other expression. */
function namedMethods(tokens: readonly Token[]): readonly string[] | null {
  const names = plainNames(tokens)?.map((name) => HTTP_METHOD.exec(name)?.[1] ?? null);
  return names?.every((name) => name !== null) ? names : null;
}

function isNone(tokens: readonly Token[]): boolean {
  return tokens.length === 1 && isName(tokens[0], "None");
}
