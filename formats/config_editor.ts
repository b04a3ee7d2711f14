/** The editor of every format: finds the entry, splices the text, and verifies the result. */

import type { Broken, ConfigFormat, EntryPlace, Missing, Reading, Value } from "./config_format.ts";
import {
  at,
  child,
  type Data,
  isList,
  isMap,
  type Parsed,
  type Path,
  same,
  size,
  type Step,
  type Syntax,
  toData,
  toValue,
  Unreadable,
  withAt,
  withoutEmpty,
} from "./syntax.ts";

/** The position of an entry in a parsed text. */
interface Spot {
  /** The path of the innermost map or list that exists. */
  readonly parent: Path;
  /** The path from `parent` to the entry. */
  readonly rest: Path;
  /** Number of keys of the container that do not exist. */
  readonly missing: number;
  readonly entry: Data | undefined;
}

const MARK = "\ufeff";

/** Creates an editor from the syntax of a format. */
export function configEditor<P extends Parsed>(syntax: Syntax<P>): ConfigFormat {
  return {
    read: (text, place) => read(syntax, text, place),
    set: (text, place, entry) => afterMark(text, (body) => set(syntax, body, place, entry)),
    remove: (text, place, made) => afterMark(text, (body) => remove(syntax, body, place, made)),
    missing: (text, place) => missing(syntax, body(text), place),
  };
}

function body(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

function afterMark(text: string, edit: (body: string) => string): string {
  return (text.startsWith(MARK) ? MARK : "") + edit(body(text));
}

function read<P extends Parsed>(syntax: Syntax<P>, text: string, place: EntryPlace): Reading {
  const source = body(text);
  let parsed: P | undefined;
  try {
    parsed = syntax.parse(source);
    const { entry } = find(syntax, parsed, place);
    return { kind: "read", entry: entry === undefined ? undefined : toValue(entry) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: "broken", broken: broken(source, error, parsed === undefined) };
  }
}

function broken(text: string, { at, reason }: Unreadable, isSyntax: boolean): Broken {
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, reason, isSyntax };
}

function find<P extends Parsed>(syntax: Syntax<P>, parsed: P, place: EntryPlace): Spot {
  const { container, kind, name } = place;
  let data = parsed.data;
  if (data === undefined) return absent(place, 0, container.length + 1);
  for (const [depth, key] of container.entries()) {
    const path = container.slice(0, depth);
    if (!isHolder(syntax, data, "map")) throw wrongKind(syntax, parsed, path, "map");
    syntax.check(parsed, path, false);
    data = child(data, key);
    if (data === undefined) return absent(place, depth, container.length - depth);
  }
  if (!isHolder(syntax, data, kind)) throw wrongKind(syntax, parsed, container, kind);
  syntax.check(parsed, container, false);
  const step = kind === "map" ? name : findNamed(syntax, parsed, container, name);
  const entry = child(data, step);
  if (entry !== undefined) syntax.check(parsed, [...container, step], true);
  return { parent: container, rest: [step], missing: 0, entry };
}

function absent({ container, kind, name }: EntryPlace, depth: number, missing: number): Spot {
  const last = kind === "map" ? name : 0;
  return {
    parent: container.slice(0, depth),
    rest: [...container.slice(depth), last],
    missing,
    entry: undefined,
  };
}

function isHolder<P extends Parsed>(syntax: Syntax<P>, data: Data, kind: "map" | "list"): boolean {
  if (data === null) return syntax.nullIsEmpty;
  return kind === "map" ? isMap(data) : isList(data);
}

function wrongKind<P extends Parsed>(
  syntax: Syntax<P>,
  parsed: P,
  path: Path,
  wanted: "map" | "list",
): Unreadable {
  const name = path.length === 0 ? "the file" : JSON.stringify(path.at(-1));
  const found = foundWord(at(parsed.data, path), syntax.words);
  const reason = `${name} should be ${syntax.words[wanted]}, not ${found}`;
  return new Unreadable(syntax.offset(parsed, path), reason);
}

function foundWord(
  data: Data | undefined,
  words: { readonly map: string; readonly list: string },
): string {
  if (data === null) return "null";
  if (isMap(data)) return words.map;
  if (isList(data)) return words.list;
  return typeof data === "object"
    ? "another value"
    : typeof data === "string"
    ? "a string"
    : `a ${typeof data}`;
}

/** Returns the index of the list's entry with the given name, or the length of the list. */
function findNamed<P extends Parsed>(
  syntax: Syntax<P>,
  parsed: P,
  container: Path,
  name: string,
): number {
  const list = at(parsed.data, container);
  const items = isList(list) ? list : [];
  const [first, second] = [...items.keys()].filter((index) => child(items[index], "name") === name);
  if (second === undefined) return first ?? items.length;
  const offset = syntax.offset(parsed, [...container, second]);
  throw new Unreadable(offset, `${JSON.stringify(name)} occurs twice in the list`);
}

