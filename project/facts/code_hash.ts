/** Hashes of generated code, with which later runs detect edits. */

import { hashText } from "../../core/hash.ts";
import { JsonSyntaxError, stringifyJson } from "../../core/json.ts";
import { tryToParseJson } from "../../core/json_text.ts";
import { readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";

/** Returns the hash of a file's text. The kind of line ending does not affect the hash. */
export function textHash(text: string): string {
  return hashText(text.replaceAll("\r\n", "\n"));
}

/** Returns the hash of a mock's data file. Its formatting does not affect the hash. */
export function dataHash(text: string): string {
  const value = tryToParseJson(text);
  return value instanceof JsonSyntaxError ? textHash(text) : hashText(stringifyJson(value, 0));
}

/**
 * Returns the hashes of a module's definitions by name. Of several definitions with one name, the
 * last counts, as in Python.
 */
export function symbolHashes(text: string): ReadonlyMap<string, string> {
  return hashesByName(symbols(readPython(text)));
}

/** Returns the hashes of a module's definitions, like {@linkcode symbolHashes}. */
export function hashesByName(definitions: Iterable<PythonSymbol>): ReadonlyMap<string, string> {
  return new Map([...definitions].map(({ name, hash }) => [name, hash]));
}
