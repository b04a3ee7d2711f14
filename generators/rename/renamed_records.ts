/** The records of a project after a renaming, and the files that name its first route. */

import { textHash } from "../../project/facts/code_hash.ts";
import { DEFAULT_LAYOUT, firstRouteIn, README_PATH } from "../../project/layout/layout.ts";
import { recordedPrefix } from "../../project/records/recorded_path.ts";
import type { Manifest } from "../../project/records/manifest.ts";
import type { Records } from "../../project/records/records.ts";
import { pathAfterRename } from "../../project/records/renamed_record.ts";
import {
  definitionKey,
  type DefinitionRecord,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { type ApiSpec, defaultStatus, parseMethod } from "../../spec/api_spec.ts";
import { renamedPlace } from "../compare/renamed_spec.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { withEolOf } from "../plans/plan.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import { recordedSupport } from "../code/support.ts";
import { projectFiles, projectInput, projectValues } from "../code/project_files.ts";
import type { NewName, RenamedRoute } from "./renamed_route.ts";

export interface RecordRenaming {
  readonly name: NewName;
  readonly route: RenamedRoute;
  /** The new names of definitions, by their keys. */
  readonly names: ReadonlyMap<string, string>;
  /** Returns the new hash of a definition; `null` to keep the recorded one. */
  readonly hashOf: (definition: DefinitionRecord) => string | null;
  /** Keys of the requests whose paths stay. */
  readonly stayed: ReadonlySet<string>;
}

/**
 * Returns the record of a route after a renaming.
 *
 * @param taken The record that the new name had, if a route of that name was removed.
 */
export function renamedRecord(
  record: RouteRecord,
  { name, route: { from, to, endpoints }, names, hashOf, stayed }: RecordRenaming,
  taken: RouteRecord | undefined,
): RouteRecord {
  const definition = (each: DefinitionRecord): DefinitionRecord => ({
    ...each,
    name: names.get(definitionKey(each)) ?? each.name,
    hash: hashOf(each) ?? each.hash,
  });
  const asNamed = (path: string) => record.prefix === null ? pathAfterRename(path, from, to) : path;
  const renamed = endpoints.map(({ record: each, after }): EndpointRecord => ({
    ...each,
    path: after.prefix + after.rule,
    kept: each.kept ?? keptInput(each, after.prefix + after.rule, stayed),
    ...(each.wanted && { wanted: { ...each.wanted, path: asNamed(each.wanted.path) } }),
    subroute: after.subroute,
    definitions: each.definitions.map(definition),
  }));
  const served = new Set(renamed.map(endpointKey));
  const keys = new Map(
    endpoints.map(({ record: each }, index) => {
      const after = renamed[index] ?? each;
      return [endpointKey(each), endpointKey(after)] as const;
    }),
  );
  // A removed method of a path moves with the remaining methods of that path.
  const paths = new Map(
    endpoints.map(({ record: { path }, after }) => [path, after.prefix + after.rule]),
  );
  const removed = [
    ...(name.subroute === null ? taken?.removed ?? [] : []),
    ...record.removed.map((each) => ({
      ...each,
      path: paths.get(each.path) ?? asNamed(each.path),
      before: each.before === null ? null : keys.get(each.before) ?? each.before,
    })),
  ].filter((each) => !served.has(endpointKey(each)));
  return {
    ...record,
    renamed: decisions(record, name),
    shared: record.shared.map(definition),
    endpoints: renamed,
    removed,
  };
}

/**
 * Returns the input that an endpoint need not follow because its path does not follow the new name;
 * `null` if it does, or if its path differed already.
 */
function keptInput(
  { method, path, asked, input }: EndpointRecord,
  after: string,
  stayed: ReadonlySet<string>,
): string | null {
  const isKept = path !== after && stayed.has(requestKey(method, path));
  return isKept ? asked ?? input : null;
}

/** Adds an earlier name. Drops earlier names that are in use again. */
function decisions({ renamed }: RouteRecord, { route, subroute, to }: NewName) {
  const line = subroute === null
    ? { from: route, to }
    : { from: `${route}/${subroute}`, to: `${route}/${to}` };
  const isUsed = (from: string) => subroute === null ? from === to : from.split("/")[1] === to;
  const isRepeated = (from: string) =>
    subroute === null ? from === route : from.split("/")[1] === subroute;
  return [...renamed.filter(({ from }) => !isUsed(from) && !isRepeated(from)), line];
}

/**
 * Renames the first route of the project in the files that name it, such as the README. Returns the
 * manifest after that.
 */
export function renamedProject(
  { manifest, routes }: Records,
  { from, to }: RenamedRoute,
  draft: ProjectDraft,
): Manifest {
  const { name } = manifest;
  if (name === null || manifest.input === null || from === to) return manifest;
  // A README that people edited may still name another route first.
  const firsts = new Set([firstRouteIn(draft.text(README_PATH) ?? "") ?? from, from]);
  const support = recordedSupport(manifest.files);
  const valuesOf = (all: readonly RouteOfSpec[]) =>
    projectValues(name, { description: null, routes: all }, support);
  const before = [...firsts].flatMap((first) => {
    const others = [...routes].flatMap(([each, record]) =>
      each === first ? [] : ofSpec(each, record).slice(0, 1)
    );
    return ofSpec(first, routes.get(first)).map((each) => [each, ...others]);
  }).find((each) => projectInput(valuesOf(each)) === manifest.input);
  if (before === undefined) return manifest;
  const old = valuesOf(before);
  const now = valuesOf(before.map((each) => each.name === from ? renamedPlace(each, to) : each));
  const recorded = new Map(manifest.files);
  // People renamed the app after the files were written, or before.
  for (const layout of new Set([draft.before.layout, DEFAULT_LAYOUT])) {
    const texts = projectFiles(old, layout);
    for (const [path, text] of projectFiles(now, layout)) {
      const [known, current, earlier] = [recorded.get(path), draft.text(path), texts.get(path)];
      if (known === undefined || current === undefined || earlier === undefined) continue;
      if (earlier === text) continue;
      if (current !== withEolOf(current, earlier)) {
        draft.write(path, withRenamedLines(current, earlier, text));
        continue;
      }
      recorded.set(path, { ...known, hash: known.hash === null ? null : textHash(text) });
      draft.write(path, withEolOf(current, text));
    }
  }
  return { ...manifest, input: projectInput(now), files: recorded };
}

/** Replaces the lines of an edited text that are still as generated. */
function withRenamedLines(text: string, before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  if (old.length !== now.length) return text;
  const renamed = new Map(old.map((line, index) => [line, now[index] ?? line]));
  return text.split("\n").map((line) => {
    const end = line.endsWith("\r") ? "\r" : "";
    const known = renamed.get(line.slice(0, line.length - end.length));
    return known === undefined ? line : known + end;
  }).join("\n");
}

type RouteOfSpec = ApiSpec["routes"][number];

/**
 * Returns a recorded route as its spec may have it, with only the first endpoint and no mock: one that the
 * project has or, because the spec may still have it, one that people removed.
 */
function ofSpec(name: string, record: RouteRecord | undefined): readonly RouteOfSpec[] {
  if (record === undefined) return [];
  const [first] = record.endpoints.filter(({ origin }) => origin === "spec");
  const path = recordedPrefix(name, record);
  return [...(first === undefined ? [] : [first]), ...record.removed].map((each) => {
    const method = parseMethod(each.method) ?? "GET";
    const endpoints = [{ method, status: defaultStatus(method), mock: null }];
    const { subroute } = each;
    return subroute === null
      ? { name, path, endpoints, subroutes: [] }
      : { name, path, endpoints: [], subroutes: [{ name: subroute, path: "/", endpoints }] };
  });
}
