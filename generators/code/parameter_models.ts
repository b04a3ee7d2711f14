/** pydantic models, inferred from the examples of queries and headers. */

import type { Json, JsonObject } from "../../core/json.ts";
import { classStem, pascalCase } from "../../project/layout/layers.ts";
import { moduleName } from "../../project/layout/import_name.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { variableOf } from "../../project/layout/url_parameters.ts";
import { layout } from "../../python/layout.ts";
import { pythonScalar, pythonString } from "../../python/literal.ts";
import { type Method, readsParameters } from "../../spec/api_spec.ts";
import type { BodyMember, BodyType } from "../../spec/body_type.ts";
import { headerForm } from "../../spec/headers.ts";
import {
  PARAMETERS_PARTS,
  type ParametersPart,
  parametersType,
  shownValue,
} from "../../spec/parameters.ts";
import type { Annotation, ModelCode } from "./annotation.ts";
import {
  importedIn,
  isBodyName,
  limitedType,
  literalType,
  MAX_LITERAL,
  MAX_STEM,
} from "./body_models.ts";
import type { Import } from "./code_part.ts";
import type { Endpoint } from "./endpoint.ts";
import { fieldLine, fieldValue } from "./field_lines.ts";
import { fieldNames } from "./field_names.ts";
import type { ModelNames } from "./model_names.ts";

/** A parameter of a request in generated code. */
export interface ParameterArgument {
  /** The field of the model. */
  readonly field: string;
  /** The parameter of the service's method. */
  readonly variable: string;
  /** The type of the service's parameter. */
  readonly annotation: Annotation;
  readonly part: ParametersPart;
  readonly member: BodyMember;
  /** The value that the example shows. */
  readonly shown: Json;
}

/** The model that checks the parameters of requests to an endpoint. */
export interface ParametersModel {
  readonly name: string;
  /** The variable of the handler that holds what was sent. */
  readonly variable: string;
  readonly arguments: readonly ParameterArgument[];
}

/** The model of parameters, with its code. */
export interface InferredParameters {
  readonly model: ParametersModel;
  /** The model comes after the types that it uses. */
  readonly codes: readonly ModelCode[];
}

/** Reports whether the name of a generated model is that of parameters. */
export function isParametersName(name: string): boolean {
  return /Parameters\d*$/.test(name);
}

/** Reports whether the name of a generated model is that of parameters, of a body or of a part of one. */
export function isRequestModel(name: string): boolean {
  return isParametersName(name) || isBodyName(name);
}

/** Words in the names of models, so that each method of a path has a model of its own. */
const WORDS: Readonly<Record<Method, string>> = {
  GET: "",
  POST: "Create",
  PUT: "Update",
  DELETE: "Delete",
};

/** Infers the model of the examples of a query and of headers; `null` without them. */
export function inferParameters(
  { route, subroute, method, parameters, ...examples }: Pick<
    Endpoint,
    "route" | "subroute" | "method" | "parameters" | ParametersPart
  >,
  names: ModelNames,
): InferredParameters | null {
  if (!readsParameters(examples)) return null;
  const stem = classStem(route) + pascalCase(subroute ?? "") + WORDS[method];
  const inference = new ParameterInference(names, stem);
  const name = names.take(modelName(stem));
  const all = PARAMETERS_PARTS.flatMap((part) => parametersOf(part, examples[part]));
  const fields = fieldNames(fieldStems(all), (each) => HIDING.test(each));
  const taken = new Set(parameters.map(({ variable }) => variable));
  const variable = freeVariable(SENT, new Set(taken));
  const found = all.map((parameter, index) => {
    const field = fields[index] ?? "";
    const variable = freeVariable(variableOf(field), taken);
    return { ...parameter, field, variable, ...inference.annotations(field, parameter) };
  });
  const lines = found.map((each) => `    ${each.line}\n`).join("");
  const model = codeOf(name, `class ${name}(Parameters):\n${lines}`);
  return { model: { name, variable, arguments: found }, codes: [...inference.aliases, model] };
}

/** A parameter in an example. */
type ShownParameter = Pick<ParameterArgument, "part" | "member" | "shown">;

function parametersOf(
  part: ParametersPart,
  example: JsonObject | undefined,
): readonly ShownParameter[] {
  const { members = [] } = example ?? {};
  return parametersType(example ?? { kind: "null", at: 0 }).members.flatMap((member, index) => {
    const value = members[index]?.value;
    return value === undefined ? [] : [{ part, member, shown: shownValue(value) }];
  });
}

