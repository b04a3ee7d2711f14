/** The API of endpoints, whose contracts were read from a spec or from code. */

import { type Json, stringifyJson } from "../core/json.ts";
import { text } from "../core/json_nodes.ts";
import { routeEndpoints } from "../generators/code/endpoint.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import {
  type ContractBody,
  type ContractContent,
  type ContractResponse,
  type EndpointContract,
  onlyResponse,
  type Part,
  unread,
  valueOf,
} from "../spec/endpoint_contract.ts";
import { documentedErrors } from "../spec/errors.ts";
import { FreeNames } from "../spec/free_names.ts";
import { listJson } from "../spec/list.ts";
import { routeContracts } from "../spec/spec_contract.ts";
import { ANY_BODY, bodyContent } from "./body_schema.ts";
import { parameterSchema, pathShape, templatePath } from "./described_path.ts";
import { DocumentNode, Documents } from "./document_node.ts";
import {
  type DescribedApi,
  GENERATED_ERRORS,
  type JsonContent,
  type Operation,
  type ParameterNode,
  type PathParameter,
  type RequestContent,
  type SuccessResponse,
} from "./operation.ts";
import { NOTHING_SEEN } from "../project/contract/request_reading.ts";
import { exampleParameters, queryNodes } from "./parameter_nodes.ts";
import { queryParameter, type SeenCode } from "./seen_code.ts";
import { ANYTHING, responseSchema } from "./response_schema.ts";
import { schemaBody } from "./schema_body.ts";
import { type PlacedOperation, subrouteOrders } from "./subroute_orders.ts";

/** An endpoint to describe. */
export interface DescribedEndpoint {
  /** The name of its route; the name of its blueprint if a spec cannot express it. */
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  /** The path of its route; `null` if a spec cannot express the endpoint. */
  readonly prefix: string | null;
  /** The name of its handler. */
  readonly handler: string;
  readonly contract: EndpointContract;
  /** What its code shows besides; absent for an endpoint of a spec. */
  readonly seen?: SeenCode;
}

/** Returns the endpoints of a spec. */
export function specEndpoints({ routes }: ApiSpec): readonly DescribedEndpoint[] {
  return routes.flatMap((route) => {
    const named = routeEndpoints(route);
    return routeContracts(route).map((contract, index) => ({
      route: route.name,
      subroute: contract.subroute,
      prefix: route.path,
      handler: named[index]?.handler ?? "",
      contract,
    }));
  });
}

/**
 * Describes an API. Leaves out endpoints whose method or path is unknown.
 *
 * @param about The API's title and description.
 * @param endpoints The endpoints, in the order of the routes.
 */
export function describedApi(
  about: Pick<DescribedApi, "title" | "description">,
  endpoints: readonly DescribedEndpoint[],
): DescribedApi {
  // Flask's endpoint names, which are unique in an app that was generated.
  const ids = new FreeNames({ separator: "." });
  const paths = new Map<string, DescribedPath>();
  const placed = endpoints.flatMap((each): readonly PlacedOperation[] => {
    const { route, subroute, handler, contract, seen } = each;
    const [method, own] = [valueOf(contract.method)?.toLowerCase(), pathOf(contract)];
    if (method === undefined || own === null) return [];
    const id = ids.take([`${route}.${handler}`, `${route}.${handler}.${method}`]);
    const shared = paths.get(own.shape) ?? own;
    paths.set(own.shape, shared);
    // OpenAPI does not distinguish paths that differ only in the names of their parameters.
    const parameters = own.parameters.map(({ name, schema }, index) => ({
      name: shared.parameters[index]?.name ?? name,
      schema,
    }));
    const place = { method, path: shared.path, parameters, id, tag: route };
    return [{ route, subroute, operation: { ...place, ...partsOf(contract, subroute, seen) } }];
  });
  const orders = subrouteOrders(placed);
  const prefixes = new Map(endpoints.map(({ route, prefix }) => [route, prefix]));
  const tags = [...prefixes].map(([name, path]) => ({
    name,
    path,
    subroutes: orders.get(name) ?? [],
  }));
  return { ...about, tags, operations: placed.map(({ operation }) => operation) };
}

interface DescribedPath {
  readonly path: string;
  readonly shape: string;
  readonly parameters: readonly PathParameter[];
}

function pathOf(contract: EndpointContract): DescribedPath | null {
  const [path, parameters] = [valueOf(contract.path), valueOf(contract.parameters)];
  if (path === null || parameters === null) return null;
  const read = { path, parameters };
  return {
    path: templatePath(read),
    shape: pathShape(read),
    parameters: parameters.map(({ name, type }) => ({ name, schema: parameterSchema(type) })),
  };
}

