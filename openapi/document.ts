/** OpenAPI documents (https://spec.openapis.org/oas/v3.1.1.html). */

import type { Json, JsonObject } from "../core/json.ts";
import { flag, list, object, text } from "../core/json_nodes.ts";
import { errorComponents, errorResponses } from "./errors.ts";
import { operationExtension, routeExtension } from "./extension.ts";
import type {
  DescribedApi,
  JsonContent,
  Operation,
  ParameterNode,
  PathParameter,
  RequestContent,
  RouteTag,
} from "./operation.ts";
import { ANYTHING } from "./response_schema.ts";

const STRING: Json = object([["type", text("string")]]);

/** Returns the OpenAPI document of an API. The same API always gives the same document. */
export function openApiDocument(api: DescribedApi): JsonObject {
  const { title, description, tags, operations } = api;
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const paths = [...byPath].map(([path, ofPath]) =>
    [path, object(ofPath.map((each) => [each.method, operationNode(each)]))] as const
  );
  return object([
    ["openapi", text("3.1.0")],
    [
      "info",
      object([
        ["title", text(title)],
        ["description", description === null ? undefined : text(description)],
        ["version", text("1.0.0")],
      ]),
    ],
    ["tags", list(tags.map(tagNode))],
    ["paths", object(paths)],
    ["components", errorComponents(operations)],
  ]);
}

function tagNode({ name, path, subroutes }: RouteTag): Json {
  const extension = path === null ? [] : [routeExtension({ path, subroutes })];
  return object([["name", text(name)], ...extension]);
}

function operationNode(operation: Operation): Json {
  const { id, tag, request, facts } = operation;
  const parameters = parameterNodes(operation);
  return object([
    ["operationId", text(id)],
    ["tags", list([text(tag)])],
    ["parameters", parameters.length === 0 ? undefined : list(parameters)],
    ["requestBody", request === null ? undefined : requestBody(request)],
    ["responses", object([successResponse(operation), ...errorResponses(operation)])],
    operationExtension(facts),
  ]);
}

function parameterNodes({ parameters, query, headers }: Operation): readonly Json[] {
  const members = (place: string, { name, schema }: PathParameter, isRequired: boolean) =>
    [
      ["name", text(name)],
      ["in", text(place)],
      ["required", isRequired ? flag(true) : undefined],
      ["schema", schema],
    ] as const;
  const withExample = (place: string, each: ParameterNode) =>
    object([
      ...members(place, each, each.isRequired),
      ["explode", each.isJoined ? flag(false) : undefined],
      ["example", each.example ?? undefined],
    ]);
  return [
    ...parameters.map((each) => object(members("path", each, true))),
    ...query.map((each) => withExample("query", each)),
    ...headers.map((each) => withExample("header", each)),
  ];
}

function requestBody(request: RequestContent): Json {
  return object([["required", flag(request.isChecked)], ["content", jsonContent(request)]]);
}

function successResponse(
  { response: { status, headers, content }, errors }: Operation,
): readonly [string, Json] {
  const values = headers.map((name) => [name, object([["schema", STRING]])] as const);
  // If nothing is known, `2XX` would promise that there is a success.
  const isUnknown = status === null && !errors.hasProblems;
  const description = isUnknown ? "Not read from the code" : REASONS.get(status ?? 0) ?? "Success";
  return [
    isUnknown ? "default" : status === null ? "2XX" : String(status),
    object([
      ["description", text(description)],
      ["headers", values.length === 0 ? undefined : object(values)],
      ["content", content === null ? undefined : responseContent(content)],
    ]),
  ];
}

function responseContent(content: JsonContent | "any"): Json {
  return content === "any"
    ? object([["*/*", object([["schema", ANYTHING]])]])
    : jsonContent(content);
}

function jsonContent({ schema, example }: JsonContent): Json {
  const media = object([["schema", schema], ["example", example ?? undefined]]);
  return object([["application/json", media]]);
}

/** The reason phrases of successful statuses (RFC 9110, section 15.3). */
const REASONS: ReadonlyMap<number, string> = new Map([
  [200, "OK"],
  [201, "Created"],
  [202, "Accepted"],
  [203, "Non-Authoritative Information"],
  [204, "No Content"],
  [205, "Reset Content"],
  [206, "Partial Content"],
]);
