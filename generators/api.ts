/** Plans a project from a spec: a new project, or changes to an existing one. */

import type { Change, Snapshot } from "../core/change_set.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { isProjectPath, type ProjectPath, projectPath } from "../core/project_path.ts";
import { counted } from "../core/report.ts";
import { shellQuote } from "../core/shell_quote.ts";
import {
  HEALTH_URL,
  repositoryClass,
  routeOf,
  ROUTES_FOLDER,
  ROUTES_PACKAGE_PATH,
  urlPrefix,
} from "../project/layout.ts";
import {
  type Manifest,
  MANIFEST_PATH,
  type ManifestEntry,
  manifestEntry,
  parseManifest,
} from "../project/manifest.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import { projectTemplates, type ProjectValues } from "../templates/mod.ts";
import { routeEndpoints } from "./endpoint.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import { foreignFolder, isForeign } from "./foreign_folder.ts";
import { extraEndpoints, keptEndpoints, routeEndpointsOf } from "./kept_endpoints.ts";
import { keptFiles } from "./kept_files.ts";
import { mergeFile } from "./merge.ts";
import {
  brokenPython,
  emptyPlan,
  type EndpointSummary,
  fileChange,
  manifestChange,
  type Plan,
} from "./plan.ts";
import type { Planner, ProjectView } from "./planner.ts";
import { routeFiles } from "./route_files.ts";

export interface ApiInput {
  /** The name of the project and of its folder. */
  readonly name: string;
  readonly spec: ApiSpec;
  /** Whether to discard edits that conflict with the spec. */
  readonly force: boolean;
  /** Path to the project's folder; empty for the current folder. */
  readonly folder: string;
}

/** The contents of every file that a spec generates, by path. */
export type ApiFiles = ReadonlyMap<ProjectPath, string>;

/** Generates the files of a project, except the manifest. */
export function apiFiles({ name, spec }: Pick<ApiInput, "name" | "spec">): ApiFiles {
  const values = projectValues(name, spec);
  const files = new Map<string, string>();
  for (const [path, template] of projectTemplates) files.set(path, template(values));
  for (const route of spec.routes) {
    for (const [path, text] of routeFiles(route)) files.set(path, text);
  }
  return new Map([...files].map(([path, text]) => [projectPath(path), text]));
}

/** Returns the planner that generates or updates a project. */
export function apiPlanner(input: ApiInput): Planner<ApiData> {
  const files = apiFiles(input);
  return {
    reads: { folders: [null, ROUTES_FOLDER], files: [MANIFEST_PATH, ROUTES_PACKAGE_PATH] },
    // The manifest is read again, because it must fit the files.
    readsAfter: (first) =>
      isForeign(first) ? {} : { files: [...files.keys(), ...routeModules(first), MANIFEST_PATH] },
    plan: (project) =>
      isForeign(project)
        ? emptyPlan([foreignFolder(input.name, project)])
        : planApi(input, files, project.files),
  };
}

/** Returns the modules of all routes in the project. */
function routeModules({ folders }: ProjectView): readonly ProjectPath[] {
  const entries = folders.get(ROUTES_FOLDER) ?? [];
  return entries.filter(({ kind }) => kind === "file")
    .map(({ name }) => `${ROUTES_FOLDER}/${name}`).filter(isProjectPath)
    .filter((path) => routeOf(path) !== null);
}

/**
 * Plans a project.
 *
 * @param files The generated files, from {@linkcode apiFiles}.
 * @param snapshot These files, the manifest and the modules of all routes, if they exist.
 */
function planApi(input: ApiInput, files: ApiFiles, snapshot: Snapshot): Plan<ApiData> {
  const before = snapshot.get(MANIFEST_PATH) ?? null;
  const manifest = parseManifest(before ?? "");
  const merged = mergeFiles(files, manifest, snapshot, input.force);
  if (merged.diagnostics.length > 0) return emptyPlan(merged.diagnostics);
  const entries = new Map([...manifest.files, ...merged.entries]);
  const discarding = input.force ? merged.conflicts : [];
  const changes = [...merged.changes, ...discarding, ...manifestChange(before, entries)];
  const count = files.size + 1;
  return {
    changes,
    conflicts: input.force ? [] : merged.conflicts,
    discarded: discarding,
    diagnostics: [
      ...(before === null ? keptFiles(merged.owned) : []),
      ...keptEndpoints([...merged.extra, ...otherRoutes(files, snapshot)]),
    ],
    messages: messages(input.name, count, merged.kept),
    data: apiData(input, count, merged.kept),
    next: before === null ? nextSteps(input.folder) : [],
  };
}

