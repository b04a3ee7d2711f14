/** The parameters and bodies that handlers check, read back from their models. */

import type { Json, JsonScalar } from "../../core/json.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import {
  bracketed,
  callArguments,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import { commentedStart } from "../../python/extent.ts";
import { literalJson } from "../../python/literal_json.ts";
import { unwrapped } from "../../python/operand.ts";
import { positionAt } from "../../python/position.ts";
import { MAX_BODY_DEPTH } from "../../spec/body.ts";
import {
  type BodyMember,
  type BodyType,
  eitherOf,
  type EnumValue,
  type Fallback,
} from "../../spec/body_type.ts";
import { DEFAULT_LIMIT, type ListSpec, MAX_LIMIT } from "../../spec/list.ts";
import { isFloat } from "../../spec/mock.ts";
import { isTextFormat } from "../../spec/text_format.ts";
import { FULL_NAMES, isImported, withFullNames } from "../semantics/full_names.ts";
import { findArgument } from "../routing/flask_call.ts";
import { alternativesOf } from "../semantics/annotations.ts";
import type { Evaluator } from "../semantics/evaluator.ts";
import type { ProjectModule } from "../semantics/project_modules.ts";
import { type Place, symbolName, type Value } from "../semantics/values.ts";
import { single } from "./answers.ts";

/** The body that a handler checks, as its model describes it. */
export interface ModelledBody {
  /** The file of the model, or of the handler if the model was not found. */
  readonly file: ProjectPath;
  /** 1-based line of the model or the handler in that file. */
  readonly line: number;
  /** The type of the bodies that the model accepts; `null` if no example can express it. */
  readonly type: BodyType | null;
  /** What clients can ask of the list that a handler pages; `null` if it pages none. */
  readonly list: ListSpec | null;
  /** Whether the model has rules beyond types, such as `Field(gt=0)` or a validator. */
  readonly hasRules: boolean;
  /** The headers in a model of parameters, which are not in its type. */
  readonly headers: readonly BodyMember[];
}

/** Reads the bodies that handlers check. Each model is read once. */
export class BodyModels {
  readonly #evaluator: Evaluator;
  readonly #read = new Map<string, ModelledBody>();
  readonly #left: AnnotationCount;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    const { all } = evaluator.modules;
    const length = all.reduce((sum, { text }) => sum + text.length, 0);
    this.#left = { count: MAX_ANNOTATIONS + length };
  }

  /**
   * Returns the body that a handler checks with `json_body(Model)`.
   *
   * @returns `any` for `json_body()`, which accepts any JSON; `null` if the handler has neither.
   */
  of(handler: Place): ModelledBody | "any" | null {
    const model = modelIn(handler, FULL_NAMES.json_body);
    return model === null || model === "any" ? model : this.#model(handler, model.text, "Body");
  }

  /** Returns the parameters that a handler checks with `request_parameters(Model)`; `null` without it. */
  parametersOf(handler: Place): ModelledBody | null {
    const model = modelIn(handler, FULL_NAMES.request_parameters);
    return model === null || model === "any"
      ? null
      : this.#model(handler, model.text, "Parameters");
  }

  #model(handler: Place, name: string, base: ModelBase): ModelledBody {
    const value = single(this.#evaluator.lookup(handler, name));
    if (value?.kind !== "class" && value?.kind !== "variable") {
      return { ...placeOf(handler), type: null, list: null, hasRules: false, headers: [] };
    }
    const key = `${base} ${keyOf(value)}`;
    const read = this.#read.get(key) ??
      new BodyReading(this.#evaluator, this.#left, base).read(value);
    this.#read.set(key, read);
    return read;
  }
}

/** The generated base of a model. */
type ModelBase = "Body" | "Parameters";

/**
 * Returns the name of the model that a handler gives to a generated helper, such as `json_body(Model)`.
 *
 * @param helper The full name of the helper.
 * @returns `any` for a call without a model; `null` for a handler with neither.
 */
function modelIn({ module, scope: { definition } }: Place, helper: string): Token | "any" | null {
  const { python } = module;
  if (!isImported(python, helper)) return null;
  const start = python.lines[definition?.header ?? 0]?.start ?? 0;
  const end = python.lines[definition?.last ?? 0]?.end ?? 0;
  const tokens = withFullNames(python, tokenize(python.source, start, end));
  const calls = tokens.flatMap((token, index) =>
    isName(token, helper) && isOperator(tokens[index + 1], "(")
      ? [bracketed(tokens, index + 1).items]
      : []
  );
  const models = calls.flatMap(([argument = [], ...others]) => {
    const [model, ...more] = argument;
    return model?.kind === "name" && more.length + others.length === 0 ? [model] : [];
  });
  return models[0] ?? (calls.some(({ length }) => length === 0) ? "any" : null);
}

