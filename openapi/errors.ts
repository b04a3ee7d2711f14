/** The errors of generated APIs, as responses in an OpenAPI document. */

import { type Json, stringifyJson } from "../core/json.ts";
import { list, object, text } from "../core/json_nodes.ts";
import type { DocumentedError } from "../spec/errors.ts";
import type { DocumentNode } from "./document_node.ts";
import type { Operation } from "./operation.ts";
import { responseSchema } from "./response_schema.ts";

const STRING: Json = object([["type", text("string")]]);

/** The members of problem details (RFC 9457). */
const MEMBERS: readonly (readonly [string, Json])[] = [
  ["type", STRING],
  ["title", STRING],
  ["status", object([["type", text("integer")]])],
  ["detail", STRING],
];

/** The names of the members of each item in a list of errors; `null` for problem details without one. */
const SCHEMAS = {
  Problem: null,
  /** With every problem of a body. */
  BodyProblems: ["pointer", "detail"],
  /** With every problem of parameters. */
  ParameterProblems: ["parameter", "in", "detail"],
} satisfies Readonly<Record<string, readonly string[] | null>>;

/** Returns the schema of problem details. Mock servers send no id of the request. */
function problemSchema(items: readonly string[] | null, hasRequestId: boolean): Json {
  const errors = items === null ? [] : [
    [
      "errors",
      object([["type", text("array")], ["items", record(items.map((name) => [name, STRING]))]]),
    ] as const,
  ];
  return record([...MEMBERS, ...errors], hasRequestId ? [["request_id", STRING]] : []);
}

function record(
  members: readonly (readonly [string, Json])[],
  optional: readonly (readonly [string, Json])[] = [],
): Json {
  return object([
    ["type", text("object")],
    ["properties", object([...members, ...optional])],
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
  /** The names of its schemas among the components. A response has one of them. */
  readonly schemas: readonly (keyof typeof SCHEMAS)[];
  /** Reports whether an operation has this response. */
  isOf(operation: Operation): boolean;
}

const takesBody = ({ request, errors }: Operation) => request !== null && errors.refusesBodies;
const checksBody = ({ request, errors }: Operation) =>
  (request?.isChecked ?? false) && errors.refusesBodies;
const checksParameters = ({ errors }: Operation) => errors.refusesParameters;

const ERRORS: readonly ErrorResponse[] = [
  {
    name: "BadRequest",
    description: "The body is not JSON",
    status: "400",
    schemas: ["Problem"],
    isOf: takesBody,
  },
  {
    name: "ContentTooLarge",
    description: "The body is too large",
    status: "413",
    schemas: ["Problem"],
    isOf: ({ request, errors }) => request !== null && errors.limitsBodies,
  },
  {
    name: "UnsupportedMediaType",
    description: "The body has the wrong content type",
    status: "415",
    schemas: ["Problem"],
    isOf: takesBody,
  },
  {
    name: "UnprocessableContent",
    description: "The body has the wrong shape",
    status: "422",
    schemas: ["BodyProblems"],
    isOf: (operation) => checksBody(operation) && !checksParameters(operation),
  },
  {
    name: "UnprocessableParameters",
    description: "The request does not have the right parameters",
    status: "422",
    schemas: ["ParameterProblems"],
    isOf: (operation) => checksParameters(operation) && !checksBody(operation),
  },
  {
    name: "UnprocessableRequest",
    description: "The request does not have the right parameters, or its body has the wrong shape",
    status: "422",
    schemas: ["BodyProblems", "ParameterProblems"],
    isOf: (operation) => checksBody(operation) && checksParameters(operation),
  },
  {
    name: "Problem",
    description: "Any other error",
    status: "default",
    schemas: ["Problem"],
    isOf: ({ errors }) => errors.hasProblems,
  },
];

/** Returns the error responses of an operation, by status: those that it documents in their order, then others. */
export function errorResponses(operation: Operation): readonly (readonly [string, Json])[] {
  const own = ERRORS.filter((each) => each.isOf(operation));
  const referred = own.map(({ status, name }) =>
    [status, object([["$ref", text(`#/components/responses/${name}`)]])] as const
  );
  const documented = operation.documented.map((each) => {
    const status = String(each.status);
    const other = own.find((error) => error.status === status);
    return [status, documentedNode(each, other, operation)] as const;
  });
  const statuses = new Set(documented.map(([status]) => status));
  return [...documented, ...referred.filter(([status]) => !statuses.has(status))];
}

/** Returns the description of an error whose documentation has none. */
function unnamedError(status: number | string): string {
  return `Error ${status}`;
}

/** Reports whether a document has a description only because each response needs one. */
export function isUnnamed(status: string, description: string): boolean {
  return description === unnamedError(status) ||
    ERRORS.some((each) => each.status === status && each.description === description);
}

/**
 * Returns the response of an error that an operation documents.
 *
 * @param own The error that every generated app has at the same status.
 */
function documentedNode(
  { status, description, mock }: DocumentedError,
  own: ErrorResponse | undefined,
  { errors }: Operation,
): Json {
  const schemas = own?.schemas ?? (mock === null && errors.hasProblems ? ["Problem"] : []);
  const media = [
    ...(schemas.length === 0 ? [] : [["application/problem+json", schemasNode(schemas)] as const]),
    ...(mock === null ? [] : [
      [
        "application/json",
        object([["schema", responseSchema([mock])], ["example", mock]]),
      ] as const,
    ]),
  ];
  return object([
    ["description", text(description ?? own?.description ?? unnamedError(status))],
    ["content", media.length === 0 ? undefined : object(media)],
  ]);
}

/** Returns the components that {@linkcode errorResponses} of an API refers to; `undefined` without any. */
export function errorComponents(operations: readonly Operation[]): Json | undefined {
  const used = ERRORS.filter((each) => operations.some((operation) => each.isOf(operation)));
  const describes = operations.some(({ documented, errors }) =>
    errors.hasProblems && documented.some(({ mock }) => mock === null)
  );
  if (used.length === 0 && !describes) return undefined;
  const names = new Set<string>(used.flatMap(({ schemas }) => schemas));
  if (describes) names.add("Problem");
  const hasRequestId = operations.some(({ errors }) => errors.hasRequestIds);
  const schemas = Object.entries(SCHEMAS).filter(([name]) => names.has(name))
    .map(([name, items]) => [name, problemSchema(items, hasRequestId)] as const);
  return object([
    ["schemas", object(schemas)],
    ["responses", object(used.map((each) => [each.name, responseNode(each)] as const))],
  ]);
}

/** Reports whether a response in a document is an error that every generated app has. */
export function isOwnErrorResponse(status: string, response: DocumentNode): boolean {
  const description = response.textOf("description");
  // Most responses differ in this, and need no comparison of their whole text.
  const own = ERRORS.find((each) => each.status === status && each.description === description);
  if (own === undefined) return false;
  return stringifyJson(response.copied(response.json), 0) === stringifyJson(responseNode(own), 0);
}

function responseNode({ description, schemas }: ErrorResponse): Json {
  return object([
    ["description", text(description)],
    ["content", object([["application/problem+json", schemasNode(schemas)]])],
  ]);
}

/** Returns the content of a response that has one of some schemas. */
function schemasNode(schemas: ErrorResponse["schemas"] | readonly string[]): Json {
  const references = schemas.map((each) =>
    object([["$ref", text(`#/components/schemas/${each}`)]])
  );
  const [only, another] = references;
  return object([
    ["schema", another === undefined ? only : object([["anyOf", list(references)]])],
  ]);
}
