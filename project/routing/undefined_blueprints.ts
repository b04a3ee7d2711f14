/**
 * Finds handlers of a blueprint that their module does not have, as after a merge of two branches:
 * one renamed the route, the other added a handler. Python cannot import such a module.
 */

import { bindings } from "../../python/bindings.ts";
import type { PythonProblem } from "../../python/problem.ts";
import { readPython } from "../../python/python_module.ts";
import type { FlaskModule } from "./flask_module.ts";

/** Finds the handlers of a module whose decorators name a blueprint that the module does not have. */
export function undefinedBlueprints(
  { blueprints, endpoints }: Pick<FlaskModule, "blueprints" | "endpoints">,
  text: string,
): readonly Pick<PythonProblem, "line" | "message">[] {
  const known = new Set(blueprints.map(({ variable }) => variable));
  const unknown = endpoints.filter(({ blueprint, origin, givenTo, via }) =>
    via === "decorator" && origin === undefined && givenTo === undefined && !known.has(blueprint) &&
    /^\w+$/.test(blueprint)
  );
  if (unknown.length === 0) return [];
  const module = readPython(text);
  const names = new Set(bindings(module).map(({ name }) => name));
  if (names.has("*")) return [];
  const { definitions, lines } = module;
  const decorators = definitions.filter(({ kind, header }) =>
    kind === "function" && lines[header]?.indent === 0
  ).flatMap((each) => each.decorators.map((line) => lines[line]?.row));
  const plain = new Set(decorators);
  const [only, ...others] = blueprints;
  const hint = only === undefined || others.length > 0 ? "" : `; write '${only.variable}'`;
  return unknown.filter(({ blueprint, line }) => !names.has(blueprint) && plain.has(line))
    .map(({ blueprint, line }) => ({
      line,
      message: `'${blueprint}' is not defined: the app does not start${hint}`,
    }));
}
