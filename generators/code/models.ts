/** `TypedDict` models and annotations, inferred from mocks. */

import {
  type Json,
  type JsonArray,
  jsonDepth,
  type JsonMember,
  type JsonObject,
  stringifyJson,
  walkJson,
} from "../../core/json.ts";
import { classStem, modelClass, pascalCase } from "../../project/layout/layers.ts";
import { KEYWORDS } from "../../python/names_read.ts";
import { columns, LINE_WIDTH } from "../../python/layout.ts";
import { pythonString } from "../../python/literal.ts";
import { isFloat } from "../../spec/mock.ts";
import { isName } from "../../spec/names.ts";
import { AMBIGUOUS } from "./field_names.ts";
import { hasContent, type Method } from "../../spec/api_spec.ts";
import { type Annotation, ANY, type ModelCode } from "./annotation.ts";
import { bodyStem, inferBody } from "./body_models.ts";
import type { Endpoint } from "./endpoint.ts";
import { ModelNames } from "./model_names.ts";
import { inferParameters, type ParametersModel } from "./parameter_models.ts";

/** A model class, which comes after the model classes that it uses. */
export interface Model {
  readonly name: string;
  readonly fields: readonly Field[];
}

interface Field {
  readonly key: string;
  readonly annotation: Annotation;
  readonly required: boolean;
}

export interface RouteModels {
  readonly models: readonly ModelCode[];
  /** The types of each endpoint, in the order of the endpoints. */
  readonly types: readonly EndpointTypes[];
  /** For each endpoint, the names of the models that were inferred from its mock and its body. */
  readonly names: readonly (readonly string[])[];
  /** For each endpoint, the names of its models that an earlier endpoint has, too. */
  readonly shared: readonly (readonly string[])[];
}

/** The types that an endpoint's service takes and returns. */
export interface EndpointTypes {
  readonly answer: Annotation;
  /** The type of the request's body. */
  readonly body: Annotation;
  /** The model of the parameters; `null` if no parameter is read. */
  readonly parameters: ParametersModel | null;
}

const NONE: Annotation = { text: "None", models: [] };
const LIST: Annotation = { text: "list[Any]", models: [] };
const DICT: Annotation = { text: "dict[str, Any]", models: [] };

/**
 * Maximum length of a name or a key. Formatters disagree on how to wrap lines with longer names.
 */
const MAX_MODEL_NAME_LENGTH = 50;
const MAX_KEY_WIDTH = 50;
const MAX_ANNOTATION_LENGTH = 70;

/** Maximum length of an annotation that fits on the line that loads a data file. */
const MAX_LOADED_ANNOTATION_LENGTH = LINE_WIDTH - "        mock:  = load_mock(".length;

/** Maximum number of keys of a record. Objects with more keys count as maps. */
const MAX_FIELDS = 500;

/** Maximum depth of nested models: mypy's time doubles per level. */
const MAX_MODEL_DEPTH = 10;

/** Maximum number of models per mock. Further objects become `dict[str, Any]`. */
const MAX_MODELS = 100;

/** The models that a route has already. */
export interface PresentModels {
  /** Names that models cannot have. */
  readonly taken: ReadonlySet<string>;
  /** Reports whether the route has a model with this name and this code. */
  has(model: ModelCode): boolean;
}

/**
 * Participles in the names of models. If a path's methods have different models, all methods after
 * the first one use them.
 */
const PARTICIPLES: Readonly<Record<Method, string>> = {
  GET: "Found",
  POST: "Created",
  PUT: "Updated",
  DELETE: "Deleted",
};

export interface InferenceOptions extends Partial<PresentModels> {
  /** Whether to infer models from mocks; `true` by default. */
  readonly ofMocks?: boolean;
}

/**
 * Infers models from the mocks and the bodies of a route's endpoints. The methods of a path share equal models,
 * and so do a collection and its items.
 */
export function inferModels(
  endpoints: readonly Endpoint[],
  options: InferenceOptions = {},
): RouteModels {
  const inferred = inferredModels(endpoints, options);
  const imported = new Set(
    inferred.models.flatMap(({ imports }) => imports.map(({ name, alias = name }) => alias)),
  );
  const hiding = namesOf(inferred.models).filter((each) => imported.has(each));
  if (hiding.length === 0) return inferred;
  // The models of a route `root` or `list` must not hide the classes of that name.
  return inferredModels(endpoints, {
    ...options,
    taken: new Set([...options.taken ?? [], ...hiding]),
  });
}

