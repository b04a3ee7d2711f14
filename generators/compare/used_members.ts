/** Finds the members of models that methods of people use. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";

/**
 * Finds the first of some members of a model that people's methods in it use. The members are only
 * listed if the model has methods.
 */
export type FindUsedMember = (
  model: Pick<DefinitionRecord, "layer" | "name">,
  members: () => readonly string[],
) => string | undefined;

/**
 * Returns a function that finds the members of a model that people's methods in it use. A validator of
 * a missing field keeps the app from starting.
 *
 * @param homes The places of the code. Looked up only if a model is asked for.
 */
export function usedMembers(route: string, homes: RouteHomes): FindUsedMember {
  const wordsIn = new Map<ProjectPath, ReadonlyMap<string, ReadonlySet<string>>>();
  return (model, members) => {
    const found = homes.of(route).found.get(definitionKey(model));
    if (found === undefined) return undefined;
    const words = wordsIn.get(found.path) ?? methodWords(homes, found.path);
    wordsIn.set(found.path, words);
    const used = words.get(found.name);
    return used && members().find((each) => used.has(each));
  };
}

const WORD = /[\w\u0080-\uffff]+/g;

/** Returns the words in all methods of each class in a module. */
function methodWords(
  homes: RouteHomes,
  path: ProjectPath,
): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = [...homes.symbolsIn(path)].filter(([name]) => name.includes("."));
  const byClass = Map.groupBy(methods, ([name]) => name.slice(0, name.indexOf(".")));
  return new Map(
    [...byClass].map(([name, all]) => [
      name,
      new Set(all.flatMap(([, { symbol }]) => symbol.text.match(WORD) ?? [])),
    ]),
  );
}
