/** Modules without definitions. */

import { tokenize } from "../python/expression.ts";
import { lineImports } from "../python/import_statement.ts";
import { readPython } from "../python/python_module.ts";

/** Reports whether a module has nothing but a docstring, imports and blank lines, not even a comment. */
export function isHollow(text: string): boolean {
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
