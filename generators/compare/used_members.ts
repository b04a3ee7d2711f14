/** Finds the members of models that other code of people in them uses. */

import type { ProjectPath } from "../../core/project_path.ts";
import { isRecordedIn, type MemberChanges } from "../../python/definition_hash.ts";
import type { ParsedSymbol } from "../../project/facts/file_symbols.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";

/**
 * Finds the first member of a model that must not change: people's code in the model uses a member
 * that is lost, or has one that changes below a method. The changes are only listed if the model has
 * such code.
 */
export type FindUsedMember = (
  model: DefinitionRecord,
  changes: () => MemberChanges,
) => string | undefined;

/**
 * Returns a function that finds the members of a model that people's code in it uses. A validator of a
 * missing field keeps the app from starting.
 *
 * @param homes The places of the code. Looked up only if a model is asked for.
 */
export function usedMembers(route: string, homes: RouteHomes): FindUsedMember {
  const wordsIn = new Map<ProjectPath, ReadonlyMap<string, ReadonlySet<string>>>();
  return (model, changes) => {
    const found = homes.of(route).found.get(definitionKey(model));
    if (found === undefined) return undefined;
    const words = wordsIn.get(found.path) ?? methodWords(homes, found.path);
    wordsIn.set(found.path, words);
    const inMethods = words.get(found.name);
    if (inMethods === undefined && !found.edited) return undefined;
    const { lost, changed } = changes();
    if (changed.size === 0) return undefined;
    const parsed = found.place.symbol.parsed();
    const inStatements = found.edited ? editedWords(parsed, model.hash) : new Set();
    return parsed.symbol.membersBelow.find((each) => changed.has(each)) ??
      lost.find((each) => inMethods?.has(each) || inStatements.has(each));
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

/** Returns the words in the statements of a class that people wrote or edited. */
function editedWords({ module, symbol }: ParsedSymbol, recorded: string): ReadonlySet<string> {
  const isRecorded = isRecordedIn(recorded);
  const edited = symbol.parts?.statements?.filter(({ member, form }) =>
    member === null || !isRecorded(member, form())
  );
  return new Set(
    edited?.flatMap(({ start, end }) => module.source.slice(start, end).match(WORD) ?? []),
  );
}