/** Returns the file and the 1-based line of a definition, with its decorators and comments. */
function placeOf({ module, scope }: Place): Pick<ModelledBody, "file" | "line"> {
  const { definition } = scope;
  const first = definition?.decorators[0] ?? definition?.header ?? 0;
  return { file: module.path, line: lineOf(module, commentedStart(module.python, first)) };
}

function lineOf({ python }: ProjectModule, offset: number): number {
  return positionAt(python.physical.starts, offset).line;
}

/**
 * Maximum number of annotations that are read for one body, because models can use one another. For
 * all bodies together, the maximum is larger by the number of characters in the project.
 */
const MAX_ANNOTATIONS = 10_000;

/** Number of annotations that may still be read. */
interface AnnotationCount {
  count: number;
}

/**
 * Maximum depth of nested annotations. A level of a body has up to three annotations: a list, a
 * name, a union.
 */
const MAX_NESTED = 3 * MAX_BODY_DEPTH;

/** Thrown for an annotation or a model whose form no example can express. */
class NoExample extends Error {}

/** A class, or a variable of a module. */
type Model = Extract<Value, { readonly kind: "class" | "variable" }>;

function keyOf(model: Model): string {
  return `${model.module.path} ${symbolName(model)}`;
}

/** Returns the value of a variable that is assigned once, without an annotation; otherwise no tokens. */
function aliased({ module, name }: Extract<Model, { readonly kind: "variable" }>) {
  const [only, another] = module.scope.names.get(name) ?? [];
  const isAlias = only?.kind === "value" && only.annotation.length === 0 && another === undefined;
  return isAlias ? withFullNames(module.python, only.value) : [];
}

/** What a line of a model says about a field. */
interface ReadField {
  readonly name: string;
  readonly type: BodyType;
  readonly hasDefault: boolean;
  readonly fallback: Fallback | null;
  readonly isOmittable: boolean;
}

/** Reads one body, or the parameters of one request. */
class BodyReading {
  readonly #evaluator: Evaluator;
  /** The models that are being read, by their keys. */
  readonly #open = new Set<string>();
  /** For all bodies. */
  readonly #all: AnnotationCount;
  #left = MAX_ANNOTATIONS;
  #depth = 0;
  #hasRules = false;
  readonly #headers: BodyMember[] = [];
  #list: ListSpec | null = null;

  readonly #base: ModelBase;

  constructor(evaluator: Evaluator, all: AnnotationCount, base: ModelBase) {
    this.#evaluator = evaluator;
    this.#base = base;
    this.#all = all;
  }

  read(model: Model): ModelledBody {
    const place = model.kind === "class"
      ? placeOf(model)
      : { file: model.module.path, line: lineOf(model.module, aliased(model)[0]?.start ?? 0) };
    try {
      const type = this.#modelType(model);
      return {
        ...place,
        type,
        list: this.#list,
        hasRules: this.#hasRules,
        headers: this.#headers,
      };
    } catch (problem) {
      if (!(problem instanceof NoExample)) throw problem;
      return { ...place, type: null, list: null, hasRules: false, headers: [] };
    }
  }

  /** Returns the type of a model, or of a name for a type. */
  #modelType(model: Model): BodyType {
    const key = keyOf(model);
    if (this.#open.has(key)) throw new NoExample();
    this.#open.add(key);
    const type = model.kind === "class"
      ? this.#classType(model)
      : this.#type(moduleOf(model), unwrapped(aliased(model)));
    this.#open.delete(key);
    return type;
  }

