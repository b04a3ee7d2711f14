/** An operation of an API, before it becomes part of a document. */

import type { Json } from "../core/json.ts";

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

/** The response of an operation if it succeeds. */
export interface SuccessResponse {
  /** The status code; `null` if it is unknown. */
  readonly status: number | null;
  /** `null` for a response without content. */
  readonly content: JsonContent | null;
}

/** An operation: a method of a path. */
export interface Operation {
  /** In lower case. */
  readonly method: string;
  /** The path, with parameters in braces, such as `/carts/{id}`. */
  readonly path: string;
  readonly parameters: readonly PathParameter[];
  /** Unique in the API. */
  readonly id: string;
  /** The name of its route. */
  readonly tag: string;
  /** `null` if it takes no body. */
  readonly request: JsonContent | null;
  readonly response: SuccessResponse;
  /** What OpenAPI cannot express: the members of `x-layerwright`. */
  readonly extension: readonly (readonly [string, Json])[];
}

/** An API that a document describes. */
export interface DescribedApi {
  readonly title: string;
  /** `null` without a description. */
  readonly description: string | null;
  /** The names of the routes, in order. */
  readonly tags: readonly string[];
  readonly operations: readonly Operation[];
}
