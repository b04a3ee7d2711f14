/** The bodies that an endpoint accepts. */

import {
  type Json,
  type JsonArray,
  type JsonMember,
  type JsonScalar,
  stringifyJson,
} from "../core/json.ts";
import { printable, quotable } from "../core/printable.ts";
import { isName } from "./names.ts";
import type { TextFormat } from "./text_format.ts";

/** A type of bodies: the bodies that an endpoint accepts. */
export type BodyType =
  | { readonly kind: "anything" | "boolean" }
  /** Numbers within bounds, which are written as JSON. */
  | {
    readonly kind: "integer" | "number";
    readonly minimum?: string;
    readonly maximum?: string;
  }
  /** Texts of a format, with lengths within bounds, in characters. */
  | {
    readonly kind: "text";
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly format?: TextFormat;
  }
  /** One of these texts or integers. Texts can have a format. */
  | {
    readonly kind: "enum";
    readonly values: readonly EnumValue[];
    readonly format?: TextFormat;
  }
  | { readonly kind: "array"; readonly items: BodyType }
  /** An object with these members; any object if there are none. */
  | {
    readonly kind: "object";
    readonly members: readonly BodyMember[];
    /** Set if other members are allowed, too. */
    readonly isOpen?: true;
  }
  /** A value of one of several types. No two of them are of the same kind. */
  | { readonly kind: "either"; readonly types: readonly BodyType[] };

/** A value of an enumeration. */
export type EnumValue = Extract<Json, { readonly kind: "string" | "number" }>;

/** A type of objects. */
export type BodyObject = Extract<BodyType, { readonly kind: "object" }>;

/** A member of an object. */
export interface BodyMember {
  readonly name: string;
  readonly type: BodyType;
  /** Whether the member may be absent. */
  readonly isOptional: boolean;
  /** The value of a member that is absent, if it is another one than null. */
  readonly fallback?: Fallback;
}

/** The default of a value: a single value, or a list of single values. */
export type Fallback = JsonScalar | JsonArray;

/** A member's name, and whether the example marks it as optional. */
export interface WrittenMember {
  readonly name: string;
  readonly isOptional: boolean;
}

/**
 * Reads the key of an example: a question mark at its end means that the member may be absent. A
 * name that itself ends with a question mark is written with two.
 *
 * @example
 * ```ts
 * import { writtenMember } from "./body_type.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(writtenMember("note?"), { name: "note", isOptional: true });
 * deepEqual(writtenMember("sure??"), { name: "sure?", isOptional: false });
 * ```
 */
export function writtenMember(key: string): WrittenMember {
  let start = key.length;
  while (key.charAt(start - 1) === "?") start--;
  const marks = key.length - start;
  return { name: key.slice(0, start + Math.floor(marks / 2)), isOptional: marks % 2 === 1 };
}

/** The key that stands for other members in an example. Its value is null. */
const OTHERS = "...";

/** The member of an example that allows other members. */
export const OTHER_MEMBERS: JsonMember = { key: OTHERS, at: 0, value: { kind: "null", at: 0 } };

/** Reports whether a member of an example allows other members. */
export function allowsOthers({ key, value }: JsonMember): boolean {
  return key === OTHERS && value.kind === "null";
}

/** Writes the key of an example so that {@linkcode writtenMember} reads the same member. */
export function memberKey({ name, isOptional }: WrittenMember): string {
  let start = name.length;
  while (name.charAt(start - 1) === "?") start--;
  return name + name.slice(start) + (isOptional ? "?" : "");
}

/**
 * Returns the union of types, always in the same order: of two unions that differ only in order,
 * Python's `typing` caches the first and shows it in place of the second.
 */
export function eitherOf(types: readonly BodyType[]): BodyType {
  const inOrder = types.toSorted((one, other) =>
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind)
  );
  return { kind: "either", types: inOrder };
}

const KINDS: readonly BodyType["kind"][] = [
  "enum",
  "integer",
  "number",
  "text",
  "boolean",
  "array",
  "object",
];

