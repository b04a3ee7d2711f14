/** Reads the operations of an OpenAPI document as endpoints of a spec. */

import type { Json } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import {
  defaultStatus,
  type EndpointSpec,
  hasContent,
  type Method,
  optionalParts,
  parseMethod,
  takesBody,
} from "../spec/api_spec.ts";
import { bodyProblems } from "../spec/body.ts";
import { listOf, listProblems, type ListSpec, queryMembers } from "../spec/list.ts";
import { findMockProblems } from "../spec/mock.ts";
import type { PathSegment } from "../spec/spec_path.ts";
import { BrokenReference, type DocumentNode, partOrReason } from "./document_node.ts";
import { bodyContent } from "./body_schema.ts";
import {
  byKind,
  droppedContent,
  type DroppedParts,
  droppedParts,
  droppedResponses,
  hasSchema,
  named,
} from "./dropped_parts.ts";
import { type OperationFacts, readOperationExtension } from "./extension.ts";
import { type ErrorSchema, readErrors } from "./imported_errors.ts";
import { type ReadParameters, readParameters } from "./imported_parameters.ts";
import { contentExample, jsonContent, mediaTypes } from "./json_content.ts";
import {
  type OperationParameters,
  operationParameters,
  parametersIn,
  pathParameterType,
} from "./operation_parameters.ts";
import { responseSchema } from "./response_schema.ts";
import { schemaBody } from "./schema_body.ts";
import { schemaExample } from "./schema_example.ts";
import { parametersByForm, pathForm, templateSegments } from "./template_path.ts";

/** An operation that a spec can express. */
export interface ImportedOperation {
  /** The method and path in the document, such as `GET /pets/{petId}`. */
  readonly label: string;
  /** Offset of the operation in the document. */
  readonly at: number;
  readonly segments: readonly PathSegment[];
  readonly endpoint: EndpointSpec;
  /** The `operationId`; `null` if there is none. */
  readonly id: string | null;
  /** Its place in the spec that the document was made from; `null` for an operation without a tag. */
  readonly place: { readonly route: string; readonly subroute: string | null } | null;
  /** Parts that a spec cannot express, apart from texts and parts of schemas. */
  readonly dropped: readonly DroppedParts[];
  readonly source: OperationSource;
}

/** The parts of a document from which an endpoint was made. */
export interface OperationSource {
  readonly item: DocumentNode;
  readonly operation: DocumentNode;
  /** The parameters of the path. */
  readonly path: readonly DocumentNode[];
  /** The parameters in the query and the headers of the spec. */
  readonly parameters: readonly DocumentNode[];
  /** The values in schemas that the spec expresses, although not all schemas' are. */
  readonly said: readonly Json[];
  /** The response, with its status in the document; `null` if the document has none. */
  readonly response: { readonly code: string; readonly node: DocumentNode } | null;
  /** The schema of the response; `null` if there is none, or if the spec has all of it. */
  readonly answer: DocumentNode | null;
  /** The schema of the body; `null` if there is none, or if the spec has all of it. */
  readonly request: DocumentNode | null;
  /** The schemas of errors, except those of which the spec has all. */
  readonly errors: readonly ErrorSchema[];
}

/** An operation that a spec cannot express. */
export interface LeftOut {
  /** The method and path in the document, such as `PATCH /pets/{petId}`. */
  readonly label: string;
  /** Offset of the operation in the document. */
  readonly at: number;
  readonly reason: string;
}

/** The members of a path item that are methods. */
const METHODS: ReadonlySet<string> = new Set(
  ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"],
);

/**
 * Reads every operation of a document.
 *
 * @param document The top of the document.
 * @param offsetOf Returns the offset of an operation, from its path and method.
 */
export function readOperations(
  document: DocumentNode,
  offsetOf: (path: string, method: string) => number,
): readonly (ImportedOperation | LeftOut)[] {
  const paths = partOrReason(() => document.get("paths"));
  if (paths instanceof BrokenReference) return [{ label: "paths", at: 0, reason: paths.message }];
  const keys = Map.groupBy(paths?.keys() ?? [], (path) => path);
  const around = { document, names: parametersByForm([...keys.keys()]) };
  return [...keys].flatMap(([path, { length: times }]) => {
    if (path.startsWith("x-")) return [];
    const at = offsetOf(path, "");
    const repeated = times === 1 ? [] : [repeatedPath(path, at)];
    const item = partOrReason(() => paths && itemOf(paths, path));
    if (item === null) return repeated;
    if (item instanceof BrokenReference) {
      return [...repeated, { label: labelOf("?", path), at, reason: item.message }];
    }
    const operations = item.methods.map((method) => {
      const label = labelOf(method.toUpperCase(), path);
      const at = offsetOf(path, method);
      const read = partOrReason(() => readOperation(around, item.node, path, method));
      if (read instanceof BrokenReference) return { label, at, reason: read.message };
      return typeof read === "string" ? { label, at, reason: read } : { ...read, label, at };
    });
    return [...repeated, ...operations];
  });
}

