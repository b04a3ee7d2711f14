/** Creates constraints from types. */

import type { Json } from "../core/json.ts";
import { flag, list, number, object, text } from "../core/json_nodes.ts";
import { bodyForm, type BodyType, type Fallback } from "./body_type.ts";
import { fits, isConstraint, textOf, type Word } from "./constraint.ts";
import { bodyType } from "./example_type.ts";
import { isFloat } from "./mock.ts";
import { FORMAT_EXAMPLES } from "./text_format.ts";

/**
 * Returns an example of a type: a constraint if the type has limits, otherwise a value.
 *
 * @param fallback The default; `undefined` without one.
 * @param shown A value to show, if it fits.
 */
export function constraintOf(
  type: BodyType,
  fallback: Fallback | undefined,
  shown: Json | undefined,
): Json {
  if (type.kind === "array") return listOf(type, fallback, shown);
  const isShown = shown !== undefined && showsKind(type, shown) && fits(type, shown);
  const value = isShown ? shown : fallback ?? plainValue(type);
  const words = wordsOf(type);
  const isPlain = words.length === 0 && fallback === undefined;
  if (isPlain) return value;
  const [first] = type.kind === "enum" ? type.values : [];
  const isSaid = fallback !== undefined
    ? textOf(value) === textOf(fallback)
    : first !== undefined && textOf(value) === textOf(first);
  const members = [
    ["$example", isSaid ? undefined : value],
    ["$default", fallback],
    ...words,
  ] as const;
  return object(members);
}

/** Returns an example of a list: a constraint if the list has a default, otherwise the list. */
function listOf(
  type: Extract<BodyType, { readonly kind: "array" }>,
  fallback: Fallback | undefined,
  shown: Json | undefined,
): Json {
  const [given, defaults] = [itemsIn(shown), itemsIn(fallback)];
  const item = constraintOf(type.items, undefined, given[0]);
  const isShown = (items: readonly Json[]) =>
    !isConstraint(item) && bodyForm(bodyType(list(items))) === bodyForm(type);
  const written = given.length > 0 && isShown([...given, ...defaults])
    ? shown
    : isShown(defaults)
    ? fallback
    : list([item]);
  if (written === undefined || fallback === undefined) return written ?? list([item]);
  const isSaid = textOf(written) === textOf(fallback);
  return object([["$example", isSaid ? undefined : written], ["$default", fallback]]);
}

function itemsIn(value: Json | undefined): readonly Json[] {
  return value?.kind === "array" ? value.items : [];
}

/** Reports whether a type says more than the kind of its values. */
export function isLimited(type: BodyType): boolean {
  return wordsOf(type).length > 0;
}

/** Reports whether a value shows the kind of a type: a number has a point. */
function showsKind({ kind }: BodyType, value: Json): boolean {
  switch (value.kind) {
    case "string":
      return kind === "text" || kind === "enum";
    case "number":
      return kind === "number" ? isFloat(value.text) : kind === "integer" || kind === "enum";
    default:
      return value.kind === kind;
  }
}

/** Returns a value within the limits of a type. */
function plainValue(type: BodyType): Json {
  switch (type.kind) {
    case "enum":
      return type.values[0] ?? text("text");
    case "integer":
      return number(within(type, ["1", "0"]));
    case "number":
      return number(within(type, ["1.5", "0.0"]));
    case "boolean":
      return flag(true);
    default: {
      if (type.kind !== "text") return text("text");
      const { minLength = 0, maxLength = Infinity, format } = type;
      const shown = text(format === undefined ? "text" : FORMAT_EXAMPLES[format]);
      return fits(type, shown) ? shown : text("text".slice(0, maxLength).padEnd(minLength, "x"));
    }
  }
}

/** Returns the first value that is within the bounds of a type, otherwise one of its bounds. */
function within(type: BodyType, values: readonly string[]): string {
  const found = values.find((each) => fits(type, number(each)));
  if (found !== undefined || type.kind !== "integer" && type.kind !== "number") return found ?? "1";
  const bound = type.minimum ?? type.maximum ?? "1";
  return type.kind === "integer" || isFloat(bound) ? bound : `${bound}.0`;
}

/** Returns the words of a constraint that say the limits of a type. */
function wordsOf(type: BodyType): readonly (readonly [Word, Json])[] {
  const limits: readonly (readonly [Word, Json | undefined])[] = type.kind === "enum"
    ? [["$enum", list(type.values)], ["$format", maybeText(type.format)]]
    : type.kind === "integer" || type.kind === "number"
    ? [["$minimum", maybeNumber(type.minimum)], ["$maximum", maybeNumber(type.maximum)]]
    : type.kind === "text"
    ? [
      ["$minLength", maybeNumber(type.minLength)],
      ["$maxLength", maybeNumber(type.maxLength)],
      ["$format", maybeText(type.format)],
    ]
    : [];
  return limits.flatMap(([word, value]) => value === undefined ? [] : [[word, value] as const]);
}

function maybeNumber(value: string | number | undefined): Json | undefined {
  return value === undefined ? undefined : number(String(value));
}

function maybeText(value: string | undefined): Json | undefined {
  return value === undefined ? undefined : text(value);
}
