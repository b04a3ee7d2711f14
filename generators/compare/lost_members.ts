/** Finds the models of a route that would lose a member which methods of people use. */

import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import type { RouteCode } from "../code/route_files.ts";

/**
 * Returns a function that reports whether people's methods in a model use a member that the spec
 * removes. A validator of a missing field keeps the app from starting.
 *
 * @param homes The places of the code. Looked up only if a model is asked for.
 */
export function lostMembers(
  route: string,
  { files }: Pick<RouteCode, "files">,
  homes: RouteHomes,
): (model: Pick<DefinitionRecord, "layer" | "name">) => boolean {
  let wanted: ReadonlyMap<string, string> | undefined;
  const methodsIn = new Map<string, ReadonlyMap<string, string>>();
  return (model) => {
    const found = homes.of(route).found.get(definitionKey(model));
    if (found === undefined) return false;
    const { path, name } = found;
    const methods = methodsIn.get(path) ?? methodTexts(homes, found.path);
    methodsIn.set(path, methods);
    const used = methods.get(name);
    if (used === undefined) return false;
    wanted ??= modelTexts(files);
    const text = wanted.get(model.name);
    if (text === undefined) return false;
    const words = new Set(used.match(WORD));
    const kept = new Set(members(text));
    return members(found.place.symbol.text).some((each) => !kept.has(each) && words.has(each));
  };
}

const WORD = /[\w\u0080-\uffff]+/g;
const MEMBER = /^[ \t]+([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)[ \t]*[:=]/gm;

function members(text: string): readonly string[] {
  return [...text.matchAll(MEMBER)].map(([, name = ""]) => name);
}

/** Returns the texts of all methods of each class in a module. */
function methodTexts(homes: RouteHomes, path: ProjectPath): ReadonlyMap<string, string> {
  const texts = new Map<string, string[]>();
  for (const [name, { symbol }] of homes.symbolsIn(path)) {
    const dot = name.indexOf(".");
    if (dot === -1) continue;
    const known = texts.get(name.slice(0, dot)) ?? [];
    known.push(symbol.text);
    texts.set(name.slice(0, dot), known);
  }
  return new Map([...texts].map(([name, all]) => [name, all.join("\n")]));
}

/** Returns the text of each generated model by its name. */
function modelTexts(files: RouteCode["files"]): ReadonlyMap<string, string> {
  return new Map(
    [...files].flatMap(([path, text]) =>
      DEFAULT_LAYOUT.routeFileAt(projectPath(path))?.layer === "model"
        ? symbols(readPython(text)).map((each) => [each.name, each.text] as const)
        : []
    ),
  );
}
