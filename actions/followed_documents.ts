/** Lets the OpenAPI documents of a project's documentation follow its code. */

import type { Change, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { type Plan, withEolOf } from "../generators/plans/plan.ts";
import type { PlannedProject } from "../generators/proof/planned_project.ts";
import { withFactsOf } from "../project/facts/fact_store.ts";
import {
  DEFAULT_LAYOUT,
  isInTests,
  isOwnDocument,
  type Layout,
  servesDocs,
} from "../project/layout/layout.ts";
import { MANIFEST_PATH, parseManifest } from "../project/records/manifest.ts";
import { namesPath, recordedRouteAt, recordPath } from "../project/records/route_record.ts";
import { Project } from "../project/project.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { filesBelow, readPython, recordFiles } from "./project_files.ts";

/**
 * Returns the changes of documents that belong to a plan: those of the routes that it changes. Without the
 * module that serves them, a project has no documents.
 */
export async function followedDocuments(
  workspace: Workspace,
  { before, after }: PlannedProject,
  { changes, documents }: Pick<Plan, "changes" | "documents">,
): Promise<readonly Change[]> {
  if (changes.length === 0 && documents === undefined) return [];
  const { layout } = after;
  const module = changes.find(({ path }) => path === layout.docs);
  const isServed = servesDocs(
    module === undefined ? await docsModule(workspace, after) : module.after ?? undefined,
  );
  if (!isServed && !servesDocs(module?.before ?? undefined)) return [];
  if (!isServed) {
    const planned = new Set(changes.map(({ path }) => path));
    const gone = documentChanges(await presentDocuments(workspace, layout), new Map());
    return gone.filter(({ path }) => !planned.has(path));
  }
  if (documents === "none") return [];
  const planned = new PlannedFiles(workspace, changes);
  const routes = documents ?? (module === undefined ? changedRoutes(changes, layout) : "all");
  if (routes !== "all") {
    if (routes.size === 0) return [];
    const project = await planned.ofRoutes(after, routes);
    const modules = localModules(project, routes);
    if (modules !== null) {
      const paths = modules.map((each) => layout.documentOf(each));
      const texts = await textsOf(planned, project, new Set(modules));
      return documentChanges(await workspace.read(paths), texts);
    }
  }
  const texts = await textsOf(planned, await planned.whole(before), null);
  return documentChanges(await presentDocuments(workspace, layout), texts);
}

/** Returns the module that serves the documentation. Reads it only if the manifest names it. */
async function docsModule(
  workspace: Workspace,
  { files, layout: { docs } }: Project,
): Promise<string | undefined> {
  const known = files.get(docs);
  if (known !== undefined) return known;
  const { files: recorded } = parseManifest(files.get(MANIFEST_PATH) ?? "");
  return recorded.has(DEFAULT_LAYOUT.docs) ? (await workspace.read([docs])).get(docs) : undefined;
}

/** Returns the routes whose files a plan changes; `all` if other code of the app changes. */
function changedRoutes(changes: readonly Change[], layout: Layout): ReadonlySet<string> | "all" {
  const routes = new Set<string>();
  for (const { path } of changes) {
    const route = recordedRouteAt(path.replace(/\.names$/, "")) ?? layout.routeFileAt(path)?.route;
    if (route !== undefined) routes.add(route);
    else if (path.endsWith(".py") && !isInTests(path)) return "all";
  }
  return routes;
}

/** Returns the modules of routes; `null` if people moved the code of a route. */
function localModules(
  project: Project,
  routes: ReadonlySet<string>,
): readonly ProjectPath[] | null {
  const { layout, files } = project;
  const modules = [...routes].map((route) => layout.layerPath(route, "route"));
  const isLocal = [...routes].every((route, index) =>
    project.recordOf(route) === undefined || files.has(modules[index] ?? layout.factory)
  );
  return isLocal ? modules : null;
}

/** Returns the texts of documents. This code is loaded late, because few projects have documents. */
async function textsOf(
  planned: PlannedFiles,
  project: Project,
  only: ReadonlySet<ProjectPath> | null,
): Promise<ReadonlyMap<ProjectPath, string>> {
  const { draftDocuments } = await import("../openapi/module_documents.ts");
  const draft = draftDocuments(project, only);
  return draft.texts(await planned.read(draft.dataFiles));
}

/** The files of a project as they are after a plan. */
class PlannedFiles {
  readonly #workspace: Workspace;
  readonly #changed: ReadonlyMap<ProjectPath, string | null>;

  constructor(workspace: Workspace, changes: readonly Change[]) {
    this.#workspace = workspace;
    this.#changed = new Map(changes.map(({ path, after }) => [path, after]));
  }

  async read(paths: readonly ProjectPath[]): Promise<Snapshot> {
    const unchanged = paths.filter((path) => !this.#changed.has(path));
    const files = unchanged.length === 0 ? new Map() : await this.#workspace.read(unchanged);
    return this.#planned(files, paths);
  }

  #planned(files: Snapshot, paths: Iterable<ProjectPath>): Snapshot {
    const all = new Map(files);
    for (const path of paths) {
      const text = this.#changed.get(path);
      if (text === null) all.delete(path);
      else if (text !== undefined) all.set(path, text);
    }
    return all;
  }

  /** Reads everything that the documents of routes depend on, besides data files. */
  async ofRoutes(known: Project, routes: ReadonlySet<string>): Promise<Project> {
    const { filesToRead } = await import("../openapi/module_documents.ts");
    const records = [...routes].flatMap((route) => [recordPath(route), namesPath(route)]);
    let project = known;
    let paths: readonly ProjectPath[] = [MANIFEST_PATH, ...records]
      .filter((path) => !known.files.has(path));
    const asked = new Set<ProjectPath>();
    for (;;) {
      const more = [...paths, ...filesToRead(project, routes)].filter((path) => !asked.has(path));
      if (more.length === 0) return project;
      for (const path of more) asked.add(path);
      const found = await this.read(more);
      paths = [];
      if (found.size === 0) return project;
      const files = new Map([...project.files, ...found]);
      project = new Project(withFactsOf(files, project.python));
    }
  }

  /** Reads all code and records. */
  async whole(before: Project): Promise<Project> {
    const python = await readPython(this.#workspace);
    const records = await recordFiles(this.#workspace);
    const files = this.#planned(new Map([...python, ...records]), this.#changed.keys());
    return new Project(withFactsOf(files, before.python));
  }
}

/** Reads all documents of a project. */
async function presentDocuments(workspace: Workspace, layout: Layout): Promise<Snapshot> {
  const found = await filesBelow(workspace, layout.documentsFolder);
  return await workspace.read(
    found.map(({ path }) => path).filter((path) => layout.isDocument(path)),
  );
}

/** Returns the changes that turn documents into others. Files of people stay. Line endings are no difference. */
function documentChanges(
  present: Snapshot,
  wanted: ReadonlyMap<ProjectPath, string>,
): readonly Change[] {
  const paths = new Set([...present.keys(), ...wanted.keys()]);
  return [...paths].flatMap((path): readonly Change[] => {
    const [before, text] = [present.get(path), wanted.get(path)];
    if (before === undefined) {
      return text === undefined ? [] : [{ kind: "create", path, before: null, after: text }];
    }
    if (!isOwnDocument(before)) return [];
    if (text === undefined) return [{ kind: "delete", path, before, after: null }];
    const after = withEolOf(before, text);
    return after === before ? [] : [{ kind: "update", path, before, after }];
  });
}
