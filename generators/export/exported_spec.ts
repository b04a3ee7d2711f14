/** The spec of any Flask project, whether or not Layerwright generated it. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Json, memberValue } from "../../core/json.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { analyzeFiles } from "../../project/routing/analysis.ts";
import type { Answer } from "../../project/responses/answers.ts";
import { BodyModels, type ModelledBody } from "../../project/responses/body_models.ts";
import {
  type HandlerResponse,
  HandlerResponses,
} from "../../project/responses/handler_responses.ts";
import { mayMount, urlPrefix } from "../../project/layout/layout.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import {
  defaultStatus,
  type EndpointSpec,
  hasContent,
  isSuccess,
  type RouteSpec,
  takesBody,
} from "../../spec/api_spec.ts";
import { asResource } from "../../spec/as_resource.ts";
import { withCreatedIds } from "../../spec/created_id.ts";
import { defaultWords } from "../../spec/default_answer.ts";
import { placedEndpoints } from "../code/endpoint.ts";
import {
  endpointLabel,
  type ExportedEndpoint,
  type OmittedPart,
  selectEndpoints,
} from "./exported_endpoints.ts";
import { BodyReader } from "../../project/contract/body_reader.ts";
import { MockReader } from "../../project/contract/mock_reader.ts";
import { recordedAnswer } from "../../project/contract/recorded_answers.ts";
import { RecordedEndpoints } from "../../project/contract/recorded_endpoints.ts";
import { sentBody } from "../../project/contract/sent_bodies.ts";

/** The endpoints of a spec, before the data files of their mocks are read. */
export interface SpecDraft {
  readonly endpoints: readonly AnsweredEndpoint[];
  readonly omitted: readonly OmittedPart[];
  /** The data files to read. */
  readonly dataFiles: readonly ProjectPath[];
  /** Maximum length of all repeated mocks, and of all bodies, in characters. */
  readonly room: number;
}

interface AnsweredEndpoint extends ExportedEndpoint {
  readonly response: HandlerResponse;
  /** The bodies that its handler checks; `null` if it checks none. */
  readonly checked: ModelledBody | null;
  /** A body that its test sends; `null` if there is none. */
  readonly sent: Json | null;
}

/**
 * Maximum length of all repeated mocks, and of all bodies, as a multiple of the length of the
 * project's files. A spec repeats a constant for each endpoint that returns it, and a model's
 * example for each endpoint that checks the model.
 */
export const MAX_GROWTH = 8;

/** The options for drafting the spec of a project. */
export interface DraftOptions {
  /** The records of its routes, whose endpoints keep their names. */
  readonly records?: ReadonlyMap<string, RouteRecord>;
  /** Selects endpoints of the project; all by default. */
  readonly isWanted?: (endpoint: ExportedEndpoint) => boolean;
}

/**
 * Finds the endpoints of a project that a spec can describe, and reads their answers.
 *
 * @param files The project's Python files.
 */
export function draftSpec(
  files: Snapshot,
  { records = new Map(), isWanted = () => true }: DraftOptions = {},
): SpecDraft {
  const { routes, problems } = analyzeFiles(files);
  const { endpoints, omitted } = selectEndpoints(routes, records);
  const unread = problems.map(({ file, line, message }) => ({
    file,
    line,
    what: "problem",
    reason: message,
  }));
  const responses = new HandlerResponses(files);
  const models = new BodyModels(files);
  const recorded = new RecordedEndpoints(files, records);
  const answered = endpoints.filter(isWanted).map((endpoint): AnsweredEndpoint => {
    const { source, method } = endpoint;
    const read = responses.read(source, method);
    const response = read.answer.kind === "unknown"
      ? { ...read, answer: recordedAnswer(endpoint, recorded, responses) ?? read.answer }
      : read;
    if (!takesBody(method)) return { ...endpoint, response, checked: null, sent: null };
    const checked = models.of(projectPath(source.file), source.handler);
    const sent = checked === null ? null : sentBody(endpoint, recorded);
    return { ...endpoint, response, checked, sent };
  });
  const dataFiles = answered.flatMap(({ response: { answer } }) =>
    answer.kind === "file" ? [answer.path] : []
  );
  const length = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  return {
    endpoints: answered,
    omitted: [...omitted, ...unread],
    dataFiles: [...new Set(dataFiles)],
    room: MAX_GROWTH * length,
  };
}

