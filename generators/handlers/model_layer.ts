/** The models of a new endpoint's mock. */

import { type Diagnostic, info } from "../../core/diagnostic.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { routeFileRecord } from "../../project/records/records.ts";
import { foundModels, type RouteHome } from "../../project/homes/route_home.ts";
import { findClass } from "../../project/semantics/service_class.ts";
import { bindings } from "../../python/bindings.ts";
import type { AppendOptions } from "../../python/edit.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import type { ModelCode } from "../code/annotation.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import type { ModuleDraft } from "../edits/module_draft.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { type EndpointTypes, inferModels, typesWithoutModels } from "../code/models.ts";
import { isRequestModel } from "../code/parameter_models.ts";
import { withEolOf } from "../plans/plan.ts";
import type { Relocation } from "./relocation.ts";
import { modelFile } from "../code/route_files.ts";

/** The place of a route's models. */
export interface ModelHome {
  readonly home: RouteHome;
  /** Adapts the models to that place. */
  readonly relocation: Relocation;
}

/** The models of an endpoint after they were added. */
export interface AddedModels {
  /**
   * The types of the endpoint. The type of the answer is `Any` if the project's owners removed the
   * route's models or use another kind of model.
   */
  readonly types: EndpointTypes;
  readonly diagnostics: readonly Diagnostic[];
}

/** Adds the models of an endpoint's mock, of its query and of its body. */
export function addModels(
  draft: ProjectDraft,
  endpoint: Endpoint,
  home: ModelHome,
): AddedModels {
  const { home: { paths } } = home;
  const grown = draft.module(paths.model);
  if (grown === undefined) {
    const ofMocks = hasModels(draft, endpoint);
    return { types: createModels(draft, endpoint, home, ofMocks), diagnostics: [] };
  }
  const { module, added } = grown;
  const elsewhere = new Map(
    [...foundModels(home.home)].filter(([, { path }]) => path !== paths.model)
      .map(([name, { hash }]) => [name, hash]),
  );
  const taken = new Set([
    ...bindings(module).map(({ name }) => name),
    ...added.keys(),
    ...elsewhere.keys(),
  ]);
  const has = ({ name, code }: ModelCode) => {
    const hash = elsewhere.get(name) ?? hashIn(grown, name);
    return hash !== undefined && hash === symbolHashes(code).get(name);
  };
  const inferred = inferModels([endpoint], { taken, has });
  // The models of requests tell nothing about the models of answers.
  const hasClasses = module.definitions.some(({ kind, name }) =>
    kind === "class" && !isRequestModel(name)
  );
  const isTyped = !hasClasses || /\bTypedDict\b/.test(module.source);
  if (isTyped) {
    return {
      types: addTo(draft, home, inferred.models, inferred.types, endpoint),
      diagnostics: [],
    };
  }
  const ofBody = inferModels([endpoint], { taken, has, ofMocks: false });
  const message = `No model was added: ${paths.model} has no TypedDict`;
  const isKept = inferred.models.length > ofBody.models.length;
  return {
    types: addTo(draft, home, ofBody.models, ofBody.types, endpoint),
    diagnostics: isKept ? [info("models-kept", message)] : [],
  };
}

function addTo(
  draft: ProjectDraft,
  { home, relocation }: ModelHome,
  models: readonly ModelCode[],
  [types]: readonly EndpointTypes[],
  endpoint: Endpoint,
): EndpointTypes {
  const { paths: { model: path } } = home;
  const grown = draft.module(path);
  const place = grown === undefined ? {} : placeOfModels(grown.module, home);
  for (const model of models) draft.addFunction(path, relocation.apply(model, path), place);
  return types ?? typesWithoutModels(endpoint);
}

/**
 * Returns the place of new models in a module: above the route's classes, if the module has them. Python
 * evaluates the annotations of methods when it defines a class.
 */
export function placeOfModels(module: PythonModule, home: RouteHome): AppendOptions {
  const classes = [home.repository, home.service]
    .map((name) => findClass(module, name))
    .filter((found) => found !== undefined)
    .map(({ decorators: [first], header }) => first ?? header);
  return classes.length === 0 ? {} : { before: Math.min(...classes) };
}

/**
 * Returns the hash of a definition in a module, including the added ones; `undefined` if there is
 * none.
 */
function hashIn({ module, added }: ModuleDraft, name: string): string | undefined {
  const code = added.get(name);
  if (code !== undefined) return symbolHashes(code).get(name);
  const found = symbols(module).find((symbol) => symbol.name === name);
  return found?.hash;
}

/** Reports whether a route has no model file only because none of its endpoints has needed a model yet. */
function hasModels({ before: { records } }: ProjectDraft, { route }: Endpoint): boolean {
  const paths = DEFAULT_LAYOUT.routePaths(route);
  const record = records?.routes.get(route);
  return record !== undefined && routeFileRecord(record, paths.service) !== undefined &&
    routeFileRecord(record, paths.model) === undefined;
}

function createModels(
  draft: ProjectDraft,
  endpoint: Endpoint,
  { home: { paths }, relocation }: ModelHome,
  ofMocks: boolean,
): EndpointTypes {
  const { models, types: [types = typesWithoutModels(endpoint)] } = inferModels([endpoint], {
    ofMocks,
  });
  if (models.length === 0) return types;
  const text = modelFile(
    endpoint.route,
    models.map((each) => relocation.apply(each, paths.model)),
  );
  const service = draft.module(paths.service)?.module.source ?? "";
  draft.create(paths.model, withEolOf(service, text), models.map(({ name }) => name));
  return types;
}
