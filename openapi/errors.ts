/** The errors of generated APIs, as responses in an OpenAPI document. */

import { type Json, stringifyJson } from "../core/json.ts";
import { list, object, text } from "../core/json_nodes.ts";
import type { DocumentNode } from "./document_node.ts";
import type { Operation } from "./operation.ts";

const STRING: Json = object([["type", text("string")]]);

/** The members of problem details (RFC 9457). */
const MEMBERS: readonly (readonly [string, Json])[] = [
  ["type", STRING],
  ["title", STRING],
  ["status", object([["type", text("integer")]])],
  ["detail", STRING],
];

const PROBLEM: Json = record(MEMBERS);

/** Problem details of a body, with every problem in it. */
const BODY_PROBLEMS: Json = record([
  ...MEMBERS,
  [
    "errors",
    object([
      ["type", text("array")],
      ["items", record([["pointer", STRING], ["detail", STRING]])],
    ]),
  ],
]);

function record(members: readonly (readonly [string, Json])[]): Json {
  return object([
    ["type", text("object")],
    ["properties", object(members)],
    ["required", list(members.map(([name]) => text(name)))],
  ]);
}

/** A kind of error response. */
interface ErrorResponse {
  /** Its name among the components. */
  readonly name: string;
  readonly description: string;
  /** The status; `default` for any other. */
  readonly status: string;
  /** The name of its schema among the components. */
  readonly schema: string;
  /** Reports whether an operation has this response. */
  isOf(operation: Operation): boolean;
}

const takesBody = ({ request, errors }: Operation) => request !== null && errors.refusesBodies;

const ERRORS: readonly ErrorResponse[] = [
  {
    name: "BadRequest",
    description: "The body is not JSON",
    status: "400",
    schema: "Problem",
    isOf: takesBody,
  },
  {
    name: "ContentTooLarge",
    description: "The body is too large",
    status: "413",
    schema: "Problem",
    isOf: ({ request, errors }) => request !== null && errors.limitsBodies,
  },
  {
    name: "UnsupportedMediaType",
    description: "The body has the wrong content type",
    status: "415",
    schema: "Problem",
    isOf: takesBody,
  },
  {
    name: "UnprocessableContent",
    description: "The body has the wrong shape",
    status: "422",
    schema: "BodyProblems",
    isOf: ({ request, errors }) => (request?.isChecked ?? false) && errors.refusesBodies,
  },
  {
    name: "Problem",
    description: "Any other error",
    status: "default",
    schema: "Problem",
    isOf: ({ errors }) => errors.hasProblems,
  },
];

/** Returns the error responses of an operation, by status. */
export function errorResponses(operation: Operation): readonly (readonly [string, Json])[] {
  return ERRORS.filter((each) => each.isOf(operation)).map(({ status, name }) =>
    [status, object([["$ref", text(`#/components/responses/${name}`)]])] as const
  );
}

/** Returns the components that {@linkcode errorResponses} of an API refers to; `undefined` without any. */
export function errorComponents(operations: readonly Operation[]): Json | undefined {
  const used = ERRORS.filter((each) => operations.some((operation) => each.isOf(operation)));
  if (used.length === 0) return undefined;
  const checksRequests = used.some(({ schema }) => schema === "BodyProblems");
  return object([
    [
      "schemas",
      object([["Problem", PROBLEM], ["BodyProblems", checksRequests ? BODY_PROBLEMS : undefined]]),
    ],
    ["responses", object(used.map((each) => [each.name, responseNode(each)] as const))],
  ]);
}

/** Reports whether a response in a document is an error that every generated app has. */
export function isOwnErrorResponse(status: string, response: DocumentNode): boolean {
  const own = ERRORS.find((each) => each.status === status);
  // Most responses differ in this, and need no comparison of their whole text.
  if (own === undefined || response.textOf("description") !== own.description) return false;
  return stringifyJson(response.copied(response.json), 0) === stringifyJson(responseNode(own), 0);
}

function responseNode({ description, schema }: ErrorResponse): Json {
  const media = object([["schema", object([["$ref", text(`#/components/schemas/${schema}`)]])]]);
  return object([
    ["description", text(description)],
    ["content", object([["application/problem+json", media]])],
  ]);
}
