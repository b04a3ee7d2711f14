/** Reads the error responses of an OpenAPI document as the documented errors of an endpoint. */

import { type Json, type JsonMember, type JsonObject, stringifyJson } from "../core/json.ts";
import {
  type DocumentedError,
  ERROR_STATUS,
  errorNode,
  MAX_ERRORS_LENGTH,
} from "../spec/errors.ts";
import { findMockProblems } from "../spec/mock.ts";
import { BrokenReference, type DocumentNode, partOrReason } from "./document_node.ts";
import {
  droppedContent,
  droppedMetadata,
  type DroppedParts,
  hasSchema,
  named,
} from "./dropped_parts.ts";
import { isOwnErrorResponse, isUnnamed } from "./errors.ts";
import { contentExample, isProblemType, jsonContent } from "./json_content.ts";
import { responseSchema } from "./response_schema.ts";
import { schemaExample } from "./schema_example.ts";

/** The errors of an operation. */
export interface ReadErrors {
  /** As a spec has them; `null` without any. */
  readonly errors: JsonObject | null;
  readonly dropped: readonly DroppedParts[];
  /** The schemas of errors, except those of which the spec has all. */
  readonly schemas: readonly ErrorSchema[];
}

/** The schema of an error, with its status. */
export interface ErrorSchema {
  readonly code: string;
  readonly node: DocumentNode;
}

/**
 * Reads the error responses of an operation. Leaves out the errors that every generated app has.
 *
 * @param used The status of the response that the spec has; `null` if the document has none for it.
 */
export function readErrors(responses: DocumentNode | null, used: string | null): ReadErrors {
  const members: JsonMember[] = [];
  const dropped: DroppedParts[] = [];
  const schemas: ErrorSchema[] = [];
  let length = 0;
  for (const code of new Set(responses?.keys())) {
    if (code === used || !/^(?:[45]|default$)/.test(code)) continue;
    const node = partOrReason(() => responses?.get(code) ?? null);
    const isFound = node !== null && !(node instanceof BrokenReference);
    if (isFound && isOwnErrorResponse(code, node)) continue;
    const read = isFound && ERROR_STATUS.test(code)
      ? partOrReason(() => readError(code, node))
      : null;
    const value = read === null || read instanceof BrokenReference ? null : errorNode(read.error);
    length += value === null ? 0 : stringifyJson(value, 0).length + JSON_ROOM;
    if (read === null || read instanceof BrokenReference || length > MAX_ERRORS_LENGTH) {
      dropped.push(...named("error response", [code]));
      continue;
    }
    members.push({ key: code, at: 0, value: value as Json });
    dropped.push(...read.dropped);
    if (read.schema !== null) schemas.push({ code, node: read.schema });
  }
  const errors = members.length === 0 ? null : { kind: "object", at: 0, members } as const;
  return { errors, dropped, schemas };
}

/** Maximum number of characters around the JSON of an error. */
const JSON_ROOM = 10;

interface ReadError {
  readonly error: Omit<DocumentedError, "status">;
  readonly dropped: readonly DroppedParts[];
  readonly schema: DocumentNode | null;
}

function readError(code: string, node: DocumentNode): ReadError {
  const description = node.textOf("description") ?? "";
  const metadata = droppedMetadata(node, { hasLocation: false, isPaged: false });
  const plain = { error: { description, mock: null }, dropped: metadata, schema: null };
  const content = node.get("content");
  if (content === null || content.keys().length === 0) return plain;
  const media = jsonContent(content);
  if (media === null) {
    return { ...plain, dropped: [...metadata, ...named("media type", content.keys().slice(0, 1))] };
  }
  if (isProblemType(media.type)) return plain;
  const schema = media.node.get("schema");
  const given = contentExample(media.node);
  const made = given === null && schema !== null ? schemaExample(schema) : null;
  const mock = given ?? made?.example ?? null;
  const isSaid = mock !== null && findMockProblems(mock, "").length === 0;
  const others = content.keys().filter((each) => !isProblemType(each));
  const dropped = [
    ...metadata,
    ...(others.length > 1 ? droppedContent(content, media) : []),
    ...(isSaid ? [] : named("response example", [code])),
    ...(made === null || made.omitted === 0
      ? []
      : [{ kind: "nested value", count: made.omitted, name: code } as const]),
  ];
  if (!isSaid) return { ...plain, dropped, schema };
  const isWhole = hasSchema(media.node, responseSchema([mock]));
  return {
    error: { description: isUnnamed(code, description) ? null : description, mock },
    dropped,
    schema: isWhole ? null : schema,
  };
}
