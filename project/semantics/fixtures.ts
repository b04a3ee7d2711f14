/** The fixtures of pytest that tests name as parameters. */

import { decoratorNames } from "./function_parts.ts";
import type { ProjectModule, ProjectModules } from "./project_modules.ts";
import type { Place } from "./values.ts";

/** Reports whether a function is a fixture. */
export function isFixture(place: Place): boolean {
  return decoratorNames(place).some((name) => name === "fixture" || name.endsWith(".fixture"));
}

/** Finds the fixture that a parameter in a module names: in the module, or in a `conftest.py` above it. */
export function fixtureNamed(
  modules: ProjectModules,
  module: ProjectModule,
  name: string,
): Place | null {
  const own = fixtureIn(module, name);
  if (own !== null) return own;
  for (let end = module.path.length; end >= 0;) {
    end = module.path.lastIndexOf("/", end - 1);
    const folder = module.path.slice(0, end + 1);
    const conftest = modules.at(`${folder}conftest.py`);
    const found = conftest === undefined ? null : fixtureIn(conftest, name);
    if (found !== null) return found;
    if (end <= 0) break;
  }
  return null;
}

function fixtureIn(module: ProjectModule, name: string): Place | null {
  for (const binding of module.scope.names.get(name) ?? []) {
    if (binding.kind !== "definition" || binding.definition.kind !== "function") continue;
    const scope = module.scope.children.get(binding.definition.header);
    if (scope !== undefined && isFixture({ module, scope })) return { module, scope };
  }
  return null;
}
