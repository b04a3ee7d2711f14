/** Bringing an entry of ours up to date: the address and the key are ours, the rest is the person's. */

import type { Form, Template, Value } from "./client.ts";

/** An entry to write, and the client's forms of it. */
export interface WantedEntry {
  readonly form: Form;
  readonly entry: Template;
}

/** Our entry with what people added to it or switched, and without what another shape of it had. */
export function merged(existing: Value | undefined, { form, entry }: WantedEntry): Template {
  if (!isMap(existing)) return entry;
  const { entry: http, entryFromEnv, stdio } = form;
  const isRun = holds(entry, stdio) && !holds(entry, http);
  // What people added to the headers of one way to give the key stays with the other.
  const related = isRun ? [stdio] : [http, entryFromEnv];
  const others = isRun ? [http, entryFromEnv] : [stdio];
  return mergedMaps(existing, entry, related.filter(isMap), others.filter(isMap));
}

/**
 * @param related What entries of this kind hold here.
 * @param others What those of another kind do.
 */
function mergedMaps(
  old: Template,
  wanted: Template,
  related: readonly Template[],
  others: readonly Template[],
): Template {
  const kept = Object.entries(old).flatMap(([key, value]): [string, Value][] => {
    const ours = ownValue(wanted, key);
    const [near, far] = [innerMaps(related, key), innerMaps(others, key)];
    if (isMap(value) && isMap(ours)) return [[key, mergedMaps(value, ours, near, far)]];
    // A switch is the person's, once it is there.
    if (typeof ours === "boolean" && typeof value === "boolean") return [[key, value]];
    if (ours !== undefined) return [[key, ours]];
    if (others.some((shape) => Object.hasOwn(shape, key))) return [];
    if (!related.some((shape) => Object.hasOwn(shape, key))) return [[key, value]];
    const rest = isMap(value) ? mergedMaps(value, {}, near, []) : {};
    return Object.keys(rest).length === 0 ? [] : [[key, rest]];
  });
  return { ...Object.fromEntries(kept), ...withoutKeys(wanted, new Set(kept.map(([key]) => key))) };
}

function withoutKeys(map: Template, keys: ReadonlySet<string>): Template {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.has(key)));
}

function innerMaps(shapes: readonly Template[], key: string): Template[] {
  return shapes.map((shape) => ownValue(shape, key)).filter(isMap);
}

/** People may use any word as a key. */
function ownValue(map: Template, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Whether an entry has all keys of a shape. */
function holds(entry: Template, shape: Template | undefined): boolean {
  return shape !== undefined && Object.entries(shape).every(([key, value]) => {
    const inner = entry[key];
    return inner !== undefined && (!isMap(value) || isMap(inner) && holds(inner, value));
  });
}

function isMap(value: Value | undefined): value is Template {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
