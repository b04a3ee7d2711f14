/** Type guards for untrusted JSON values. Objects with unknown keys are rejected. */

/** Reports whether a value has a shape. */
export type Shape<Value> = (value: unknown) => value is Value;

/** The shapes of an object's members. */
type Members<Value> = {
  readonly [Key in keyof Value]-?: Shape<Exclude<Value[Key], undefined>>;
};

/** The keys of an object that may be absent. */
type OptionalKey<Value> = {
  readonly [Key in keyof Value]-?: undefined extends Value[Key] ? Key : never;
}[keyof Value];

/** Any string. */
export function text(value: unknown): value is string {
  return typeof value === "string";
}

/** A whole number that is not negative. */
export function count(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** `true`, as the value of a flag that is absent when it is not set. */
export function flag(value: unknown): value is true {
  return value === true;
}

/** One of some strings. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Shape<Choice> {
  return (value): value is Choice => choices.some((choice) => choice === value);
}

/**
 * A string of a union. The choices are keys of an object, so that the compiler reports a missing choice.
 *
 * @example
 * ```ts
 * import { choice } from "./shape.ts";
 * import { equal } from "node:assert/strict";
 *
 * const isSign = choice<"+" | "-">({ "+": true, "-": true });
 * equal(isSign("+"), true);
 * equal(isSign("*"), false);
 * ```
 */
export function choice<Choice extends string>(
  choices: Readonly<Record<Choice, true>>,
): Shape<Choice> {
  return (value): value is Choice => text(value) && Object.hasOwn(choices, value);
}

/** `null`, or a value of a shape. */
export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value): value is Value | null => value === null || shape(value);
}

/** A list of values of a shape. */
export function list<Value>(shape: Shape<Value>): Shape<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every(shape);
}

/**
 * An object, with a shape for each member.
 *
 * @param optional The keys that may be absent.
 *
 * @example
 * ```ts
 * import { count, object, text } from "./shape.ts";
 * import { equal } from "node:assert/strict";
 *
 * const isPlace = object<{ file: string; line?: number }>({ file: text, line: count }, "line");
 * equal(isPlace({ file: "a.py" }), true);
 * equal(isPlace({ file: "a.py", column: 1 }), false);
 * ```
 */
export function object<Value extends object>(
  members: Members<Value>,
  ...optional: readonly OptionalKey<Value>[]
): Shape<Value> {
  const shapes = new Map<string, Shape<unknown>>(Object.entries(members));
  const absent = new Set<PropertyKey>(optional);
  return (value): value is Value => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const given = new Map(Object.entries(value));
    return [...given].every(([key, member]) => shapes.get(key)?.(member) === true) &&
      [...shapes.keys()].every((key) => given.has(key) || absent.has(key));
  };
}
