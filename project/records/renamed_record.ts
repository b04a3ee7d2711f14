/**
 * The files with the record of a renamed route.
 *
 * Renaming a route changes almost every line of its record: names, paths, and hashes of code with
 * names in it. Git could not merge these lines with changes from another branch. The file therefore
 * moves, but keeps its lines. `.layerwright/routes/<route>.names` beside it says how to read them.
 */

import { DEFINITION_HASH } from "../../python/hash_pattern.ts";
import { classStem, routeClasses } from "../layout/layers.ts";
import { blueprintVariable, fileNameOf, urlPrefix } from "../layout/layout.ts";
import {
  allDefinitions,
  type DefinitionRecord,
  type EarlierForm,
  formatRouteRecord,
  parseRouteRecord,
  type RouteRecord,
} from "./route_record.ts";
import { movedPath } from "../layout/url_paths.ts";

/** Returns the form of a record after its route is renamed; `null` if the route has its first name again. */
export function formAfterRename(
  before: RouteRecord,
  after: RouteRecord,
  from: string,
  to: string,
): EarlierForm | null {
  const name = before.form?.name ?? from;
  if (name === to) return null;
  const written = new Map([...before.form?.hashes ?? []].map(([then, now]) => [now, then]));
  const earlier = new Map(
    allDefinitions(before).map((each) => {
      const key = `${each.layer} ${renamedDefinition(each, from, to)}`;
      return [key, written.get(each.hash) ?? each.hash] as const;
    }),
  );
  const hashes = new Map<string, string>();
  for (const { layer, name, hash } of allDefinitions(after)) {
    const then = earlier.get(`${layer} ${name}`);
    if (then !== undefined && then !== hash && !hashes.has(then)) hashes.set(then, hash);
  }
  return { name, to, hashes };
}

const NAME = /^names (\w+) (\w+)$/;
const HASHES = /^([0-9a-f]\S+) ([0-9a-f]\S+)$/;

/** Parses the file that says how to read a record; `null` if it is malformed. */
function parseForm(text: string): EarlierForm | null {
  const hashes = new Map<string, string>();
  let names: Pick<EarlierForm, "name" | "to"> | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [, name, to] = NAME.exec(line) ?? [];
    if (name !== undefined && to !== undefined) names = { name, to };
    const [, then, now] = HASHES.exec(line) ?? [];
    const areHashes = [then, now].every((each) => DEFINITION_HASH.test(each ?? ""));
    if (then !== undefined && now !== undefined && areHashes) hashes.set(then, now);
  }
  return names === null ? null : { ...names, hashes };
}

function formatForm({ name, to, hashes }: EarlierForm): string {
  const lines = [...hashes].map(([then, now]) => `${then} ${now}\n`);
  return `names ${name} ${to}\n${lines.join("")}`;
}

/** Rewrites the file that says how to read a record, without the duplicate lines that a merge left. */
export function rewrittenNames(text: string): string {
  const form = parseForm(text);
  return form === null ? text : formatForm(form);
}

/** Reads the record of a route from its file and, if the route was renamed, from the file beside it. */
export function readRouteRecord(
  route: string,
  text: string,
  names: string | undefined,
): RouteRecord {
  const form = names === undefined ? null : parseForm(names);
  const record = parseRouteRecord(text, form?.name ?? route);
  return form === null ? record : { ...renamed(record, form.name, form.to, form.hashes), form };
}

/** The texts of a record's files. A text is empty if its file is not needed. */
export interface RecordTexts {
  readonly record: string;
  readonly names: string;
}

/** Formats a record for its files. */
export function formatRecordFiles(route: string, record: RouteRecord): RecordTexts {
  const { form } = record;
  const plain = formatRouteRecord(record, route);
  if (form === null || allDefinitions(record).length === 0) return { record: plain, names: "" };
  const hashes = new Map([...form.hashes].map(([then, now]) => [now, then]));
  const text = formatRouteRecord(renamed(record, form.to, form.name, hashes), form.name);
  const names = formatForm(form);
  // If a definition has the old name of another one by chance, the record would be read wrongly.
  const isReadable = formatRouteRecord(readRouteRecord(route, text, names), route) === plain;
  return isReadable ? { record: text, names } : { record: plain, names: "" };
}

function renamed(
  record: RouteRecord,
  from: string,
  to: string,
  hashes: ReadonlyMap<string, string>,
): RouteRecord {
  const path = (path: string) => record.prefix === null ? pathAfterRename(path, from, to) : path;
  const definitions = (all: readonly DefinitionRecord[]) =>
    all.map((each): DefinitionRecord => ({
      ...each,
      name: renamedDefinition(each, from, to),
      hash: hashes.get(each.hash) ?? each.hash,
    }));
  return {
    ...record,
    shared: definitions(record.shared),
    endpoints: record.endpoints.map((each) => ({
      ...each,
      path: path(each.path),
      ...(each.wanted && { wanted: { ...each.wanted, path: path(each.wanted.path) } }),
      definitions: definitions(each.definitions),
    })),
    removed: record.removed.map((each) => ({
      ...each,
      path: path(each.path),
      before: each.before?.replace(/\/.*/, path) ?? null,
    })),
  };
}

/** Returns the path of an endpoint after its route is renamed. */
export function pathAfterRename(path: string, from: string, to: string): string {
  return movedPath(path, urlPrefix(from), urlPrefix(to));
}

/** Returns the name of a definition after its route is renamed. */
function renamedDefinition({ layer, name }: DefinitionRecord, from: string, to: string): string {
  const [old, now] = [startsOf(from)[layer], startsOf(to)[layer]];
  return name.startsWith(old) ? now + name.slice(old.length) : name;
}

/** Returns the starts of the names that a route gives to its definitions. */
function startsOf(route: string): Readonly<Record<DefinitionRecord["layer"], string>> {
  return {
    ...routeClasses(route),
    route: blueprintVariable(route),
    model: classStem(route),
    mock: `${fileNameOf(route)}/`,
    test: "",
  };
}