  #classType({ module, scope }: Place): BodyType {
    const { definition } = scope;
    if (definition === null || definition.decorators.length > 0) throw new NoExample();
    if (scope.children.size > 0) this.#hasRules = true;
    const { lines, source } = module.python;
    const tokensAt = (index: number) => {
      const { start = 0, end = 0 } = lines[index] ?? {};
      return withFullNames(module.python, tokenize(source, start, end));
    };
    const header = tokensAt(definition.header);
    const bases = callArguments(header, header.findIndex((each) => isOperator(each, "(")));
    const [base] = bases;
    if (bases.length !== 1 || base?.kind !== "positional") throw new NoExample();
    const place = moduleOf({ module });
    if (isName(base.value[0], FULL_NAMES.RootModel)) return this.#type(place, inner(base.value));
    if (base.value.length !== 1) throw new NoExample();
    if (this.#base === "Parameters" && isName(base.value[0], FULL_NAMES.ListParameters)) {
      this.#list = EMPTY_LIST;
    } else if (!isName(base.value[0], FULL_NAMES[this.#base])) throw new NoExample();
    const all = [...scope.lines()].map(tokensAt);
    const others = all.filter((tokens) => !isOpening(tokens));
    const members = others.flatMap((tokens) => this.#member(place, tokens));
    const isOpen = members.length > 0 && others.length < all.length;
    return { kind: "object", members, ...(isOpen && { isOpen }) };
  }

  /** Reads a line of a model: a field, or something else that changes the accepted bodies. */
  #member(place: Place, tokens: readonly Token[]): readonly BodyMember[] {
    const [field, colon, ...rest] = tokens;
    if (field?.kind === "string" || isName(field, "pass")) return [];
    if (field?.kind !== "name" || !isOperator(colon, ":")) {
      this.#hasRules = true;
      return [];
    }
    const equals = equalsIndex(rest);
    const annotation = unwrapped(equals === -1 ? rest : rest.slice(0, equals));
    const value = equals === -1 ? [] : unwrapped(rest.slice(equals + 1));
    if (
      this.#list !== null && isName(annotation[0], FULL_NAMES.Annotated) && field.text === "sort"
    ) {
      this.#list = { ...this.#list, sort: this.#sortedBy(place, inner(annotation)) };
      return [];
    }
    const { name, hasDefault, fallback, isHeader } = this.#value(field.text, value);
    if (this.#list !== null && isName(annotation[0], FULL_NAMES.Filter)) {
      const type = this.#type(place, inner(annotation));
      this.#list = { ...this.#list, filter: [...this.#list.filter, { name, type }] };
      return [];
    }
    const { isOmittable, given } = this.#omittable(annotation);
    const type = this.#type(place, given);
    if (this.#list !== null && field.text === "limit" && fallback !== null && isLimit(type)) {
      this.#list = { ...this.#list, limit: limitOf(fallback) };
      return [];
    }
    const member = this.#memberOf({ name, type, hasDefault, fallback, isOmittable });
    if (!isHeader) return [member];
    this.#headers.push(member);
    return [];
  }

  #memberOf(
    { name, type, hasDefault, fallback, isOmittable }: ReadField,
  ): BodyMember {
    if (fallback !== null) {
      if (isOmittable) throw new NoExample();
      return { name, type, isOptional: true, fallback };
    }
    // Examples express a default only for `Omittable` and `Any`, and these types only with a
    // default.
    if (hasDefault !== (isOmittable || type.kind === "anything")) throw new NoExample();
    return { name, type, isOptional: hasDefault };
  }

  /** Reads the fields in `list[str], sort_by("name")`, or in a variable with the call. */
  #sortedBy(place: Place, tokens: readonly Token[]): readonly string[] {
    const [, check = []] = bracketed(tokens, -1).items;
    const [name, ...more] = check;
    if (name?.kind !== "name" || more.length > 0) return sortedBy(check);
    const value = single(this.#evaluator.lookup(place, name.text));
    if (value?.kind !== "variable") throw new NoExample();
    return sortedBy(unwrapped(aliased(value)));
  }

  /** Reads whether a field may be absent: `Omittable[int]` in a body, `int | None` in parameters. */
  #omittable(annotation: readonly Token[]) {
    if (this.#base === "Body") {
      const isOmittable = isName(annotation[0], FULL_NAMES.Omittable);
      return { isOmittable, given: isOmittable ? inner(annotation) : annotation };
    }
    const all = alternativesOf(annotation);
    const given = all.filter((each) => !isName(each[0], "None"));
    if (given.length !== 1) throw new NoExample();
    return { isOmittable: given.length < all.length, given: given[0] ?? [] };
  }

