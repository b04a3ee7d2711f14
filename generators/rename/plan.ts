/** Plans a renaming: its changes, and the places that it leaves unchanged. */

import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT, README_PATH } from "../../project/layout/layout.ts";
import type { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import type { Records } from "../../project/records/records.ts";
import { formAfterRename } from "../../project/records/renamed_record.ts";
import {
  allDefinitions,
  definitionKey,
  type DefinitionRecord,
  EMPTY_RECORD,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { hasPerRequest } from "../code/support.ts";
import type { RouteCode } from "../code/route_files.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { brokenFiles, emptyPlan, type Plan } from "../plans/plan.ts";
import { unreadableHandlers } from "../plans/unreadable.ts";
import type { Project } from "../../project/project.ts";
import { answersOf } from "../export/read_answers.ts";
import { writeRecords } from "../records/write_records.ts";
import { recordedDefinitions, recordedRoute } from "../records/recorded_route.ts";
import { renameCode } from "./renamed_code.ts";
import { isAsGenerated, ownDefinitions, type RouteInProject } from "./route_to_rename.ts";
import { comparedPaths } from "./renamed_endpoints.ts";
import { otherFiles, renamedModules, strayFiles, takenPaths, unfitLinks } from "./renamed_files.ts";
import { mentionsIn } from "./renamed_mentions.ts";
import { type RecordRenaming, renamedProject, renamedRecord } from "./renamed_records.ts";
import {
  leftNotes,
  type RenamedData,
  renamedMessages,
  renameLinked,
  renameTaken,
  renameUnclear,
} from "./renamed_report.ts";
import { type NewName, newNames, renamedRoute } from "./renamed_route.ts";

/**
 * Plans the renaming of generated code. The new name must be valid, and nothing in the records may
 * have it.
 */
export function planRenaming(
  name: NewName,
  record: RouteRecord,
  records: Records,
  project: Project,
): Plan<RenamedData> {
  const { files } = project;
  const lost = unreadableHandlers(name.route, record.endpoints, project);
  if (lost.length > 0) return emptyPlan(lost);
  const target = findRoute(name, record, project);
  const { route, modules } = target;
  const broken = brokenFiles([...target.definitions, ...modules].map(({ path }) => path), files);
  if (broken.length > 0) return emptyPlan(broken);
  const moves = [
    ...modules.map(({ path, to }) => [path, to] as const),
    ...renamedData(record, target),
  ];
  const paths = new Map<string, ProjectPath>(moves);
  const taken = takenPaths([...paths.values()], route, files);
  if (taken.length > 0) return emptyPlan([renameTaken(name, taken.map((path) => ({ path })))]);
  const stray = strayFiles(modules, project).map((path) => ({ path }));
  if (stray.length > 0) return emptyPlan([renameUnclear(name, stray)]);

  const code = renameCode(target, project);
  const links = unfitLinks(paths, code.texts, project).map((path) => ({ path }));
  if (links.length > 0) return emptyPlan([renameLinked(name, links)]);
  if (code.taken.length > 0) return emptyPlan([renameTaken(name, code.taken)]);
  if (code.unclear.length > 0) return emptyPlan([renameUnclear(name, code.unclear)]);
  const draft = new ProjectDraft(project);
  draft.apply(code.texts);
  for (const [from, to] of moves) draft.move(from, to);
  writeModelFile(target, draft);
  const served = comparedPaths(project, draft.project, (path) => paths.get(path) ?? path);
  if (served.taken.length > 0) return emptyPlan([renameTaken(name, served.taken)]);
  if (served.lost.length > 0) return emptyPlan([renameUnclear(name, served.lost)]);

  const manifest = renamedProject(records, route, draft);
  const documents = new Set([README_PATH, ...otherFiles(records.manifest)]);
  const words = [...code.urls.map(([url]) => url), ...renamedWords(target)];
  const mentions = mentionsIn([...documents], words, draft.files);
  const left = [...code.left, ...mentions].map(({ path, line, what }) => ({
    file: paths.get(path) ?? path,
    line,
    text: what,
  }));
  const moved = [...paths].map(([before, after]) => ({ before, after }));
  const report: RenamedData = { files: moved, endpoints: served.renamed, left };
  const routes = new Map(records.routes);
  routes.set(route.from, EMPTY_RECORD);
  const next = recordAfter(name, target, records, {
    symbols: draft.project.symbols,
    paths,
    stayed: served.stayed,
  });
  const { from, to } = route;
  routes.set(to, from === to ? next : { ...next, form: formAfterRename(record, next, from, to) });
  const messages = renamedMessages(name, report, draft.changes());
  writeRecords({ manifest, routes }, draft);
  return {
    ...emptyPlan([]),
    changes: draft.changes(),
    diagnostics: leftNotes(code.kept, left),
    messages,
    claims: {
      served: report.endpoints.map(({ method, after }) => ({ method, path: after })),
      gone: report.endpoints.map(({ method, before }) => ({ method, path: before })),
      moves: true,
      isUnlike: false,
    },
    data: report,
  };
}

function findRoute(
  name: NewName,
  record: RouteRecord,
  project: Project,
): RouteInProject {
  const { files } = project;
  const perRequest = hasPerRequest(files.get(DEFAULT_LAYOUT.perRequest));
  const answerOf = answersOf(name.route, record, project);
  const route = renamedRoute(name, record, { answerOf, perRequest });
  const home = project.homes.of(name.route);
  const names = new Map(
    [...newNames(route, record)].filter(([key]) => {
      const data = /^mock (.*)/.exec(key)?.[1];
      return data === undefined || files.has(home.layout.dataFile(data));
    }),
  );
  return {
    route,
    record,
    names,
    home,
    definitions: ownDefinitions(route, record, names, home),
    modules: renamedModules(route.from, route.to, home, files),
    isGenerated: isAsGenerated(route, files),
  };
}

/** Returns the names of modules and classes that documents may mention. */
function renamedWords({ modules, definitions }: RouteInProject): readonly string[] {
  const classes = definitions.filter(({ layer, name, to }) =>
    layer !== "route" && layer !== "test" && !name.includes(".") && name !== to
  );
  return [...new Set([...modules.map(({ before }) => before), ...classes.map(({ name }) => name)])];
}

/** Yields the data files that move, with their new paths. */
function* renamedData(
  record: RouteRecord,
  { names, home }: RouteInProject,
): Iterable<readonly [ProjectPath, ProjectPath]> {
  const pathOf = (name: string) => home.layout.dataFile(name);
  for (const { layer, name } of allDefinitions(record)) {
    const to = names.get(`mock ${name}`);
    if (layer === "mock" && to !== undefined) yield [pathOf(name), pathOf(to)];
  }
}

/**
 * Deletes the file of the models if the new name is too long for them. Adds the file if only the
 * old name was too long.
 */
function writeModelFile(
  { route: { from, to, before, after, endpoints }, isGenerated }: RouteInProject,
  draft: ProjectDraft,
): void {
  if (!isGenerated || endpoints.every(({ models }) => models !== null)) return;
  const [old, now] = [DEFAULT_LAYOUT.routePaths(from).model, DEFAULT_LAYOUT.routePaths(to).model];
  const [text, wanted] = [before.files.get(old), after.files.get(now)];
  if (text === undefined && wanted !== undefined) draft.write(now, wanted);
  if (text === undefined || wanted !== undefined) return;
  for (const path of [now, old]) draft.delete(path);
}

interface FilesAfter {
  readonly symbols: ProjectSymbols;
  /** The new paths of files, by the old ones. */
  readonly paths: ReadonlyMap<string, ProjectPath>;
  readonly stayed: RecordRenaming["stayed"];
}

/** Returns the record of the route under its new name. */
function recordAfter(
  name: NewName,
  { route, record, names, definitions, isGenerated }: RouteInProject,
  { routes }: Records,
  { symbols, paths, stayed }: FilesAfter,
): RouteRecord {
  const own = new Map(definitions.map((each) => [each.key, each]));
  const generated = generatedHashes(route.after, names);
  const before = generatedHashes(route.before);
  const hashOf = ({ layer, name, hash }: DefinitionRecord) => {
    const key = definitionKey({ layer, name });
    const found = own.get(key);
    if (found === undefined || found.isEdited) {
      return before.get(key) === hash ? generated.get(key) ?? null : null;
    }
    if (found.isRenamed) return generated.get(key) ?? null;
    return symbols.in(paths.get(found.path) ?? found.path).get(found.to)?.symbol.hash ?? null;
  };
  const renaming = { name, route, names, hashOf, stayed };
  const next = renamedRecord(record, renaming, routes.get(route.to));
  if (!isGenerated || route.endpoints.every(({ models }) => models !== null)) return next;
  const facts = { origin: "spec", withoutModels: record.withoutModels } as const;
  const { shared, endpoints } = recordedRoute(route.after, facts);
  return {
    ...next,
    shared,
    endpoints: next.endpoints.map((each, index) => ({
      ...each,
      definitions: endpoints[index]?.definitions ?? each.definitions,
    })),
  };
}

/**
 * Returns the hashes of generated definitions, by their old keys.
 *
 * @param names The new names of the definitions, by their old keys.
 */
function generatedHashes(
  code: RouteCode,
  names: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const old = new Map([...names].map(([key, name]) => [`${key.split(" ", 1)[0]} ${name}`, key]));
  return new Map(
    recordedDefinitions(code).map(({ layer, name, hash }) => {
      const key = definitionKey({ layer, name });
      return [old.get(key) ?? key, hash];
    }),
  );
}
