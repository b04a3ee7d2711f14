/** pydantic models, inferred from the examples of queries and headers. */

import type { Json, JsonObject } from "../../core/json.ts";
import { flag, list as jsonList, number, text } from "../../core/json_nodes.ts";
import { classStem, pascalCase } from "../../project/layout/layers.ts";
import { IMPORTED } from "../../project/layout/import_name.ts";
import { variableOf } from "../../project/layout/url_parameters.ts";
import { after, columns, layout, LINE_WIDTH } from "../../python/layout.ts";
import { pythonScalar, pythonString } from "../../python/literal.ts";
import { type Method, readsParameters } from "../../spec/api_spec.ts";
import { type BodyType, writtenMember } from "../../spec/body_type.ts";
import { shownValue } from "../../spec/constraint.ts";
import { headerForm } from "../../spec/headers.ts";
import { type QueryMember, queryMembers, sortFields } from "../../spec/list.ts";
import { type ParametersPart, parametersType } from "../../spec/parameters.ts";
import type { Annotation, ModelCode } from "./annotation.ts";
import {
  hidesFormats,
  importedIn,
  isBodyName,
  limitedType,
  literalType,
  MAX_LITERAL,
  MAX_STEM,
} from "./body_models.ts";
import type { Import } from "./code_part.ts";
import type { Endpoint } from "./endpoint.ts";
import { defaultCode, fieldLine, fieldValue, INDENT, typeLine } from "./field_lines.ts";
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
  readonly member: QueryMember;
  /** The value that the example shows, or one that fits a list. */
  readonly shown: Json;
}