/** Lists the endpoints of routes that are not in the spec. */
function otherRoutes(files: ApiFiles, snapshot: Snapshot): readonly string[] {
  return [...snapshot].flatMap(([path, text]) =>
    routeOf(path) !== null && !files.has(path) ? routeEndpointsOf(path, text) : []
  );
}

interface MergedFiles {
  readonly changes: Change[];
  readonly conflicts: Change[];
  readonly diagnostics: Diagnostic[];
  readonly entries: Map<ProjectPath, ManifestEntry>;
  /** Number of files whose edits were kept. */
  kept: number;
  /** Existing files that Layerwright would generate, but that it never wrote. */
  readonly owned: string[];
  /** Endpoints that are not in the spec. */
  readonly extra: string[];
}

function mergeFiles(
  files: ApiFiles,
  manifest: Manifest,
  snapshot: Snapshot,
  force: boolean,
): MergedFiles {
  const merged: MergedFiles = {
    changes: [],
    conflicts: [],
    diagnostics: [],
    entries: new Map(),
    kept: 0,
    owned: [],
    extra: [],
  };
  for (const [path, generated] of files) {
    const before = snapshot.get(path) ?? null;
    const outcome = mergeFile({ path, before, generated, known: manifest.files.get(path) });
    if (outcome.kind === "merged") {
      merged.changes.push(...fileChange(path, before, outcome.text));
      if (outcome.entry === null) merged.owned.push(path);
      else merged.entries.set(path, outcome.entry);
      if (outcome.edited) merged.kept++;
      const route = routeOf(path);
      if (route === null || outcome.text === generated) continue;
      for (const each of extraEndpoints(route, outcome.text, generated)) merged.extra.push(each);
    } else if (outcome.kind === "conflict") {
      merged.conflicts.push(...fileChange(path, before, outcome.text));
      merged.entries.set(path, outcome.entry);
    } else if (force) {
      merged.conflicts.push(...fileChange(path, before, generated));
      merged.entries.set(path, manifestEntry(path, generated));
    } else {
      merged.diagnostics.push(brokenPython(path, outcome.line, outcome.reason));
    }
  }
  return merged;
}

function projectValues(name: string, spec: ApiSpec): ProjectValues {
  const routes = spec.routes.map((route) => route.name);
  // The README shows only the first endpoint, so adding endpoints does not change the README.
  const [own] = spec.routes.flatMap(routeEndpoints);
  const route = own?.route ?? "";
  return {
    title: name.replace(/[\\`*_[\]<>#|&~]/g, "\\$&"),
    distribution: name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() ||
      "api",
    route,
    repository: repositoryClass(route),
    getPath: own?.method === "GET" ? urlPrefix(route) : HEALTH_URL,
    bodyPath: own?.takesBody ? urlPrefix(route) : null,
    newRoute: NEW_ROUTES.find((each) => !routes.includes(each)) ?? "another",
  };
}

/** Possible names of the route that the README adds as an example. */
const NEW_ROUTES = ["invoices", "reviews", "tickets", "sessions"];

function messages(name: string, count: number, kept: number): Plan["messages"] {
  const edited = kept === 0 ? "" : ` (${kept} edited by hand, kept)`;
  return {
    applied: `Successfully generated API '${name}'!`,
    planned: `Would generate API '${name}'`,
    unchanged: `Nothing to do: ${counted(count, "file")} unchanged${edited}`,
    conflict: "To keep the edits, add endpoints with 'layerwright generate route' or 'subroute'; " +
      "--force discards the edits shown with '-'",
  };
}

/** Report data of a generated project. */
export interface ApiData {
  /** The spec's description. */
  readonly description: string | null;
  /** Number of files in the project. */
  readonly files: number;
  /** Number of files whose edits were kept. */
  readonly kept: number;
  /** Number of routes in the spec. */
  readonly routes: number;
  /** The endpoints of the spec, in order. */
  readonly endpoints: readonly EndpointSummary[];
}

function apiData({ spec }: ApiInput, files: number, kept: number): ApiData {
  return {
    description: spec.description,
    files,
    kept,
    routes: spec.routes.length,
    endpoints: spec.routes.flatMap(routeEndpoints).map(endpointSummary),
  };
}

function nextSteps(path: string): readonly string[] {
  const there = path === "" ? "" : `cd ${shellQuote(path)} && `;
  return [
    `${there}python3 -m venv .venv && .venv/bin/pip install -e .`,
    ".venv/bin/flask --app api run",
  ];
}
