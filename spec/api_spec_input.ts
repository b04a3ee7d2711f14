/** The types of specs that programs pass as values. */

import type { JsonValue } from "../core/json_value.ts";
import type { Method } from "./api_spec.ts";

/** A spec. */
export interface ApiSpecInput {
  /** The address of the spec's JSON Schema, for editors; ignored. */
  readonly $schema?: string;
  /** Facts for people; they do not change the generated code. */
  readonly project?: {
    /** A description of the API. */
    readonly description?: string;
  };
  /** The routes by name; at least one. */
  readonly routes: Readonly<Record<string, RouteInput>>;
}

/** An endpoint of a spec. */
export interface EndpointInput {
  /** The HTTP method. */
  readonly type: Method | Lowercase<Method>;
  /** The response of the endpoint; a default response if left out. */
  readonly mock?: JsonValue;
}

/** A route of a spec: an endpoint at `/<route>` and its subroutes. */
export interface RouteInput extends EndpointInput {
  /** Further endpoints by name, at `/<route>/<name>`. */
  readonly subroutes?: SubroutesInput;
}

/** The subroutes of a route, by name. */
export type SubroutesInput = Readonly<Record<string, EndpointInput>>;
