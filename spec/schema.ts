/** The spec's JSON Schema, for editors and agents. */

import { MAX_ENUM, MAX_TEXT_LENGTH } from "./constraint.ts";
import { MAX_NAME_LENGTH, NAME } from "./names.ts";
import { ITEM_SUBROUTE } from "./resource.ts";
import { MAX_PARAMETERS } from "./query.ts";
import { MAX_PATH_LENGTH } from "./spec_path.ts";

/** A JSON Schema (https://json-schema.org/draft/2020-12/schema). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const NAME_SCHEMA: JsonSchema = { pattern: NAME.source, maxLength: MAX_NAME_LENGTH };

/** A literal segment of a path. */
const LITERAL = "(?!\\.{1,2}(?:/|$))[A-Za-z0-9_.~-]+";
const PARAMETER = "\\{[A-Za-z_][A-Za-z0-9_]*(?::(?:string|int|float|uuid))?\\}";

const ROUTE_PATH: JsonSchema = {
  description: "The prefix of its paths, without parameters; /<route> by default.",
  type: "string",
  maxLength: MAX_PATH_LENGTH,
  pattern: `^(?:/${LITERAL})+$`,
};

const SUBROUTE_PATH: JsonSchema = {
  description:
    "The path below the route's, such as /{id:int}; /<name> by default, and empty for the route's own. " +
    "Parameters are {name}, {name:int}, {name:float} or {name:uuid}.",
  type: "string",
  maxLength: MAX_PATH_LENGTH,
  pattern: `^(?:/(?:${LITERAL}|${PARAMETER}))*$`,
};

const METHOD = "^([Gg][Ee][Tt]|[Pp][Oo][Ss][Tt]|[Pp][Uu][Tt]|[Dd][Ee][Ll][Ee][Tt][Ee])$";
const WITH_BODY = "^([Pp][Oo][Ss][Tt]|[Pp][Uu][Tt])$";
const WITHOUT_BODY = "^([Gg][Ee][Tt]|[Dd][Ee][Ll][Ee][Tt][Ee])$";

/** Let editors mark unknown keys, which are probably typing mistakes. */
const NO_OTHERS = { additionalProperties: false };

const ANSWER_PROPERTIES: JsonSchema = {
  status: {
    description:
      "The status of the response: 200 to 299; by default, 201 for POST and 200 otherwise.",
    type: "integer",
    minimum: 200,
    maximum: 299,
  },
  mock: { description: "The response: any JSON value, including null." },
};

const BODY_PROPERTY: JsonSchema = {
  body: {
    description:
      'For POST and PUT: an example of the request\'s body. Bodies of another shape get 422. A key with ? at its end is optional; "...": null allows other members.',
  },
};

/** The values of a parameter. The items of a list are of one type. */
const STRING: JsonSchema = { type: "string", pattern: "^[^\\u0000]*$" };
const NUMBER: JsonSchema = { type: "number" };
const INTEGER: JsonSchema = { type: "integer" };
const BOOLEAN: JsonSchema = { type: "boolean" };
const SCALARS: readonly JsonSchema[] = [STRING, NUMBER, BOOLEAN];

const LENGTH: JsonSchema = { type: "integer", minimum: 0, maximum: MAX_TEXT_LENGTH };

/** The constraints of a parameter's values. */
const CONSTRAINTS: readonly JsonSchema[] = [
  constraint(["$example", "$default"], STRING, { $minLength: LENGTH, $maxLength: LENGTH }),
  constraint(["$example", "$default"], NUMBER, { $minimum: NUMBER, $maximum: NUMBER }),
  constraint(["$example", "$default"], BOOLEAN, {}),
  constraint(["$enum"], STRING, { $enum: enumOf(STRING) }),
  constraint(["$enum"], INTEGER, { $enum: enumOf(INTEGER) }),
];

/** The constraints of the items of a list, which have no default. */
const ITEM_CONSTRAINTS: readonly JsonSchema[] = CONSTRAINTS.map((each) => ({
  ...each,
  not: { required: ["$default"], properties: { $default: true } },
}));

function constraint(
  words: readonly string[],
  value: JsonSchema,
  others: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: "object",
    anyOf: words.map((word) => ({ required: [word], properties: { [word]: true } })),
    properties: { $example: value, $default: value, ...others },
    ...NO_OTHERS,
  };
}

function enumOf(items: JsonSchema): JsonSchema {
  return { type: "array", minItems: 1, maxItems: MAX_ENUM, items };
}

/** An example of a parameter of a query, or a constraint. */
const PARAMETER_EXAMPLE: JsonSchema = {
  anyOf: [
    ...SCALARS,
    ...SCALARS.map((items) => ({ type: "array", minItems: 1, items })),
    ...CONSTRAINTS,
    { type: "array", minItems: 1, maxItems: 1, items: { anyOf: ITEM_CONSTRAINTS } },
  ],
};

