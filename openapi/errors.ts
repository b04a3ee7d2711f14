/** The errors of generated APIs, as responses in an OpenAPI document. */

import type { Json } from "../core/json.ts";
import { list, object, text } from "./json_nodes.ts";
import type { Operation } from "./operation.ts";

/** The members of problem details (RFC 9457). */
const PROBLEM: Json = object([
  ["type", text("object")],
  [
    "properties",
    object([
      ["type", object([["type", text("string")]])],
      ["title", object([["type", text("string")]])],
      ["status", object([["type", text("integer")]])],
      ["detail", object([["type", text("string")]])],
    ]),
  ],
  ["required", list(["type", "title", "status", "detail"].map(text))],
]);

const DEFAULT = "Problem";

/** The names and descriptions of the responses. */
const RESPONSES: ReadonlyMap<string, string> = new Map([
  [DEFAULT, "Any other error"],
  ["BadRequest", "The body is not JSON"],
  ["ContentTooLarge", "The body is too large"],
  ["UnsupportedMediaType", "The body has another content type"],
]);

/** Returns the error responses of an operation, by status. */
export function errorResponses({ request }: Operation): readonly (readonly [string, Json])[] {
  const ofBody = [
    ["400", "BadRequest"],
    ["413", "ContentTooLarge"],
    ["415", "UnsupportedMediaType"],
  ] as const;
  const named = [...(request === null ? [] : ofBody), ["default", DEFAULT] as const];
  return named.map(([status, name]) =>
    [status, object([["$ref", text(`#/components/responses/${name}`)]])] as const
  );
}

/** Returns the components that {@linkcode errorResponses} of an API refers to. */
export function errorComponents(operations: readonly Operation[]): Json {
  const takesBody = operations.some(({ request }) => request !== null);
  const schema = object([["$ref", text("#/components/schemas/Problem")]]);
  const content = object([["application/problem+json", object([["schema", schema]])]]);
  const used = [...RESPONSES].filter(([name]) => name === DEFAULT || takesBody);
  return object([
    ["schemas", object([["Problem", PROBLEM]])],
    [
      "responses",
      object(
        used.map(([name, description]) =>
          [name, object([["description", text(description)], ["content", content]])] as const
        ),
      ),
    ],
  ]);
}
