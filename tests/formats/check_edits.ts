/** Properties that hold for every edit of every text, in all formats. */

import { deepEqual, equal, ok } from "node:assert/strict";
import type { ConfigFormat, EntryPlace, Format, Value } from "../../formats/config_format.ts";
import { FORMATS } from "../../formats/formats.ts";
import { putBack, replacedBy } from "../../setup/written_entry.ts";
import { codePoint } from "../tools/code_point.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

export const RUNS = { numRuns: IS_FULL_TIER ? 10_000 : 250 };

/** Marks an absent value. */
const NOTHING = Symbol("nothing");

export interface Case {
  readonly text: string;
  readonly place: EntryPlace;
}

/** Declares tests of both properties for a format. `parse` is an independent parser of the format. */
export function testEdits(
  name: Format,
  cases: fc.Arbitrary<Case>,
  parse: (text: string) => unknown,
): void {
  const format = FORMATS[name];

  Deno.test(`${name}: an edit changes only the entry`, () => {
    const values = fc.tuple(entries, entries);
    fc.assert(
      fc.property(cases, values, (edited, values) => checkEdits(format, edited, values, parse)),
      RUNS,
    );
  });

  Deno.test(`${name}: a damaged text is broken or can be edited`, () => {
    fc.assert(
      fc.property(damaged(cases), entries, (edited, entry) => checkAnything(format, edited, entry)),
      RUNS,
    );
  });
}

/** Adds, re-adds, updates and removes an entry, or restores the entry that it replaced. */
function checkEdits(
  format: ConfigFormat,
  { text, place }: Case,
  [first, second]: readonly [Value, Value],
  parse: (text: string) => unknown,
): void {
  const made = format.missing(text, place);
  const had = entryOf(format, text, place);
  const added = format.set(text, place, named(first, place));
  deepEqual(entryOf(format, added, place), named(first, place));
  equal(format.set(added, place, named(first, place)), added, "a second run changes nothing");
  const updated = format.set(added, place, named(second, place));
  deepEqual(entryOf(format, updated, place), named(second, place));

  const rest = without(parse(text), place);
  for (const edited of [added, updated]) deepEqual(without(parse(edited), place), rest);
  const bare = format.remove(text, place, made);
  deepEqual(without(parse(bare), place), rest);
  equal(entryOf(format, bare, place), undefined);
  if (had !== undefined) {
    const replaced = replacedBy(text, added, place.name, had as Value);
    equal(putBack(format, added, place, replaced), text);
    return ok(isPart(withoutFiller(bare, text), text), "removal adds nothing");
  }
  equal(bare, text);
  if (made.filler === undefined) ok(isPart(text, added), "addition removes nothing");
  for (const edited of [added, updated]) equal(format.remove(edited, place, made), text);
}

/** Checks that a text either counts as broken, or can be read and edited. */
function checkAnything(format: ConfigFormat, { text, place }: Case, entry: Value): void {
  const reading = format.read(text, place);
  if (reading.kind === "broken") {
    const { line, column, reason } = reading.broken;
    const lines = text.split(/\r\n?|\n/);
    ok(line >= 1 && line <= lines.length && reason.length > 0);
    return ok(column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 1);
  }
  const made = format.missing(text, place);
  if (reading.entry !== undefined) {
    equal(format.set(text, place, reading.entry), text, "writing what was read changes nothing");
  }
  const added = format.set(text, place, named(entry, place));
  const removed = format.remove(added, place, made);
  if (reading.entry === undefined) equal(removed, text);
}

function named(entry: Value, { kind, name }: EntryPlace): Value {
  if (kind === "map" || typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return entry;
  }
  return { ...entry, name };
}

function entryOf(format: ConfigFormat, text: string, place: EntryPlace): unknown {
  const reading = format.read(text, place);
  return reading.kind === "read" ? reading.entry : reading.broken;
}

/** Returns a parsed text without the entry, and without empty containers along its path. */
function without(data: unknown, { container, kind, name }: EntryPlace): unknown {
  const pruned = prune(data, container, (entries) => {
    if (kind === "list") {
      return Array.isArray(entries) ? entries.filter((item) => item?.name !== name) : entries;
    }
    return isRecord(entries) ? omit(entries, name) : entries;
  });
  return pruned === NOTHING ? {} : pruned;
}

function prune(
  data: unknown,
  [key, ...rest]: readonly string[],
  change: (entries: unknown) => unknown,
): unknown {
  if (key === undefined || !isRecord(data)) {
    const changed = key === undefined ? change(data) : data;
    return isNothing(changed) ? NOTHING : changed;
  }
  if (!Object.hasOwn(data, key)) return isNothing(data) ? NOTHING : data;
  const inner = prune(data[key], rest, change);
  const others = omit(data, key);
  if (inner !== NOTHING) return { ...others, [key]: inner };
  return isNothing(others) ? NOTHING : others;
}