function partsOf(
  contract: EndpointContract,
  subroute: string | null,
  seen: SeenCode | undefined,
): Pick<
  Operation,
  "query" | "headers" | "request" | "response" | "errors" | "documented" | "facts"
> {
  const { status, headers, isJson, content, created } = seen === undefined ||
      seen.changedBy === null
    ? onlyResponse(contract)
    : UNREAD_RESPONSE;
  const found = valueOf(content);
  const response: SuccessResponse = {
    status: seen?.isStatusSure === false ? null : valueOf(status),
    headers: [...headers.filter(isDescribed), ...(contract.list.kind === "known" ? PAGED : [])],
    content: content.kind === "absent"
      ? null
      : found !== null
      ? contentOf(found)
      : isJson
      ? ANY_CONTENT
      : "any",
  };
  const { request, written } = requestOf(contract.body, seen);
  const isMock = content.kind === "absent" ? null : found?.kind === "json";
  const { errors = GENERATED_ERRORS } = seen ?? {};
  return {
    query: queryOf(contract, seen),
    headers: parametersOf(contract.headers),
    request,
    response,
    errors: {
      ...errors,
      ...(contract.query.kind === "absent" && contract.headers.kind === "absent" &&
        contract.list.kind === "absent" && NO_PARAMETER_ERRORS),
      ...(contract.body.kind !== "known" && NO_BODY_ERRORS),
    },
    documented: documentedErrors(valueOf(contract.errors) ?? undefined),
    facts: {
      subroute,
      isMock,
      created,
      list: contract.list.kind === "known" ? listJson(contract.list.value) : null,
      body: written,
    },
  };
}

/** The response of a handler that a decorator may change. */
const UNREAD_RESPONSE: ContractResponse = {
  status: unread(),
  headers: [],
  isJson: false,
  content: unread(),
  created: null,
};

/** The headers of a page. */
const PAGED = ["X-Total-Count", "Link"];

/** The errors of a handler that does not call `request_parameters()`. */
const NO_PARAMETER_ERRORS = { refusesParameters: false };

/** The errors of a handler that does not call `json_body()`. */
const NO_BODY_ERRORS = { refusesBodies: false, limitsBodies: false };

const ANY_CONTENT: JsonContent = { schema: ANYTHING, example: null };

function contentOf(content: ContractContent): JsonContent {
  const value = content.kind === "json" ? content.value : text(content.words);
  // An echo ends with the request's body, so no example fits.
  return { schema: responseSchema([value]), example: content.kind === "echo" ? null : value };
}

/**
 * Reports whether OpenAPI can describe a header (RFC 9110, section 5.6.2). Documents describe
 * `Content-Type` elsewhere.
 */
function isDescribed(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && name.toLowerCase() !== "content-type";
}

/** Returns the parameters that are checked. */
function parametersOf(part: Part<Json>): readonly ParameterNode[] {
  const example = valueOf(part);
  return example === null ? [] : exampleParameters(example);
}

/** Returns the parameters that are checked, then others that the code reads. */
function queryOf(
  { query, list }: EndpointContract,
  { request: { query: others } }: Pick<SeenCode, "request"> = { request: NOTHING_SEEN },
): readonly ParameterNode[] {
  const checked = queryNodes(valueOf(query), valueOf(list));
  const names = new Set(checked.map(({ name }) => name));
  return [...checked, ...others.filter(({ name }) => !names.has(name)).map(queryParameter)];
}

/** The request of an operation. */
interface DescribedRequest {
  /** `null` if it takes no body. */
  readonly request: RequestContent | null;
  /** The example of the body if the request's content cannot express it; `null` otherwise. */
  readonly written: Json | null;
}

function requestOf(body: Part<ContractBody>, seen: SeenCode | undefined): DescribedRequest {
  const isRead = seen === undefined || body.kind === "known" || seen.request.readsJson;
  if (body.kind === "absent" || !isRead) return { request: null, written: null };
  const read = valueOf(body);
  const example = read === null ? null : valueOf(read.example);
  if (example === null) {
    return { request: { ...ANY_BODY, isChecked: read?.isChecked ?? false }, written: null };
  }
  const request = bodyContent(example);
  return { request, written: isReadBack(example, request) ? null : example };
}

/** Reports whether importing the content of a request gives the example that it was made from. */
function isReadBack(body: Json, { schema, example }: RequestContent): boolean {
  const node = new DocumentNode(new Documents(new Map()), schema, "");
  const { body: read } = schemaBody(node, example);
  return read !== null && stringifyJson(read, 0) === stringifyJson(body, 0);
}
