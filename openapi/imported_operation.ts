/** Reads the operations of an OpenAPI document as endpoints of a spec. */

import type { Json } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import {
  defaultStatus,
  type EndpointSpec,
  hasContent,
  type Method,
  parseMethod,
  takesBody,
} from "../spec/api_spec.ts";
import { bodyProblems } from "../spec/body.ts";
import { findMockProblems } from "../spec/mock.ts";
import type { PathParameter, PathSegment } from "../spec/spec_path.ts";
import { BrokenReference, type DocumentNode, partOrReason } from "./document_node.ts";
import { type DroppedParts, droppedParts, named } from "./dropped_parts.ts";
import { type OperationFacts, readOperationExtension } from "./extension.ts";
import { schemaBody } from "./schema_body.ts";
import { schemaExample } from "./schema_example.ts";
import { schemaTypes } from "./schema_parts.ts";
import { templateSegments } from "./template_path.ts";

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
  /** Parts that a spec cannot express. */
  readonly dropped: readonly DroppedParts[];
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
      const read = partOrReason(() => readOperation(document, item.node, path, method));
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

/** Returns an operation, or the reason why a spec cannot express it. */
function readOperation(
  document: DocumentNode,
  item: DocumentNode,
  path: string,
  name: string,
): Read | string {
  const method = parseMethod(name);
  if (method === null) return `${quotable(name.toUpperCase(), 20)} is not supported`;
  const operation = item.get(name);
  if (operation === null) return "it is empty";
  const segments = templateSegments(path, (parameter) => parameterType(item, operation, parameter));
  if (typeof segments === "string") return segments;
  const facts = readOperationExtension(operation);
  const answer = readAnswer(operation, method, facts);
  if (typeof answer === "string") return answer;
  const request = takesBody(method) ? readBody(operation, facts) : NO_BODY;
  if (typeof request === "string") return request;
  const { status, mock } = answer;
  const { body } = request;
  const endpoint = {
    method,
    status,
    mock,
    ...(body !== null && { body }),
    ...(facts.created !== null && { createdId: facts.created }),
  };
  const dropped = [
    ...droppedParts({ document, item, operation }),
    ...answer.dropped,
    ...request.dropped,
  ];
  const id = operation.textOf("operationId");
  return { segments, endpoint, id, place: placeOf(operation, facts), dropped };
}

function placeOf(
  operation: DocumentNode,
  { subroute }: OperationFacts,
): ImportedOperation["place"] {
  const route = operation.get("tags")?.items()[0]?.text() ?? null;
  return route === null ? null : { route, subroute };
}

function parameterType(
  item: DocumentNode,
  operation: DocumentNode,
  name: string,
): PathParameter["type"] {
  const found = [operation, item].flatMap((each) => each.get("parameters")?.items() ?? [])
    .find((each) => each.textOf("in") === "path" && each.textOf("name") === name);
  const schema = found?.get("schema") ?? null;
  const [type] = schema === null ? [] : schemaTypes(schema);
  if (type === "integer") return "int";
  if (type === "number") return "float";
  return schema?.textOf("format") === "uuid" ? "uuid" : "string";
}

/** The response of an operation. */
interface ReadAnswer extends Pick<EndpointSpec, "status" | "mock"> {
  readonly dropped: readonly DroppedParts[];
}

/** Returns the response of an operation, or the reason why a spec cannot express it. */
function readAnswer(
  operation: DocumentNode,
  method: Method,
  { isMock }: OperationFacts,
): ReadAnswer | string {
  const withoutMock = (status: number): ReadAnswer => ({ status, mock: null, dropped: [] });
  const responses = operation.get("responses");
  const codes = responses?.keys() ?? [];
  const code = codes.filter((each) => /^2[0-9][0-9]$/.test(each)).toSorted()[0] ??
    codes.find((each) => /^2XX$/i.test(each)) ?? codes.find((each) => each === "default");
  // Many documents list only errors, which implies a successful response. Redirections imply none.
  const isSilent = codes.every((each) => /^[45x]/.test(each));
  if (code === undefined && isSilent) return withoutMock(defaultStatus(method));
  if (code === undefined) return "it has no response from 200 to 299";
  const status = /^2\d\d$/.test(code) ? Number(code) : defaultStatus(method);
  if (!hasContent(status)) return withoutMock(status);
  if (isMock === false) return withoutMock(status);
  const content = responses?.get(code)?.get("content");
  if (content == null || content.keys().length === 0) return withoutMock(status);
  const media = jsonContent(content);
  if (media === null) return `the response is ${mediaTypes(content)}, not JSON`;
  const mock = contentExample(media) ?? exampleOfSchema(media);
  if (mock === null || findMockProblems(mock, "").length === 0) {
    return { status, mock, dropped: [] };
  }
  return { status, mock: null, dropped: named("response example", [code]) };
}

function exampleOfSchema(media: DocumentNode): Json | null {
  const schema = media.get("schema");
  return schema === null ? null : schemaExample(schema);
}

/** The body of an operation's request. */
interface ReadBody {
  /** Its example; `null` if the body may be anything. */
  readonly body: Json | null;
  readonly dropped: readonly DroppedParts[];
}

const NO_BODY: ReadBody = { body: null, dropped: [] };

/** Returns the body of an operation, or the reason why it is not supported. */
function readBody(operation: DocumentNode, { body: own }: OperationFacts): ReadBody | string {
  if (own !== null && bodyProblems(own, "").length === 0) {
    return { body: operation.copied(own), dropped: [] };
  }
  const content = operation.get("requestBody")?.get("content");
  if (content == null || content.keys().length === 0) return NO_BODY;
  const media = jsonContent(content);
  if (media === null) return `the body is ${mediaTypes(content)}, not JSON`;
  const schema = media.get("schema");
  const body = schema === null ? null : schemaBody(schema, contentExample(media));
  if (body === null || bodyProblems(body, "").length === 0) return { body, dropped: [] };
  return { body: null, dropped: named("request body", content.keys().slice(0, 1)) };
}

/** Reports whether a media type is JSON, or a range that contains JSON. */
export function isJsonType(mediaType: string): boolean {
  const [type = ""] = mediaType.split(";", 1);
  const name = type.trim().toLowerCase();
  return ["application/json", "application/*", "*/*"].includes(name) || name.endsWith("+json");
}

/** Names up to three media types, for messages. */
function mediaTypes(content: DocumentNode): string {
  return content.keys().slice(0, 3).map((each) => quotable(each, 50)).join(" or ");
}

function jsonContent(content: DocumentNode): DocumentNode | null {
  const types = content.keys().filter(isJsonType);
  const type = types.find((each) => each === "application/json") ?? types[0];
  return type === undefined ? null : content.get(type);
}

/** Returns the first example of a media type. */
function contentExample(media: DocumentNode): Json | null {
  const example = media.raw("example");
  if (example !== null) return media.copied(example);
  for (const [, each] of media.get("examples")?.members() ?? []) {
    const value = each.raw("value") ?? each.raw("dataValue");
    if (value !== null) return media.copied(value);
  }
  return null;
}
