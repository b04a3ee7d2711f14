/** pydantic models, inferred from the examples of request bodies. */

import type { Json } from "../../core/json.ts";
import { classStem, pascalCase } from "../../project/layout/layers.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { moduleName } from "../../project/layout/import_name.ts";
import {
  type Brackets,
  type Code,
  columns,
  flat,
  layout,
  LINE_WIDTH,
} from "../../python/layout.ts";
import { asciiString, pythonScalar, pythonString } from "../../python/literal.ts";
import {
  type BodyMember,
  type BodyObject,
  type BodyType,
  bodyType,
  type EnumValue,
} from "../../spec/body_type.ts";
import type { Annotation, ModelCode } from "./annotation.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Import } from "./code_part.ts";
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
    const fields = fieldNames(members.map((each) => each.name));
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

  #field(field: string, { name, type, isOptional }: BodyMember, stem: string): string {
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
    const line = `${field}: ${annotation} = ${flat(value)}`;
    if (INDENT + columns(line) <= LINE_WIDTH) return line;
    const opening = `${field}: ${annotation} = ${value.head}`;
    // black and ruff break a longer line in different ways.
    const fits = INDENT + opening.length <= LINE_WIDTH;
    const short = fits ? annotation : marked(this.#named(given, stem), isOptional);
    return fieldLine(field, short, fieldValue(asciiString(name), isOptional));
  }

  /** Returns a type, or the name of a new alias for it if the type is long. */
  #short(annotation: string, stem: string): string {
    return annotation.length <= MAX_ANNOTATION ? annotation : this.#named(annotation, stem);
  }

  #named(annotation: string, stem: string): string {
    const name = this.names.take(`${stem.slice(0, MAX_STEM)}ItemsBody`);
    const code = `${typeLine(`${name} = `, annotation, "", 0)}\n`;
    this.models.push({ name, code, imports: importsOf(code) });
    return name;
  }

  #annotation(type: BodyType, stem: string): string {
    switch (type.kind) {
      case "anything":
        return "Any";
      case "integer":
        return "int";
      case "number":
        return "float";
      case "text":
        return "str";
      case "boolean":
        return "bool";
      case "enum":
        return literalType(type.values);
      case "array":
        return `list[${this.#short(this.#annotation(type.items, stem), stem)}]`;
      case "object":
        return type.members.length === 0 ? "dict[str, Any]" : this.model(type, stem);
      case "either":
        return `OneOf[${type.types.map((each) => this.#annotation(each, stem)).join(" | ")}]`;
    }
  }
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

/** Columns before a field. */
const INDENT = 4;

/**
 * Reports whether ruff, but not black, would break the line of a field with parentheses around its
 * `None`.
 */
function formattersDisagree(field: string, annotation: string): boolean {
  const over = INDENT + `${field}: ${annotation} = None`.length - LINE_WIDTH;
  return over > 0 && over <= "None".length - "(".length;
}

/** Returns the value of a field with another name than the member. */
export function fieldValue(alias: string, isOptional: boolean, fallback = "None"): Brackets {
  const parts = [...(isOptional ? [`default=${fallback}`] : []), `alias=${alias}`];
  return { head: "Field(", parts, tail: ")" };
}

/**
 * Formats a field as black and ruff do: a long line breaks at the field's value or, if that does
 * not help, at its type.
 */
export function fieldLine(field: string, annotation: string, value: Code | null): string {
  const head = `${field}: ${annotation}`;
  const line = value === null ? head : `${head} = ${flat(value)}`;
  if (INDENT + columns(line) <= LINE_WIDTH) return line;
  if (value !== null && typeof value !== "string") {
    const opening = `${head} = ${value.head}`;
    if (INDENT + opening.length <= LINE_WIDTH) return layout({ ...value, head: opening }, INDENT);
  }
  const rest = value === null ? "" : ` = ${layout(value, INDENT, "] = ".length)}`;
  return typeLine(`${field}: `, annotation, rest, INDENT);
}

/**
 * Formats the first line of a class as black and ruff do: a long line breaks around the base class,
 * then inside the type of the base class.
 */
function classLine(name: string, base: string): string {
  const line = `class ${name}(${base}):`;
  if (line.length <= LINE_WIDTH) return line;
  return `class ${name}(\n${" ".repeat(INDENT)}${typeLine("", base, "", INDENT)}\n):`;
}

/** Formats a line with a type as black and ruff do: a long type breaks in its brackets, and a long union before each `|`. */
function typeLine(before: string, type: string, after: string, indent: number): string {
  const line = before + type + after;
  const bracket = type.indexOf("[");
  if (indent + columns(line) <= LINE_WIDTH || bracket === -1) return line;
  const margin = " ".repeat(indent);
  const operands = operandsOf(type);
  if (operands.length > 1) return operands.join(`\n${margin}| `);
  const inside = typeLine("", type.slice(bracket + 1, -1), "", indent + 4);
  return `${before}${type.slice(0, bracket + 1)}\n${margin}    ${inside}\n${margin}]${after}`;
}

/** Splits a type at each `|` that is not in brackets. */
function operandsOf(type: string): readonly string[] {
  const operands: string[] = [];
  for (const part of type.split(" | ")) {
    const last = operands.at(-1);
    if (last === undefined || isBalanced(last)) operands.push(part);
    else operands[operands.length - 1] = `${last} | ${part}`;
  }
  return operands;
}

function isBalanced(type: string): boolean {
  return type.split("[").length === type.split("]").length;
}

/** The names that models import, by module. */
const IMPORTS: readonly Import[] = [
  { module: "typing", name: "Any" },
  ...["ConfigDict", "Field", "RootModel"].map((name) => ({ module: "pydantic", name })),
  ...["Body", "Omittable", "OneOf"].map((name) => ({
    module: moduleName(DEFAULT_LAYOUT.bodyModel),
    name,
  })),
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