/**
 * Drafts the spec of the endpoints that a project serves. Endpoints whose blueprints nothing
 * registers are left out. If the code has no application, all endpoints count as served.
 */
export function draftServedSpec(
  files: Snapshot,
  records: ReadonlyMap<string, RouteRecord>,
): SpecDraft {
  const draft = draftSpec(files, { records });
  const hasApplication = [...files].some(([path, text]) =>
    mayMount(path) && text.includes("Flask(")
  );
  if (!hasApplication) return draft;
  const { endpoints, omitted } = draft;
  const unregistered = endpoints.filter(({ source }) => !source.registered).map((endpoint) => ({
    file: endpoint.source.file,
    line: endpoint.source.line,
    what: endpointLabel(endpoint),
    reason: "nothing registers its blueprint",
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
  const reader = new AnswerReader(draft, data);
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
  endpoints: readonly (AnsweredEndpoint & EndpointSpec)[],
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
  return endpoints.map(({ method, status, mock, body, createdId }) => ({
    method,
    status,
    mock,
    ...(body !== undefined && { body }),
    ...(createdId !== undefined && { createdId }),
  }));
}

function byPlace(one: OmittedPart, other: OmittedPart): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line;
}

/** Reads the statuses and mocks of endpoints, and notes the parts that a spec cannot express. */
class AnswerReader {
  readonly omitted: OmittedPart[] = [];
  readonly #mocks: MockReader;
  readonly #bodies: BodyReader;

  constructor({ room }: SpecDraft, data: Snapshot) {
    this.#mocks = new MockReader(data, room);
    this.#bodies = new BodyReader(room);
  }

  read(endpoint: AnsweredEndpoint): Omit<EndpointSpec, "method"> {
    const { createdId } = endpoint.response;
    const status = this.#status(endpoint);
    const body = this.#bodyOf(endpoint);
    const mock = hasContent(status) ? this.#mockOf(endpoint) : null;
    const isKey = createdId !== null && mock?.kind === "object" &&
      memberValue(mock, createdId) !== undefined;
    return { status, mock, ...(body !== null && { body }), ...(isKey && { createdId }) };
  }

  #bodyOf(endpoint: AnsweredEndpoint): Json | null {
    const { checked, sent } = endpoint;
    if (checked === null) return null;
    const body = this.#bodies.read(checked, sent);
    const { file, line, hasRules } = checked;
    const label = endpointLabel(endpoint);
    if (typeof body === "string") {
      this.omitted.push({ file, line, what: `body of ${label}`, reason: body });
      return null;
    }
    if (hasRules) {
      const reason = "an example shows only types";
      this.omitted.push({ file, line, what: `rules of the body of ${label}`, reason });
    }
    return body;
  }

  #status(endpoint: AnsweredEndpoint): number {
    const { method, source: { file, line }, response: { status } } = endpoint;
    if (status === null) return defaultStatus(method);
    if (isSuccess(status)) return status;
    const what = `status ${status} of ${endpointLabel(endpoint)}`;
    this.omitted.push({ file, line, what, reason: "a spec's statuses are from 200 to 299" });
    return defaultStatus(method);
  }

  #mockOf(endpoint: AnsweredEndpoint): Json | null {
    const { source: { file, line }, response: { answer } } = endpoint;
    if (isDefault(endpoint, answer)) return null;
    const mock = this.#mocks.read(answer);
    if (typeof mock !== "string") return mock;
    const place = answer.kind === "unknown" || answer.kind === "file" ? answer : { file, line };
    const what = `mock of ${endpointLabel(endpoint)}`;
    this.omitted.push({ file: place.file, line: place.line, what, reason: mock });
    return null;
  }
}

/** Reports whether an answer is the default response that Layerwright generates without a mock. */
export function isDefault(
  endpoint: Pick<ExportedEndpoint, "route" | "subroute" | "method">,
  answer: Answer,
): boolean {
  const words = defaultWords(endpoint);
  if (answer.kind === "echo") return answer.words === words;
  // A mock with the same text has the return annotation `str`.
  return answer.kind === "json" && answer.value.kind === "string" && answer.value.value === words &&
    answer.annotation !== "str";
}
