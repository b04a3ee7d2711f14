/** An operation of an API, before it becomes part of a document. */

import type { Json } from "../core/json.ts";
import type { DocumentedError } from "../spec/errors.ts";
import type { OperationFacts } from "./extension.ts";

/** A parameter in the path of an operation. */
export interface PathParameter {
  readonly name: string;
  readonly schema: Json;
}

/** The content of a request or a response: JSON. */
export interface JsonContent {
  readonly schema: Json;
  /** `null` without an example. */
  readonly example: Json | null;
}

/** The body of an operation's request. */
export interface RequestContent extends JsonContent {
  /** Whether a missing body, or one of the wrong shape, is an error. */
  readonly isChecked: boolean;
}

/** The response of an operation if it succeeds. */
export interface SuccessResponse {
  /** The status code; `null` if it is unknown. */
  readonly status: number | null;
  /** The names of its headers, apart from headers that describe its content. */
  readonly headers: readonly string[];
  /** `any` if it may not be JSON; `null` for a response without content. */
  readonly content: JsonContent | "any" | null;
}

/** A parameter in the query or the headers of an operation. */
export interface ParameterNode extends PathParameter {
  readonly isRequired: boolean;
  /** Set if it is a list in one value, separated by commas. */
  readonly isJoined?: boolean;
  /** `null` without an example. */
  readonly example: Json | null;
}

/** The errors that the code of an operation answers with problem details. */
export interface OperationErrors {
  /** Whether all errors of HTTP are problem details. */
  readonly hasProblems: boolean;
  /** Whether parameters that do not fit are refused. */
  readonly refusesParameters: boolean;
  /** Whether a body that does not fit is refused. */
  readonly refusesBodies: boolean;
  /** Whether the size of bodies is limited. */
  readonly limitsBodies: boolean;
  /** Whether problem details have the id of the request. */
  readonly hasRequestIds: boolean;
}

/** The errors of a generated API. */
export const GENERATED_ERRORS: OperationErrors = {
  hasProblems: true,
  refusesParameters: true,
  refusesBodies: true,
  limitsBodies: true,
  hasRequestIds: true,
};

/** An operation: a method of a path. */
export interface Operation {
  /** In lower case. */
  readonly method: string;
  /** The path, with parameters in braces, such as `/carts/{id}`. */
  readonly path: string;
  readonly parameters: readonly PathParameter[];
  readonly query: readonly ParameterNode[];
  readonly headers: readonly ParameterNode[];
  /** Unique in the API. */
  readonly id: string;
  /** The name of its route. */
  readonly tag: string;
  /** `null` if it takes no body. */
  readonly request: RequestContent | null;
  readonly response: SuccessResponse;
  readonly errors: OperationErrors;
  /** The errors that it documents. */
  readonly documented: readonly DocumentedError[];
  /** The facts that OpenAPI cannot express. */
  readonly facts: OperationFacts;
}

/** A route, whose operations have its name as their tag. */
export interface RouteTag {
  readonly name: string;
  /** The prefix of its paths; `null` for a route that a spec cannot express. */
  readonly path: string | null;
  /** The names of its subroutes, in order; empty if their paths are in this order. */
  readonly subroutes: readonly string[];
}

/** An API that a document describes. */
export interface DescribedApi {
  readonly title: string;
  /** `null` without a description. */
  readonly description: string | null;
  /** The routes, in order. */
  readonly tags: readonly RouteTag[];
  readonly operations: readonly Operation[];
}
