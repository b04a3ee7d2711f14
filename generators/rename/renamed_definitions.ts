/** Renames generated definitions that people edited without renaming them. */

import type { ProjectPath } from "../../core/project_path.ts";
import { dataFileName } from "../../project/layout/layout.ts";
import { definedNames } from "../../python/line_tokens.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { defaultWords } from "../../spec/default_answer.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { FileEdits } from "../edits/file_edits.ts";
import type { OwnDefinition, RouteInProject } from "./route_to_rename.ts";
import type { RenamedEndpoint } from "./renamed_route.ts";
import { definitionKey } from "../../project/records/route_record.ts";

/** Renames the headers of definitions, and the generated strings and comments in them. */
export function followDefinitions(
  { names: renamed, definitions }: Pick<RouteInProject, "names" | "definitions">,
  path: ProjectPath,
  module: PythonModule,
  edits: FileEdits,
): void {
  const names = definedNames(module);
  const found = Map.groupBy(symbols(module), ({ name }) => name);
  for (const definition of definitions) {
    const { name, to, endpoint } = definition;
    const [before = "", after = ""] = [name.split(".").at(-1), to.split(".").at(-1)];
    for (const offset of names.get(name) ?? []) edits.edit(path, offset, before, after);
    const texts = endpoint === null ? [] : ownTexts(definition, endpoint, renamed);
    if (texts.length === 0) continue;
    for (const symbol of found.get(name) ?? []) {
      const source = module.source.slice(symbol.start, symbol.end);
      for (const [text, by] of texts) {
        const at = source.indexOf(text);
        if (at !== -1) edits.edit(path, symbol.start + at, text, by);
      }
    }
  }
}

/**
 * Returns the generated texts in a definition that contain the old name, each with its replacement.
 */
function ownTexts(
  { layer, name, to, isEdited }: OwnDefinition,
  { before, after }: RenamedEndpoint,
  names: ReadonlyMap<string, string>,
): readonly (readonly [before: string, after: string])[] {
  const call = ({ repositoryMethod }: Endpoint) =>
    `# Mock. With real data: return self.repository.${repositoryMethod}(`;
  const data = dataFileName(before.route, before.serviceMethod);
  const renamedData = names.get(definitionKey({ layer: "mock", name: data })) ?? data;
  switch (layer) {
    case "service":
      return [
        [call(before), call(after)] as const,
        ...["'", '"'].map((quote) => [quote + data + quote, quote + renamedData + quote] as const),
        ...(isEdited ? [] : [[defaultWords(before), defaultWords(after)] as const]),
      ].filter(([one, other]) => one !== other);
    case "model":
      return ["'", '"'].map((quote) => [quote + name + quote, quote + to + quote] as const);
    default:
      return [];
  }
}
