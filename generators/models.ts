/** What mocks tell of the shape of the data: `TypedDict` classes and the annotations that name them. */

import {
  type Json,
  type JsonArray,
  jsonDepth,
  type JsonMember,
  type JsonObject,
  stringifyJson,
  walkJson,
} from "../core/json.ts";
import { classStem, modelClass, pascalCase } from "../project/layout.ts";
import { columns, LINE_WIDTH } from "../python/layout.ts";
import { pythonString } from "../python/literal.ts";
import { isFloat } from "../spec/mock.ts";
import type { Endpoint } from "./endpoint.ts";

/** A type as annotations spell it. */
export interface Annotation {
  readonly text: string;
  /** Model classes that the text names. */
  readonly models: readonly string[];
}

/** A model class; those that it names come before it. */
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
  readonly models: readonly Model[];
  /** The type of what each endpoint answers, in the order of the endpoints. */
  readonly answers: readonly Annotation[];
}

export const ANY: Annotation = { text: "Any", models: [] };
const LIST: Annotation = { text: "list[Any]", models: [] };
const DICT: Annotation = { text: "dict[str, Any]", models: [] };

/** Longer names and keys make lines that formatters break in different ways. */
const MAX_MODEL_NAME_LENGTH = 50;
const MAX_KEY_WIDTH = 50;
const MAX_ANNOTATION_LENGTH = 70;

/** Maximum length of an annotation that also fits on the line that loads a data file. */
const MAX_LOADED_ANNOTATION_LENGTH = LINE_WIDTH - "        mock:  = load_mock(".length;

/** Objects with more keys are maps, not records. */
const MAX_FIELDS = 500;

/** Maximum number of models inside each other: mypy's time doubles with each level. */
const MAX_MODEL_DEPTH = 10;

/** Maximum number of models that one mock may have; further objects become `dict[str, Any]`. */
const MAX_MODELS = 100;

/**
 * Infers models from the mocks of a route's endpoints.
 *
 * @param taken Names that a model cannot have.
 */
export function inferModels(
  endpoints: readonly Endpoint[],
  taken: ReadonlySet<string> = new Set(),
): RouteModels {
  const names = new ModelNames(taken);
  const models: Model[] = [];
  const answers = endpoints.map(({ route, subroute, mock }) => {
    const name = classStem(route) + pascalCase(subroute ?? "");
    // A subroute such as `_` must not take the name of the route's own model.
    if (subroute !== null) names.reserve(modelClass(classStem(route)));
    const found = mock === null ? NOTHING : inferMock(mock, name, names);
    models.push(...found.models);
    return found.answer;
  });
  return { models, answers };
}

interface MockModels {
  readonly models: readonly Model[];
  readonly answer: Annotation;
}

const NOTHING: MockModels = { models: [], answer: ANY };

function inferMock(mock: Json, name: string, names: ModelNames): MockModels {
  const inference = new Inference(names);
  const answer = inference.annotate([mock], name);
  if (needsDataFile(mock) && answer.text.length > MAX_LOADED_ANNOTATION_LENGTH) return NOTHING;
  return { models: usedModels(inference.models, answer), answer };
}

/** Returns the models that the answer needs: an annotation that became `Any` leaves others unused. */
function usedModels(models: readonly Model[], answer: Annotation): readonly Model[] {
  const used = new Set(answer.models);
  // A model comes after the models that it names.
  return models.toReversed().filter(({ name, fields }) => {
    if (!used.has(name)) return false;
    for (const { annotation } of fields) annotation.models.forEach((each) => used.add(each));
    return true;
  }).toReversed();
}

/** Bigger literals take CPython long to compile; mypy's time doubles with each level. */
const MAX_LITERAL_LENGTH = 16 * 1024;
const MAX_LITERAL_DEPTH = 10;

/** Whether a mock lies in a data file rather than as a literal in the service. */
export function needsDataFile(mock: Json): boolean {
  return jsonDepth(mock) > MAX_LITERAL_DEPTH ||
    stringifyJson(mock, 0).length > MAX_LITERAL_LENGTH || isUnbreakable(mock) ||
    hasEmptyKey(mock);
}

