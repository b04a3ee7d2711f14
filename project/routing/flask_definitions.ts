/** Selects the definitions that matter for reading a module's routes. */

import type { Definition } from "../../python/outline.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { OTHER_ROUTING } from "./other_frameworks.ts";

/** Matches signs of routing. Ignores pytest's decorators, which most test modules have. */
const MODULE_ROUTING =
  /Blueprint|\b(?:API)?Flask\b|register_blueprint|add_url_rule|add_\w*resource\(|add_namespace\(|\bApi\(|\bNamespace\(|^[ \t]*@(?!pytest\.)/m;

/** Reports whether a source may have routes, blueprints, applications or registrations. */
export function mayRoute(source: string): boolean {
  return MODULE_ROUTING.test(source) || OTHER_ROUTING.test(source);
}

const ROUTING =
  /[Bb]lueprint|Flask|add_url_rule|add_\w*resource\(|add_namespace\(|\bApi\(|init_app\(|^[ \t]*@/m;

/** Returns the definitions of one kind by name. If several have the same name, the last one counts. */
export function byName(
  definitions: readonly Definition[],
  kind: Definition["kind"],
): ReadonlyMap<string, Definition> {
  return new Map(
    definitions.filter((each) => each.kind === kind).map((each) => [each.name, each]),
  );
}

/**
 * Finds the outermost functions that contain no routes. Skipping them saves most of the time on a large
 * file.
 *
 * @returns A map from the index of each function's header line to the index of its last line.
 */
export function idleFunctions(
  { source, lines }: PythonModule,
  definitions: readonly Definition[],
): Map<number, number> {
  const functions = definitions.filter(({ kind }) => kind === "function");
  const nested = new Set(functions.flatMap(({ children }) => children));
  const outermost = functions.filter((each) => !nested.has(each));
  const idle = outermost.filter(({ header, last }) => {
    const code = source.slice(lines[header]?.start, lines[last]?.end);
    return !ROUTING.test(code) && !OTHER_ROUTING.test(code);
  });
  return new Map(idle.map(({ header, last }) => [header, last]));
}
