/** Upgrades all parts of a recorded project. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import { pythonFiles } from "../../project/layout/python_files.ts";
import type { Records } from "../../project/records/records.ts";
import { definitionsIn, type RouteRecord } from "../../project/records/route_record.ts";
import { mocksTemplate } from "../../templates/mod.ts";
import { fileRecord } from "../edits/merge.ts";
import { projectFiles } from "../code/project_files.ts";
import { withoutDefinitions } from "../records/record_hashes.ts";
import type { RecordedProject } from "./recorded_project.ts";
import { removeFromProject } from "../edits/removal.ts";
import type { Removable } from "../edits/removal_graph.ts";
import { upgradeMocks } from "./upgrade_mocks.ts";
import { upgradeProjectFiles } from "./upgrade_project_files.ts";
import { upgradeWiring } from "./upgrade_wiring.ts";
import type { UpgradedProject } from "./upgraded_project.ts";

/**
 * Upgrades a project, and returns its new records.
 *
 * @param parts The parts whose templates changed, as in `templates/changes.ts`.
 */
export function upgradeRecorded(
  project: UpgradedProject,
  recorded: RecordedProject,
  parts: ReadonlySet<string>,
): Records {
  const { records: { manifest }, routes: specs, values } = recorded;
  const files = upgradeProjectFiles(project, recorded, parts);
  const obsolete = obsoleteDefinitions(project.files, files, projectFiles(values), parts);
  const routes = new Map<string, RouteRecord>();
  for (const [route, before] of recorded.records.routes) {
    const record = parts.has("route") ? upgradeWiring(project, route, before) : before;
    const spec = specs.get(route);
    if (spec === undefined) {
      routes.set(route, record);
      continue;
    }
    const upgraded = upgradeMocks(project, { route, record, spec, parts });
    routes.set(route, upgraded.record);
    obsolete.push(...upgraded.obsolete);
  }
  const removed = removeUnused(project, obsolete);
  const all = new Map([...files, ...mocksPackage(project, recorded.records.routes, routes)]);
  return {
    manifest: { ...manifest, files: withoutSymbols(all, removed) },
    routes: new Map([...routes].map(([route, record]) => {
      const models = removed.get(DEFAULT_LAYOUT.routePaths(route).model);
      return [route, models === undefined ? record : withoutDefinitions(record, "model", models)];
    })),
  };
}

/**
 * Creates the package that loads data files, if the upgrade created such files and the project
 * lacks the package.
 */
function mocksPackage(
  project: UpgradedProject,
  before: ReadonlyMap<string, RouteRecord>,
  after: ReadonlyMap<string, RouteRecord>,
): readonly (readonly [ProjectPath, FileRecord])[] {
  const count = (records: ReadonlyMap<string, RouteRecord>) =>
    [...records.values()].reduce((sum, each) => sum + definitionsIn(each, "mock").size, 0);
  const isNeeded = count(after) > count(before);
  if (!isNeeded || project.text(DEFAULT_LAYOUT.mocksPackage) !== undefined) return [];
  const text = mocksTemplate({});
  project.set(DEFAULT_LAYOUT.mocksPackage, text);
  return [[DEFAULT_LAYOUT.mocksPackage, fileRecord(DEFAULT_LAYOUT.mocksPackage, text)]];
}

/** Finds unedited definitions in project-wide files that the templates no longer have. */
function obsoleteDefinitions(
  files: Snapshot,
  records: ReadonlyMap<ProjectPath, FileRecord>,
  generated: Snapshot,
  parts: ReadonlySet<string>,
): Removable[] {
  return [...generated].flatMap(([path, text]) => {
    if (!parts.has(path) || !path.endsWith(".py")) return [];
    const wanted = symbolHashes(text);
    const present = symbolHashes(files.get(path) ?? "");
    return [...records.get(path)?.symbols ?? []].flatMap(([name, hash]) =>
      !wanted.has(name) && present.get(name) === hash ? [{ path, name }] : []
    );
  });
}

type Removed = ReadonlyMap<ProjectPath, ReadonlySet<string>>;

/** Removes definitions that nothing uses, and returns their names by file. */
function removeUnused(project: UpgradedProject, definitions: readonly Removable[]): Removed {
  if (definitions.length === 0) return new Map();
  const python = pythonFiles(project.files);
  const files = new Set(definitions.map(({ path }) => path));
  const { texts, removed } = removeFromProject(python, { definitions, files, data: new Map() });
  for (const [path, text] of texts) project.set(path, text);
  return new Map(
    [...Map.groupBy(removed, ({ path }) => path)]
      .map(([path, all]) => [path, new Set(all.map(({ name }) => name))]),
  );
}

function withoutSymbols(
  files: ReadonlyMap<ProjectPath, FileRecord>,
  removed: Removed,
): ReadonlyMap<ProjectPath, FileRecord> {
  return new Map([...files].map(([path, record]) => {
    const names = removed.get(path) ?? new Set();
    const symbols = [...record.symbols].filter(([name]) => !names.has(name));
    return [path, { ...record, symbols: new Map(symbols) }];
  }));
}