/** Returns a text that is equal for two types only if both accept the same bodies. */
export function bodyForm(type: BodyType): string {
  return JSON.stringify(type);
}

/** Maximum length of a description, in characters. */
const MAX_DESCRIPTION = 200;

/**
 * Describes a body for people, on one line.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { describeBody } from "./body_type.ts";
 * import { bodyType } from "./example_type.ts";
 * import { equal } from "node:assert/strict";
 *
 * const example = parseJson('{"customer": 7, "note?": "ring twice"}');
 * equal(describeBody(bodyType(example)), "customer integer, note? text");
 * ```
 */
export function describeBody(type: BodyType): string {
  const hasMembers = type.kind === "object" && type.members.length > 0;
  return quotable(hasMembers ? describeMembers(type) : describe(type), MAX_DESCRIPTION);
}

function describeMembers({ members, isOpen }: BodyObject): string {
  const own = members.map((member) => {
    const { name, type, isOptional } = member;
    const written = isName(name) ? name : printable(JSON.stringify(name));
    const notes = memberNotes(member);
    const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
    return `${written}${isOptional ? "?" : ""} ${describe(type)}${note}`;
  });
  return (isOpen ? [...own, OTHERS] : own).join(", ");
}

/** Describes the limits of a member's values, and its default, such as `1 to 100`. */
export function memberNotes(
  { type, fallback }: Pick<BodyMember, "type" | "fallback">,
): readonly string[] {
  const notes = fallback === undefined ? [] : [`${stringifyJson(fallback, 0)} by default`];
  return [...limitsOf(type), ...notes];
}

/** Describes the limits of numbers, the lengths of texts, and their format. */
function limitsOf(type: BodyType): readonly string[] {
  if (type.kind === "array") return limitsOf(type.items);
  if (type.kind === "text") {
    const { minLength, maxLength } = type;
    const lengths = rangeOf(minLength, maxLength).map((range) => `${range} characters`);
    return [...formatIn(type), ...lengths];
  }
  if (type.kind === "enum") return formatIn(type);
  return type.kind === "integer" || type.kind === "number"
    ? rangeOf(type.minimum, type.maximum)
    : [];
}

function formatIn({ format }: { readonly format?: TextFormat }): readonly string[] {
  return format === undefined ? [] : [format];
}

function rangeOf(
  from: string | number | undefined,
  to: string | number | undefined,
): readonly string[] {
  if (from === undefined) return to === undefined ? [] : [`up to ${to}`];
  return [to === undefined ? `from ${from}` : `${from} to ${to}`];
}

function describe(type: BodyType): string {
  switch (type.kind) {
    case "enum":
      return type.values.map((each) => stringifyJson(each, 0)).join(" or ");
    case "array":
      return type.items.kind === "anything" ? "array" : `array of ${describe(type.items)}`;
    case "either":
      return type.types.map(describe).join(" or ");
    case "object":
      return type.members.length === 0 ? "object" : `{${describeMembers(type)}}`;
    default:
      return type.kind;
  }
}

/** Reports whether bodies of a type have an integer where another example would accept any number. */
export function hasInteger(type: BodyType): boolean {
  return hasPart(type, ({ kind }) => kind === "integer");
}

/** Reports whether bodies of a type have texts of a format. */
export function hasFormats(type: BodyType): boolean {
  return hasPart(
    type,
    (each) => (each.kind === "text" || each.kind === "enum") && each.format !== undefined,
  );
}

/** Reports whether a type or a part of it is one that is meant. */
export function hasPart(type: BodyType, isMeant: (type: BodyType) => boolean): boolean {
  const inside = (each: BodyType) => hasPart(each, isMeant);
  switch (type.kind) {
    case "array":
      return isMeant(type) || inside(type.items);
    case "either":
      return isMeant(type) || type.types.some(inside);
    case "object":
      return isMeant(type) || type.members.some((member) => inside(member.type));
    default:
      return isMeant(type);
  }
}
