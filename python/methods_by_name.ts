/** The methods of a class, of which there may be thousands, for those who ask for a few again and again. */

import type { Definition } from "./outline.ts";

/**
 * The methods of a class: of each name the last, as Python has it.
 *
 * @example
 * ```ts
 * import { methodsByName } from "./methods_by_name.ts";
 * import { readPython } from "./python_module.ts";
 * import { equal } from "node:assert/strict";
 *
 * const source = "class A:\n    def b(self): ...\n    c = 1\n    def b(self): return 2\n";
 * const [found] = readPython(source).definitions;
 * equal(found && methodsByName(found).get("b"), found?.children[1]);
 * ```
 */
export function methodsByName(found: Definition): ReadonlyMap<string, Definition> {
  const methods = known.get(found) ?? listMethods(found);
  known.set(found, methods);
  return methods;
}

const known = new WeakMap<Definition, ReadonlyMap<string, Definition>>();

function listMethods({ children }: Definition): ReadonlyMap<string, Definition> {
  const methods = new Map<string, Definition>();
  for (const each of children) if (each.kind === "function") methods.set(each.name, each);
  return methods;
}
