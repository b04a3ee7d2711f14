/** The status of a project: its endpoints, and how they differ from a spec. */

import type { Snapshot } from "../core/change_set.ts";
import { quotable } from "../core/printable.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { counted, type Report, report } from "../core/report.ts";
import { type Diagnostic, error, hasErrors } from "../core/diagnostic.ts";
import { suggestion } from "../generators/plans/route_missing.ts";
import { deletedModules } from "../generators/compare/deleted_files.ts";
import { routeEndpoints } from "../generators/code/endpoint.ts";
import { followRenames, renamedNotes } from "../generators/compare/renamed_spec.ts";
import { pendingEndpoints } from "../generators/generate_api/pending.ts";
import { compareProject, statesOf } from "../generators/compare/compare_project.ts";
import { DRIFT, type EndpointState } from "../generators/compare/project_state.ts";
import { isGeneratedAt } from "../generators/handlers/generated_handler.ts";
import { isProjectPath } from "../core/project_path.ts";
import { recordProblems } from "../generators/compare/record_problems.ts";
import { withRestoring } from "../generators/compare/restoring.ts";
import { suggestionsOf } from "../generators/compare/suggested_renames.ts";
import { Project } from "../project/project.ts";
import { factAboutProject, withFactsOf } from "../project/facts/fact_store.ts";
import type { Layout } from "../project/layout/layout.ts";
import { MANIFEST_PATH, parseManifest } from "../project/records/manifest.ts";
import { recordsIn } from "../project/records/records.ts";
import { recordedRouteAt, RECORDS_FOLDER } from "../project/records/route_record.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { readSpec, type SpecResult } from "../spec/read_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type AnalysisData, nothingFound, type ProjectInfo } from "./inspect.ts";
import { onProject } from "./on_project.ts";
import { type ReadDocuments, readDocuments } from "./stale_documents.ts";
import { readPython } from "./project_files.ts";
import { CONTAINER_FILES, containerFilesIn, layersIn } from "./project_parts.ts";

/** Options of {@linkcode projectStatus}. */
export interface ProjectStatusOptions {
  /** The spec to compare the project with: JSON text or a value. */
  readonly spec?: string | ApiSpecInput;
  /** The spec's path in messages; default: `spec.json`. */
  readonly specPath?: string;
  /** Whether the project's file system ignores case in file names; default: `false`. */
  readonly foldsCase?: boolean;
  /** The only route to report on. */
  readonly route?: string;
}

/**
 * Data of the report of {@linkcode projectStatus}. With `options.route`, routes, endpoints, problems and
 * deleted files are those of that route only.
 */
export interface ProjectStatus extends AnalysisData, Pick<ProjectInfo, "generator" | "containers"> {
  /** Every endpoint of the code, the records and the spec. */
  readonly endpoints: readonly EndpointState[];
  /** Number of endpoints that differ from the records or from the spec. */
  readonly drift: number;
  /** Generated files that people deleted, except those whose endpoints are deleted with them. */
  readonly deleted: readonly string[];
}

const COMMAND = "status";

/**
 * Compares a project with its records and with a spec. Changes nothing.
 *
 * @param workspace Any Flask project.
 * @param name The project's name, for the report.
 * @param options The spec to compare with, and the only route to report on.
 * @returns The report with {@linkcode ProjectStatus}: `unchanged`, or `failed` if the spec has errors or the
 * route does not exist. Drift does not change the report's status.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi, projectStatus } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", { routes: { ping: { type: "GET" } } });
 *
 * const spec = { routes: { ping: { type: "GET" }, pong: { type: "GET" } } } as const;
 * const { message, data } = await projectStatus(workspace, "shop", { spec });
 * equal(message, "shop: 1 of 2 endpoints differs from spec.json");
 * deepEqual(data?.endpoints.map(({ state, path }) => [state, path]), [
 *   ["same", "/ping"],
 *   ["new", "/pong"],
 * ]);
 * ```
 */
