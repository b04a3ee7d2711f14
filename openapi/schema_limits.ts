/** The limits of schemas that a spec can express as a constraint. */

import type { Json, JsonArray, JsonScalar } from "../core/json.ts";
import type { BodyType, EnumValue, Fallback } from "../spec/body_type.ts";
import { fits, MAX_ENUM, MAX_TEXT_LENGTH, shownValue, textOf } from "../spec/constraint.ts";
import { constraintOf } from "../spec/constraint_example.ts";
import { scalarProblem } from "../spec/constraint_problem.ts";
import { isFloat } from "../spec/mock.ts";
import { hasFormat, isTextFormat } from "../spec/text_format.ts";
import type { DocumentNode } from "./document_node.ts";
import { numberText } from "./scalar_examples.ts";

/** A kind of single values. */
export type ScalarKind = "text" | "integer" | "number" | "boolean";

/** Returns the kind of a type of single values; `null` for other types. */
export function scalarKindOf(type: BodyType): ScalarKind | null {
  switch (type.kind) {
    case "text":
    case "integer":
    case "number":
    case "boolean":
      return type.kind;
    case "enum":
      return type.values.some(({ kind }) => kind === "string") ? "text" : "integer";
    default:
      return null;
  }
}

/** The limits of a schema. */
export interface SchemaLimits {
  readonly type: BodyType;
  /** The values of the keywords that the type expresses. */
  readonly said: readonly Json[];
}

/** Returns a type without limits. */
export function unlimited(type: BodyType): SchemaLimits {
  return { type, said: [] };
}

/**
 * Returns the limits of single values.
 *
 * @param parts A schema and the schemas of its `allOf`.
 */
export function schemaLimits(parts: readonly DocumentNode[], kind: ScalarKind): SchemaLimits {
  return formatOf(parts, enumOf(parts, kind, rangeOf(parts, kind)));
}

/** The default of a schema. */
export interface SchemaDefault {
  readonly value: Fallback;
  /** The value of the keyword. */
  readonly said: Json;
}

/**
 * Returns the default of a value, if it is within its limits; `null` without one.
 *
 * @param kind The kind of the value, or of the items if it is a list.
 */
export function schemaDefault(
  parts: readonly DocumentNode[],
  kind: ScalarKind,
  type: BodyType,
): SchemaDefault | null {
  const written = parts.flatMap((each) => each.raw("default") ?? []);
  const found = written.flatMap((said): readonly SchemaDefault[] => {
    const value = type.kind === "array" ? listOf(said, kind) : scalarOf(said, kind);
    return value !== null && fits(type, value) ? [{ value, said }] : [];
  });
  return found[0] ?? null;
}

function listOf(value: Json, kind: ScalarKind): JsonArray | null {
  if (value.kind !== "array") return null;
  const items = value.items.flatMap((each) => scalarOf(each, kind) ?? []);
  return items.length === value.items.length ? { ...value, items } : null;
}

/** Returns a value in the form that shows its kind; `null` for a value of another kind. */
function scalarOf(value: Json, kind: ScalarKind): JsonScalar | null {
  if (scalarProblem(value) !== null) return null;
  if (value.kind === "boolean") return kind === "boolean" ? value : null;
  if (value.kind === "string") return kind === "text" && value.value.isWellFormed() ? value : null;
  if (value.kind !== "number" || kind !== "integer" && kind !== "number") return null;
  const shown = Number.isFinite(Number(value.text)) ? numberText(value.text, kind) : null;
  return shown === null ? null : { ...value, text: shown };
}

/** Returns the limits with the values that a schema lists, if a spec can list them. */
function enumOf(
  parts: readonly DocumentNode[],
  kind: ScalarKind,
  range: SchemaLimits,
): SchemaLimits {
  const written = parts.flatMap(listsOf);
  const lists = written.map(({ values }) => listed(values, kind));
  const [first, ...others] = lists.flatMap((each) => each ?? []);
  if (first === undefined || others.length + 1 < written.length) return range;
  const values = [...first].flatMap(([text, value]) =>
    others.every((each) => each.has(text)) && fits(range.type, value) ? [value] : []
  );
  if (values.length === 0 || values.length > MAX_ENUM) return range;
  const said = [...range.said, ...written.map((each) => each.json)];
  return { type: { kind: "enum", values }, said };
}