  /** Reads the value of a field: `None`, `Field(default=None, alias="name")`, or `header("name")`. */
  #value(field: string, tokens: readonly Token[]) {
    const plain = { name: field, hasDefault: false, fallback: null, isHeader: false };
    if (tokens.length === 0) return plain;
    if (tokens.length === 1 && isName(tokens[0], "None")) return { ...plain, hasDefault: true };
    const literal = this.#fallback(tokens);
    if (literal !== null) return { ...plain, fallback: literal };
    const isHeader = this.#base === "Parameters" && isName(tokens[0], FULL_NAMES.header);
    const isField = isHeader || isName(tokens[0], FULL_NAMES.Field);
    if (!isField || !isOperator(tokens[1], "(")) throw new NoExample();
    const given = callArguments(tokens, 1);
    const [first] = given;
    const own = isHeader && first?.kind === "positional" ? first : null;
    const alias = own === null
      ? findArgument(given, isHeader ? "name" : "alias")?.[0]
      : own.value[0];
    if (isHeader && alias === undefined) throw new NoExample();
    const others = given.filter((each) =>
      each !== own &&
      (each.kind !== "keyword" ||
        each.name !== (isHeader ? "name" : "alias") && each.name !== "default")
    );
    if (others.length > 0) this.#hasRules = true;
    const isDefault = findArgument(given, "default");
    const isNone = isDefault === undefined || isName(isDefault[0], "None");
    const fallback = isNone ? null : this.#fallback(isDefault);
    if (!isNone && fallback === null) throw new NoExample();
    if (alias !== undefined && alias.kind !== "string") throw new NoExample();
    const name = alias?.value ?? field;
    return { name, hasDefault: isDefault !== undefined && isNone, fallback, isHeader };
  }

  /** Reads the default of a field; `null` if it is no text, number or boolean, nor a list of them. */
  #fallback(tokens: readonly Token[]): Fallback | null {
    const value = literalJson(tokens);
    if (value === null || isSingle(value)) return value && { ...value, at: 0 };
    if (value.kind !== "array") return null;
    const items = value.items.filter(isSingle).map((each) => ({ ...each, at: 0 }));
    return items.length === value.items.length ? { kind: "array", at: 0, items } : null;
  }

  #type(place: Place, tokens: readonly Token[]): BodyType {
    const isTooLarge = this.#left-- <= 0 || this.#all.count-- <= 0;
    if (isTooLarge || this.#depth >= MAX_NESTED) throw new NoExample();
    this.#depth++;
    const type = this.#annotation(place, tokens);
    this.#depth--;
    return type;
  }

  #annotation(place: Place, tokens: readonly Token[]): BodyType {
    const [first, open] = tokens;
    if (first?.kind !== "name") throw new NoExample();
    if (open === undefined) return PLAIN.get(first.text) ?? this.#named(place, first.text);
    if (!isOperator(open, "[") || bracketed(tokens, 1).next !== tokens.length) {
      throw new NoExample();
    }
    const inside = inner(tokens);
    switch (first.text) {
      case "list":
        return { kind: "array", items: this.#type(place, inside) };
      case "dict":
        if (inside.map(({ text }) => text).join("") !== `str,${FULL_NAMES.Any}`) {
          throw new NoExample();
        }
        return { kind: "object", members: [] };
      case FULL_NAMES.OneOf:
        return this.#either(place, inside);
      case FULL_NAMES.Limited:
        return this.#type(place, inside);
      case FULL_NAMES.Literal:
        return enumOf(inside);
      case FULL_NAMES.Annotated:
        return this.#limited(place, inside);
      default:
        throw new NoExample();
    }
  }

  /**
   * Reads a type with limits: `int, Field(ge=1, le=100)` or `str, text_format("date")`. Others are
   * rules that no example shows.
   */
  #limited(place: Place, tokens: readonly Token[]): BodyType {
    const [given = [], ...rules] = bracketed(tokens, -1).items;
    let type = this.#type(place, given);
    for (const rule of rules) {
      const limited = limitedBy(type, rule) ?? formattedBy(type, rule);
      if (limited === null) this.#hasRules = true;
      type = limited ?? type;
    }
    return type;
  }

  #named(place: Place, name: string): BodyType {
    const value = single(this.#evaluator.lookup(place, name));
    if (value?.kind !== "class" && value?.kind !== "variable") throw new NoExample();
    return this.#modelType(value);
  }

  #either(place: Place, tokens: readonly Token[]): BodyType {
    const parts = alternativesOf(tokens).map((each) => this.#type(place, each));
    const [only, ...more] = parts;
    const kinds = new Set(parts.map(({ kind }) => kind));
    if (only === undefined || kinds.size < parts.length || kinds.has("either")) {
      throw new NoExample();
    }
    return more.length === 0 ? only : eitherOf(parts);
  }
}

function isSingle(value: Json): value is Exclude<JsonScalar, { readonly kind: "null" }> {
  return value.kind === "string" || value.kind === "number" || value.kind === "boolean";
}

/** A list of which nothing is said. */
const EMPTY_LIST: ListSpec = { limit: DEFAULT_LIMIT, filter: [], sort: [] };

/** Reports whether a type is that of the limit of a list. */
function isLimit(type: BodyType): boolean {
  return type.kind === "integer" && type.minimum === "1" && type.maximum === String(MAX_LIMIT);
}

function limitOf(fallback: Fallback): number {
  const limit = fallback.kind === "number" ? Number(fallback.text) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw new NoExample();
  return limit;
}

