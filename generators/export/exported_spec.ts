/** The spec of any Flask project, whether or not Layerwright generated it. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Json, type JsonObject, memberValue } from "../../core/json.ts";
import { CodeContracts } from "../../project/contract/code_contract.ts";
import type { CodeReading } from "../../project/contract/code_reading.ts";
import { urlPrefix } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import type { ModelledBody } from "../../project/responses/body_models.ts";
import { COMPUTED } from "../../project/responses/answers.ts";
import {
  defaultStatus,
  type EndpointSpec,
  isSuccess,
  type OptionalParts,
  optionalParts,
  type RouteSpec,
} from "../../spec/api_spec.ts";
import type { ParametersPart } from "../../spec/parameters.ts";
import { asResource } from "../../spec/as_resource.ts";
import { withCreatedIds } from "../../spec/created_id.ts";
import { defaultWords } from "../../spec/default_answer.ts";
import {
  ABSENT,
  type ContractResponse,
  type EndpointContract,
  onlyResponse,
  type Part,
  valueOf,
} from "../../spec/endpoint_contract.ts";
import { listForm, listJson, listOf, listProblems, type ListSpec } from "../../spec/list.ts";
import { placedEndpoints } from "../code/endpoint.ts";
import {
  type ContractDraft,
  draftContracts,
  hasApplication,
  UNREGISTERED,
} from "./contract_draft.ts";
import {
  endpointLabel,
  type ExportedEndpoint,
  type OmittedPart,
  selectEndpoints,
} from "./exported_endpoints.ts";

/** The endpoints of a spec, before the data files of their mocks are read. */
export type SpecDraft = ContractDraft<ExportedEndpoint>;

/** The options for drafting the spec of a project. */
export interface DraftOptions {
  /** The records of its routes, whose endpoints keep their names; by default, those in the project. */
  readonly records?: Records["routes"];
  /** Selects endpoints of the project; all by default. */
  readonly isWanted?: (endpoint: ExportedEndpoint) => boolean;
}

/** Finds the endpoints of a project that a spec can describe, and reads their answers. */
export function draftSpec(
  project: Project,
  { records = project.records?.routes ?? new Map(), isWanted = () => true }: DraftOptions = {},
): SpecDraft {
  return draftContracts(project, records, (routes) => {
    const { endpoints, omitted } = selectEndpoints(routes, records);
    return { endpoints: endpoints.filter(isWanted), omitted };
  });
}

/**
 * Drafts the spec of the endpoints that a project serves. Endpoints whose blueprints nothing
 * registers are left out. If the code has no application, all endpoints count as served.
 */
export function draftServedSpec(project: Project, records: Records["routes"]): SpecDraft {
  const draft = draftSpec(project, { records });
  if (!hasApplication(project)) return draft;
  const { endpoints, omitted } = draft;
  const unregistered = endpoints.filter(({ source }) => !source.registered).map((endpoint) => ({
    file: endpoint.source.file,
    line: endpoint.source.line,
    what: endpointLabel(endpoint),
    reason: UNREGISTERED,
  }));
  return {
    ...draft,
    endpoints: endpoints.filter(({ source }) => source.registered),
    omitted: [...omitted, ...unregistered],
  };
}

/** The routes of an exported spec, and the parts that it leaves out. */
export interface ExportedRoutes {
  readonly routes: readonly RouteSpec[];
  /** Omitted endpoints, then other omitted parts. Both groups are sorted by file and line. */
  readonly omitted: readonly OmittedPart[];
}

/**
 * Completes a draft.
 *
 * @param data The data files that exist.
 * @param first The name of the route to put first, if the project has it.
 */
