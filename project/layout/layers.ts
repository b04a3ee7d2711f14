/** The layers of a route: a table, from which paths and names of generated code are derived. */

import type { Method } from "../../spec/api_spec.ts";

/** A row of the table of layers. */
interface LayerRow {
  /** The folder of its modules: the app's, or that of the tests. */
  readonly root: "app" | "tests";
  /** The module of a route below that folder. `*` stands for the route's name. */
  readonly place: string;
  /** What an endpoint contributes: a function, a method of the layer's class, or classes. */
  readonly part: "function" | "method" | "classes";
  /** The end of the names of its classes; empty for a layer without classes. */
  readonly classEnding: string;
  /** The start of the name of an endpoint's function or method, by the endpoint's method. */
  readonly verbs: Readonly<Record<Method, string>> | null;
  /** The layer whose functions or methods it calls. */
  readonly calls: string | null;
}

const VERBS = { GET: "get", POST: "create", PUT: "update", DELETE: "delete" } as const;

/** The layers of a route, outermost first. A route has one module per layer. */
export const LAYERS = {
  route: {
    root: "app",
    place: "routes/*_route",
    part: "function",
    classEnding: "",
    verbs: VERBS,
    calls: "service",
  },
  service: {
    root: "app",
    place: "services/*_service",
    part: "method",
    classEnding: "Service",
    verbs: VERBS,
    calls: "repository",
  },
  repository: {
    root: "app",
    place: "repositories/*_repository",
    part: "method",
    classEnding: "Repository",
    verbs: { ...VERBS, POST: "add" },
    calls: null,
  },
  model: {
    root: "app",
    place: "models/*_model",
    part: "classes",
    classEnding: "Model",
    verbs: null,
    calls: null,
  },
  test: {
    root: "tests",
    place: "test_*_route",
    part: "function",
    classEnding: "",
    verbs: { GET: "test_get", POST: "test_create", PUT: "test_update", DELETE: "test_delete" },
    calls: "service",
  },
} as const satisfies Readonly<Record<string, LayerRow>>;

/** A layer of a route. */
export type LayerName = keyof typeof LAYERS;

/** The names of all layers. */
export const LAYER_NAMES: readonly LayerName[] = Object.keys(LAYERS) as readonly LayerName[];

/** The layers that match a condition on their rows. */
type LayersWith<Row> = {
  [Layer in LayerName]: (typeof LAYERS)[Layer] extends Row ? Layer : never;
}[LayerName];

/** A layer in the app's package. */
export type AppLayer = LayersWith<{ readonly root: "app" }>;

/** The layers in the app's package. */
export const APP_LAYERS: readonly AppLayer[] = LAYER_NAMES.filter(isInApp);

function isInApp(layer: LayerName): layer is AppLayer {
  return LAYERS[layer].root === "app";
}

/** A layer with one class for a route. */
export type ClassLayer = LayersWith<{ readonly part: "method" }>;

/** Reports whether a layer has code that answers requests. */
export function answers(layer: LayerName | "mock"): boolean {
  return layer !== "mock" && LAYERS[layer].root === "app" && LAYERS[layer].part !== "classes";
}

/** The layers with one class for a route. */
export const CLASS_LAYERS: readonly ClassLayer[] = LAYER_NAMES.filter(hasClass);

/** Reports whether a layer has one class for a route. */
export function hasClass(layer: LayerName | "mock"): layer is ClassLayer {
  return layer !== "mock" && LAYERS[layer].part === "method";
}

/** Returns the path of a route's module below the folder of its layer's root, such as `models/users_model.py`. */
export function placeOf(layer: LayerName, route: string): string {
  return `${LAYERS[layer].place.replace("*", route)}.py`;
}

/** The names of an endpoint's functions. */
export interface FunctionNames {
  readonly handler: string;
  readonly serviceMethod: string;
  readonly repositoryMethod: string;
  readonly testName: string;
}

/**
 * Returns the names of an endpoint's functions.
 *
 * @param subroute `null` for the route's own endpoint.
 *
 * @example
 * ```ts
 * import { functionNames } from "./layers.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(functionNames("POST", null).repositoryMethod, "add");
 * equal(functionNames("POST", "sale").handler, "create_sale");
 * ```
 */
export function functionNames(method: Method, subroute: string | null): FunctionNames {
  const named = ({ verbs }: { readonly verbs: Readonly<Record<Method, string>> }) =>
    subroute === null ? verbs[method] : `${verbs[method]}_${subroute}`;
  return {
    handler: named(LAYERS.route),
    serviceMethod: named(LAYERS.service),
    repositoryMethod: named(LAYERS.repository),
    testName: named(LAYERS.test),
  };
}

/** Returns the name of a route's class in a layer. */
export function layerClass(layer: ClassLayer, route: string): string {
  return `${classStem(route)}${LAYERS[layer].classEnding}`;
}

/** The names of a route's classes, by layer. */
export type RouteClasses = Readonly<Record<ClassLayer, string>>;

/** Returns the generated names of a route's classes. */
export function routeClasses(route: string): RouteClasses {
  const names = CLASS_LAYERS.map((layer) => [layer, layerClass(layer, route)] as const);
  return Object.fromEntries(names) as RouteClasses;
}

/** Returns the name of a model class. */
export function modelClass(stem: string): string {
  return `${stem}${LAYERS.model.classEnding}`;
}

/**
 * Returns the start of a route's class names.
 *
 * @example
 * ```ts
 * import { classStem } from "./layers.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(classStem("import_batch"), "ImportBatch");
 * equal(classStem("_1"), "Route1");
 * ```
 */
export function classStem(route: string): string {
  const name = pascalCase(route);
  return /^[A-Za-z]/.test(name) ? name : `Route${name}`;
}

/** Converts a string to PascalCase. Characters other than ASCII letters and digits separate words. */
export function pascalCase(text: string): string {
  return text.split(/[^A-Za-z0-9]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}