/** Values that a keyword allows. */
interface WrittenList {
  readonly values: readonly Json[];
  /** The value of the keyword. */
  readonly json: Json;
}

function listsOf(schema: DocumentNode): readonly WrittenList[] {
  const [several, single] = [schema.raw("enum"), schema.raw("const")];
  return [
    ...(several?.kind === "array" ? [{ values: several.items, json: several }] : []),
    ...(single === null ? [] : [{ values: [single], json: single }]),
  ];
}

/** Returns values of a spec by their text; `null` if a spec cannot list them all. */
function listed(values: readonly Json[], kind: ScalarKind): ReadonlyMap<string, EnumValue> | null {
  const found = values.flatMap((each) => scalarOf(each, kind) ?? []).filter(isEnumValue);
  const isWhole = found.length === values.length && (kind === "text" || kind === "integer");
  return isWhole ? new Map(found.map((each) => [textOf(each), each])) : null;
}

function isEnumValue(value: Json): value is EnumValue {
  return value.kind === "string" || value.kind === "number";
}

/** Returns the bounds of numbers, or those of the lengths of texts. */
function rangeOf(parts: readonly DocumentNode[], kind: ScalarKind): SchemaLimits {
  if (kind === "boolean") return unlimited({ kind });
  const keys = kind === "text" ? ["minLength", "maxLength"] : ["minimum", "maximum"];
  const [from = [], to = []] = keys.map((key) => boundsOf(parts, key, kind));
  const [low] = from.toSorted((one, other) => Number(other.text) - Number(one.text));
  const [high] = to.toSorted((one, other) => Number(one.text) - Number(other.text));
  const isCrossed = low !== undefined && high !== undefined && Number(low.text) > Number(high.text);
  if (isCrossed) return unlimited({ kind });
  const said = [...from, ...to].map(({ value }) => value);
  if (kind !== "text") {
    const bounds = {
      ...(low !== undefined && { minimum: low.text }),
      ...(high !== undefined && { maximum: high.text }),
    };
    return { type: { kind, ...bounds }, said };
  }
  const lengths = {
    ...(low !== undefined && { minLength: Number(low.text) }),
    ...(high !== undefined && { maxLength: Number(high.text) }),
  };
  return { type: { kind, ...lengths }, said };
}

/**
 * Adds the format of texts, if a spec has it and if it goes with the other limits and with the
 * values that the schema shows.
 */
function formatOf(parts: readonly DocumentNode[], limits: SchemaLimits): SchemaLimits {
  const { type, said } = limits;
  const written = parts.flatMap((each) => each.raw("format") ?? []);
  const names = new Set(written.map((each) => each.kind === "string" ? each.value : ""));
  const [format = "", ...others] = names;
  const isKnown = isTextFormat(format) && others.length === 0;
  if (!isKnown || type.kind !== "text" && type.kind !== "enum") return limits;
  const formatted = { ...type, format };
  const made = shownValue(constraintOf(formatted, undefined, undefined));
  const own = type.kind === "enum" ? type.values : [made];
  const shown = parts.flatMap((each) => [each.raw("default") ?? [], each.raw("example") ?? []]);
  const isFit = own.every((each) => fits(formatted, each)) &&
    shown.flat().every((each) => each.kind !== "string" || hasFormat(format, each.value));
  return isFit ? { type: formatted, said: [...said, ...written] } : limits;
}

interface Bound {
  readonly text: string;
  /** The value in the document. */
  readonly value: Json;
}

function boundsOf(
  parts: readonly DocumentNode[],
  key: string,
  kind: ScalarKind,
): readonly Bound[] {
  return parts.flatMap((each) => {
    const value = each.raw(key);
    const isBound = value?.kind === "number" &&
      (kind === "text" ? isLength(value.text) : isLimit(value, kind));
    return isBound ? [{ text: value.text, value }] : [];
  });
}

function isLength(text: string): boolean {
  return /^[0-9]{1,7}$/.test(text) && Number(text) <= MAX_TEXT_LENGTH;
}

function isLimit(value: Extract<Json, { readonly kind: "number" }>, kind: ScalarKind): boolean {
  return scalarProblem(value) === null && Number.isFinite(Number(value.text)) &&
    (kind === "number" || !isFloat(value.text));
}
