/** Examples of parameters in a query. */

import type { Json } from "../core/json.ts";
import { scalarText } from "../core/scalar_text.ts";
import { flag, list, number, object, text } from "../core/json_nodes.ts";
import type { BodyType } from "../spec/body_type.ts";
import { fits } from "../spec/constraint.ts";
import { isFloat } from "../spec/mock.ts";
import { parameterProblems } from "../spec/parameters.ts";
import type { DocumentNode } from "./document_node.ts";
import { contentExample } from "./json_content.ts";
import type { ParameterType } from "./parameter_type.ts";
import { exampleNumber, exampleText, numberText } from "./scalar_examples.ts";
import { conjuncts } from "./schema_parts.ts";

/** Returns the first example of a parameter that fits its type, or makes one without its limits. */
export function parameterExample(
  parameter: DocumentNode,
  { type, delimiter }: ParameterType,
): Json {
  const schema = parameter.get("schema") ?? parameter;
  const parts = conjuncts(schema);
  const isList = type.kind === "array";
  const items = isList ? parts.flatMap((each) => each.get("items") ?? []) : [];
  const written = [
    contentExample(parameter) ?? [],
    ...[...parts, ...items.flatMap(conjuncts)].map(writtenValues),
  ].flat();
  const [made = schema] = items;
  const scalar = isList ? type.items : type;
  const examples = [
    ...written.map((each) => delimiter === null ? each : joined(each, delimiter)),
    madeExample(made, scalar.kind),
    PLAIN.get(scalar.kind) ?? text("string"),
  ];
  const found = examples.map((each) => fitted(each, type)).find((each) =>
    each !== null && isValid(each)
  );
  return found ?? text("string");
}

/** Maximum number of values in one list of a schema that are tried as examples. */
const MAX_TRIED = 20;

/** Returns the values that a schema lists. */
function writtenValues(schema: DocumentNode): readonly Json[] {
  const found = ["example", "examples", "const", "default", "enum"].flatMap((key) => {
    const value = schema.raw(key);
    if (value === null) return [];
    const isSeveral = value.kind === "array" && (key === "examples" || key === "enum");
    return isSeveral ? value.items.slice(0, MAX_TRIED) : [value];
  });
  return found.map((each) => schema.copied(each));
}

/** Returns a list as the text that is sent for it. */
function joined(value: Json, delimiter: string): Json {
  if (value.kind !== "array") return value;
  const items = value.items.flatMap((each) => scalarText(each) ?? []);
  return text(items.join(delimiter));
}

function madeExample(schema: DocumentNode, kind: BodyType["kind"]): Json {
  if (kind === "boolean") return flag(true);
  if (kind !== "integer" && kind !== "number") return text(exampleText(schema));
  return number(exampleNumber(schema, kind));
}

const PLAIN: ReadonlyMap<BodyType["kind"], Json> = new Map<BodyType["kind"], Json>([
  ["integer", number("1")],
  ["number", number("1.5")],
]);

/** Returns a value in the form that shows a type; `null` if it does not fit the type. */
function fitted(value: Json, type: BodyType): Json | null {
  switch (type.kind) {
    case "array":
      return fittedList(value.kind === "array" ? value.items : [value], type.items);
    case "boolean":
      return value.kind === "boolean" ? value : null;
    case "integer":
    case "number": {
      const shown = value.kind === "number" ? numberText(value.text, type.kind) : null;
      return shown === null ? null : within(type, number(shown));
    }
    case "enum":
      return within(type, value);
    default: {
      const sent = scalarText(value);
      return sent === null ? null : within(type, text(sent));
    }
  }
}

function within(type: BodyType, value: Json): Json | null {
  return fits(type, value) ? value : null;
}

function fittedList(values: readonly Json[], type: BodyType): Json | null {
  const numbers = values.filter((each) => each.kind === "number");
  // One number with a point shows the type of all.
  const isShown = type.kind === "number" && numbers.some((each) => isFloat(each.text));
  const items = isShown ? numbers : values.flatMap((each) => fitted(each, type) ?? []);
  return items.length === 0 ? null : list(items);
}

/** Reports whether a query in a spec can have a value. */
function isValid(value: Json): boolean {
  return parameterProblems("query", object([["a", value]]), "", []).length === 0;
}
