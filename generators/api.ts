/** Plans a project from a spec: a new project, or changes to an existing one. */

import type { Snapshot } from "../core/change_set.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { MOCKS_FOLDER, PER_REQUEST_PATH, ROUTES_PACKAGE_PATH } from "../project/layout.ts";
import { EMPTY_MANIFEST, MANIFEST_PATH } from "../project/manifest.ts";
import { earlierFiles, readRecords, recordsIn } from "../project/records.ts";
import { RouteHomes } from "../project/route_homes.ts";
import { recordPath, RECORDS_FOLDER } from "../project/route_record.ts";
import {
  apiCode,
  apiFiles,
  type ApiInput,
  fileCount,
  pathsOf,
  wantedEndpoints,
} from "./api_code.ts";
import { type ApiData, creationMessages } from "./api_report.ts";
import { planUpdate } from "./api_update.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import { foreignFolder, isForeign } from "./foreign_folder.ts";
import { keptFiles } from "./kept_files.ts";
import { nothingMerged } from "./merge_files.ts";
import { emptyPlan, type Plan } from "./plan.ts";
import type { Planner } from "./planner.ts";
import { mergeProjectFiles, projectInput, projectPaths, projectValues } from "./project_files.ts";
import { recordChanges } from "./record_changes.ts";
import { reconcileRoute } from "./reconcile_route.ts";
import { keyOf } from "./reconcile.ts";
import { resolvedChoices } from "./resolved_choices.ts";
import { possiblePaths } from "./route_files.ts";

/** Returns the planner that generates or updates a project. */
export function apiPlanner(input: ApiInput): Planner<ApiData> {
  const paths = [
    ...projectPaths(projectValues(input.name, input.spec)),
    ...input.spec.routes.flatMap(possiblePaths),
  ];
  return {
    reads: {
      folders: [null, RECORDS_FOLDER],
      files: [MANIFEST_PATH, ROUTES_PACKAGE_PATH],
    },
    // The manifest is read again, together with the files, so that both show the same state.
    readsAfter: (first) =>
      isForeign(first) ? {} : {
        files: [
          ...paths,
          ...recordsIn(first.folders),
          ...input.spec.routes.map(({ name }) => recordPath(name)),
          ...earlierFiles(first.files.get(MANIFEST_PATH)),
          PER_REQUEST_PATH,
          MANIFEST_PATH,
        ],
        below: [MOCKS_FOLDER],
        python: () => first.files.has(MANIFEST_PATH),
      },
    plan: (project) => {
      if (isForeign(project)) return emptyPlan([foreignFolder(input.name, project)]);
      const earlier = readRecords(project.files, () => apiFiles(input));
      return earlier === null
        ? planCreation(input, project.files)
        : planUpdate(input, project.files, earlier);
    },
  };
}

/**
 * Plans a new project.
 *
 * @param snapshot The generated files that already exist.
 */
function planCreation(input: ApiInput, snapshot: Snapshot): Plan<ApiData> {
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
  const merged = nothingMerged();
  const files = mergeProjectFiles(values, {
    code,
    earlier: null,
    snapshot,
    force,
    choices,
    isFirstBody: false,
  }, merged);
  const homes = new RouteHomes(new Map(), new Map());
  const routes = new Map([...code].map(([route, generated]) => {
    const { record } = reconcileRoute({
      name: route,
      code: generated,
      record: undefined,
      snapshot,
      homes,
      force,
      choices,
      isServed: () => false,
      isSettled: () => false,
    }, merged);
    return [route, record] as const;
  }));
  if (merged.diagnostics.length > 0) return emptyPlan(merged.diagnostics);
  const manifest = {
    ...EMPTY_MANIFEST,
    name,
    input: projectInput(values),
    spec: input.specFile,
    files: new Map(files.flatMap((path) => {
      const record = merged.records.get(path);
      return record === undefined ? [] : [[path, record] as const];
    })),
  };
  const discarding = force ? merged.conflicts : [];
  const data: ApiData = {
    description: spec.description,
    files: fileCount(values, code),
    routes: spec.routes.length,
    endpoints: endpoints.map(endpointSummary),
    states: [],
  };
  return {
    changes: [
      ...merged.changes,
      ...discarding,
      ...recordChanges({ manifest, routes }, snapshot),
    ],
    conflicts: force ? [] : merged.conflicts,
    discarded: [...merged.replaced, ...discarding],
    diagnostics: keptFiles(merged.owned),
    messages: creationMessages(name, data),
    data,
    next: nextSteps(input.folder),
  };
}

function nextSteps(path: string): readonly string[] {
  const there = path === "" ? "" : `cd ${shellQuote(path)} && `;
  return [
    `${there}python3 -m venv .venv && .venv/bin/pip install -e .`,
    ".venv/bin/flask --app api run",
  ];
}