export async function projectStatus(
  workspace: Workspace,
  name: string,
  options: ProjectStatusOptions = {},
): Promise<Report<ProjectStatus>> {
  const { spec, specPath: path = "spec.json", foldsCase = false, route } = options;
  // Check the spec only if no status is cached. For 1,000 routes, this saves a fifth of the
  // processor time.
  let result: SpecResult | undefined;
  const checkedSpec = () =>
    result ??= spec === undefined
      ? { spec: null, diagnostics: [] }
      : readSpec(spec, { path, foldsCase });
  const outcome = await onProject<ProjectStatus>(COMMAND, workspace, "reading", async () => {
    const project = await readProject(workspace);
    return factAboutProject({
      // Two names, so that a cached status with a spec does not replace one without a spec.
      name: spec === undefined ? COMMAND : `${COMMAND}-spec`,
      files: withFactsOf(
        new Map([
          ...project.python,
          ...project.records,
          ...project.others,
          ...project.documents.files,
        ]),
        project.python,
      ),
      input: () => JSON.stringify([name, spec, path, foldsCase, route]),
      isKept: () => !hasErrors(checkedSpec().diagnostics),
    }, () => {
      const { spec: checked, diagnostics } = checkedSpec();
      return hasErrors(diagnostics)
        ? report(COMMAND, "failed", { diagnostics })
        : statusOf(project, checked, { name, path, route, diagnostics });
    });
  });
  if (outcome.status === "unchanged") return outcome;
  // If the spec has errors and the project cannot be read, report only the errors of the spec.
  const { diagnostics } = checkedSpec();
  return hasErrors(diagnostics) ? report(COMMAND, "failed", { diagnostics }) : outcome;
}

/** The input of {@linkcode statusOf} besides the project and the spec. */
interface StatusInput {
  readonly name: string;
  /** The spec's path in messages. */
  readonly path: string;
  /** The only route to report on. */
  readonly route: string | undefined;
  /** Diagnostics of the spec. */
  readonly diagnostics: readonly Diagnostic[];
}

/** @param spec The spec to compare with; `null` without one. */
function statusOf(
  { python, records: recordedFiles, others, documents }: ReadProject,
  spec: ApiSpec | null,
  { name, path, route, diagnostics }: StatusInput,
): Report<ProjectStatus> {
  const project = new Project(withFactsOf(new Map([...python, ...recordedFiles]), python));
  const { analysis, layout, records } = project;
  const followed = spec === null ? null : followRenames(spec, records);
  const wanted = followed?.spec.routes.flatMap(routeEndpoints) ?? null;
  const pending = records === null || followed === null
    ? () => "left" as const
    : pendingEndpoints(followed.spec, records, project, () => compared.homes);
  const compared = compareProject({ project, records, wanted, pending });
  const endpoints = statesOf(compared.all);
  const wantedRoutes = followed === null
    ? null
    : new Set(followed.spec.routes.map((each) => each.name));
  const specFile = spec === null ? "<spec>" : shellQuote(path);
  const recorded = [...records?.manifest.files.keys() ?? []];
  const modules = records === null ? NO_MODULES : deletedModules(records, project);
  const status = {
    name,
    generator: records?.manifest.version ?? null,
    layers: layersIn(python),
    ...analysis,
    problems: [
      ...recordProblems({
        files: recordedFiles,
        records,
        layout,
        cases: compared.all,
        isGenerated: ({ file, line }) =>
          isProjectPath(file) && isGeneratedAt(project.module(file), line),
        spec: specFile,
      }),
      ...withRestoring(project.problems, project, records, wantedRoutes, specFile),
      ...documents.problems(project, records?.routes ?? new Map()),
    ],
    containers: containerFilesIn(others),
    endpoints,
    drift: countDrift(endpoints),
    deleted: [
      ...recorded.filter((path) => !others.has(path) && !python.has(layout.placed(path))),
      ...[...modules.values()].flat(),
    ],
  };
  const comparedWith = spec === null ? null : path;
  const notes = [
    ...diagnostics,
    ...followed === null ? [] : renamedNotes(followed),
    ...suggestionsOf(endpoints),
  ];
  if (route === undefined) {
    return report(COMMAND, "unchanged", {
      message: summary(status, name, comparedWith),
      diagnostics: notes,
      data: status,
    });
  }
  const data = ofRoute({ ...status, deleted: modules.get(route) ?? [] }, route, layout);
  if (data === null) return routeMissing(route, status);
  return report(COMMAND, "unchanged", {
    message: summary(data, route, comparedWith),
    diagnostics: notes,
    data,
  });
}

