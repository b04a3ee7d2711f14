/** Selections of a module's definitions for reading its routes. */

import type { Definition } from "../python/outline.ts";
import type { PythonModule } from "../python/python_module.ts";

const ROUTING = /Blueprint|Flask|register_blueprint|add_url_rule|^[ \t]*@/m;

/** Returns the definitions of a kind by name. The last definition of a name counts. */
export function byName(
  definitions: readonly Definition[],
  kind: Definition["kind"],
): ReadonlyMap<string, Definition> {
  return new Map(
    definitions.filter((each) => each.kind === kind).map((each) => [each.name, each]),
  );
}

/**
 * Finds the functions without routes. Skipping them saves most of the time on a large file.
 *
 * @returns The index of each function's last line by the index of its first.
 */
export function idleFunctions(
  { source, lines }: PythonModule,
  definitions: readonly Definition[],
): Map<number, number> {
  const functions = definitions.filter(({ kind }) => kind === "function");
  const nested = new Set(functions.flatMap(({ children }) => children));
  const outermost = functions.filter((each) => !nested.has(each));
  const idle = outermost.filter(({ header, last }) =>
    !ROUTING.test(source.slice(lines[header]?.start, lines[last]?.end))
  );
  return new Map(idle.map(({ header, last }) => [header, last]));
}