function omit(data: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function isNothing(data: unknown): boolean {
  return data === null || data === undefined ||
    (typeof data === "object" && Object.keys(data).length === 0);
}

/** Returns the text after a removal, without the `{}` or `[]` in place of removed lines. */
function withoutFiller(bare: string, text: string): string {
  let end = 0;
  while (end < bare.length && bare[end] === text[end]) end++;
  const start = bare.lastIndexOf(":", end) + 1;
  return bare.slice(0, start) + bare.slice(start).replace(/^[^\r\n]*? (?:\{\}|\[\])/, "");
}

/** Reports whether removing characters from `whole` can give `part`. */
function isPart(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (part.startsWith(character, at)) at += character.length;
  return at === part.length;
}

const NAMES = ["layerwright", "a.b", 'q"x', "ü", "yes", "other"];
const CONTAINERS = [["mcpServers"], ["amp.mcpServers"], ["mcp", "servers"], ["a", "b c", "é"]];

export const places: fc.Arbitrary<EntryPlace> = fc.record({
  container: fc.constantFrom(...CONTAINERS),
  kind: fc.constantFrom("map", "list"),
  name: fc.constantFrom(...NAMES),
});

const words = fc.oneof(
  fc.constantFrom("http", "http://127.0.0.1:8000/mcp", "Bearer s3cret", "yes", "1", "", "a: b # c"),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);
const keys = fc.oneof(
  fc.constantFrom("url", "type", "headers", "Authorization", "x.y", "no", "name"),
  words,
);

const { entry } = fc.letrec<{ readonly value: Value; readonly entry: { [key: string]: Value } }>(
  (tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      words,
      fc.boolean(),
      fc.integer(),
      fc.array(tie("value"), { maxLength: 3 }),
      tie("entry"),
    ),
    entry: fc.dictionary(keys, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  }),
);

/** Values of entries, usual and unusual. */
const entries: fc.Arbitrary<Value> = entry;

/** The content of a file and the place of an entry in it. */
export interface Model {
  readonly data: { readonly [key: string]: Value };
  readonly place: EntryPlace;
}

/** Models in which the container is absent, empty or full, and with or without the entry. */
export const models: fc.Arbitrary<Model> = fc.record({
  place: places,
  depth: fc.nat({ max: 3 }),
  around: fc.array(entry, { minLength: 4, maxLength: 4 }),
  others: fc.dictionary(fc.constantFrom(...NAMES), entry, { maxKeys: 3, noNullPrototype: true }),
  isFirst: fc.boolean(),
}).map(({ place, depth, around, others, isFirst }) => {
  const { container, kind } = place;
  const list = Object.entries(others).map(([name, item]) => ({ ...item, name }));
  let data: Value = kind === "map" ? others : list;
  for (const [index, key] of [...container.entries()].reverse()) {
    const beside = omitPath(around[index] ?? {}, key);
    if (index >= depth && index > 0) data = beside;
    else data = isFirst ? { [key]: data, ...beside } : { ...beside, [key]: data };
  }
  const isAbsent = depth === 0;
  return { place, data: isAbsent ? omitPath(around[0] ?? {}, container[0] ?? "") : data } as Model;
});

function omitPath(data: { [key: string]: Value }, key: string): { [key: string]: Value } {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));
}

/** Texts with a part replaced, and random texts. */
export function damaged<T extends Case>(cases: fc.Arbitrary<T>): fc.Arbitrary<Case> {
  const put = fc.oneof(
    fc.constantFrom("", "{", "}", "[", "]", '"', "'", ",", ":", "=", "#", "\n", "\r", "\t", "- "),
    fc.constantFrom("// ", "/*", "&a ", "*a", "? ", "| ", "---\n", "...\n", "\ufeff", "\0", "\\"),
    fc.string({ maxLength: 3 }),
  );
  const edited = fc.tuple(cases, fc.nat(), fc.nat({ max: 3 }), put)
    .map(([{ text, place }, where, cut, put]) => {
      const at = where % (text.length + 1);
      return { text: text.slice(0, at) + put + text.slice(at + cut), place };
    });
  const any = fc.record({ text: fc.string({ unit: codePoint, maxLength: 20 }), place: places });
  return fc.oneof({ weight: 9, arbitrary: edited }, any);
}

/** Makes a choice about the style of a file: returns an integer from 0 to below `below`. */
export type Choose = (below: number) => number;

export const choosers: fc.Arbitrary<() => Choose> = fc.uint8Array({ minLength: 97, maxLength: 97 })
  .map((choices) => () => {
    let next = 0;
    return (below) => (choices[next++ % choices.length] ?? 0) % below;
  });

export function pick<T>(choose: Choose, ...from: readonly [T, ...T[]]): T {
  return from[choose(from.length)] ?? from[0];
}
