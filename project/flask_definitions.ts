/** The definitions of a module, as reading its routes needs them. */

import type { Definition } from "../python/outline.ts";
import type { PythonModule } from "../python/python_module.ts";

const ROUTING = /Blueprint|Flask|register_blueprint|add_url_rule|^[ \t]*@/m;

/** The definitions of a kind; the last one of a name counts. */
export function byName(
  definitions: readonly Definition[],
  kind: Definition["kind"],
): ReadonlyMap<string, Definition> {
  return new Map(
    definitions.filter((each) => each.kind === kind).map((each) => [each.name, each]),
  );
}

/**
 * The functions that route nothing, as the indices of their first lines and last ones. In a large file
 * they are most of the lines, and reading them would take most of the time.
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
