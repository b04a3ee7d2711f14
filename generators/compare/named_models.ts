/** Finds the models of a route that its code names. */

import { projectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import {
  definitionKey,
  definitionsIn,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import type { NamedModels } from "./model_changes.ts";
import type { RouteCode } from "../code/route_files.ts";

/** @param home Finds the code of the route. Called only if a model is looked up. */
export function namedModels(
  code: RouteCode,
  record: RouteRecord,
  home: () => RouteHome,
): NamedModels {
  let names: ReadonlyMap<string, string> | undefined;
  let texts: ReadonlyMap<string, string> | undefined;
  const namedIn = (text: string) => {
    names ??= generatedNames(code, record, home());
    return new Set((text.match(WORD) ?? []).flatMap((word) => names?.get(word) ?? []));
  };
  return {
    inProject: (definition) =>
      namedIn(home().found.get(definitionKey(definition))?.place.symbol.text ?? ""),
    inGenerated: ({ layer, name }) => {
      texts ??= generatedTexts(code);
      const text = texts.get(definitionKey({ layer, name }));
      return text === undefined ? null : namedIn(text);
    },
  };
}

const WORD = /[\w\u0080-\uffff]+/g;

/** Returns the generated name of each model of a route by the name that it has in the project. */
function generatedNames(
  { models }: RouteCode,
  record: RouteRecord,
  { found }: RouteHome,
): ReadonlyMap<string, string> {
  const recorded = [...definitionsIn(record, "model").keys()];
  return new Map([
    ...[...models.flat(), ...recorded].map((name) => [name, name] as const),
    ...recorded.map((name) =>
      [found.get(definitionKey({ layer: "model", name }))?.name ?? name, name] as const
    ),
  ]);
}

/** Returns the text of each generated definition by its key. */
function generatedTexts({ files }: RouteCode): ReadonlyMap<string, string> {
  return new Map([...files].flatMap(([path, text]) => {
    const layer = DEFAULT_LAYOUT.routeFileAt(projectPath(path))?.layer;
    if (layer === undefined || layer === "mock" || layer === "model") return [];
    return symbols(readPython(text)).map((symbol) =>
      [definitionKey({ layer, name: symbol.name }), symbol.text] as const
    );
  }));
}