function inferredModels(
  endpoints: readonly Endpoint[],
  { taken = new Set(), has = () => false, ofMocks = true }: InferenceOptions,
): RouteModels {
  const names = new ModelNames(taken);
  const known = new Map<string, string>();
  const isKnown = (model: ModelCode) => known.get(model.name) === model.code || has(model);
  const infer = (endpoint: Endpoint, own: string, inferred: Inference): SharedModels => {
    for (const stem of sharedStems(endpoint)) {
      const { models, type } = inferred(stem, new ModelNames(new Set()));
      if (models.every(isKnown)) return { models: [], type, shared: namesOf(models) };
    }
    const { models, type } = inferred(own, names);
    for (const { name, code } of models) known.set(name, code);
    return { models, type, shared: [] };
  };
  const found = endpoints.map((endpoint) => {
    const { route, subroute, mock, body, examples = [] } = endpoint;
    // A subroute such as `_` must not take the name of the route's own model.
    if (subroute !== null) names.reserve(modelClass(classStem(route)));
    const answer = mock === null || !ofMocks
      ? { ...WITHOUT_MODELS, type: answerWithoutModel(endpoint) }
      : infer(endpoint, answerStem(endpoint), (stem, own) => inferMock(mock, examples, stem, own));
    const sent = body === undefined
      ? { ...WITHOUT_MODELS, type: ANY }
      : infer(endpoint, bodyStem(endpoint), (stem, own) => inferBody(body, stem, own));
    const asked = inferParameters(endpoint, names);
    return {
      models: [...answer.models, ...sent.models, ...(asked?.codes ?? [])],
      types: { answer: answer.type, body: sent.type, parameters: asked?.model ?? null },
      shared: [...answer.shared, ...sent.shared],
    };
  });
  return {
    models: found.flatMap(({ models }) => models),
    types: found.map(({ types }) => types),
    names: found.map(({ models }) => namesOf(models)),
    shared: found.map(({ shared }) => shared),
  };
}

/** Infers models whose names begin with a stem. */
type Inference = (stem: string, names: ModelNames) => InferredModels;

interface InferredModels {
  readonly models: readonly ModelCode[];
  readonly type: Annotation;
}

interface SharedModels extends InferredModels {
  /** The names of models that an earlier endpoint has, too. */
  readonly shared: readonly string[];
}

const WITHOUT_MODELS = { models: [], shared: [] };

function namesOf(models: readonly ModelCode[]): readonly string[] {
  return models.map(({ name }) => name);
}

/**
 * Returns the stem of the model names for an endpoint's mock, unless the endpoint shares models.
 */
function answerStem({ route, subroute, method, isFurther }: Endpoint): string {
  return modelStem({ route, subroute }) + (isFurther ? PARTICIPLES[method] : "");
}

/** Returns the start of the names of an endpoint's models. */
export function modelStem({ route, subroute }: Pick<Endpoint, "route" | "subroute">): string {
  return classStem(route) + pascalCase(subroute ?? "");
}

/** Reports whether an endpoint may have the models of an earlier one. */
export function mayShareModels(endpoint: Endpoint): boolean {
  return sharedStems(endpoint).length > 0;
}

/** Returns the stems of the model names that an endpoint may share. */
function sharedStems({ route, subroute, isFurther, rule }: Endpoint): readonly string[] {
  const isItem = /^\/<[^/]*>$/.test(rule);
  return [
    ...(isItem ? [modelStem({ route, subroute: null })] : []),
    ...(isFurther ? [modelStem({ route, subroute })] : []),
  ];
}

/** Returns the types of an endpoint without models. */
export function typesWithoutModels(endpoint: Pick<Endpoint, "status">): EndpointTypes {
  return { answer: answerWithoutModel(endpoint), body: ANY, parameters: null };
}

/** Returns the type of an endpoint's answer if no model is inferred from its mock. */
function answerWithoutModel({ status }: Pick<Endpoint, "status">): Annotation {
  return hasContent(status) ? ANY : NONE;
}

/** @param examples Further answers that the models must fit. */
function inferMock(
  mock: Json,
  examples: readonly Json[],
  stem: string,
  names: ModelNames,
): InferredModels {
  const inference = new MockInference(names);
  const type = inference.annotate([mock, ...examples], stem);
  if (needsDataFile(mock) && type.text.length > MAX_LOADED_ANNOTATION_LENGTH) {
    return { models: [], type: ANY };
  }
  return { models: usedModels(inference.models, type).map(modelCode), type };
}