/** Pyright allows no empty key, neither in a model nor in a literal of its type. */
function hasEmptyKey(mock: Json): boolean {
  let found = false;
  walkJson(mock, (value) => {
    found ||= value.kind === "object" && value.members.some(({ key }) => key === "");
  });
  return found;
}

/** Long lines that black and ruff break in different ways: there is no layout that both keep. */
function isUnbreakable(mock: Json): boolean {
  if (mock.kind === "number") return mock.text.length > LINE_WIDTH - MOCK_COLUMN;
  if (mock.kind !== "string") return false;
  const literal = pythonString(mock.value);
  return columns(literal) > literal.length && columns(literal) > LINE_WIDTH - MOCK_COLUMN;
}

/** Where a mock starts in its line: behind `return ` in a method. */
export const MOCK_COLUMN = "        return ".length;

class ModelNames {
  readonly #taken: Set<string>;
  /** The number that each name was given last: names stay taken, so all before it are. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: ReadonlySet<string>) {
    this.#taken = new Set(taken);
  }

  /** Keeps a name from being given to a model. */
  reserve(name: string): void {
    this.#taken.add(name);
  }

  /** Returns the name, with a number if it is taken, and reserves it. */
  take(name: string): string {
    let number = this.#numbers.get(name) ?? 1;
    let free = number === 1 ? name : `${name}${number}`;
    while (this.#taken.has(free)) free = `${name}${++number}`;
    this.#numbers.set(name, number);
    this.#taken.add(free);
    return free;
  }
}

/** Infers the models of one mock. */
class Inference {
  readonly models: Model[] = [];
  #named = 0;

  constructor(private readonly names: ModelNames) {}

  /**
   * Returns the type of all the values that were seen in one place.
   *
   * @param depth How many models this place is inside of.
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
    // Mocks have each key once in an object, so one that is there as often as objects is in all of them.
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

/** What is said of values whose type is too long: pyright wants to know of a list that it is one. */
function shortened(values: readonly Json[]): Annotation {
  if (values.every(({ kind }) => kind === "array")) return LIST;
  return values.every(({ kind }) => kind === "object") ? DICT : ANY;
}

/** Whether the keys of objects are data, such as ids, rather than names of fields. */
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
  // To type checkers every int is a float (PEP 484, the numeric tower).
  if (types.has("float")) types.delete("int");
  return [...types];
}

/** The code of a model, and the names it needs from `typing`. */
export interface ModelCode {
  readonly name: string;
  readonly code: string;
  readonly typing: readonly string[];
}

/** Writes a model: a class statement, or the functional form where a key cannot be a field. */
export function modelCode({ name, fields }: Model): ModelCode {
  const isClass = fields.every(({ key }) => canBeField(key));
  const lines = fields.map((field) => fieldLine(field, isClass));
  const types = lines.map(({ annotation }) => annotation).join(" ");
  const typing = ["Any", "NotRequired"].filter((word) => new RegExp(`\\b${word}\\b`).test(types));
  const body = lines.map(({ text }) => `${text}\n`).join("");
  const code = isClass
    ? `class ${name}(TypedDict):\n${body}`
    : `${name} = TypedDict(${classFormNote(fields)}\n    "${name}",\n    {\n${body}    },\n)\n`;
  return { name, code, typing: [...typing, "TypedDict"] };
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

const KEYWORDS: ReadonlySet<string> = new Set(
  ("False None True and as assert async await break class continue def del elif else except finally " +
    "for from global if import in is lambda nonlocal not or pass raise return try while with yield")
    .split(" "),
);

/** Names that annotations use: a field of that name would hide them from the fields after it. */
const TYPE_NAME = /^(?:int|str|float|bool|list|dict|Any|NotRequired|TypedDict|\w+Model\d*)$/;

/** Two leading underscores would be mangled with the class's name. */
function canBeField(key: string): boolean {
  return /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !KEYWORDS.has(key) && !TYPE_NAME.test(key);
}

/** Ruff asks for the class form wherever all keys are identifiers, even if they hide types. */
function classFormNote(fields: readonly Field[]): string {
  const asks = fields.every(({ key }) =>
    /^(?!__\w*__$)[\p{XID_Start}_]\p{XID_Continue}*$/u.test(key) && !KEYWORDS.has(key)
  );
  return asks ? "  # noqa: UP013" : "";
}
