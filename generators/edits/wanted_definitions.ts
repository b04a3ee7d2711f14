/** The definitions of a route's generated code, one by one. */

import { projectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { definitionsOf } from "../../project/records/records.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { CodePart } from "../code/code_part.ts";
import { fileRecord } from "./merge.ts";
import { wantedSymbols } from "./merge_module.ts";
import { definitionOwners } from "../code/route_definitions.ts";
import type { RouteCode } from "../code/route_files.ts";

/** A definition that a spec wants, or the data file of a mock. */
export interface WantedDefinition extends DefinitionRecord {
  /** The code of a definition, read on access; the text of a data file. */
  readonly part: CodePart;
}

/** Returns the wanted definitions of each endpoint, in the order of the code. */
export function wantedDefinitions(
  code: RouteCode,
): ReadonlyMap<Endpoint | undefined, readonly WantedDefinition[]> {
  const owners = definitionOwners(code);
  const all = [...code.files].flatMap(([path, text]) => wantedIn(path, text));
  return Map.groupBy(all, (each) => owners.get(definitionKey(each)));
}

function wantedIn(path: string, text: string): readonly WantedDefinition[] {
  const at = projectPath(path);
  const layer = DEFAULT_LAYOUT.routeFileAt(at)?.layer;
  if (layer === undefined) return [];
  if (layer === "mock") {
    const part = { name: DEFAULT_LAYOUT.dataFileName(at), code: text, imports: [] };
    return definitionsOf(at, fileRecord(at, text)).map((each) => ({ ...each, part }));
  }
  return wantedSymbols(text).map((symbol) => ({
    layer,
    name: symbol.name,
    hash: symbol.hash,
    get part() {
      return { name: symbol.name, code: `${symbol.text}\n`, imports: symbol.imports };
    },
  }));
}