const QUERY_PROPERTY: JsonSchema = {
  query: {
    description:
      "An example of each parameter of the URL's query; a list for one that is repeated. Queries that do not fit get 422. A key with ? at its end is optional.",
    type: "object",
    maxProperties: MAX_PARAMETERS,
    propertyNames: { minLength: 1 },
    additionalProperties: { $ref: "#/$defs/parameter" },
  },
};

const MOCK_WITHOUT_CONTENT: JsonSchema = {
  required: ["status", "mock"],
  properties: { status: { enum: [204, 205] }, mock: true },
};

const BODY_WITHOUT_NEED: JsonSchema = {
  required: ["type", "body"],
  properties: { type: { type: "string", pattern: WITHOUT_BODY }, body: true },
};

const ENDPOINT_PROPERTIES: JsonSchema = {
  type: {
    description: "The HTTP method: GET, POST, PUT or DELETE, in any case.",
    type: "string",
    pattern: METHOD,
  },
  ...ANSWER_PROPERTIES,
  ...QUERY_PROPERTY,
  ...BODY_PROPERTY,
  methods: {
    description:
      "In place of type, status, query, body and mock: the HTTP methods, each with its own.",
    type: "object",
    propertyNames: { pattern: METHOD },
    patternProperties: {
      [WITH_BODY]: ofMethod({ ...ANSWER_PROPERTIES, ...QUERY_PROPERTY, ...BODY_PROPERTY }),
      [WITHOUT_BODY]: ofMethod({ ...ANSWER_PROPERTIES, ...QUERY_PROPERTY }),
    },
  },
};

function ofMethod(properties: JsonSchema): JsonSchema {
  return { type: "object", not: MOCK_WITHOUT_CONTENT, properties, ...NO_OTHERS };
}

const ITEM_EXAMPLE: JsonSchema = { type: "object" };

const RESOURCE_PROPERTIES: JsonSchema = {
  resource: {
    description:
      "In place of type or methods: an example of an item, or a list of them, for endpoints that " +
      "list, create, read, replace and delete. A key with ? at its end is optional.",
    anyOf: [ITEM_EXAMPLE, { type: "array", minItems: 1, items: ITEM_EXAMPLE }],
  },
  id_field: {
    description: "For a resource: the field with the id, an integer or a string; id by default.",
    type: "string",
  },
};

const NO_RESOURCE: JsonSchema = { resource: false, id_field: false };

const ONE_METHOD: JsonSchema = {
  required: ["type"],
  not: { anyOf: [MOCK_WITHOUT_CONTENT, BODY_WITHOUT_NEED] },
  properties: { type: true, methods: false, ...NO_RESOURCE },
};
const METHODS: JsonSchema = {
  required: ["methods"],
  properties: {
    methods: true,
    type: false,
    status: false,
    query: false,
    body: false,
    mock: false,
    ...NO_RESOURCE,
  },
};
const RESOURCE: JsonSchema = {
  required: ["resource"],
  properties: {
    resource: true,
    type: false,
    methods: false,
    status: false,
    query: false,
    body: false,
    mock: false,
    subroutes: { type: "object", properties: { [ITEM_SUBROUTE]: false } },
  },
};
const NOT_EMPTY: JsonSchema = { type: "object", minProperties: 1 };
const SOME_METHOD: JsonSchema = { properties: { methods: NOT_EMPTY } };
const SOME_SUBROUTE: JsonSchema = {
  required: ["subroutes"],
  properties: { subroutes: NOT_EMPTY },
};

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
      description: "Information for people; it does not change the generated code.",
      type: "object",
      properties: { description: { type: "string" } },
      ...NO_OTHERS,
    },
    routes: {
      description: "The routes by name; each is a blueprint.",
      type: "object",
      minProperties: 1,
      propertyNames: NAME_SCHEMA,
      additionalProperties: {
        type: "object",
        oneOf: [ONE_METHOD, { ...METHODS, anyOf: [SOME_METHOD, SOME_SUBROUTE] }, RESOURCE],
        ...NO_OTHERS,
        properties: {
          path: ROUTE_PATH,
          ...RESOURCE_PROPERTIES,
          ...ENDPOINT_PROPERTIES,
          subroutes: {
            description: "Further paths by name, below the route's.",
            type: "object",
            propertyNames: NAME_SCHEMA,
            additionalProperties: {
              type: "object",
              oneOf: [ONE_METHOD, { ...METHODS, allOf: [SOME_METHOD] }],
              properties: { path: SUBROUTE_PATH, ...ENDPOINT_PROPERTIES },
              ...NO_OTHERS,
            },
          },
        },
      },
    },
  },
  $defs: { parameter: PARAMETER_EXAMPLE },
};