function missing<P extends Parsed>(syntax: Syntax<P>, text: string, place: EntryPlace): Missing {
  const parsed = syntax.parse(text);
  const { parent, missing: keys } = find(syntax, parsed, place);
  const empty = parsed.data !== undefined && size(at(parsed.data, parent)) === 0;
  const filler = empty ? syntax.filler(parsed, parent) : undefined;
  return filler === undefined ? { keys } : { keys, filler };
}

function set<P extends Parsed>(
  syntax: Syntax<P>,
  text: string,
  place: EntryPlace,
  entry: Value,
): string {
  const parsed = syntax.parse(text);
  const { parent, rest, entry: old } = find(syntax, parsed, place);
  const path = [...parent, ...rest];
  const wanted = toData(entry, old);
  const edited = old === undefined
    ? syntax.insert(parsed, { parent, rest, value: entry, isEntry: true })
    : update(syntax, text, path, wanted);
  verify(syntax, edited, place, withAt(parsed.data, path, wanted));
  return edited;
}

function remove<P extends Parsed>(
  syntax: Syntax<P>,
  text: string,
  place: EntryPlace,
  made: Missing,
): string {
  const parsed = syntax.parse(text);
  const { parent, rest, entry } = find(syntax, parsed, place);
  if (entry === undefined) return text;
  const path = [...parent, ...rest];
  const kept = Math.max(0, path.length - 1 - made.keys);
  let end = path.length;
  while (end > kept + 1 && size(at(parsed.data, path.slice(0, end - 1))) === 1) end--;
  const isAll = end === 1 && made.keys > place.container.length && size(parsed.data) === 1;
  const edited = syntax.delete(parsed, isAll ? [] : path.slice(0, end), made.filler);
  verify(syntax, edited, place, withAt(parsed.data, path, undefined));
  return edited;
}

/** @throws {Error} If an edit changed anything but the entry, which would be a bug in the format. */
function verify<P extends Parsed>(
  syntax: Syntax<P>,
  edited: string,
  { container }: EntryPlace,
  wanted: Data,
): void {
  const data = parseAgain(syntax, edited);
  if (same(withoutEmpty(data, container), withoutEmpty(wanted, container))) return;
  throw new Error(
    `Cannot edit ${container.join(".")}: the result would differ in more than the entry`,
  );
}

function parseAgain<P extends Parsed>(syntax: Syntax<P>, edited: string): Data | undefined {
  try {
    return syntax.parse(edited).data;
  } catch (error) {
    throw new Error("Cannot edit the file: the result would not parse", { cause: error });
  }
}

/** Updates a value by one edit for each difference, so that all other text stays. */
function update<P extends Parsed>(
  syntax: Syntax<P>,
  text: string,
  path: Path,
  wanted: Data,
): string {
  let edited = text;
  let last: string | undefined;
  while (edited !== last) {
    last = edited;
    const parsed = syntax.parse(edited);
    const change = difference(at(parsed.data, path), wanted, path);
    if (change === undefined) break;
    edited = apply(syntax, parsed, change, change.path.length === path.length);
  }
  return edited;
}

interface Change {
  readonly kind: "insert" | "replace" | "delete";
  readonly path: Path;
  readonly value: Value;
}

function difference(old: Data | undefined, wanted: Data, path: Path): Change | undefined {
  if (same(old, wanted)) return undefined;
  if (old === undefined) return { kind: "insert", path, value: toValue(wanted) };
  if (!isMap(old) || !isMap(wanted)) return { kind: "replace", path, value: toValue(wanted) };
  for (const [key, value] of wanted) {
    const change = difference(old.get(key), value, [...path, key]);
    if (change !== undefined) return change;
  }
  const extra: Step | undefined = [...old.keys()].find((key) => !wanted.has(key));
  return extra === undefined ? undefined : { kind: "delete", path: [...path, extra], value: "" };
}

function apply<P extends Parsed>(
  syntax: Syntax<P>,
  parsed: P,
  { kind, path, value }: Change,
  isEntry: boolean,
): string {
  switch (kind) {
    case "insert":
      return syntax.insert(parsed, {
        parent: path.slice(0, -1),
        rest: path.slice(-1),
        value,
        isEntry,
      });
    case "replace":
      return syntax.replace(parsed, path, value);
    case "delete":
      return syntax.delete(parsed, path, undefined);
  }
}
