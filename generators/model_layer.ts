/** The models of a new endpoint's mock. */

import { info } from "../core/diagnostic.ts";
import { symbolHashes } from "../project/code_hash.ts";
import { type RoutePaths, routePaths } from "../project/layout.ts";
import { readRecords, routeFileRecord } from "../project/records.ts";
import { bindings } from "../python/bindings.ts";
import { readPython } from "../python/python_module.ts";
import type { Draft } from "./draft.ts";
import { addFunction } from "./edit_module.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  type Annotation,
  answerWithoutModel,
  inferModels,
  type Model,
  modelCode,
} from "./models.ts";
import { withEolOf } from "./plan.ts";
import { modelFile } from "./route_files.ts";

/**
 * Adds the models of an endpoint's mock.
 *
 * @returns The type of the service's answer: `Any` if the project's owners removed the route's models
 * or use another kind of model.
 */
export function addModels(draft: Draft, endpoint: Endpoint, paths: RoutePaths): Annotation {
  const unknown = answerWithoutModel(endpoint);
  const { model: path } = paths;
  const text = draft.text(path);
  if (text === undefined) {
    return hasModels(draft, endpoint) ? createModels(draft, endpoint, paths) : unknown;
  }
  const module = readPython(text);
  const taken = new Set(bindings(module).map(({ name }) => name));
  const hashes = endpoint.isFurther ? symbolHashes(text) : new Map<string, string>();
  const has = (model: Model) => {
    const { name, code } = modelCode(model);
    return hashes.has(name) && hashes.get(name) === symbolHashes(code).get(name);
  };
  const { models, answers } = inferModels([endpoint], { taken, has });
  if (models.length === 0) return answers[0] ?? unknown;
  const hasClasses = module.definitions.some(({ kind }) => kind === "class");
  if (hasClasses && !/\bTypedDict\b/.test(text)) {
    draft.diagnostics.push(info("models-kept", `No model was added: ${path} has no TypedDict`));
    return unknown;
  }
  for (const { name, code, typing } of models.map(modelCode)) {
    const imports = typing.map((each) => ({ module: "typing", name: each }));
    draft.set(path, addFunction(draft.text(path) ?? "", { name, code, imports }), name);
  }
  return answers[0] ?? unknown;
}

/** Reports whether a route has no model file only because none of its mocks has needed a model yet. */
function hasModels({ snapshot }: Draft, { route }: Endpoint): boolean {
  const paths = routePaths(route);
  const record = readRecords(snapshot)?.routes.get(route);
  return record !== undefined && routeFileRecord(record, paths.service) !== undefined &&
    routeFileRecord(record, paths.model) === undefined;
}

function createModels(draft: Draft, endpoint: Endpoint, paths: RoutePaths): Annotation {
  const { models, answers: [answer = answerWithoutModel(endpoint)] } = inferModels([endpoint]);
  const last = models.at(-1);
  if (last === undefined) return answer;
  const text = modelFile(endpoint.route, models.map(modelCode));
  draft.set(paths.model, withEolOf(draft.text(paths.service) ?? "", text), last.name);
  return answer;
}