const NO_MODULES: ReadonlyMap<string, readonly string[]> = new Map();

/** The files of a project that its status depends on. */
interface ReadProject {
  readonly python: Snapshot;
  readonly records: Snapshot;
  /**
   * The recorded files that belong to no route, and the files for building a container, if they
   * exist.
   */
  readonly others: Snapshot;
  readonly documents: ReadDocuments;
}

async function readProject(workspace: Workspace): Promise<ReadProject> {
  const entries = await workspace.entries(RECORDS_FOLDER);
  const recordPaths = recordsIn(new Map([[RECORDS_FOLDER, entries]]));
  const python = await readPython(workspace);
  const records = await workspace.read([...recordPaths, MANIFEST_PATH]);
  const recorded = [...parseManifest(records.get(MANIFEST_PATH) ?? "").files.keys()];
  const more = recorded.filter((path) => !python.has(path));
  const others = await workspace.read([...new Set([...more, ...CONTAINER_FILES])]);
  return { python, records, others, documents: await readDocuments(workspace, python) };
}

function countDrift(endpoints: readonly EndpointState[]): number {
  return endpoints.filter(({ state }) => DRIFT.has(state)).length;
}

/** Limits the status of a project to one route; `null` if there is no such route. */
function ofRoute(all: ProjectStatus, route: string, layout: Layout): ProjectStatus | null {
  const routes = all.routes.filter(({ name }) => name === route);
  const endpoints = all.endpoints.filter((each) => each.route === route);
  if (routes.length === 0 && endpoints.length === 0) return null;
  const files = new Set(routes.map(({ file }) => file));
  const problems = all.problems.filter(({ file }) =>
    files.has(file) || layout.routeFileAt(file)?.route === route ||
    recordedRouteAt(file) === route ||
    file === layout.documentOf(layout.layerPath(route, "route"))
  );
  return { ...all, routes, endpoints, problems, unread: [], drift: countDrift(endpoints) };
}

function routeMissing(
  route: string,
  { routes, endpoints }: ProjectStatus,
): Report<ProjectStatus> {
  const names = [...routes.map(({ name }) => name), ...endpoints.map((each) => each.route)];
  const message = `Route '${quotable(route)}' does not exist.`;
  const details = suggestion(route, [...new Set(names)]);
  return report(COMMAND, "failed", { diagnostics: [error("route-missing", message, details)] });
}

/**
 * @param subject The name of the project or of a route.
 * @param spec The spec's path; `null` without a spec.
 */
function summary(
  { endpoints, drift, problems, unread, generator, files }: ProjectStatus,
  subject: string,
  spec: string | null,
): string {
  const pathless = endpoints.filter(({ path }) => path === "?").length;
  const counts = [
    counted(pathless, "unknown path"),
    counted(problems.length, "problem"),
    counted(unread.length, "unread place"),
  ].filter((each) => !each.startsWith("0 "));
  const found = counts.map((each) => `, ${each}`).join("");
  if (endpoints.length === 0 && generator === null) {
    return `${subject}: ${nothingFound(files)}${found}`;
  }
  const all = counted(endpoints.length, "endpoint");
  const expected = spec ?? (generator === null ? null : "what was generated");
  if (drift > 0 && expected !== null) {
    const verb = drift === 1 ? "differs" : "differ";
    return `${subject}: ${drift} of ${all} ${verb} from ${expected}${found}`;
  }
  const rest = driftByState(endpoints) + found;
  return rest === "" ? `${subject}: in order. ${all}` : `${subject}: ${all}${rest}`;
}

function driftByState(endpoints: readonly EndpointState[]): string {
  const states = Map.groupBy(endpoints, ({ state }) => state);
  return [...states].flatMap(([state, { length }]) =>
    DRIFT.has(state) ? [`, ${length} ${state}`] : []
  ).join("");
}