export function completeSpec(
  draft: SpecDraft,
  data: Snapshot,
  first: string | null,
): ExportedRoutes {
  const reader = new SpecReader(draft, data);
  const described = draft.endpoints.map((endpoint) => ({ ...endpoint, ...reader.read(endpoint) }));
  const byRoute = Map.groupBy(described, ({ route }) => route);
  const routes = [...byRoute].map(([name, ofRoute]): RouteSpec => {
    const bySubroute = Map.groupBy(ofRoute, ({ subroute }) => subroute);
    const endpoints = endpointSpecs(bySubroute.get(null) ?? []);
    const subroutes = [...bySubroute].flatMap(([subroute, found]) => {
      const [first] = found;
      if (subroute === null || first === undefined) return [];
      return [{ name: subroute, path: first.path, endpoints: endpointSpecs(found) }];
    });
    return { name, path: ofRoute[0]?.prefix ?? urlPrefix(name), endpoints, subroutes };
  });
  const omitted = [...reader.omitted, ...lostLocations(routes, described)];
  return {
    routes: [
      ...routes.filter(({ name }) => name === first),
      ...routes.filter(({ name }) => name !== first),
    ],
    omitted: [...draft.omitted.toSorted(byPlace), ...omitted.toSorted(byPlace)],
  };
}

/** Lists the `Location` headers that a spec does not express, because its text has no key for them. */
function lostLocations(
  routes: readonly RouteSpec[],
  endpoints: readonly (ExportedEndpoint & EndpointSpec)[],
): readonly OmittedPart[] {
  const written = new Set(
    routes.flatMap((route) => {
      const read = asResource(route) === null ? withCreatedIds(withoutCreatedIds(route)) : route;
      return placedEndpoints(read).filter(({ createdId }) => createdId !== undefined)
        .map(({ method, subroute }) => placeKey({ route: route.name, subroute, method }));
    }),
  );
  return endpoints.filter((each) => each.createdId !== undefined && !written.has(placeKey(each)))
    .map((each) => ({
      file: each.source.file,
      line: each.source.line,
      what: `Location of ${endpointLabel(each)}`,
      reason: `no path ends with the field '${each.createdId}'`,
    }));
}

function placeKey(
  { route, subroute, method }: Pick<ExportedEndpoint, "route" | "subroute" | "method">,
): string {
  return `${method} ${route} ${subroute ?? ""}`;
}

function withoutCreatedIds(route: RouteSpec): RouteSpec {
  const without = (endpoints: readonly EndpointSpec[]) =>
    endpoints.map(({ createdId: _, ...each }) => each);
  return {
    ...route,
    endpoints: without(route.endpoints),
    subroutes: route.subroutes.map((each) => ({ ...each, endpoints: without(each.endpoints) })),
  };
}

function endpointSpecs(endpoints: readonly EndpointSpec[]): readonly EndpointSpec[] {
  return endpoints.map(({ method, status, mock, createdId, ...parts }) => ({
    method,
    status,
    mock,
    ...optionalParts(parts),
    ...(createdId !== undefined && { createdId }),
  }));
}

function byPlace(one: OmittedPart, other: OmittedPart): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line;
}

/** Turns contracts into endpoints of a spec, and notes the parts that a spec cannot express. */
class SpecReader {
  readonly omitted: OmittedPart[] = [];
  readonly #contracts: CodeContracts;
  readonly #reading: CodeReading;

  constructor({ reading }: SpecDraft, data: Snapshot) {
    this.#contracts = new CodeContracts(reading, data);
    this.#reading = reading;
  }

  read(endpoint: ExportedEndpoint): Omit<EndpointSpec, "method"> {
    const contract = this.#contracts.of(endpoint);
    const response = onlyResponse(contract);
    const { created } = response;
    const status = this.#status(endpoint, response);
    const { query, headers } = this.#parameters(endpoint, contract);
    const body = this.#body(endpoint, contract);
    const errors = this.#errors(endpoint, contract);
    const mock = this.#mock(endpoint, response);
    const list = this.#list(endpoint, contract, mock);
    const isKey = created !== null && mock?.kind === "object" &&
      memberValue(mock, created) !== undefined;
    return {
      status,
      mock,
      ...optionalParts({ query, headers, list, body, errors }),
      ...(isKey && { createdId: created }),
    };
  }

