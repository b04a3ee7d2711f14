/** A recorded project, and the facts about its spec that its code shows. */

import type { Snapshot } from "../../core/change_set.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { layoutOf } from "../../project/layout/layout_of.ts";
import { parseEarlierManifest } from "../../project/records/earlier_manifest.ts";
import { symbolHashes, textHash } from "../../project/facts/code_hash.ts";
import { DEFAULT_LAYOUT, firstRouteIn, README_PATH, titleIn } from "../../project/layout/layout.ts";
import { MANIFEST_PATH, parseManifest } from "../../project/records/manifest.ts";
import { pythonFiles } from "../../project/layout/python_files.ts";
import {
  earlierFiles,
  readRecords,
  type Records,
  routeFileRecord,
  routeRecordsIn,
} from "../../project/records/records.ts";
import {
  EMPTY_RECORD,
  type RouteRecord,
  UNKNOWN_HASH,
} from "../../project/records/route_record.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import type { ProjectValues } from "../../templates/mod.ts";
import { checksBodies } from "../edits/body_support.ts";
import { completeSpec, draftSpec } from "../export/exported_spec.ts";
import { projectFiles, projectName, projectValues } from "../code/project_files.ts";
import { routeCode } from "../code/route_files.ts";

/** A project with records. */
export interface RecordedProject {
  readonly records: Records;
  /** The routes that a spec can describe, read from the code. */
  readonly routes: ReadonlyMap<string, RouteSpec>;
  /** The values that fill the project-wide files. */
  readonly values: ProjectValues;
  /** Files with the recorded text, apart from line endings. */
  readonly untouched: ReadonlySet<ProjectPath>;
}

/**
 * Reads a project.
 *
 * @param folder The name of the project's folder.
 * @param files The project's records, Python files and data files, and the files that the records
 * name.
 */
export function recordedProject(folder: string, files: Snapshot): RecordedProject {
  const readme = files.get(README_PATH) ?? "";
  const python = pythonFiles(files);
  const draft = draftSpec(python, { records: routeRecordsIn(files) });
  const spec = completeSpec(draft, files, firstRouteIn(readme)).routes;
  const routes = new Map(spec.map((route) => [route.name, route]));
  const text = files.get(MANIFEST_PATH) ?? "";
  const { name: recorded } = parseManifest(text);
  const title = titleIn(readme);
  const name = recorded ?? (title === null ? folder : projectName(title));
  const isEarlier = earlierFiles(text).length > 0;
  const generated = isEarlier ? earlierCode(name, spec) : new Map<ProjectPath, string>();
  const found = readRecords(files, () => generated);
  if (found === null) throw new Error("The project has no records");
  const records = isEarlier ? withEdited(found, files, generated) : found;
  const isFromSpec = ({ name }: RouteSpec) => {
    const endpoints = records.routes.get(name)?.endpoints;
    // The first edition did not record endpoints.
    return endpoints !== undefined &&
      (endpoints.length === 0 || endpoints.some(({ origin }) => origin === "spec"));
  };
  const values = projectValues(
    name,
    { description: null, routes: spec.filter(isFromSpec) },
    checksBodies(python, layoutOf(python)),
  );
  return {
    records: { ...records, manifest: { ...records.manifest, name } },
    routes,
    values,
    untouched: untouchedFiles(text, files),
  };
}

/**
 * Returns the files with the recorded text. Only the first edition recorded hashes of whole Python
 * files, so the result is empty for newer records.
 */
function untouchedFiles(manifest: string, files: Snapshot): ReadonlySet<ProjectPath> {
  const entries = parseEarlierManifest(manifest) ?? [];
  return new Set(
    [...entries].flatMap(([path, { hash }]) =>
      textHash(files.get(path) ?? "") === hash ? [path] : []
    ),
  );
}

/** Generates a project much as the first edition did, to learn the names of its definitions. */
function earlierCode(name: string, routes: readonly RouteSpec[]): Map<ProjectPath, string> {
  const files = projectFiles(projectValues(name, { description: null, routes }));
  for (const route of routes) {
    for (const [path, text] of routeCode(route, { perRequest: false }).files) {
      files.set(projectPath(path), text);
    }
  }
  return files;
}

/**
 * Adds edited definitions to records of the first edition. That edition recorded no names, so every
 * definition with a generated name counts as recorded.
 */
function withEdited(records: Records, files: Snapshot, generated: Snapshot): Records {
  const recorded = new Map(records.manifest.files);
  const routes = new Map(records.routes);
  for (const [path, text] of generated) {
    const present = files.get(path);
    if (!path.endsWith(".py") || present === undefined) continue;
    const names = new Set(symbolHashes(text).keys()).intersection(symbolHashes(present));
    const at = DEFAULT_LAYOUT.routeFileAt(path);
    if (at === null) {
      const known = recorded.get(path);
      if (known === undefined) continue;
      const edited = [...names].filter((name) => !known.symbols.has(name));
      const symbols = [...known.symbols, ...edited.map((name) => [name, UNKNOWN_HASH] as const)];
      recorded.set(path, { ...known, symbols: new Map(symbols) });
      continue;
    }
    const route = routes.get(at.route) ?? EMPTY_RECORD;
    const known = routeFileRecord(route, path);
    if (known === undefined || at.layer === "mock") continue;
    const { layer } = at;
    const edited = [...names].filter((name) => !known.symbols.has(name))
      .map((name) => ({ layer, name, hash: UNKNOWN_HASH }));
    routes.set(at.route, withShared(route, edited));
  }
  return { manifest: { ...records.manifest, files: recorded }, routes };
}

function withShared(record: RouteRecord, more: RouteRecord["shared"]): RouteRecord {
  return { ...record, shared: [...record.shared, ...more] };
}
