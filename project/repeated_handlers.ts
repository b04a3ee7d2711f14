/**
 * Finds handlers with the same name as an earlier handler of their blueprint. Flask refuses to
 * start with them.
 */

import type { PythonProblem } from "../python/problem.ts";
import { readPython } from "../python/python_module.ts";
import type { FlaskModule } from "./flask_module.ts";

/** Matches an explicit endpoint name, which can differ from the handler's name. */
const NAMED = /\bendpoint\s*=/;

/**
 * Finds the handlers of a module that Flask refuses, because another function has their endpoint's
 * name. Code in branches does not count, because only one branch runs.
 */
export function repeatedHandlers(
  { endpoints: all }: FlaskModule,
  text: string,
): readonly Pick<PythonProblem, "line" | "message">[] {
  const byName = Map.groupBy(all, ({ blueprint, handler }) => `${blueprint} ${handler}`);
  const repeated = [...byName.values()].filter((each) => each.length > 1);
  if (repeated.length === 0) return [];
  const { definitions, lines, source } = readPython(text);
  const owners = new Map<number, number>();
  for (const [index, { kind, header, decorators }] of definitions.entries()) {
    const isPlain = kind === "function" && lines[header]?.indent === 0;
    for (const decorator of isPlain ? decorators : []) {
      const line = lines[decorator];
      if (line === undefined || NAMED.test(source.slice(line.start, line.end))) continue;
      owners.set(line.row, index);
    }
  }
  return repeated.flatMap((endpoints) => {
    const places = endpoints.flatMap(({ line, handler }) => {
      const owner = owners.get(line);
      return owner === undefined ? [] : [{ owner, line, handler }];
    });
    return places.filter(({ owner }) => owner !== places[0]?.owner).map(({ line, handler }) => ({
      line,
      message: `a second handler '${handler}': Flask does not start`,
    }));
  });
}
