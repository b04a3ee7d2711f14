/** Plans a project from a spec: a new project, or changes to an existing one. */

import type { ProjectPath } from "../../core/project_path.ts";
import { shellQuote } from "../../core/shell_quote.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { EMPTY_MANIFEST, type FileRecord, MANIFEST_PATH } from "../../project/records/manifest.ts";
import { recordsIn } from "../../project/records/records.ts";
import { Project } from "../../project/project.ts";
import {
  recordPath,
  RECORDS_FOLDER,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { type ApiSpec, endpointsIn } from "../../spec/api_spec.ts";
import type { SpecResult } from "../../spec/read_spec.ts";
import {
  type ApiCode,
  apiCode,
  type ApiInput,
  fileCount,
  pathsOf,
  wantedEndpoints,
} from "../code/api_code.ts";
import { type ApiData, creationMessages } from "./report.ts";
import { planUpdate } from "./update.ts";
import type { Choices } from "../plans/choices.ts";
import { endpointSummary } from "../code/endpoint_summary.ts";
import { InputsInCode } from "../compare/inputs_in_code.ts";
import { foreignFolder, isForeign } from "../plans/foreign_folder.ts";
import { keptFiles } from "./kept_files.ts";
import { FileMerges } from "../edits/file_merges.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { claimAdded, emptyPlan, type Plan } from "../plans/plan.ts";
import type { SynchronousPlanner } from "../plans/planner.ts";
import { projectInput, projectPaths, projectValues } from "../code/project_files.ts";
import { neededSupport } from "../code/support.ts";
import { writeRecords } from "../records/write_records.ts";
import { reconcileRoute } from "./reconcile_route.ts";
import { resolvedChoices } from "../compare/resolved_choices.ts";
import { possiblePaths } from "../code/route_files.ts";
import { hasDataFile } from "../code/endpoint_code.ts";
import { mergeProjectFiles } from "./merge_project_files.ts";
import { keyOf } from "../code/endpoint.ts";

/** Returns the paths of all files that a spec can generate, including the records of its routes. */
export function specPaths(spec: ApiSpec): readonly ProjectPath[] {
  return [
    ...projectPaths(neededSupport(endpointsIn(spec.routes))),
    ...spec.routes.flatMap(possiblePaths),
    ...spec.routes.map(({ name }) => recordPath(name)),
  ];
}

/**
 * Returns the planner that generates or updates a project.
 *
 * @param paths The {@linkcode specPaths} of the spec.
 * @param read Reads the spec. Only the plan calls it.
 */
export function apiPlanner(
  options: Omit<ApiInput, "spec">,
  paths: readonly ProjectPath[],
  read: () => SpecResult,
): SynchronousPlanner<ApiData> {
  return {
    reads: {
      folders: [null, RECORDS_FOLDER],
      files: [MANIFEST_PATH, DEFAULT_LAYOUT.routesPackage],
    },
    // The manifest is read again, together with the files, so that both show the same state.
    readsAfter: (first) =>
      isForeign(first) ? {} : {
        files: [
          ...paths,
          ...recordsIn(first.folders),
          DEFAULT_LAYOUT.perRequest,
          MANIFEST_PATH,
        ],
        below: [DEFAULT_LAYOUT.mocksFolder],
        python: () => first.files.has(MANIFEST_PATH),
      },
    plan: (project) => {
      if (isForeign(project)) return emptyPlan([foreignFolder(options.name, project)]);
      const { spec, diagnostics } = read();
      if (spec === null) return emptyPlan(diagnostics);
      const input = { ...options, spec };
      const earlier = project.records;
      return earlier === null ? planCreation(input, project) : planUpdate(input, project, earlier);
    },
  };
}

/**
 * Plans a new project.
 *
 * @param project The generated files that already exist.
 */
function planCreation(input: ApiInput, project: Project): Plan<ApiData> {
  const { name, spec, force } = input;
  const code = apiCode(spec, () => ({ perRequest: true }));
  const values = projectValues(name, spec);
  const endpoints = wantedEndpoints(code);
  const { choices, problems } = resolvedChoices(input.choices, () => ({
    wanted: new Set(endpoints.map(keyOf)),
    endpoints: new Map(endpoints.map((each) => [keyOf(each), keyOf(each)])),
    served: () => new Map(),
    files: new Set(pathsOf(values, code)),
  }));
  if (problems.length > 0) return emptyPlan(problems);
  const draft = new ProjectDraft(project);
  const merges = new FileMerges(draft, force);
  const loadsMocks = endpoints.some(hasDataFile);
  const wanted = { earlier: null, choices, loadsMocks, addsSupport: false };
  const files = mergeProjectFiles(values, wanted, merges);
  const routes = createRoutes(code, choices, merges);
  if (merges.diagnostics.length > 0) return emptyPlan(merges.diagnostics);
  const manifest = {
    ...EMPTY_MANIFEST,
    name,
    input: projectInput(values),
    spec: input.specFile,
    files: recordsOf(files, merges),
  };
  writeRecords({ manifest, routes }, draft);
  const changes = draft.changes();
  const data: ApiData = {
    description: spec.description,
    files: fileCount(values, code),
    routes: spec.routes.length,
    endpoints: endpoints.map(endpointSummary),
    states: [],
  };
  return {
    changes,
    conflicts: merges.conflicts.changes(),
    discarded: changes.filter(({ path }) => merges.replaced.has(path)),
    diagnostics: keptFiles(merges.owned),
    messages: creationMessages(name, data),
    data,
    claims: claimAdded(data.endpoints, []),
    next: nextSteps(input.folder),
  };
}

/** Adds the files of all routes. Returns the records of the routes by name. */
function createRoutes(
  code: ApiCode,
  choices: Choices,
  merges: FileMerges,
): ReadonlyMap<string, RouteRecord> {
  const project = new Project(new Map());
  const inputs = new InputsInCode(project);
  return new Map([...code].map(([name, generated]) => {
    const { record } = reconcileRoute({
      name,
      snapshot: merges.before.files,
      choices,
      code: generated,
      record: undefined,
      homes: project.homes,
      inputs,
      cases: new Map(),
      losesEndpoints: false,
    }, merges);
    return [name, record];
  }));
}

/** Returns the records of the files that Layerwright owns. */
function recordsOf(
  paths: readonly ProjectPath[],
  { records }: FileMerges,
): ReadonlyMap<ProjectPath, FileRecord> {
  return new Map(paths.flatMap((path) => {
    const record = records.get(path);
    return record === undefined ? [] : [[path, record]];
  }));
}

function nextSteps(path: string): readonly string[] {
  const there = path === "" ? "" : `cd ${shellQuote(path)} && `;
  return [
    `${there}python3 -m venv .venv && .venv/bin/pip install -e .`,
    ".venv/bin/flask --app api run",
  ];
}
