/** What a configuration file says, without how it is written. */

import type { Value } from "../client.ts";
import type { Found } from "./config_format.ts";

/** A value that only its own format has, such as a date, as its text. */
export class Other {
  constructor(readonly text: string) {}
}

export type Data =
  | string
  | number
  | boolean
  | null
  | Other
  | readonly Data[]
  | ReadonlyMap<string, Data>;

/** A key of a map, or a position in a list. */
export type Step = string | number;

export type Path = readonly Step[];

export function isMap(data: Data | undefined): data is ReadonlyMap<string, Data> {
  return data instanceof Map;
}

export function isList(data: Data | undefined): data is readonly Data[] {
  return Array.isArray(data);
}

/** How many values a map or list holds; none, if it is neither. */
export function size(data: Data | undefined): number {
  return isMap(data) ? data.size : isList(data) ? data.length : 0;
}

/** What a map or list has under a key or position. */
export function child(data: Data | undefined, step: Step): Data | undefined {
  if (isMap(data) && typeof step === "string") return data.get(step);
  return isList(data) && typeof step === "number" ? data[step] : undefined;
}

/** What is at the end of a path. */
export function at(data: Data | undefined, path: Path): Data | undefined {
  return path.reduce<Data | undefined>(child, data);
}

/**
 * A value as data.
 *
 * @param old Data that the value may have been read from: what it has of that stays what it is there.
 */
export function toData(value: Found, old?: Data): Data {
  if (old instanceof Other && old.text === value) return old;
  if (typeof value !== "object" || value === null) return value;
  if (isValues(value)) return value.map((item, index) => toData(item, child(old, index)));
  const items = Object.entries(value);
  return new Map(items.map(([key, item]) => [key, toData(item, child(old, key))]));
}

/** Whether a value is a list. */
export function isValues(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Data as a value, for those who read it. */
export function toFound(data: Data): Found {
  if (data instanceof Other) return data.text;
  if (isList(data)) return data.map(toFound);
  if (!isMap(data)) return data;
  return Object.fromEntries([...data].map(([key, item]) => [key, toFound(item)]));
}

/** Whether two values are the same; the order of keys says nothing. */
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

/** The value that a path of missing maps and lists makes around another. */
export function wrap(path: Path, value: Value): Value {
  return path.reduceRight<Value>(
    (inner, step) => typeof step === "number" ? [inner] : Object.fromEntries([[step, inner]]),
    value,
  );
}

/** The data with another value at a path, or none; what the path lacks is made. */
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

/** The data without the maps and lists along a path that hold nothing. */
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
