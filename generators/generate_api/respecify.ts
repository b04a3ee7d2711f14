/**
 * Lets a project follow the methods and paths of a spec. A handler that people edited changes only
 * on request.
 */

import type { Change } from "../../core/change_set.ts";
import { hashUnder } from "../../project/homes/found_definition.ts";
import type { Project } from "../../project/project.ts";
import {
  type DefinitionRecord,
  type EndpointRecord,
  type RouteRecord,
  withDefinitions,
} from "../../project/records/route_record.ts";
import type { RespecifiedCase } from "../compare/endpoint_case.ts";
import { type FileEdit, FileEdits } from "../edits/file_edits.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import type { Respecification, RespecifyInput } from "./respecification.ts";
import { respecifyMethod } from "./respecify_method.ts";
import { hasOtherPath, type RespecifiedPrefix, respecifyPaths } from "./respecify_path.ts";

/** The decisions about all endpoints to which a spec gives another method or path. */
export interface Respecified {
  readonly decisions: readonly Respecification[];
  readonly edits: FileEdits;
  /** The records with the methods, paths and prefixes that the spec has now, before any edit. */
  readonly routes: ReadonlyMap<string, RouteRecord>;
  /** The changed records of endpoints, by those in the project. */
  readonly records: ReadonlyMap<EndpointRecord, EndpointRecord>;
}

/** Decides about endpoints to which the spec gives another method or path. Changes nothing. */
export function respecify(cases: readonly RespecifiedCase[], input: RespecifyInput): Respecified {
  const methods = cases.filter((each) => !hasOtherPath(each))
    .map((each) => respecifyMethod(each, input));
  const held = new Set(
    methods.filter(({ as }) => as === "keep" || as === "kept").map((each) => each.case.route),
  );
  const byRoute = Map.groupBy(cases, ({ route }) => route);
  const paths = [...input.code.keys()].map((route) =>
    [route, respecifyPaths(route, byRoute.get(route) ?? [], held.has(route), input)] as const
  );
  const decisions = [...methods, ...paths.flatMap(([, each]) => each.decisions)];
  const records = new Map([
    ...decisions.map((each) => [each.case.recorded, each.record] as const),
    ...paths.flatMap(([, { prefix }]) => [...prefix?.endpoints ?? []]),
  ]);
  const prefixes = new Map(paths.map(([route, { prefix }]) => [route, prefix]));
  return {
    decisions,
    records,
    edits: fileEdits([
      ...methods.flatMap(editsOf),
      ...paths.flatMap(([, each]) => [
        ...each.decisions.flatMap(editsOf),
        ...each.prefix?.edits ?? [],
      ]),
    ]),
    routes: new Map(
      [...input.project.records?.routes ?? []].map(([route, record]) =>
        [route, nextRecord(record, records, prefixes.get(route))] as const
      ),
    ),
  };
}

function editsOf({ as, edits }: Respecification): readonly FileEdit[] {
  return as === "follow" || as === "asked" ? edits ?? [] : [];
}

function fileEdits(all: readonly FileEdit[]): FileEdits {
  const edits = new FileEdits();
  for (const each of all) edits.add(each);
  return edits;
}

/** Returns the record of a route; the same one if nothing of it changes. */
function nextRecord(
  record: RouteRecord,
  records: ReadonlyMap<EndpointRecord, EndpointRecord>,
  prefix: RespecifiedPrefix | null = null,
): RouteRecord {
  const endpoints = record.endpoints.map((each) => records.get(each) ?? each);
  const isSame = endpoints.every((each, index) => each === record.endpoints[index]);
  return isSame && prefix === null ? record : { ...record, ...prefix?.record, endpoints };
}

/** A project whose handlers follow the methods and paths of the spec. */
export interface FollowedSpecChanges {
  readonly draft: ProjectDraft;
  readonly routes: ReadonlyMap<string, RouteRecord>;
}

/** Edits the handlers that follow the spec. A definition that people did not edit still counts as generated. */
export function followed({ edits, routes }: Respecified, project: Project): FollowedSpecChanges {
  const draft = new ProjectDraft(project);
  draft.apply(edits.texts(project.files));
  const again = (route: string) => (definition: DefinitionRecord): DefinitionRecord => {
    const found = project.homes.find(route, definition);
    const isEdited = found === null || found.edited ||
      draft.text(found.path) === project.files.get(found.path);
    if (isEdited) return definition;
    const symbol = draft.project.symbols.in(found.path).get(found.name)?.symbol;
    if (symbol === undefined) return definition;
    return { ...definition, hash: hashUnder(symbol, found.renaming, definition.hash) };
  };
  return {
    draft,
    routes: new Map(
      [...routes].map(([route, record]) =>
        [
          route,
          record === project.recordOf(route) ? record : withDefinitions(record, again(route)),
        ] as const
      ),
    ),
  };
}

/** Returns the changes that make the handlers of all conflicts follow the spec, one per file. */
export function conflictChanges(
  conflicts: readonly Respecification[],
  project: Project,
): readonly Change[] {
  const draft = new ProjectDraft(project);
  draft.apply(fileEdits(conflicts.flatMap(({ edits }) => edits ?? [])).texts(project.files));
  return draft.changes();
}
