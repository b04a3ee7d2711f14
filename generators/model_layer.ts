/** The models of a new endpoint's mock. */

import { info } from "../core/diagnostic.ts";
import { symbolHashes } from "../project/code_hash.ts";
import { type RoutePaths, routePaths } from "../project/layout.ts";
import { readRecords, routeFileRecord } from "../project/records.ts";
import { bindings } from "../python/bindings.ts";
import { readPython } from "../python/python_module.ts";
import type { ModelCode } from "./annotation.ts";
import type { Draft } from "./draft.ts";
import { addFunction } from "./edit_module.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  type EndpointTypes,
  inferModels,
  type Model,
  modelCode,
  typesWithoutModels,
} from "./models.ts";
import { withEolOf } from "./plan.ts";
import { modelFile } from "./route_files.ts";

/**
 * Adds the models of an endpoint's mock and of its body.
 *
 * @returns The types of the endpoint. The type of the answer is `Any` if the project's owners removed the
 * route's models or use another kind of model.
 */
export function addModels(draft: Draft, endpoint: Endpoint, paths: RoutePaths): EndpointTypes {
  const text = draft.text(paths.model);
  if (text === undefined) {
    const ofMocks = hasModels(draft, endpoint);
    return createModels(draft, endpoint, paths, ofMocks);
  }
  const module = readPython(text);
  const taken = new Set(bindings(module).map(({ name }) => name));
  const hashes = endpoint.isFurther ? symbolHashes(text) : new Map<string, string>();
  const has = (model: Model) => {
    const { name, code } = modelCode(model);
    return hashes.has(name) && hashes.get(name) === symbolHashes(code).get(name);
  };
  const inferred = inferModels([endpoint], { taken, has });
  const hasClasses = module.definitions.some(({ kind }) => kind === "class");
  const isTyped = !hasClasses || /\b(?:TypedDict|Body)\b/.test(text);
  if (isTyped) return addTo(draft, paths, inferred.models, inferred.types, endpoint);
  const ofBody = inferModels([endpoint], { taken, has, ofMocks: false });
  if (inferred.models.length > ofBody.models.length) {
    const message = `No model was added: ${paths.model} has no TypedDict`;
    draft.diagnostics.push(info("models-kept", message));
  }
  return addTo(draft, paths, ofBody.models, ofBody.types, endpoint);
}

function addTo(
  draft: Draft,
  { model: path }: RoutePaths,
  models: readonly ModelCode[],
  [types]: readonly EndpointTypes[],
  endpoint: Endpoint,
): EndpointTypes {
  for (const model of models) {
    draft.set(path, addFunction(draft.text(path) ?? "", model), model.name);
  }
  return types ?? typesWithoutModels(endpoint);
}

/** Reports whether a route has no model file only because none of its endpoints has needed a model yet. */
function hasModels({ snapshot }: Draft, { route }: Endpoint): boolean {
  const paths = routePaths(route);
  const record = readRecords(snapshot)?.routes.get(route);
  return record !== undefined && routeFileRecord(record, paths.service) !== undefined &&
    routeFileRecord(record, paths.model) === undefined;
}

function createModels(
  draft: Draft,
  endpoint: Endpoint,
  paths: RoutePaths,
  ofMocks: boolean,
): EndpointTypes {
  const { models, types: [types = typesWithoutModels(endpoint)] } = inferModels([endpoint], {
    ofMocks,
  });
  const last = models.at(-1);
  if (last === undefined) return types;
  const text = modelFile(endpoint.route, models);
  draft.set(paths.model, withEolOf(draft.text(paths.service) ?? "", text), last.name);
  return types;
}