  #parameters(
    endpoint: ExportedEndpoint,
    { query, headers }: EndpointContract,
  ): Readonly<Record<ParametersPart, JsonObject | null>> {
    const checked = this.#reading.checkedParameters(endpoint);
    // Both are in one model, whose rules and problems are noted once.
    const hasOnlyHeaders = query.kind === "absent" && headers.kind !== "absent";
    if (!hasOnlyHeaders) this.#note("query", query, checked, endpoint);
    if (hasOnlyHeaders || query.kind === "known" && headers.kind === "unread") {
      this.#note("headers", headers, checked, endpoint);
    }
    const [asked, sent] = [query, headers].map(valueOf);
    return {
      query: asked?.kind === "object" ? asked : null,
      headers: sent?.kind === "object" ? sent : null,
    };
  }

  /** Returns what clients can ask of the list, if a spec can say it beside the mock. */
  #list(
    endpoint: ExportedEndpoint,
    { list, query }: EndpointContract,
    mock: Json | null,
  ): ListSpec | null {
    const found = valueOf(list);
    const checked = this.#reading.checkedParameters(endpoint);
    if (found === null || checked === null) return null;
    const { method } = endpoint;
    const listed = { method, mock, query: valueOf(query), parameters: [] };
    const isSaid = listProblems(listJson(found), listed, "").length === 0 &&
      listForm(listOf(listJson(found), mock)) === listForm(found);
    if (isSaid) return found;
    const { file, line } = checked;
    const what = `list of ${endpointLabel(endpoint)}`;
    this.omitted.push({ file, line, what, reason: "its mock does not show its fields" });
    return null;
  }

  #body(endpoint: ExportedEndpoint, { body }: EndpointContract): Json | null {
    const example = valueOf(body)?.example ?? ABSENT;
    const checked = example.kind === "absent" ? null : this.#reading.checked(endpoint);
    if (checked === null || checked === "any") return null;
    this.#note("body", example, checked, endpoint);
    return valueOf(example);
  }

  #errors(endpoint: ExportedEndpoint, { errors }: EndpointContract): JsonObject | null {
    if (errors.kind === "unread") {
      const { file, line } = endpoint.source;
      const what = `errors of ${endpointLabel(endpoint)}`;
      this.omitted.push({ file, line, what, reason: errors.why ?? COMPUTED });
    }
    const found = valueOf(errors);
    return found?.kind === "object" ? found : null;
  }

  /** Notes what an example cannot say of a model. */
  #note(
    what: keyof OptionalParts,
    example: Part<Json>,
    checked: ModelledBody | null,
    endpoint: ExportedEndpoint,
  ): void {
    if (checked === null) return;
    const { file, line, hasRules } = checked;
    const label = endpointLabel(endpoint);
    if (example.kind === "unread") {
      const reason = example.why ?? COMPUTED;
      this.omitted.push({ file, line, what: `${what} of ${label}`, reason });
    } else if (hasRules) {
      const reason = "an example shows only types";
      this.omitted.push({ file, line, what: `rules of the ${what} of ${label}`, reason });
    }
  }

  #status(endpoint: ExportedEndpoint, response: ContractResponse): number {
    const { method, source: { file, line } } = endpoint;
    const status = valueOf(response.status);
    if (status === null) return defaultStatus(method);
    if (isSuccess(status)) return status;
    const what = `status ${status} of ${endpointLabel(endpoint)}`;
    this.omitted.push({ file, line, what, reason: "a spec's statuses are from 200 to 299" });
    return defaultStatus(method);
  }

  #mock(endpoint: ExportedEndpoint, { content }: ContractResponse): Json | null {
    if (content.kind === "absent") return null;
    const found = valueOf(content);
    if (found?.kind === "json") return found.value;
    if (found?.words === defaultWords(endpoint)) return null;
    const { answer } = this.#reading.response(endpoint);
    const { file, line } = answer.kind === "unknown" || answer.kind === "file"
      ? answer
      : endpoint.source;
    const reason = content.kind === "unread" ? content.why ?? COMPUTED : COMPUTED;
    this.omitted.push({ file, line, what: `mock of ${endpointLabel(endpoint)}`, reason });
    return null;
  }
}
