/** The JSON Schemas of request bodies. */

import type { Json } from "../core/json.ts";
import { flag, list, number, object, text } from "../core/json_nodes.ts";
import type { BodyObject, BodyType } from "../spec/body_type.ts";
import { bodyType, withoutMarks } from "../spec/example_type.ts";
import type { TextFormat } from "../spec/text_format.ts";
import type { RequestContent } from "./operation.ts";
import { ANYTHING } from "./response_schema.ts";

/** The content of a request whose body may be any JSON, or absent. */
export const ANY_BODY: RequestContent = { schema: ANYTHING, example: null, isChecked: false };

/**
 * Returns the content of a request whose body has the shape of a spec's example.
 *
 * @param body The example, with question marks after the keys of members that may be absent.
 */
export function bodyContent(body: Json): RequestContent {
  return { schema: typeSchema(bodyType(body)), example: withoutMarks(body), isChecked: true };
}

/** Returns the schema of a type of bodies, or of parameters of a query. */
export function typeSchema(type: BodyType): Json {
  switch (type.kind) {
    case "anything":
      return ANYTHING;
    case "text":
      return object([
        ["type", text("string")],
        ["format", formatOf(type)],
        ["minLength", limit(type.minLength)],
        ["maxLength", limit(type.maxLength)],
      ]);
    case "integer":
    case "number":
      return object([
        ["type", text(type.kind)],
        ["minimum", limit(type.minimum)],
        ["maximum", limit(type.maximum)],
      ]);
    case "enum": {
      const isText = type.values.some(({ kind }) => kind === "string");
      return object([
        ["type", text(isText ? "string" : "integer")],
        ["format", formatOf(type)],
        ["enum", list(type.values)],
      ]);
    }
    case "array":
      return object([["type", text("array")], ["items", typeSchema(type.items)]]);
    case "object":
      return type.members.length === 0 ? ofType("object") : objectSchema(type);
    case "either":
      return object([["anyOf", list(type.types.map(typeSchema))]]);
    default:
      return ofType(type.kind);
  }
}

function formatOf({ format }: { readonly format?: TextFormat }): Json | undefined {
  return format === undefined ? undefined : text(format);
}

function limit(value: string | number | undefined): Json | undefined {
  return value === undefined ? undefined : number(value);
}

function ofType(name: string): Json {
  return object([["type", text(name)]]);
}

function objectSchema(
  { members, isOpen }: BodyObject,
): Json {
  const required = members.flatMap(({ name, isOptional }) => isOptional ? [] : [text(name)]);
  return object([
    ["type", text("object")],
    [
      "properties",
      object(
        members.map(({ name, type, fallback }) =>
          [name, withDefault(typeSchema(type), fallback)] as const
        ),
      ),
    ],
    ["required", required.length === 0 ? undefined : list(required)],
    ["additionalProperties", isOpen ? undefined : flag(false)],
  ]);
}

/** Adds a default to a schema. */
export function withDefault(schema: Json, fallback: Json | undefined): Json {
  if (fallback === undefined || schema.kind !== "object") return schema;
  const members = schema.members.map(({ key, value }) => [key, value] as const);
  return object([...members, ["default", fallback]]);
}
