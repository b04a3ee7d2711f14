/** The spec's JSON Schema, for editors and agents. */

import { MAX_NAME_LENGTH, NAME } from "./names.ts";

/** A JSON Schema (https://json-schema.org/draft/2020-12/schema). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const NAME_SCHEMA: JsonSchema = { pattern: NAME.source, maxLength: MAX_NAME_LENGTH };

const ENDPOINT_PROPERTIES: JsonSchema = {
  type: {
    description: "The HTTP method, in any case.",
    type: "string",
    pattern: "^([Gg][Ee][Tt]|[Pp][Oo][Ss][Tt]|[Pp][Uu][Tt]|[Dd][Ee][Ll][Ee][Tt][Ee])$",
  },
  mock: { description: "The response: any JSON value, including null." },
};

/** An unknown key is probably a typing mistake, which editors should show. */
const NO_OTHERS = { additionalProperties: false };

/** The JSON Schema of a spec. */
export const specSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Layerwright spec",
  type: "object",
  required: ["routes"],
  ...NO_OTHERS,
  properties: {
    $schema: { description: "The address of this schema, for editors; ignored." },
    project: {
      description: "Facts for people; they do not change the generated code.",
      type: "object",
      properties: { description: { type: "string" } },
      ...NO_OTHERS,
    },
    routes: {
      description: "The routes by name; each is a blueprint at /<name>.",
      type: "object",
      minProperties: 1,
      propertyNames: NAME_SCHEMA,
      additionalProperties: {
        type: "object",
        required: ["type"],
        ...NO_OTHERS,
        properties: {
          ...ENDPOINT_PROPERTIES,
          subroutes: {
            description: "Further endpoints by name, at /<route>/<name>.",
            type: "object",
            propertyNames: NAME_SCHEMA,
            additionalProperties: {
              type: "object",
              required: ["type"],
              properties: ENDPOINT_PROPERTIES,
              ...NO_OTHERS,
            },
          },
        },
      },
    },
  },
};
