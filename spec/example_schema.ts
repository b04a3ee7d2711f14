/** The JSON Schemas of examples and of constraints. */

import { MAX_ENUM, MAX_TEXT_LENGTH } from "./constraint.ts";
import { HEADER_ITEM, HEADER_TEXT } from "./headers.ts";
import type { JsonSchema } from "./json_schema.ts";
import { TEXT_FORMATS } from "./text_format.ts";

/** The values of a parameter. The items of a list are of one type. */
const STRING: JsonSchema = { type: "string", pattern: "^[^\\u0000]*$" };
const NUMBER: JsonSchema = { type: "number" };
const INTEGER: JsonSchema = { type: "integer" };
const BOOLEAN: JsonSchema = { type: "boolean" };

const LENGTH: JsonSchema = { type: "integer", minimum: 0, maximum: MAX_TEXT_LENGTH };

const FORMAT: JsonSchema = { enum: TEXT_FORMATS };

/** A type of single values. */
interface ValueType {
  readonly value: JsonSchema;
  /** The key in `$defs` of its constraints. */
  readonly constraints: keyof typeof CONSTRAINTS;
}

/** Returns the constraints of texts that match a schema. */
function textConstraints(string: JsonSchema): JsonSchema {
  const limits = { $minLength: LENGTH, $maxLength: LENGTH, $format: FORMAT };
  return {
    type: "object",
    anyOf: [
      constraint(["$example", "$default"], string, limits),
      constraint(["$enum"], string, { $enum: enumOf(string), $format: FORMAT }),
    ],
  };
}

/** The texts of headers, and the items of those that are lists. */
const HEADER_STRING: JsonSchema = { type: "string", pattern: HEADER_TEXT };
const HEADER_LISTED: JsonSchema = { type: "string", pattern: HEADER_ITEM };

const CONSTRAINTS = {
  texts: textConstraints(STRING),
  headerTexts: textConstraints(HEADER_STRING),
  headerItems: textConstraints(HEADER_LISTED),
  numbers: {
    type: "object",
    anyOf: [
      constraint(["$example", "$default"], NUMBER, { $minimum: NUMBER, $maximum: NUMBER }),
      constraint(["$enum"], NUMBER, { $enum: enumOf(INTEGER) }),
    ],
  },
  booleans: constraint(["$example", "$default"], BOOLEAN, {}),
} as const satisfies Readonly<Record<string, JsonSchema>>;

const OTHER_TYPES: readonly ValueType[] = [
  { value: NUMBER, constraints: "numbers" },
  { value: BOOLEAN, constraints: "booleans" },
];

/** The types of single values in bodies and queries. */
const PLAIN_TYPES: readonly ValueType[] = [
  { value: STRING, constraints: "texts" },
  ...OTHER_TYPES,
];

/** The types of headers, and those of the items of headers that are lists. */
const HEADER_TYPES: readonly ValueType[] = [
  { value: HEADER_STRING, constraints: "headerTexts" },
  ...OTHER_TYPES,
];
const HEADER_ITEM_TYPES: readonly ValueType[] = [
  { value: HEADER_LISTED, constraints: "headerItems" },
  ...OTHER_TYPES,
];

/**
 * Returns the constraints of single values, and of lists of them.
 *
 * @param items The types of the items of lists.
 */
function constraintsOf(
  types: readonly ValueType[],
  items: readonly ValueType[],
): readonly JsonSchema[] {
  return [...types.map(constraintOf), ...items.map(listConstraint)];
}

function constraintOf({ constraints }: ValueType): JsonSchema {
  return { type: "object", $ref: `#/$defs/${constraints}` };
}

/** Returns the constraint of a list. An example shows the items of an empty default. */
function listConstraint(type: ValueType): JsonSchema {
  const several = { type: "array", items: type.value };
  const example = { anyOf: [{ ...several, minItems: 1 }, oneOf([type])] };
  return {
    ...constraint([], several, { $example: example }),
    anyOf: [
      { required: ["$example"], properties: { $example: true } },
      { required: ["$default"], properties: { $default: { type: "array", minItems: 1 } } },
    ],
  };
}

/** Returns the schema of a list whose only item is a constraint. */
function oneOf(types: readonly ValueType[]): JsonSchema {
  const items = { anyOf: types.map(constraintOf).map(withoutDefault) };
  return { type: "array", minItems: 1, maxItems: 1, items };
}

/** Returns the constraint of an item of a list, which has no default. */
function withoutDefault(constraint: JsonSchema): JsonSchema {
  return { ...constraint, not: { required: ["$default"], properties: { $default: true } } };
}

function constraint(
  words: readonly string[],
  value: JsonSchema,
  others: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: "object",
    anyOf: words.map((word) => ({ required: [word], properties: { [word]: true } })),
    properties: { $example: value, $default: value, ...others },
    additionalProperties: false,
  };
}

function enumOf(items: JsonSchema): JsonSchema {
  return { type: "array", minItems: 1, maxItems: MAX_ENUM, items };
}

/**
 * Returns the schema of an example of a parameter, or of a constraint.
 *
 * @param items The types of the items of lists.
 */
function parameterExample(
  types: readonly ValueType[],
  items: readonly ValueType[],
): JsonSchema {
  return {
    anyOf: [
      ...types.map(({ value }) => value),
      ...items.map(({ value }) => ({ type: "array", minItems: 1, items: value })),
      ...constraintsOf(types, items),
      oneOf(items),
    ],
  };
}

const IS_CONSTRAINT: JsonSchema = {
  type: "object",
  anyOf: ["$example", "$default", "$enum"].map((word) => ({
    required: [word],
    properties: { [word]: true },
  })),
};

/** An example of a value in a body, or a constraint. */
function bodyExample(constraints: readonly JsonSchema[]): JsonSchema {
  return {
    if: IS_CONSTRAINT,
    then: { anyOf: constraints },
    else: {
      anyOf: [
        ...["string", "number", "boolean", "null"].map((type) => ({ type })),
        { type: "array", items: { $ref: "#/$defs/item" } },
        { type: "object", additionalProperties: { $ref: "#/$defs/member" } },
      ],
    },
  };
}

/** The schemas of examples, for `$defs`, with those of the constraints in them. */
export const EXAMPLE_SCHEMAS = {
  ...CONSTRAINTS,
  parameter: parameterExample(PLAIN_TYPES, PLAIN_TYPES),
  header: parameterExample(HEADER_TYPES, HEADER_ITEM_TYPES),
  member: bodyExample(constraintsOf(PLAIN_TYPES, PLAIN_TYPES)),
  item: bodyExample(constraintsOf(PLAIN_TYPES, PLAIN_TYPES).map(withoutDefault)),
} as const satisfies Readonly<Record<string, JsonSchema>>;
