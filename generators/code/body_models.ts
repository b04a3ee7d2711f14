/** pydantic models, inferred from the examples of request bodies. */

import type { Json } from "../../core/json.ts";
import { classStem, pascalCase } from "../../project/layout/layers.ts";
import { IMPORTED } from "../../project/layout/import_name.ts";
import { columns, layout, LINE_WIDTH } from "../../python/layout.ts";
import { pythonNumber, pythonScalar, pythonString } from "../../python/literal.ts";
import {
  type BodyMember,
  type BodyObject,
  type BodyType,
  type EnumValue,
  hasFormats,
} from "../../spec/body_type.ts";
import { bodyType } from "../../spec/example_type.ts";
import { isLimited } from "../../spec/constraint_example.ts";
import type { Annotation, ModelCode } from "./annotation.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Import } from "./code_part.ts";
import {
  classLine,
  defaultCode,
  fieldLine,
  fieldValue,
  formattersDisagree,
  INDENT,
  typeLine,
} from "./field_lines.ts";
import { fieldNames } from "./field_names.ts";
import type { ModelNames } from "./model_names.ts";

/** Reports whether the name of a generated model is that of a body, or of a part of one. */
export function isBodyName(name: string): boolean {
  return /Body\d*$/.test(name);
}

/** The models of a body, and the type that a service takes. */
export interface InferredBody {
  /** Each model comes after the models that it uses. */
  readonly models: readonly ModelCode[];
  readonly type: Annotation;
}

/**
 * Maximum length of a model's name without its number and suffix. Longer names make lines that are
 * too long.
 */
export const MAX_STEM = 30;

/**
 * Maximum length of the stem of an alias for a field's type. With such an alias, the field's line
 * fits even if the field's name has 40 characters.
 */
const SHORT_STEM = 10;

/** Maximum length of the type of an array's items. */
const MAX_ANNOTATION = 50;

/** Returns the stem of the model names for an endpoint's body. */
export function bodyStem(
  { route, subroute, method }: Pick<Endpoint, "route" | "subroute" | "method">,
): string {
  return classStem(route) + pascalCase(subroute ?? "") + (method === "PUT" ? "Update" : "");
}

/** Infers the models of an example of a body. */
export function inferBody(body: Json, stem: string, names: ModelNames): InferredBody {
  const inference = new BodyInference(names);
  const name = inference.model(bodyType(body), stem);
  return { models: inference.models, type: { text: name, models: [name] } };
}

class BodyInference {
  readonly models: ModelCode[] = [];

  constructor(private readonly names: ModelNames) {}

  /** Adds the model of a whole body or of an object in it, and returns the model's name. */
  model(type: BodyType, stem: string): string {
    const name = this.names.take(`${stem.slice(0, MAX_STEM)}Body`);
    const isModel = type.kind === "object" && type.members.length > 0;
    this.models.push(
      isModel ? this.#object(name, type, stem) : this.#root(name, type, stem),
    );
    return name;
  }

  #object(
    name: string,
    { members, isOpen }: BodyObject,
    stem: string,
  ): ModelCode {
    const isLimiting = members.some((each) => isLimited(itemsOf(each.type)));
    const types = members.map((each) => each.type);
    const isHiding = (name: string) =>
      isLimiting && LIMITING.has(name) || hidesFormats(name, types);
    const fields = fieldNames(members.map((each) => each.name), isHiding);
    const lines = members.map((member, index) =>
      this.#field(fields[index] ?? "", member, stem + pascalCase(member.name))
    );
    const body = lines.map((line) => `    ${line}\n`).join("");
    const code = `class ${name}(Body):\n${isOpen ? OPEN : ""}${body}`;
    return { name, code, imports: importsOf(code) };
  }

  /** Returns the model of a body that is not an object with known members. */
  #root(name: string, type: BodyType, stem: string): ModelCode {
    const root = this.#annotation(type, stem);
    const code = `${
      classLine(name, `RootModel[${root}]`)
    }\n    model_config = ConfigDict(strict=True)\n`;
    return { name, code, imports: importsOf(code) };
  }

  #field(field: string, member: BodyMember, stem: string): string {
    const { name, type, isOptional, fallback } = member;
    if (fallback !== undefined || isLimited(type)) return this.#limitedField(field, member, stem);
    const given = this.#annotation(type, stem);
    if (field === name) {
      const annotation = marked(given, isOptional);
      if (!isOptional) return fieldLine(field, annotation, null);
      const short = formattersDisagree(field, annotation)
        ? marked(this.#named(given, stem.slice(0, SHORT_STEM)), true)
        : annotation;
      return fieldLine(field, short, "None");
    }
    const value = fieldValue(pythonString(name), isOptional);
    const annotation = marked(given, isOptional);
    const opening = `${field}: ${annotation} = ${value.head}`;
    // black and ruff break a longer line in different ways.
    const fits = INDENT + columns(opening) <= LINE_WIDTH;
    const short = fits ? annotation : marked(this.#named(given, stem), isOptional);
    return fieldLine(field, short, value);
  }

  /** Returns the line of a field with limits or a default. */
  #limitedField(
    field: string,
    { name, type, isOptional, fallback }: BodyMember,
    stem: string,
  ): string {
    const value = defaultCode(fallback);
    const lineOf = (given: string, isPlain: boolean) => {
      const annotation = marked(given, isOptional && fallback === undefined);
      if (isPlain) return fieldLine(field, annotation, isOptional ? value : null);
      const alias = field === name ? null : pythonString(name);
      return fieldLine(field, annotation, fieldValue(alias, isOptional, value));
    };
    const given = this.#annotation(type, stem);
    const line = lineOf(given, field === name);
    if (!line.includes("\n")) return line;
    const isPlain = field === name && fallback?.kind !== "string";
    const broken = lineOf(given, isPlain);
    // Beside a broken type, black and ruff break the value in different ways.
    if (/^.*= (?:Field\(|\[)\n/.test(broken)) return broken;
    return lineOf(this.#named(given, stem.slice(0, SHORT_STEM)), isPlain);
  }

  /** Returns a type, or the name of a new alias for it if the type is long. */
  #short(annotation: string, stem: string): string {
    return columns(annotation) <= MAX_ANNOTATION ? annotation : this.#named(annotation, stem);
  }

  #named(annotation: string, stem: string): string {
    const name = this.names.take(`${stem.slice(0, MAX_STEM)}ItemsBody`);
    const code = `${typeLine(`${name} = `, annotation, "", 0)}\n`;
    this.models.push({ name, code, imports: importsOf(code) });
    return name;
  }

  #literal(values: readonly EnumValue[], stem: string): string {
    const text = literalType(values);
    if (columns(text) <= MAX_LITERAL) return text;
    const name = this.names.take(`${stem.slice(0, MAX_STEM)}Body`);
    const parts = values.map(pythonScalar);
    const code = `${layout({ head: `${name} = Literal[`, parts, tail: "]" }, 0)}\n`;
    this.models.push({ name, code, imports: importsOf(code) });
    return name;
  }

  #annotation(type: BodyType, stem: string): string {
    switch (type.kind) {
      case "anything":
        return "Any";
      case "integer":
        return limited("int", type);
      case "number":
        return limited("float", type);
      case "text":
        return limited("str", type);
      case "boolean":
        return "bool";
      case "enum":
        return `Limited[${limitedType(this.#literal(type.values, stem), type)}]`;
      case "array":
        return `list[${this.#short(this.#annotation(type.items, stem), stem)}]`;
      case "object":
        return type.members.length === 0 ? "dict[str, Any]" : this.model(type, stem);
      case "either":
        return `OneOf[${type.types.map((each) => this.#annotation(each, stem)).join(" | ")}]`;
    }
  }
}