/** Reads the fields in `sort_by("name")`. */
function sortedBy(call: readonly Token[]): readonly string[] {
  if (!isName(call[0], FULL_NAMES.sort_by) || !isOperator(call[1], "(")) throw new NoExample();
  return callArguments(call, 1).map(({ kind, value: [token] }) => {
    if (kind !== "positional" || token?.kind !== "string") throw new NoExample();
    return token.value ?? "";
  });
}

/** Reads the values of `Literal`. */
function enumOf(tokens: readonly Token[]): BodyType {
  const values = bracketed(tokens, -1).items.map((item) => literalJson(item))
    .map((each): EnumValue => {
      if (each?.kind === "string") return { ...each, at: 0 };
      if (each?.kind === "number" && !isFloat(each.text)) return { ...each, at: 0 };
      throw new NoExample();
    });
  return { kind: "enum", values };
}

/** Returns a type with the limits in `Field(...)`; `null` if it has other arguments. */
function limitedBy(type: BodyType, field: readonly Token[]): BodyType | null {
  if (!isName(field[0], FULL_NAMES.Field) || !isOperator(field[1], "(")) return null;
  const limits = callArguments(field, 1).map((each) => {
    const value = literalJson(each.value);
    const member = each.kind === "keyword" ? LIMITS[type.kind]?.get(each.name ?? "") : undefined;
    return member === undefined || value?.kind !== "number"
      ? null
      : [member, type.kind === "text" ? Number(value.text) : value.text] as const;
  });
  const known = limits.filter((each) => each !== null);
  return known.length < limits.length ? null : { ...type, ...Object.fromEntries(known) };
}

const NOTHING = { value: [] } as const;

/** Returns a type of texts with the format in `text_format("date")`; `null` for other rules. */
function formattedBy(type: BodyType, rule: readonly Token[]): BodyType | null {
  if (!isName(rule[0], FULL_NAMES.text_format) || !isOperator(rule[1], "(")) return null;
  const [{ value: [word] } = NOTHING, ...more] = callArguments(rule, 1);
  const format = word?.kind === "string" ? word.value ?? "" : "";
  const isOfTexts = type.kind === "text" ||
    type.kind === "enum" && type.values.every(({ kind }) => kind === "string");
  if (more.length > 0 || !isOfTexts || !isTextFormat(format)) return null;
  return { ...type, format };
}

const BOUNDS: ReadonlyMap<string, string> = new Map([["ge", "minimum"], ["le", "maximum"]]);

/** The members of types that pydantic's arguments set. */
const LIMITS: Readonly<Partial<Record<BodyType["kind"], ReadonlyMap<string, string>>>> = {
  integer: BOUNDS,
  number: BOUNDS,
  text: new Map([["min_length", "minLength"], ["max_length", "maxLength"]]),
};

/** The settings of pydantic with which a model accepts other members. */
const OPENING: ReadonlySet<string> = new Set(["allow", "ignore"]);

/** Reports whether a line of a model only allows other members. */
function isOpening(tokens: readonly Token[]): boolean {
  const [name, equals, ...call] = tokens;
  if (!isName(name, "model_config") || !isOperator(equals, "=")) return false;
  if (!isName(call[0], FULL_NAMES.ConfigDict) || !isOperator(call[1], "(")) return false;
  const given = callArguments(call, 1);
  const extra = findArgument(given, "extra")?.[0];
  return given.length === 1 && extra?.kind === "string" && OPENING.has(extra.value ?? "");
}

const PLAIN: ReadonlyMap<string, BodyType> = new Map<string, BodyType>([
  [FULL_NAMES.Any, { kind: "anything" }],
  ["int", { kind: "integer" }],
  ["float", { kind: "number" }],
  ["str", { kind: "text" }],
  ["bool", { kind: "boolean" }],
]);

/** Returns the place of the names in a module. */
function moduleOf({ module }: Pick<Place, "module">): Place {
  return { module, scope: module.scope };
}

/** Returns the content of the brackets in `name[...]`. */
function inner(tokens: readonly Token[]): readonly Token[] {
  if (!isOperator(tokens[1], "[")) throw new NoExample();
  const inside = tokens.slice(2, -1);
  return isOperator(inside.at(-1), ",") ? inside.slice(0, -1) : inside;
}

/** Returns the index of the first `=` outside of brackets; -1 if there is none. */
function equalsIndex(tokens: readonly Token[]): number {
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (isOperator(token, "=")) return index;
    if (isOperator(token, "[") || isOperator(token, "(")) index = bracketed(tokens, index).next - 1;
  }
  return -1;
}