/**
 * JSON and YAML do not define which of two members with the same key counts. Most programs take
 * the last one.
 */
function repeatedPath(path: string, at: number): LeftOut {
  const reason = "the document has this path more than once, and only the last one counts";
  return { label: labelOf("?", path), at, reason };
}

function labelOf(method: string, path: string): string {
  return `${quotable(method, 20)} ${quotable(path)}`;
}

/** Returns a path item with its methods; `null` if it is empty. */
function itemOf(paths: DocumentNode, path: string) {
  const node = paths.get(path);
  if (node === null) return null;
  const more = node.get("additionalOperations")?.keys() ?? [];
  return { node, methods: [...node.keys().filter((key) => METHODS.has(key)), ...more] };
}

type Read = Omit<ImportedOperation, "label" | "at">;

/** What operations share. */
interface Around {
  readonly document: DocumentNode;
  /** The names of the parameters in paths, by the form of the path. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns an operation, or the reason why a spec cannot express it. */
function readOperation(
  { document, names }: Around,
  item: DocumentNode,
  path: string,
  name: string,
): Read | string {
  const method = parseMethod(name);
  if (method === null) return `${quotable(name.toUpperCase(), 20)} is not supported`;
  const operation = item.get(name);
  if (operation === null) return "it is empty";
  const parameters = operationParameters(item, operation);
  const segments = templateSegments(path, (name) => pathParameterType(parameters, name));
  if (typeof segments === "string") return segments;
  const facts = readOperationExtension(operation);
  const answer = readAnswer(operation, method, facts);
  if (typeof answer === "string") return answer;
  const request = takesBody(method) ? readBody(operation, facts) : readNoBody(operation);
  if (typeof request === "string") return request;
  const { status, mock } = answer;
  const { body } = request;
  const inPath = names.get(pathForm(segments)) ?? new Set<string>();
  const { query, list } = readAsked(parameters, inPath, { method, mock, facts });
  const headers = readParameters("headers", parameters, { inPath, ofList: new Set() });
  const failed = readErrors(operation.get("responses"), answer.response?.code ?? null);
  const endpoint = {
    method,
    status,
    mock,
    ...optionalParts({
      query: query.example,
      headers: headers.example,
      list,
      body,
      errors: failed.errors,
    }),
    ...(facts.created !== null && { createdId: facts.created }),
  };
  const dropped = [
    ...droppedParts({ document, item, operation, parameters }),
    ...byKind([...query.dropped, ...headers.dropped]),
    ...request.dropped,
    ...answer.dropped,
    ...byKind(failed.dropped),
  ];
  const id = operation.textOf("operationId");
  const source = {
    item,
    operation,
    path: parametersIn(parameters, "path").map(({ node }) => node),
    parameters: [...query.parameters, ...headers.parameters],
    said: [...query.said, ...headers.said, ...request.said],
    response: answer.response,
    answer: answer.schema,
    request: request.schema,
    errors: failed.schemas,
  };
  return { segments, endpoint, id, place: placeOf(operation, facts), dropped, source };
}

/** What clients can ask of an operation: the query, and the list that this product wrote. */
interface Asked {
  readonly query: ReadParameters;
  readonly list: ListSpec | null;
}

function readAsked(
  parameters: OperationParameters,
  inPath: ReadonlySet<string>,
  { method, mock, facts }: Pick<EndpointSpec, "method" | "mock"> & {
    readonly facts: OperationFacts;
  },
): Asked {
  if (facts.list !== null) {
    const list = listOf(facts.list, mock);
    const ofList = new Set(queryMembers(null, list).map(({ name }) => name));
    const query = readParameters("query", parameters, { inPath, ofList });
    const endpoint = { method, mock, query: query.example, parameters: [...inPath] };
    if (listProblems(facts.list, endpoint, "").length === 0) return { query, list };
  }
  return { query: readParameters("query", parameters, { inPath, ofList: new Set() }), list: null };
}

function placeOf(
  operation: DocumentNode,
  { subroute }: OperationFacts,
): ImportedOperation["place"] {
  const route = operation.get("tags")?.items()[0]?.text() ?? null;
  return route === null ? null : { route, subroute };
}

/** The response of an operation. */
interface ReadAnswer extends Pick<EndpointSpec, "status" | "mock"> {
  readonly dropped: readonly DroppedParts[];
  readonly response: OperationSource["response"];
  readonly schema: DocumentNode | null;
}

/** Returns the response of an operation, or the reason why a spec cannot express it. */
function readAnswer(
  operation: DocumentNode,
  method: Method,
  { isMock }: OperationFacts,
): ReadAnswer | string {
  const responses = operation.get("responses");
  const codes = responses?.keys() ?? [];
  const code = codes.filter((each) => /^2[0-9][0-9]$/.test(each)).toSorted()[0] ??
    codes.find((each) => /^2XX$/i.test(each)) ?? codes.find((each) => each === "default");
  // Many documents list only errors, which implies a successful response. Redirections imply none.
  const isSilent = codes.every((each) => /^[45x]/.test(each));
  if (code === undefined && !isSilent) return "it has no response from 200 to 299";
  const status = code !== undefined && /^2\d\d$/.test(code) ? Number(code) : defaultStatus(method);
  const node = code === undefined ? null : responses?.get(code) ?? null;
  const answer: ReadAnswer = {
    status,
    mock: null,
    dropped: responses === null ? [] : droppedResponses(responses, code ?? null),
    response: code === undefined || node === null ? null : { code, node },
    schema: null,
  };
  const content = node?.get("content");
  if (!hasContent(status) || isMock === false) return answer;
  if (code === undefined || content == null || content.keys().length === 0) return answer;
  const media = jsonContent(content);
  if (media === null) return `the response is ${mediaTypes(content)}, not JSON`;
  const schema = media.node.get("schema");
  const given = contentExample(media.node);
  const made = given === null && schema !== null ? schemaExample(schema) : null;
  const mock = given ?? made?.example ?? null;
  const isMade = isMock === true && mock !== null && hasSchema(media.node, responseSchema([mock]));
  const dropped = [
    ...answer.dropped,
    ...droppedContent(content, media),
    ...(made === null || made.omitted === 0
      ? []
      : [{ kind: "nested value", count: made.omitted, name: code } as const]),
  ];
  const withContent = { ...answer, dropped, schema: isMade ? null : schema };
  if (mock === null || findMockProblems(mock, "").length === 0) return { ...withContent, mock };
  return { ...withContent, dropped: [...dropped, ...named("response example", [code])] };
}

/** The body of an operation's request. */
interface ReadBody {
  /** Its example; `null` if the body may be anything. */
  readonly body: Json | null;
  /** The values in schemas that the example expresses, although not all schemas' are. */
  readonly said: readonly Json[];
  readonly dropped: readonly DroppedParts[];
  readonly schema: DocumentNode | null;
}

const NO_BODY: ReadBody = { body: null, dropped: [], schema: null, said: [] };

/** Returns the body of an operation, or the reason why it is not supported. */
function readBody(
  operation: DocumentNode,
  { body: own, isMock }: OperationFacts,
): ReadBody | string {
  if (own !== null && bodyProblems(own, "").length === 0) {
    return { ...NO_BODY, body: operation.copied(own) };
  }
  const request = operation.get("requestBody");
  const content = request?.get("content");
  if (request === null || content == null || content.keys().length === 0) return NO_BODY;
  const media = jsonContent(content);
  if (media === null) return `the body is ${mediaTypes(content)}, not JSON`;
  const schema = media.node.get("schema");
  const written = schema === null ? null : schemaBody(schema, contentExample(media.node));
  const found = written?.body ?? null;
  const isTooLarge = found !== null && bodyProblems(found, "").length > 0;
  const body = isTooLarge ? null : found;
  const isMade = isMock !== null && body !== null &&
    hasSchema(media.node, bodyContent(body).schema);
  const dropped = [
    ...named("request body", isTooLarge ? [media.type] : []),
    ...(isTooLarge ? [] : written?.dropped ?? []),
    ...named("optional body", body === null || request.isSet("required") ? [] : [""]),
    ...droppedContent(content, media),
  ];
  const said = body === null ? [] : written?.said ?? [];
  return { body, dropped, schema: isMade ? null : schema, said };
}

/** Returns the body of a method that has none in a spec. */
function readNoBody(operation: DocumentNode): ReadBody {
  const has = operation.raw("requestBody") !== null;
  return has ? { ...NO_BODY, dropped: named("body", [""]) } : NO_BODY;
}
