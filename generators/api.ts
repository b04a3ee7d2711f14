/** Plans a project from a spec: a new project, or changes to an existing one. */

import type { Change, Snapshot } from "../core/change_set.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { appFolder } from "../project/app_folder.ts";
import { analyzeFiles } from "../project/analysis.ts";
import {
  APP_FOLDER,
  MOCKS_FOLDER,
  PER_REQUEST_PATH,
  ROUTES_PACKAGE_PATH,
} from "../project/layout.ts";
import { EMPTY_MANIFEST, MANIFEST_PATH } from "../project/manifest.ts";
import { earlierFiles, readRecords, type Records, recordsIn } from "../project/records.ts";
import { RouteHomes } from "../project/route_homes.ts";
import { endpointKey, recordPath, RECORDS_FOLDER } from "../project/route_record.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import { type ProjectValues } from "../templates/mod.ts";
import type { Choices } from "./choices.ts";
import { type ApiData, messages } from "./api_report.ts";
import { changesInApp } from "./changes_in_app.ts";
import { cleanUp } from "./clean_up.ts";
import { mergeProjectFiles, projectFiles, projectInput, projectValues } from "./project_files.ts";
import { type Endpoint } from "./endpoint.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import { foreignFolder, isForeign } from "./foreign_folder.ts";
import { keptFiles } from "./kept_files.ts";
import { driftingEndpoints, type ListedEndpoint, listedEndpoints } from "./listed_endpoints.ts";
import { nothingMerged } from "./merge_files.ts";
import { hasPerRequest } from "./per_request.ts";
import { emptyPlan, type EndpointSummary, type Plan } from "./plan.ts";
import type { Planner } from "./planner.ts";
import { type ComparedEndpoint, comparedEndpoints } from "./project_state.ts";
import { servedEndpoints } from "./served_endpoints.ts";
import { followRenames, renamedNotes } from "./renamed_spec.ts";
import { inApp } from "./relocated.ts";
import { reconcileRoute } from "./reconcile_route.ts";
import { recordChanges } from "./record_changes.ts";
import { keyOf, writes } from "./reconcile.ts";
import { type RouteCode, routeCode } from "./route_files.ts";
import { stillWanted } from "./still_wanted.ts";
import { type Known, unknownReferences } from "./unknown_references.ts";

export interface ApiInput {
  /** The name of the project and of its folder. */
  readonly name: string;
  readonly spec: ApiSpec;
  /** Whether to discard edits that conflict with the spec. */
  readonly force: boolean;
  readonly choices: Choices;
  /** Whether to remove endpoints that the spec no longer has. */
  readonly prune: boolean;
  /** Path to the project's folder; empty for the current folder. */
  readonly folder: string;
  /** The spec's path relative to the project's folder, to record; `null` to record none. */
  readonly specFile: string | null;
}

/** The contents of every file that a spec generates, by path. */
export type ApiFiles = ReadonlyMap<ProjectPath, string>;

/** Generates the files of a project, except what records them. */
export function apiFiles({ name, spec }: Pick<ApiInput, "name" | "spec">): ApiFiles {
  return filesOf(projectFiles(projectValues(name, spec)), apiCode(spec, true));
}

/** The generated code of each route, by the route's name. */
type ApiCode = ReadonlyMap<string, RouteCode>;

function apiCode({ routes }: ApiSpec, perRequest: boolean): ApiCode {
  return new Map(routes.map((route) => [route.name, routeCode(route, { perRequest })]));
}

function filesOf(files: Map<ProjectPath, string>, code: ApiCode): ApiFiles {
  for (const { files: ofRoute } of code.values()) {
    for (const [path, text] of ofRoute) files.set(projectPath(path), text);
  }
  return files;
}

/** Returns the planner that generates or updates a project. */
export function apiPlanner(input: ApiInput): Planner<ApiData> {
  const paths = [...apiFiles(input).keys()];
  return {
    reads: {
      folders: [null, RECORDS_FOLDER],
      files: [MANIFEST_PATH, ROUTES_PACKAGE_PATH],
    },
    // The manifest is read again, because it must fit the files.
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
    plan: (project) =>
      isForeign(project)
        ? emptyPlan([foreignFolder(input.name, project)])
        : planApi(input, project.files),
  };
}

/**
 * Plans a project.
 *
 * @param snapshot Those of the generated files and the records that exist.
 */
