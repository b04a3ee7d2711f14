/** The contract between the editor and a format: parsed data, and the operations on its text. */

import type { Value } from "./config_format.ts";

/** Thrown for a text that cannot be parsed, or that cannot be edited safely. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";

  constructor(
    /** Offset in the text. */
    readonly at: number,
    /** A short reason. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** Maximum depth of a value, because the functions that convert values are recursive. */
export const MAX_DEPTH = 200;

export const TOO_DEEP = "nested too deeply";

/**
 * A value of a type that only some formats have, such as a date. `text` is its text in the file.
 */
export class Other {
  constructor(readonly text: string) {}
}

/** The content of a file, independent of how it is written. */
export type Data =
  | string
  | number
  | boolean
  | null
  | Other
  | readonly Data[]
  | ReadonlyMap<string, Data>;

/** A key of a map, or an index of a list. */
export type Step = string | number;

export type Path = readonly Step[];

/** A parsed text. */
export interface Parsed {
  /** The whole value, or `undefined` if the text has none. */
  readonly data: Data | undefined;
}

/** A value to add. */
export interface Insertion {
  /** The path of the existing map or list to add to. */
  readonly parent: Path;
  /** The path from `parent` to the value, through maps and lists that do not exist yet. */
  readonly rest: Path;
  readonly value: Value;
  /** Whether the value is a whole entry, not part of one. */
  readonly isEntry: boolean;
}

/** The operations of one format on a text without a byte order mark. */
export interface Syntax<P extends Parsed> {
  /** The format's words for a map and a list. */
  readonly words: { readonly map: string; readonly list: string };

  /** Whether `null` counts as an empty map or list. */
  readonly nullIsEmpty: boolean;

  /** @throws {Unreadable} If the text does not parse. */
  parse(text: string): P;

  /** Returns the offset at which the value at a path starts. */
  offset(parsed: P, path: Path): number;

  /**
   * @throws {Unreadable} If the value at a path cannot be edited; with `deep`, also if a value
   * inside it cannot.
   */
  check(parsed: P, path: Path, deep: boolean): void;

  /** Adds a value to an existing map or list, and creates the maps and lists on the path to it. */
  insert(parsed: P, insertion: Insertion): string;

  /** Replaces the value at a path. */
  replace(parsed: P, path: Path, value: Value): string;

  /**
   * Removes the value at a path. If the map or list around the value becomes empty, `filler` is the
   * new text in it.
   */
  delete(parsed: P, path: Path, filler: string | undefined): string;

  /** Returns the text in the empty map or list at a path, so that `delete` can restore it. */
  filler(parsed: P, path: Path): string | undefined;
}

/** @throws {Unreadable} If a lone carriage return occurs. Parsers disagree whether it ends a line. */
export function refuseLoneReturn(text: string): void {
  const at = text.search(/\r(?!\n)/);
  if (at >= 0) throw new Unreadable(at, "a carriage return without a line feed");
}

/** Returns a parser's message without its capital letter. */
export function reasonOf({ message }: Error): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

export function isMap(data: Data | undefined): data is ReadonlyMap<string, Data> {
  return data instanceof Map;
}

export function isList(data: Data | undefined): data is readonly Data[] {
  return Array.isArray(data);
}

/** Returns the number of values in a map or list, and 0 for any other value. */
export function size(data: Data | undefined): number {
  return isMap(data) ? data.size : isList(data) ? data.length : 0;
}

/** Returns the value at a key or index. */
export function child(data: Data | undefined, step: Step): Data | undefined {
  if (isMap(data) && typeof step === "string") return data.get(step);
  return isList(data) && typeof step === "number" ? data[step] : undefined;
}

/** Returns the value at a path. */
export function at(data: Data | undefined, path: Path): Data | undefined {
  return path.reduce<Data | undefined>(child, data);
}

/**
 * Converts a value to data.
 *
 * @param old The data before the change. If an {@linkcode Other} in it has the same text, the
 * result has it, too.
 */
export function toData(value: Value, old?: Data): Data {
  if (old instanceof Other && old.text === value) return old;
  if (typeof value !== "object" || value === null) return value;
  if (isValues(value)) return value.map((item, index) => toData(item, child(old, index)));
  const items = Object.entries(value);
  return new Map(items.map(([key, item]) => [key, toData(item, child(old, key))]));
}

/** Reports whether a value is a list. */
export function isValues(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Converts data to a value. */
export function toValue(data: Data): Value {
  if (data instanceof Other) return data.text;
  if (isList(data)) return data.map(toValue);
  if (!isMap(data)) return data;
  return Object.fromEntries([...data].map(([key, item]) => [key, toValue(item)]));
}

/** Reports whether two values are equal, regardless of the order of keys. */
export function same(a: Data | undefined, b: Data | undefined): boolean {
  if (isMap(a) && isMap(b)) {
    return a.size === b.size && [...a].every(([key, item]) => b.has(key) && same(item, b.get(key)));
  }
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((item, index) => same(item, b[index]));
  }
  if (a instanceof Other && b instanceof Other) return a.text === b.text;
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Wraps a value in the maps and lists of a path. */
export function wrap(path: Path, value: Value): Value {
  return path.reduceRight<Value>(
    (inner, step) => typeof step === "number" ? [inner] : Object.fromEntries([[step, inner]]),
    value,
  );
}

/** Returns data with the value at a path replaced, added or, with `undefined`, removed. */
export function withAt(data: Data | undefined, path: Path, value: Data | undefined): Data {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  const inner = rest.length === 0 ? value : withAt(child(data, step), rest, value);
  if (typeof step === "number") {
    const items: Data[] = isList(data) ? [...data] : [];
    items.splice(step, 1, ...(inner === undefined ? [] : [inner]));
    return items;
  }
  const map = new Map(isMap(data) ? data : []);
  if (inner === undefined) map.delete(step);
  else map.set(step, inner);
  return map;
}

/** Returns data without the empty maps and lists along a path. */
export function withoutEmpty(data: Data | undefined, path: readonly string[]): Data | undefined {
  const [key, ...rest] = path;
  if (key !== undefined && isMap(data) && data.has(key)) {
    const inner = withoutEmpty(data.get(key), rest);
    const map = new Map(data);
    if (inner === undefined) map.delete(key);
    else map.set(key, inner);
    return map.size === 0 ? undefined : map;
  }
  return data === null || data !== undefined && isEmpty(data) ? undefined : data;
}

function isEmpty(data: Data): boolean {
  return (isMap(data) || isList(data)) && size(data) === 0;
}
