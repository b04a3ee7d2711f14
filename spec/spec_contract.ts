/** The contracts of a spec's endpoints. */

import type { Json } from "../core/json.ts";
import {
  type ApiSpec,
  type EndpointSpec,
  hasContent,
  type Method,
  type RouteSpec,
  takesBody,
} from "./api_spec.ts";
import { defaultWords } from "./default_answer.ts";
import {
  ABSENT,
  type Absent,
  type ContractBody,
  type ContractContent,
  type ContractParameter,
  type ContractResponse,
  type EndpointContract,
  type Known,
  known,
  valueOf,
} from "./endpoint_contract.ts";
import type { ListSpec } from "./list.ts";
import { pathSegments } from "./spec_path.ts";

/** The contract of a spec's endpoint, in which nothing is unread, and its names in the spec. */
export interface SpecContract extends EndpointContract {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: Known<Method>;
  readonly path: Known<string>;
  readonly parameters: Known<readonly ContractParameter[]>;
  readonly query: Known<Json> | Absent;
  readonly headers: Known<Json> | Absent;
  readonly list: Known<ListSpec> | Absent;
  readonly body: Known<ContractBody> | Absent;
  readonly errors: Known<Json> | Absent;
  /** Its only response. */
  readonly responses: Known<readonly [SpecResponse]>;
}

/** The response of a spec's endpoint. */
export interface SpecResponse extends ContractResponse {
  readonly status: Known<number>;
  readonly content: Known<ContractContent> | Absent;
}

/** Returns the contracts of a spec's endpoints, in the order of the spec. */
export function specContracts({ routes }: Pick<ApiSpec, "routes">): readonly SpecContract[] {
  return routes.flatMap(routeContracts);
}

/** Returns the contracts of a route's endpoints: its own first, then those of each subroute. */
export function routeContracts(
  { name: route, path: prefix, endpoints, subroutes }: RouteSpec,
): readonly SpecContract[] {
  const contracts = (subroute: string | null, path: string, found: readonly EndpointSpec[]) => {
    const names = { route, subroute };
    const place = { path: known(path), parameters: known(parametersOf(path)) };
    return found.map((each) => ({ ...names, ...place, ...contractOf(each, names) }));
  };
  return [
    ...contracts(null, prefix, endpoints),
    ...subroutes.flatMap(({ name, path, endpoints }) => contracts(name, prefix + path, endpoints)),
  ];
}

function contractOf(
  endpoint: EndpointSpec,
  names: Pick<SpecContract, "route" | "subroute">,
): Omit<SpecContract, "route" | "subroute" | "path" | "parameters"> {
  const { method, status, query, headers, list, body, errors, createdId } = endpoint;
  const response: SpecResponse = {
    status: known(status),
    headers: createdId === undefined ? [] : ["Location"],
    isJson: hasContent(status),
    content: hasContent(status) ? known(contentOf(endpoint, names)) : ABSENT,
    created: createdId ?? null,
  };
  const sent = {
    isChecked: body !== undefined,
    example: body === undefined ? ABSENT : known(body),
  };
  return {
    method: known(method),
    query: query === undefined ? ABSENT : known(query),
    headers: headers === undefined ? ABSENT : known(headers),
    list: list === undefined ? ABSENT : known(list),
    body: takesBody(method) ? known(sent) : ABSENT,
    errors: errors === undefined ? ABSENT : known(errors),
    responses: known([response]),
  };
}

function contentOf(
  { method, mock }: EndpointSpec,
  names: Pick<SpecContract, "route" | "subroute">,
): ContractContent {
  if (mock !== null) return { kind: "json", value: mock };
  return { kind: takesBody(method) ? "echo" : "words", words: defaultWords({ ...names, method }) };
}

function parametersOf(path: string): readonly ContractParameter[] {
  return pathSegments(path).filter((each) => typeof each !== "string");
}

/** Returns the name of an endpoint, such as `GET /products`. */
export function endpointName({ method, path }: SpecContract): string {
  return `${method.value} ${path.value}`;
}

/** Returns the example of the body that an endpoint checks; `null` if it checks none. */
export function exampleOf(body: SpecContract["body"]): Json | null {
  return body.kind === "absent" ? null : valueOf(body.value.example);
}