/**
 * Returns the models that the answer uses. If `Any` or another short type replaced an annotation, the
 * models of that annotation are unused.
 */
function usedModels(models: readonly Model[], answer: Annotation): readonly Model[] {
  const used = new Set(answer.models);
  // A model comes after the models that it uses.
  return models.toReversed().filter(({ name, fields }) => {
    if (!used.has(name)) return false;
    for (const { annotation } of fields) annotation.models.forEach((each) => used.add(each));
    return true;
  }).toReversed();
}

/**
 * Maximum length and depth of a literal. CPython compiles longer literals slowly, and mypy's time
 * doubles per level.
 */
const MAX_LITERAL_LENGTH = 16 * 1024;
const MAX_LITERAL_DEPTH = 10;

/** Reports whether a mock needs a data file instead of a literal in the service. */
export function needsDataFile(mock: Json): boolean {
  const known = inDataFiles.get(mock) ?? !canBeLiteral(mock);
  inDataFiles.set(mock, known);
  return known;
}

/** Caches the result for each mock of a run, because planning needs it several times. */
const inDataFiles = new WeakMap<Json, boolean>();

function canBeLiteral(mock: Json): boolean {
  return jsonDepth(mock) <= MAX_LITERAL_DEPTH &&
    stringifyJson(mock, 0).length <= MAX_LITERAL_LENGTH && !isUnbreakable(mock) &&
    !hasEmptyKey(mock);
}

/**
 * Reports whether a mock has an empty key. Pyright rejects empty keys in models and in their
 * literals.
 */
function hasEmptyKey(mock: Json): boolean {
  let found = false;
  walkJson(mock, (value) => {
    found ||= value.kind === "object" && value.members.some(({ key }) => key === "");
  });
  return found;
}

/**
 * Reports whether a mock makes a line that is too long for a literal. Projects have data files by
 * this rule, so it counts two columns for every character outside ASCII, although formatters do not.
 */
function isUnbreakable(mock: Json): boolean {
  if (mock.kind === "number") return mock.text.length > LINE_WIDTH - MOCK_COLUMN;
  if (mock.kind !== "string") return false;
  const literal = pythonString(mock.value);
  // deno-lint-ignore no-control-regex
  const others = literal.match(/[^\x00-\x7f]/gu)?.length ?? 0;
  return others > 0 && literal.length + others > LINE_WIDTH - MOCK_COLUMN;
}

/** Column of a mock in its line: after `return ` in a method. */
export const MOCK_COLUMN = "        return ".length;

/** Infers the models of one mock. */
class MockInference {
  readonly models: Model[] = [];
  #named = 0;

  constructor(private readonly names: ModelNames) {}

  /**
   * Returns the common type of values.
   *
   * @param depth Number of models around the values.
   */
  annotate(values: readonly Json[], name: string, depth = 0): Annotation {
    const parts = scalarTypes(values).map((text): Annotation => ({ text, models: [] }));
    const arrays = values.filter((value): value is JsonArray => value.kind === "array");
    if (arrays.length > 0) {
      const item = this.annotate(arrays.flatMap((array) => array.items), name, depth);
      parts.push({ text: `list[${item.text}]`, models: item.models });
    }
    const objects = values.filter((value): value is JsonObject => value.kind === "object");
    if (objects.length > 0) parts.push(this.#annotateObjects(objects, name, depth));
    if (parts.length === 0) return ANY;
    if (values.some((value) => value.kind === "null")) parts.push({ text: "None", models: [] });
    const text = parts.map((part) => part.text).join(" | ");
    if (text.length > MAX_ANNOTATION_LENGTH) return shortened(values);
    return { text, models: parts.flatMap((part) => part.models) };
  }

  #annotateObjects(objects: readonly JsonObject[], name: string, depth: number): Annotation {
    const byKey = Map.groupBy(objects.flatMap(({ members }) => members), ({ key }) => key);
    if (isMap(byKey)) {
      const values = objects.flatMap(({ members }) => members.map(({ value }) => value));
      const item = this.annotate(values, name, depth);
      return { text: `dict[str, ${item.text}]`, models: item.models };
    }
    byKey.delete("");
    // Keys are unique in an object, so a key that occurs as often as there are objects is in all of them.
    const isShared = (found: readonly JsonMember[]) => found.length === objects.length;
    const keys = [...byKey.keys()];
    const unfit = name.length > MAX_MODEL_NAME_LENGTH || depth === MAX_MODEL_DEPTH ||
      this.#named >= MAX_MODELS || keys.some((key) => columns(pythonString(key)) > MAX_KEY_WIDTH);
    if (unfit || ![...byKey.values()].some(isShared)) return DICT;
    this.#named++;
    const model = this.names.take(modelClass(name));
    const isClass = keys.every(canBeField);
    const fields = [...byKey].map(([key, found]): Field => {
      const values = found.map(({ value }) => value);
      const annotation = this.annotate(values, name + pascalCase(key), depth + 1);
      const field = { key, annotation, required: isShared(found) };
      return fits(field, isClass) ? field : { ...field, annotation: ANY };
    });
    this.models.push({ name: model, fields });
    return { text: model, models: [model] };
  }
}

