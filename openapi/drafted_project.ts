/** The endpoints of any Flask project that an OpenAPI document can describe. */

import type { Snapshot } from "../core/change_set.ts";
import {
  type ContractDraft,
  draftContracts,
  hasApplication,
  UNREGISTERED,
} from "../generators/export/contract_draft.ts";
import {
  type OmittedPart,
  ownMethods,
  type SelectedEndpoints,
} from "../generators/export/exported_endpoints.ts";
import { ExportedPlaces } from "../generators/export/exported_places.ts";
import { CodeContracts } from "../project/contract/code_contract.ts";
import type { CodeEndpoint } from "../project/contract/code_reading.ts";
import { readRule } from "../project/layout/url_paths.ts";
import type { Project } from "../project/project.ts";
import type { Records } from "../project/records/records.ts";
import type { AnalyzedEndpoint, AnalyzedRoute } from "../project/routing/analysis.ts";
import type { DescribedEndpoint } from "./described_api.ts";
import { pathShape, templatePath } from "./described_path.ts";
import type { OperationErrors } from "./operation.ts";
import type { SeenCode } from "./seen_code.ts";

/** The methods that a path in OpenAPI can have. */
const METHODS: ReadonlySet<string> = new Set(
  ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"],
);

/**
 * Finds the endpoints of a project and reads their responses.
 *
 * @param records The records of its routes. Recorded endpoints keep their names, and the bodies
 * that their tests send become examples.
 */
export function draftProject(
  project: Project,
  records: Records["routes"],
): ContractDraft<CodeEndpoint> {
  return draftContracts(
    project,
    records,
    (routes) => selectedEndpoints(routes, records, hasApplication(project)),
  );
}

/** An endpoint of code, as it was read. */
export interface ProjectEndpoint extends DescribedEndpoint {
  readonly source: CodeEndpoint["source"];
  readonly seen: SeenCode;
}

/**
 * Completes a draft.
 *
 * @param data The data files that exist.
 * @param about The name of the first route if it is known, and the errors that the project answers
 * with problem details.
 */
export function projectEndpoints(
  { endpoints, reading }: ContractDraft<CodeEndpoint>,
  data: Snapshot,
  { first, errors }: { readonly first: string | null; readonly errors: OperationErrors },
): readonly ProjectEndpoint[] {
  const contracts = new CodeContracts(reading, data);
  const ordered = [
    ...endpoints.filter(({ route }) => route === first),
    ...endpoints.filter(({ route }) => route !== first),
  ];
  return ordered.map((each) => ({
    ...each,
    handler: each.source.handler,
    contract: contracts.of(each),
    seen: { ...reading.seen(each), errors },
  }));
}

/**
 * Selects one endpoint for each method and path.
 *
 * @param hasApp Whether the code has an application. Otherwise, all endpoints count as served.
 */
export function selectedEndpoints(
  routes: readonly AnalyzedRoute[],
  records: Records["routes"],
  hasApp: boolean,
): SelectedEndpoints<CodeEndpoint> {
  const found = new Map<string, FoundEndpoint>();
  const omitted: OmittedPart[] = [];
  const add = (route: string, source: AnalyzedEndpoint): void => {
    const { methods, path, file, line, registered } = source;
    const omit = (what: string, reason: string): void => {
      omitted.push({ file, line, what, reason });
    };
    if (path === null) return omit(`${methods?.join(",") ?? "?"} ?`, "its path is computed");
    const own = ownMethods(methods);
    if (own === null) return omit(`? ${path}`, "its methods are computed");
    const rule = readRule(path);
    for (const method of own) {
      const label = `${method} ${templatePath(rule)}`;
      const key = `${method} ${pathShape(rule)}`;
      const other = found.get(key)?.source;
      if (!METHODS.has(method)) omit(label, `OpenAPI has no ${method}`);
      else if (!registered && hasApp) omit(label, UNREGISTERED);
      else if (other !== undefined) omit(label, `${other.file}:${other.line} has it already`);
      else found.set(key, { route, method, path, source });
    }
  };
  for (const { name, endpoints } of routes) {
    for (const each of endpoints) add(name, each);
  }
  const places = new ExportedPlaces(records);
  return { endpoints: [...found.values()].map((each) => placed(each, places)), omitted };
}

interface FoundEndpoint extends Pick<CodeEndpoint, "route" | "method" | "source"> {
  readonly path: string;
}

function placed(
  { route, method, path, source }: FoundEndpoint,
  places: ExportedPlaces,
): CodeEndpoint {
  const place = places.of(method, path);
  const names = typeof place === "string" ? { route, subroute: null, prefix: null } : place;
  return { route: names.route, subroute: names.subroute, prefix: names.prefix, method, source };
}
