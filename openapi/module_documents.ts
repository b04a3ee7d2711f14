/**
 * The OpenAPI documents of a project, one for each module with endpoints. A document depends on the module, on
 * the code that it imports, and on the record of its route, so a command that changes one route makes one
 * document again.
 */

import type { Snapshot } from "../core/change_set.ts";
import { flag } from "../core/json_nodes.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { hasApplication } from "../generators/export/contract_draft.ts";
import { CodeContracts } from "../project/contract/code_contract.ts";
import { type CodeEndpoint, CodeReading } from "../project/contract/code_reading.ts";
import { DOCUMENT_MARK, type Layout } from "../project/layout/layout.ts";
import { importedPaths } from "../project/problems/imported_modules.ts";
import { moduleFacts } from "../project/problems/module_facts.ts";
import type { Project } from "../project/project.ts";
import type { AnalyzedRoute } from "../project/routing/analysis.ts";
import type { Records } from "../project/records/records.ts";
import type { RouteRecord } from "../project/records/route_record.ts";
import { describedApi } from "./described_api.ts";
import { openApiDocument } from "./document.ts";
import { documentJson } from "./document_text.ts";
import { selectedEndpoints } from "./drafted_project.ts";
import { problemsIn } from "./seen_code.ts";

/** Maximum length of the repeated mocks of a document, as a multiple of the length of its code. */
const MAX_GROWTH = 8;

/** The documents of a project, before the data files of their mocks are read. */
export interface DocumentsDraft {
  /** The data files to read. */
  readonly dataFiles: readonly ProjectPath[];
  /**
   * Returns the texts of the documents by path.
   *
   * @param data The data files that exist.
   */
  texts(data: Snapshot): ReadonlyMap<ProjectPath, string>;
}

/**
 * Reads the endpoints of modules.
 *
 * @param only The modules to describe; by default, all modules of the project.
 * @param records The records of its routes.
 */
export function draftDocuments(
  project: Project,
  only: ReadonlySet<ProjectPath> | null = null,
  records: Records["routes"] = project.records?.routes ?? new Map(),
): DocumentsDraft {
  const { routes, python, layout } = project;
  const isApp = hasApplication(project);
  const reading = new CodeReading(python, project.homesOf(records));
  const modules = Map.groupBy(routes, ({ file }) => file as ProjectPath);
  const drafts = [...modules].filter(([module]) => only?.has(module) ?? true)
    .map(([module, own]) => draftDocument(module, own, { project, isApp, records, reading }))
    .filter(({ endpoints }) => endpoints.length > 0);
  const errors = problemsIn(sharedCode(python, layout));
  return {
    dataFiles: [...new Set(drafts.flatMap(({ dataFiles }) => dataFiles))],
    texts: (data) => {
      const texts = new Map<ProjectPath, string>();
      for (const draft of drafts) {
        const { module, endpoints, room } = draft;
        const contracts = new CodeContracts(reading, data, room);
        const described = endpoints.map((each) => ({
          ...each,
          handler: each.source.handler,
          contract: contracts.of(each),
          seen: { ...reading.seen(each), errors },
        }));
        const title = endpoints[0]?.route ?? "";
        const api = describedApi({ title, description: null }, described);
        const document = openApiDocument(api);
        const mark = { key: DOCUMENT_MARK, at: 0, value: flag(true) };
        const marked = { ...document, members: [...document.members, mark] };
        texts.set(layout.documentOf(module), documentJson(marked));
      }
      return texts;
    },
  };
}

/** A document before the data files of its mocks are read. */
interface DocumentDraft {
  readonly module: ProjectPath;
  readonly endpoints: readonly CodeEndpoint[];
  readonly dataFiles: readonly ProjectPath[];
  readonly room: number;
}

function draftDocument(
  module: ProjectPath,
  routes: readonly AnalyzedRoute[],
  { project, isApp, records: all, reading }: {
    readonly project: Project;
    readonly isApp: boolean;
    readonly records: Records["routes"];
    readonly reading: CodeReading;
  },
): DocumentDraft {
  const { python, layout } = project;
  const name = layout.routeOf(module);
  const record = name === null ? undefined : all.get(name);
  // The records of other routes may be unread, so they must not decide about names.
  const records = new Map<string, RouteRecord>(
    name === null || record === undefined ? [] : [[name, record]],
  );
  const { endpoints } = selectedEndpoints(routes, records, isApp);
  const own = name === null ? [module] : Object.values(layout.routePaths(name));
  const length = own.reduce((sum, path) => sum + (python.get(path)?.length ?? 0), 0);
  const dataFiles = reading.dataFiles(endpoints);
  return { module, endpoints, dataFiles, room: MAX_GROWTH * length };
}

/** Returns the code that decides about the errors of all routes. */
function sharedCode(python: Snapshot, layout: Layout): readonly string[] {
  const { factory, requestBody, requestParameters } = layout;
  const imported = python.has(factory) ? importsOf(factory, python) : [];
  const paths = new Set([factory, requestBody, requestParameters, ...imported]);
  return [...paths].filter((path) => layout.routeOf(path) === null)
    .flatMap((path) => python.get(path) ?? []);
}

/**
 * Returns the files that documents depend on and that are not read yet, besides records. Reading them may show
 * that more are needed.
 *
 * @param routes The names of the routes to describe.
 */
export function filesToRead(project: Project, routes: Iterable<string>): readonly ProjectPath[] {
  const { python, layout } = project;
  const { factory, routesPackage, requestBody, requestParameters } = layout;
  const first = [
    factory,
    routesPackage,
    requestBody,
    requestParameters,
    ...[...routes].flatMap((route) => Object.values(layout.routePaths(route))),
  ];
  const wanted = new Set(first);
  if (python.has(factory)) {
    for (const path of importsOf(factory, python)) {
      if (layout.routeOf(path) === null) wanted.add(path);
    }
  }
  const waiting = first.filter((path) => path !== factory && path !== routesPackage);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!python.has(next)) continue;
    for (const path of importsOf(next, python)) {
      if (wanted.has(path)) continue;
      wanted.add(path);
      waiting.push(path);
    }
  }
  return [...wanted].filter((path) => !python.has(path));
}

function importsOf(path: ProjectPath, python: Snapshot): readonly ProjectPath[] {
  return importedPaths(path, moduleFacts(python, path).imports, python) as readonly ProjectPath[];
}