/** Names in the types of limited fields. */
const LIMITING: ReadonlySet<string> = new Set(["Annotated", "Limited", "Literal"]);

/** Reports whether a field would hide the function that checks formats of some values. */
export function hidesFormats(name: string, types: readonly BodyType[]): boolean {
  return name === IMPORTED.text_format.name && types.some(hasFormats);
}

/** Returns the type of the items of arrays; the type itself for other types. */
function itemsOf(type: BodyType): BodyType {
  return type.kind === "array" ? itemsOf(type.items) : type;
}

/** Maximum length of a type with values. A longer one gets a name. */
export const MAX_LITERAL = 50;

/**
 * Returns a type with its limits, such as `Annotated[int, Field(ge=1, le=100)]` or
 * `Annotated[str, text_format("date")]`.
 */
export function limitedType(text: string, type: BodyType): string {
  const limits = type.kind === "integer" || type.kind === "number"
    ? [["ge", type.minimum], ["le", type.maximum]] as const
    : type.kind === "text"
    ? [["min_length", type.minLength], ["max_length", type.maxLength]] as const
    : [];
  const parts = limits.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${pythonNumber(String(value))}`]
  );
  const format = type.kind === "text" || type.kind === "enum" ? type.format : undefined;
  const checks = [
    ...(parts.length === 0 ? [] : [`Field(${parts.join(", ")})`]),
    ...(format === undefined ? [] : [`${IMPORTED.text_format.name}(${pythonString(format)})`]),
  ];
  return checks.length === 0 ? text : `Annotated[${[text, ...checks].join(", ")}]`;
}

function limited(text: string, type: BodyType): string {
  const found = limitedType(text, type);
  return found === text ? text : `Limited[${found}]`;
}

/** Returns the type of one of some values. */
export function literalType(values: readonly EnumValue[]): string {
  return `Literal[${values.map(pythonScalar).join(", ")}]`;
}

/** Lets an object have other members, which the base of all models forbids. */
const OPEN = '    model_config = ConfigDict(extra="allow")\n\n';

function marked(annotation: string, isOptional: boolean): string {
  return isOptional && annotation !== "Any" ? `Omittable[${annotation}]` : annotation;
}

/** The members that models import. */
const IMPORTS: readonly Import[] = [
  IMPORTED.Annotated,
  IMPORTED.Any,
  IMPORTED.Literal,
  IMPORTED.ConfigDict,
  IMPORTED.Field,
  IMPORTED.RootModel,
  IMPORTED.Body,
  IMPORTED.Omittable,
  IMPORTED.OneOf,
  IMPORTED.Limited,
  IMPORTED.text_format,
];

function importsOf(code: string): readonly Import[] {
  return importedIn(code, IMPORTS);
}

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** Returns the imports whose names a model has. */
export function importedIn(code: string, imports: readonly Import[]): readonly Import[] {
  const names = new Set(code.replaceAll(STRING, "").match(/\w+/g));
  return imports.filter(({ name }) => names.has(name));
}