/** The model that checks the parameters of requests to an endpoint. */
export interface ParametersModel {
  readonly name: string;
  /** The variable of the handler that holds what was sent. */
  readonly variable: string;
  /** The variable of the handler that holds the items of a list; `null` if it pages no list. */
  readonly items: string | null;
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

/** Infers the model of the examples of a query and of headers, and of a list; `null` without them. */
export function inferParameters(
  { route, subroute, method, parameters, body, ...examples }: Pick<
    Endpoint,
    "route" | "subroute" | "method" | "parameters" | ParametersPart | "list" | "body"
  >,
  names: ModelNames,
): InferredParameters | null {
  if (!readsParameters(examples)) return null;
  const stem = classStem(route) + pascalCase(subroute ?? "") + WORDS[method];
  const inference = new ParameterInference(names, stem);
  const name = names.take(modelName(stem));
  const { query, headers, list } = examples;
  const all = [
    ...shownParameters("query", queryMembers(query ?? null, list ?? null), query),
    ...shownParameters(
      "headers",
      headers === undefined ? [] : parametersType(headers).members,
      headers,
    ),
  ];
  const types = all.map(({ member }) => member.type);
  const fields = fieldNames(
    fieldStems(all),
    (each) => HIDING.test(each) || hidesFormats(each, types),
  );
  const taken = new Set(parameters.map(({ variable }) => variable));
  const variable = freeVariable(SENT, new Set(taken));
  const items = list === undefined ? null : freeVariable(ITEMS, new Set(taken));
  // The service's default answer has a variable of this name for the body.
  if (body !== undefined) taken.add(SENT);
  const found = all.map((parameter, index) => {
    const field = fields[index] ?? "";
    const variable = freeVariable(variableOf(field), taken);
    return { ...parameter, field, variable, ...inference.annotations(field, parameter) };
  });
  // The base has the same offset for each list, and no field to sort by.
  const passed = found.filter(({ member: { role, type } }) =>
    role !== "sort" || sortFields(type).length > 0
  );
  const own = passed.filter(({ member: { role } }) => role !== "offset");
  const lines = own.map((each) => `    ${each.line}\n`).join("");
  const base = list === undefined ? "Parameters" : "ListParameters";
  const model = codeOf(name, `class ${name}(${base}):\n${lines}`);
  const codes = [...inference.aliases, model];
  return { model: { name, variable, items, arguments: passed }, codes };
}

/** A parameter in an example. */
type ShownParameter = Pick<ParameterArgument, "part" | "member" | "shown">;

function shownParameters(
  part: ParametersPart,
  members: readonly QueryMember[],
  example: JsonObject | undefined,
): readonly ShownParameter[] {
  const values = new Map(
    example?.members.map(({ key, value }) => [writtenMember(key).name, value] as const),
  );
  return members.flatMap((member) => {
    const value = member.role === undefined ? values.get(member.name) : listValue(member);
    return value === undefined ? [] : [{ part, member, shown: shownValue(value) }];
  });
}

/** Returns the value of a list's parameter in a test. */
function listValue({ role, type, fallback }: QueryMember): Json {
  return role === "filter" ? SAMPLES[type.kind] ?? text("text") : fallback ?? jsonList([]);
}

/** The values that select the item of a test. */
const SAMPLES: Readonly<Partial<Record<BodyType["kind"], Json>>> = {
  integer: number("1"),
  number: number("1.5"),
  boolean: flag(true),
};

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

/** Maximum length of the stem of a type's name that fits beside the longest names of fields. */
const SHORT_STEM = 6;

/** Characters in the place of the number that a name may get. */
const NUMBER = "00";

/** The variable of what was sent, unless a parameter of the path has the name. */
const SENT = "sent";

/** The variable of a list's items, unless a parameter of the path has the name. */
const ITEMS = "items";

/** Names in the annotations of parameters, besides those that bodies have, too. */
const HIDING = /^(?:header|Annotated|Filter|Literal|Parameters|sort_by|\w*Parameters\d*)$/;

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
    const { member: { type, isOptional, fallback, role } } = parameter;
    if (role === "sort") return this.#sort(type);
    const isList = type.kind === "array";
    const item = isList ? type.items : type;
    const isNullable = isOptional && fallback === undefined;
    const whole = (text: string) => {
      const value = isList ? `list[${text}]` : text;
      return isNullable ? `${value} | None` : value;
    };
    // Formatters break long types of fields in different ways.
    const isOnOneLine = (text: string) => {
      const start = fieldOf(field, whole(text), parameter).split("\n", 1).join();
      return start.includes(whole(text)) && INDENT + columns(start) <= LINE_WIDTH;
    };
    const plain = this.#plain(item, field, isOnOneLine);
    const limited = limitedType(plain.text, item);
    if (role === "filter") {
      const line = fieldOf(field, `Filter[${plain.text}]`, parameter);
      return { annotation: { ...plain, text: whole(plain.text) }, line };
    }
    const line = fieldOf(field, whole(limited), parameter);
    const isLong = limited !== plain.text && (line.includes("\n") || !isOnOneLine(limited));
    const own = isLong ? this.#named(field, limited, isOnOneLine) : limited;
    return {
      annotation: { ...plain, text: whole(plain.text) },
      line: isLong ? fieldOf(field, whole(own), parameter) : line,
    };
  }

  #plain(type: BodyType, field: string, isOnOneLine: OnOneLine): Annotation {
    if (type.kind !== "enum") return { text: PLAIN[type.kind] ?? "str", models: [] };
    const text = literalType(type.values);
    if (columns(text) <= MAX_LITERAL && isOnOneLine(text)) return { text, models: [] };
    const name = this.#name(field, isOnOneLine);
    const parts = type.values.map(pythonScalar);
    const code = layout({ head: `${name} = Literal[`, parts, tail: "]" }, 0);
    this.aliases.push(codeOf(name, `${code}\n`));
    return { text: name, models: [name] };
  }

  /** Returns the parameter of the fields by which a list is sorted. */
  #sort(type: BodyType): Pick<ParameterArgument, "annotation"> & LineOf {
    const parts = sortFields(type).map(pythonString);
    const lineOf = (check: string) => fieldLine("sort", `Annotated[list[str], ${check}]`, "[]");
    const annotation = { text: "list[str]", models: [] };
    const line = lineOf(`sort_by(${parts.join(", ")})`);
    if (!line.includes("\n")) return { annotation, line };
    const name = this.names.take(modelName(`${this.stem}Sort`));
    const code = layout({ head: `${name} = sort_by(`, parts, tail: ")" }, 0);
    this.aliases.push(codeOf(name, `${code}\n`));
    return { annotation, line: lineOf(name) };
  }

  #named(field: string, annotation: string, isOnOneLine: OnOneLine): string {
    const name = this.#name(field, isOnOneLine);
    this.aliases.push(codeOf(name, `${typeLine(`${name} = `, annotation, "", 0)}\n`));
    return name;
  }

  /** Returns the name of a field's type, a short one if the field is long. */
  #name(field: string, isOnOneLine: OnOneLine): string {
    const names = [this.stem + pascalCase(field), this.stem.slice(0, SHORT_STEM)].map(modelName);
    const [first = ""] = names;
    return this.names.take(names.find((name) => isOnOneLine(name + NUMBER)) ?? first);
  }
}

/** Reports whether a field with a type has the type on one line. */
type OnOneLine = (type: string) => boolean;

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
  const value = defaultCode(fallback);
  if (part === "headers") {
    const parts = [pythonString(name), ...(isOptional ? [after("default=", value)] : [])];
    return fieldLine(field, annotation, { head: `${IMPORTED.header.name}(`, parts, tail: ")" });
  }
  if (field === name) return fieldLine(field, annotation, isOptional ? value : null);
  return fieldLine(field, annotation, fieldValue(pythonString(name), isOptional, value));
}

/** The members that parameters import. */
const IMPORTS: readonly Import[] = [
  IMPORTED.Annotated,
  IMPORTED.Literal,
  IMPORTED.Field,
  IMPORTED.text_format,
  IMPORTED.Parameters,
  IMPORTED.header,
  IMPORTED.Filter,
  IMPORTED.ListParameters,
  IMPORTED.sort_by,
];

function codeOf(name: string, code: string): ModelCode {
  return { name, code, imports: importedIn(code, IMPORTS) };
}
