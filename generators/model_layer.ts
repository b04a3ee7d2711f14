/** The models of a new endpoint's mock, where the route's models still have our form. */

import { info } from "../core/diagnostic.ts";
import { bindings } from "../python/bindings.ts";
import { readPython } from "../python/python_module.ts";
import type { Draft } from "./draft.ts";
import { addFunction } from "./edit_module.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Annotation, ANY, inferModels, modelCode } from "./models.ts";
import type { RoutePaths } from "./route_files.ts";

/**
 * Adds the models of an endpoint's mock.
 *
 * @returns What its service answers: `Any` if the route has no models, or has people's own kind.
 */
export function addModels(
  draft: Draft,
  endpoint: Endpoint,
  { model: path }: RoutePaths,
): Annotation {
  const text = draft.text(path);
  if (text === undefined) return ANY;
  const module = readPython(text);
  const taken = new Set(bindings(module).map(({ name }) => name));
  const { models, answers } = inferModels([endpoint], taken);
  if (models.length === 0) return answers[0] ?? ANY;
  const hasClasses = module.definitions.some(({ kind }) => kind === "class");
  if (hasClasses && !/\bTypedDict\b/.test(text)) {
    draft.diagnostics.push(info("models-kept", `No model was added: ${path} has no TypedDict`));
    return ANY;
  }
  for (const { name, code, typing } of models.map(modelCode)) {
    const imports = typing.map((each) => ({ module: "typing", name: each }));
    draft.set(path, addFunction(draft.text(path) ?? "", { name, code, imports }), name);
  }
  return answers[0] ?? ANY;
}
