/** Modules without definitions, and their docstrings. */

import { tokenize } from "../../python/expression.ts";
import { lineImports } from "../../python/import_statement.ts";
import { readPython } from "../../python/python_module.ts";
import type { NamedRoute } from "../code/endpoint.ts";

/** Reports whether a module has nothing but a docstring, imports and blank lines, not even a comment. */
export function isEmptyModule(text: string): boolean {
  const { source, lines } = readPython(text);
  let end = 0;
  for (const [index, line] of lines.entries()) {
    const around = source.slice(end, line.lineStart) + source.slice(line.end, line.next);
    end = line.next;
    const tokens = tokenize(source, line.start, line.end);
    const isDocstring = index === 0 && tokens.length === 1 && tokens[0]?.kind === "string";
    const imports = lineImports(source, line, index);
    const isImport = imports.length > 0 && imports.every(({ isAlone }) => isAlone);
    if (around.includes("#") || !(isDocstring || isImport)) return false;
  }
  return !source.slice(end).includes("#");
}

/** Returns the docstrings with which the modules of a route are generated. */
function generatedDocstrings({ name: route, path: prefix }: NamedRoute): readonly string[] {
  return [
    `HTTP handlers for ${prefix}.`,
    `Business logic for ${route}.`,
    `Data access for ${route}.`,
    `Data shapes for ${route}.`,
    `The ${prefix} handlers, with a stand-in for the service.`,
  ];
}

/** Reports whether a module of a route has a docstring that people wrote. */
export function hasOwnDocstring(text: string, route: NamedRoute): boolean {
  const docstring = docstringOf(text);
  return docstring !== null && !generatedDocstrings(route).includes(docstring.trim());
}

/**
 * Returns the docstring of a module, in its source form if it is no plain string; `null` without a
 * docstring.
 */
export function docstringOf(text: string): string | null {
  const { source, lines: [first] } = readPython(text);
  if (first === undefined) return null;
  const [docstring, ...others] = tokenize(source, first.start, first.end);
  if (docstring?.kind !== "string" || others.length > 0) return null;
  return docstring.value ?? source.slice(first.start, first.end);
}
