/** Describes the requests of operations that check their bodies. */

import { type Json, stringifyJson } from "../core/json.ts";
import { bodyContent } from "./body_schema.ts";
import { DocumentNode, Documents } from "./document_node.ts";
import type { RequestContent } from "./operation.ts";
import { schemaBody } from "./schema_body.ts";

/**
 * The request of an operation. `written` is the example of the body if the request's content cannot
 * express the example, and `null` otherwise.
 */
export interface DescribedBody {
  readonly request: RequestContent;
  readonly written: Json | null;
}

/**
 * Describes the request of an operation.
 *
 * @param body An example of the body, as a spec has it.
 */
export function describedBody(
  body: Json,
): DescribedBody {
  const request = bodyContent(body);
  return { request, written: isReadBack(body, request) ? null : body };
}

/** Reports whether importing the content of a request gives the example that it was made from. */
function isReadBack(body: Json, { schema, example }: RequestContent): boolean {
  const read = schemaBody(new DocumentNode(new Documents(new Map()), schema, ""), example);
  return read !== null && stringifyJson(read, 0) === stringifyJson(body, 0);
}
