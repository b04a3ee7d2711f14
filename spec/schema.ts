/** The spec's JSON Schema, for editors and agents. */

import { ERROR_STATUS } from "./errors.ts";
import { DEFAULT_LIMIT, MAX_LIMIT } from "./list.ts";
import { MAX_NAME_LENGTH, NAME } from "./names.ts";
import { ITEM_SUBROUTE } from "./resource.ts";
import { EXAMPLE_SCHEMAS } from "./example_schema.ts";
import { HEADER_NAME, RESERVED_HEADERS } from "./headers.ts";
import type { JsonSchema } from "./json_schema.ts";
import { MAX_PARAMETERS } from "./parameters.ts";
import { MAX_PATH_LENGTH } from "./spec_path.ts";

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
const GET = "^[Gg][Ee][Tt]$";
const DELETE = "^[Dd][Ee][Ll][Ee][Tt][Ee]$";
const WITHOUT_BODY = "^([Gg][Ee][Tt]|[Dd][Ee][Ll][Ee][Tt][Ee])$";

/** Returns a pattern for a name in any case. */
function anyCase(name: string): string {
  return name.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

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

/** Matches the keys of headers, in any case, that are no parameters. */
const RESERVED_HEADER = `^(?:${RESERVED_HEADERS.map(anyCase).join("|")})\\??$`;

const BODY_PROPERTY: JsonSchema = {
  body: {
    description:
      'For POST and PUT: an example of the request\'s body. Bodies of another shape get 422. A key with ? at its end is optional; "...": null allows other members.',
    $ref: "#/$defs/item",
  },
};

const PARAMETER_PROPERTIES: JsonSchema = {
  query: {
    description:
      "An example of each parameter of the URL's query; a list for one that is repeated. Queries that do not fit get 422. A key with ? at its end is optional.",
    type: "object",
    maxProperties: MAX_PARAMETERS,
    propertyNames: { minLength: 1 },
    additionalProperties: { $ref: "#/$defs/parameter" },
  },
  headers: {
    description:
      "An example of each header, checked with the query; a list for one with commas. A key with ? at its end is optional.",
    type: "object",
    maxProperties: MAX_PARAMETERS,
    propertyNames: {
      pattern: `^${HEADER_NAME}\\??$`,
      not: { pattern: RESERVED_HEADER },
    },
    additionalProperties: { $ref: "#/$defs/header" },
  },
};

const ERRORS_PROPERTY: JsonSchema = {
  errors: {
    description:
      "The errors that the endpoint documents, by status: a description, or an object with the body as mock. They are never sent by themselves.",
    type: "object",
    propertyNames: { pattern: ERROR_STATUS.source },
    additionalProperties: {
      anyOf: [
        { type: "string" },
        {
          type: "object",
          required: ["mock"],
          properties: { description: { type: "string" }, mock: true },
          ...NO_OTHERS,
        },
      ],
    },
  },
};

const FIELD_NAMES: JsonSchema = { type: "array", items: { type: "string" } };

const LIST_PROPERTY: JsonSchema = {
  list: {
    description:
      "For a GET whose mock is a list, or a resource: clients page it with ?limit= and ?offset=, filter it by fields and sort it.",
    type: "object",
    properties: {
      limit: {
        description: `Number of items of a page; ${DEFAULT_LIMIT} by default.`,
        type: "integer",
        minimum: 1,
        maximum: MAX_LIMIT,
      },
      filter: { description: "Fields of the items; each is a parameter.", ...FIELD_NAMES },
      sort: { description: "Fields for ?sort=name,-price.", ...FIELD_NAMES },
    },
    ...NO_OTHERS,
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

const OF_METHODS: JsonSchema = {
  ...ANSWER_PROPERTIES,
  ...PARAMETER_PROPERTIES,
  ...ERRORS_PROPERTY,
};

/** A list beside a mock that is none. */
const LIST_WITHOUT_ITEMS: JsonSchema = {
  required: ["list"],
  properties: { list: true },
  not: { required: ["mock"], properties: { mock: { type: "array" } } },
};

const LIST_WITHOUT_GET: JsonSchema = {
  required: ["type", "list"],
  properties: { list: true, type: { type: "string", not: { pattern: GET } } },
};

const ENDPOINT_PROPERTIES: JsonSchema = {
  type: {
    description: "The HTTP method: GET, POST, PUT or DELETE, in any case.",
    type: "string",
    pattern: METHOD,
  },
  ...ANSWER_PROPERTIES,
  ...PARAMETER_PROPERTIES,
  ...LIST_PROPERTY,
  ...BODY_PROPERTY,
  ...ERRORS_PROPERTY,
  methods: {
    description:
      "In place of type, status, query, headers, list, body, mock and errors: the HTTP methods, each with its own.",
    type: "object",
    propertyNames: { pattern: METHOD },
    patternProperties: {
      [WITH_BODY]: ofMethod({ ...OF_METHODS, ...BODY_PROPERTY }),
      [GET]: {
        ...ofMethod({ ...OF_METHODS, ...LIST_PROPERTY }),
        not: { anyOf: [MOCK_WITHOUT_CONTENT, LIST_WITHOUT_ITEMS] },
      },
      [DELETE]: ofMethod(OF_METHODS),
    },
  },
};

function ofMethod(properties: JsonSchema): JsonSchema {
  return { type: "object", not: MOCK_WITHOUT_CONTENT, properties, ...NO_OTHERS };
}

const ITEM_EXAMPLE: JsonSchema = { type: "object", $ref: "#/$defs/item" };

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
  not: {
    anyOf: [MOCK_WITHOUT_CONTENT, BODY_WITHOUT_NEED, LIST_WITHOUT_ITEMS, LIST_WITHOUT_GET],
  },
  properties: { type: true, methods: false, ...NO_RESOURCE },
};
const METHODS: JsonSchema = {
  required: ["methods"],
  properties: {
    methods: true,
    type: false,
    status: false,
    query: false,
    headers: false,
    list: false,
    body: false,
    mock: false,
    errors: false,
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
    headers: false,
    body: false,
    mock: false,
    errors: false,
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
  $defs: EXAMPLE_SCHEMAS,
};