/** Returns a short type for values whose type is too long. Pyright requires list types for lists. */
function shortened(values: readonly Json[]): Annotation {
  if (values.every(({ kind }) => kind === "array")) return LIST;
  return values.every(({ kind }) => kind === "object") ? DICT : ANY;
}

/** Reports whether the keys of objects are data, such as IDs, and not field names. */
function isMap(byKey: ReadonlyMap<string, unknown>): boolean {
  if (byKey.size > MAX_FIELDS) return true;
  return byKey.size > 0 && [...byKey.keys()].every((key) => /^[0-9]+$/.test(key));
}

function scalarTypes(values: readonly Json[]): string[] {
  const types = new Set<string>();
  for (const value of values) {
    if (value.kind === "boolean") types.add("bool");
    else if (value.kind === "number") types.add(isFloat(value.text) ? "float" : "int");
    else if (value.kind === "string") types.add("str");
  }
  // For type checkers, every int is a float (PEP 484, the numeric tower).
  if (types.has("float")) types.delete("int");
  return [...types];
}

/** Returns a model as a class statement, or in the functional form if a key cannot be a field name. */
function modelCode({ name, fields }: Model): ModelCode {
  const isClass = fields.every(({ key }) => canBeField(key));
  const lines = fields.map((field) => fieldLine(field, isClass));
  const types = lines.map(({ annotation }) => annotation).join(" ");
  const typing = ["Any", "NotRequired"].filter((word) => new RegExp(`\\b${word}\\b`).test(types));
  const body = lines.map(({ text }) => `${text}\n`).join("");
  const code = isClass
    ? `class ${name}(TypedDict):\n${body}`
    : `${name} = TypedDict(${classFormNote(fields)}\n    "${name}",\n    {\n${body}    },\n)\n`;
  const imports = [...typing, "TypedDict"].map((each) => ({ module: "typing", name: each }));
  return { name, code, imports };
}

interface FieldLine {
  readonly text: string;
  readonly annotation: string;
}

function fieldLine({ key, annotation, required }: Field, isClass: boolean): FieldLine {
  const type = required ? annotation.text : `NotRequired[${annotation.text}]`;
  const text = isClass ? `    ${key}: ${type}` : `        ${pythonString(key)}: ${type},`;
  return { text, annotation: type };
}

function fits(field: Field, isClass: boolean): boolean {
  return columns(fieldLine(field, isClass).text) <= LINE_WIDTH;
}

/** Names of types. A field with the name of a type would hide the type from later fields. */
const TYPE_NAME = /^(?:int|str|float|bool|list|dict|Any|NotRequired|TypedDict|\w+Model\d*)$/;

/** Reports whether a key can be a field. Python mangles names with two leading underscores. */
function canBeField(key: string): boolean {
  return isName(key) && !key.startsWith("__") && !KEYWORDS.has(key) && !TYPE_NAME.test(key) &&
    !AMBIGUOUS.test(key);
}

/**
 * Returns the comment that allows the functional form. Without the comment, Ruff requires the class
 * form if all keys are identifiers, even if keys hide types.
 */
function classFormNote(fields: readonly Field[]): string {
  const asks = fields.every(({ key }) =>
    /^(?!__\w*__$)[\p{XID_Start}_]\p{XID_Continue}*$/u.test(key) && !KEYWORDS.has(key)
  );
  return asks ? "  # noqa: UP013" : "";
}