function planApi(input: ApiInput, snapshot: Snapshot): Plan<ApiData> {
  const { force, choices } = input;
  const isNew = !snapshot.has(MANIFEST_PATH);
  const earlier = readRecords(snapshot, apiFiles(input));
  const followed = followRenames(input.spec, earlier);
  const { spec } = followed;
  const app = isNew ? APP_FOLDER : appFolder(pythonIn(snapshot));
  const perRequest = isNew || hasPerRequest(snapshot.get(inApp(PER_REQUEST_PATH, { app })));
  const code = new Map(spec.routes.map((route) => {
    const isWanted = stillWanted(route, earlier?.routes.get(route.name), choices);
    return [route.name, routeCode(route, { perRequest, isWanted })];
  }));
  const name = earlier?.manifest.name ?? input.name;
  const values = projectValues(name, spec);
  const unknown = unknownReferences(choices, knownReferences(values, code, earlier));
  if (unknown.length > 0) return emptyPlan(unknown);
  const merged = nothingMerged();
  const files = mergeProjectFiles(values, { code, earlier, snapshot, force, choices }, merged);
  const isServed = isNew ? () => false : servedEndpoints(pythonIn(snapshot));
  const routes = new Map(earlier?.routes);
  const states: ListedEndpoint[] = [];
  const reasons = new Map<string, string>();
  const changed = new Set<string>();
  const homes = new RouteHomes(pythonIn(snapshot), earlier?.routes ?? new Map());
  for (const [route, generated] of code) {
    const record = earlier?.routes.get(route);
    const { record: after, decisions, left } = reconcileRoute(
      { name: route, code: generated, record, snapshot, homes, force, choices, isServed },
      merged,
    );
    routes.set(route, after);
    if ([...decisions.values()].some(writes)) changed.add(route);
    for (const [endpoint, reason] of left) reasons.set(keyOf(endpoint), reason);
    if (!isNew) states.push(...listedEndpoints(decisions));
  }
  if (merged.diagnostics.length > 0) return emptyPlan(merged.diagnostics);
  const manifest = {
    ...(earlier?.manifest ?? EMPTY_MANIFEST),
    name,
    input: projectInput(values),
    files: new Map(files.flatMap((path) => {
      const record = merged.records.get(path) ?? earlier?.manifest.files.get(path);
      return record === undefined ? [] : [[path, record] as const];
    })),
  };
  const placed = changesInApp(merged.changes, app, snapshot);
  merged.conflicts.push(...placed.conflicts);
  const discarding = force ? merged.conflicts : [];
  const cleaned = isNew
    ? {
      changes: [...placed.changes, ...discarding],
      records: { manifest, routes },
      diagnostics: [],
    }
    : cleanUp({ changes: [...placed.changes, ...discarding], records: { manifest, routes } }, {
      code,
      changed,
      prune: input.prune,
      snapshot,
    });
  const { changes } = cleaned;
  const isMoved = earlierFiles(snapshot.get(MANIFEST_PATH)).length === 0;
  // Records of earlier editions are completed only beside other changes or decisions.
  const isComplete = earlier?.manifest.input !== null;
  const decides = isMoved && (isComplete || states.length > 0 || choices.keep.size > 0);
  const isWritten = changes.length > 0 ||
    decides && recordChanges(cleaned.records, snapshot).length > 0;
  const records = isWritten
    ? recordChanges(withSpecFile(cleaned.records, input.specFile), snapshot)
    : [];
  const compared = isNew
    ? []
    : comparedAfter([...changes, ...merged.conflicts], snapshot, cleaned.records, code);
  const data: ApiData = {
    description: spec.description,
    files: filesOf(projectFiles(values), code).size + code.size + RECORDS,
    routes: spec.routes.length,
    endpoints: isNew ? wantedEndpoints(code).map(endpointSummary) : compared.flatMap(summaryOf),
    states: [...states, ...driftingEndpoints(compared, reasons)],
  };
  return {
    changes: [...changes, ...records],
    conflicts: force ? [] : merged.conflicts,
    discarded: [...merged.replaced, ...discarding],
    diagnostics: isNew
      ? keptFiles(merged.owned)
      : [...renamedNotes(followed), ...cleaned.diagnostics],
    messages: messages(input.name, isNew, data, states),
    data,
    next: isNew ? nextSteps(input.folder) : [],
  };
}

/** Records the spec's path. A new path alone is no reason to write records. */
function withSpecFile({ manifest, routes }: Records, spec: string | null): Records {
  return { manifest: { ...manifest, spec: spec ?? manifest.spec }, routes };
}

function knownReferences(values: ProjectValues, code: ApiCode, earlier: Records | null): Known {
  const generated = [...code.values()].flatMap(({ endpoints }) => endpoints.map(keyOf));
  const recorded = [...earlier?.routes.values() ?? []]
    .flatMap(({ endpoints, removed }) => [...endpoints, ...removed].map(endpointKey));
  const files = filesOf(projectFiles(values), code);
  return {
    endpoints: new Set([...generated, ...recorded]),
    files: new Set([...files.keys(), ...earlier?.manifest.files.keys() ?? []]),
  };
}

/** Number of files that record the project as a whole. */
const RECORDS = 3;

function wantedEndpoints(code: ApiCode): readonly Endpoint[] {
  return [...code.values()].flatMap(({ endpoints }) => endpoints);
}

function pythonIn(snapshot: Snapshot): Map<ProjectPath, string> {
  return new Map([...snapshot].filter(([path]) => path.endsWith(".py")));
}

/** Compares the project with the spec as it will be after some changes. */
function comparedAfter(
  changes: readonly Change[],
  snapshot: Snapshot,
  records: Records,
  code: ApiCode,
): readonly ComparedEndpoint[] {
  const files = pythonIn(snapshot);
  for (const { path, after } of changes) {
    if (after === null) files.delete(path);
    else if (path.endsWith(".py")) files.set(path, after);
  }
  const analysis = analyzeFiles(files);
  return comparedEndpoints({ records, wanted: wantedEndpoints(code), analysis, files });
}

/** Summarizes an endpoint of the spec that the project serves, as the project serves it. */
function summaryOf({ state, endpoint }: ComparedEndpoint): readonly EndpointSummary[] {
  const { method, path, file, state: agreement } = state;
  if (endpoint === null || file === null || agreement === "unregistered") return [];
  return [{ ...endpointSummary(endpoint), method, path }];
}

function nextSteps(path: string): readonly string[] {
  const there = path === "" ? "" : `cd ${shellQuote(path)} && `;
  return [
    `${there}python3 -m venv .venv && .venv/bin/pip install -e .`,
    ".venv/bin/flask --app api run",
  ];
}