/** Returns the names of parameters, without duplicates: those of headers ignore case. */
function fieldStems(parameters: readonly ShownParameter[]): readonly string[] {
  const names = new Set(
    parameters.flatMap(({ part, member: { name } }) => part === "query" ? [name] : []),
  );
  return parameters.map(({ part, member: { name } }) => {
    if (part === "query") return name;
    const form = headerForm(name);
    return names.has(form) ? `header-${form}` : form;
  });
}

/** The variable of what was sent, unless a parameter of the path has the name. */
const SENT = "sent";

/** Names in the annotations of parameters, besides those that bodies have, too. */
const HIDING = /^(?:header|Annotated|Literal|Parameters|\w*Parameters\d*)$/;

function modelName(stem: string): string {
  return `${stem.slice(0, MAX_STEM)}Parameters`;
}

/** Returns a variable that no parameter of the path has, and takes it. */
function freeVariable(variable: string, taken: Set<string>): string {
  let free = variable;
  for (let number = 2; taken.has(free); number++) free = `${variable}${number}`;
  taken.add(free);
  return free;
}

/** Writes the types of parameters. */
class ParameterInference {
  readonly aliases: ModelCode[] = [];

  constructor(private readonly names: ModelNames, private readonly stem: string) {}

  /** Returns the line of a field, and the type of the service's parameter. */
  annotations(
    field: string,
    parameter: ShownParameter,
  ): Pick<ParameterArgument, "annotation"> & LineOf {
    const { member: { type, isOptional, fallback } } = parameter;
    const isList = type.kind === "array";
    const item = isList ? type.items : type;
    const plain = this.#plain(item, field);
    const limited = limitedType(plain.text, item);
    const isNullable = isOptional && fallback === undefined;
    const whole = (text: string) => {
      const value = isList ? `list[${text}]` : text;
      return isNullable ? `${value} | None` : value;
    };
    const line = fieldOf(field, whole(limited), parameter);
    const isLong = limited !== plain.text && line.includes("\n");
    const own = isLong ? this.#named(field, limited) : limited;
    return {
      annotation: { ...plain, text: whole(plain.text) },
      line: isLong ? fieldOf(field, whole(own), parameter) : line,
    };
  }

  #plain(type: BodyType, field: string): Annotation {
    if (type.kind !== "enum") return { text: PLAIN[type.kind] ?? "str", models: [] };
    const text = literalType(type.values);
    if (text.length <= MAX_LITERAL) return { text, models: [] };
    const name = this.names.take(modelName(this.stem + pascalCase(field)));
    const parts = type.values.map(pythonScalar);
    const code = layout({ head: `${name} = Literal[`, parts, tail: "]" }, 0);
    this.aliases.push(codeOf(name, `${code}\n`));
    return { text: name, models: [name] };
  }

  #named(field: string, annotation: string): string {
    const name = this.names.take(modelName(this.stem + pascalCase(field)));
    this.aliases.push(codeOf(name, `${name} = ${annotation}\n`));
    return name;
  }
}

/** The line of a field. */
interface LineOf {
  readonly line: string;
}

const PLAIN: Readonly<Partial<Record<BodyType["kind"], string>>> = {
  integer: "int",
  number: "float",
  boolean: "bool",
};

function fieldOf(
  field: string,
  annotation: string,
  { part, member: { name, isOptional, fallback } }: ShownParameter,
): string {
  const value = fallback === undefined ? "None" : pythonScalar(fallback);
  if (part === "headers") {
    const parts = [pythonString(name), ...(isOptional ? [`default=${value}`] : [])];
    return fieldLine(field, annotation, { head: `${HEADER}(`, parts, tail: ")" });
  }
  if (field === name) return fieldLine(field, annotation, isOptional ? value : null);
  return fieldLine(field, annotation, fieldValue(pythonString(name), isOptional, value));
}

/** The generated function for the fields of headers. */
const HEADER = "header";

/** The names that parameters import, by module. */
const IMPORTS: readonly Import[] = [
  ...["Annotated", "Literal"].map((name) => ({ module: "typing", name })),
  { module: "pydantic", name: "Field" },
  ...["Parameters", HEADER].map((name) => ({
    module: moduleName(DEFAULT_LAYOUT.requestParameters),
    name,
  })),
];

function codeOf(name: string, code: string): ModelCode {
  return { name, code, imports: importedIn(code, IMPORTS) };
}
