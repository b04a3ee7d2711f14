/** The types of specs that programs pass as values. */

import type { JsonValue } from "../core/json_value.ts";
import type { Method } from "./api_spec.ts";

/** A spec. */
export interface ApiSpecInput {
  /** The address of the spec's JSON Schema, for editors; ignored. */
  readonly $schema?: string;
  /** Information for people; it does not change the generated code. */
  readonly project?: {
    /** A description of the API. */
    readonly description?: string;
  };
  /** The routes by name; at least one. */
  readonly routes: Readonly<Record<string, RouteInput>>;
}

/** What clients can ask of a list. */
export interface ListInput {
  /** Number of items of a page without `limit` in the query, from 1 to 100; default: 20. */
  readonly limit?: number;
  /** The fields that select items: a text, a number or a boolean. Each is a parameter of the query. */
  readonly filter?: readonly string[];
  /** The fields for the parameter `sort`, such as `price,-name`. */
  readonly sort?: readonly string[];
}

/** The response of an endpoint. */
export interface AnswerInput {
  /** The status of the response, from 200 to 299; default: 201 for POST, else 200. */
  readonly status?: number;
  /** The response of the endpoint; by default, a generated sentence. */
  readonly mock?: JsonValue;
}

/** The requests and responses of an endpoint. */
export interface MethodInput extends AnswerInput {
  /**
   * An example of each parameter of the query: a text, a number, a boolean, or a list of these for a
   * parameter that is repeated. A key that ends with a question mark may be absent. An object with
   * `$default`, `$enum` or `$example` is a constraint, such as `{ $default: 20, $maximum: 100 }`.
   * Queries that do not fit get a 422 response.
   */
  readonly query?: Readonly<Record<string, JsonValue>>;
  /**
   * An example of each header of requests, like `query`. A list is a header with commas. Names of
   * headers ignore case.
   */
  readonly headers?: Readonly<Record<string, JsonValue>>;
  /**
   * For a GET whose mock is a list: clients page the list with the parameters `limit` and `offset`,
   * filter it by fields and sort it.
   */
  readonly list?: ListInput;
  /**
   * An example of the request's body, for POST and PUT: bodies of the wrong shape get a 422
   * response. A key that ends with a question mark may be absent. The key `...` with null allows
   * other members. Without an example, any JSON is accepted.
   */
  readonly body?: JsonValue;
  /**
   * The errors that the endpoint documents by status, from 400 to 599: a description, or the body as
   * `mock`. The endpoint never answers with them by itself.
   */
  readonly errors?: ErrorsInput;
}

/** The errors that an endpoint documents, by status. */
export type ErrorsInput = Readonly<Record<string, string | ErrorInput>>;

/** An error with a body of its own. */
export interface ErrorInput {
  /** A description for documents. */
  readonly description?: string;
  /** The body of the response. */
  readonly mock: JsonValue;
}

/** A path with one method. */
export interface EndpointInput extends MethodInput {
  /** The HTTP method. */
  readonly type: Method | Lowercase<Method>;
  /** Not together with `type`. */
  readonly methods?: never;
}

/** A path with any number of methods. */
export interface MethodsInput {
  /** The endpoints by HTTP method. Only a route with subroutes may have none. */
  readonly methods: Readonly<Partial<Record<Method | Lowercase<Method>, MethodInput>>>;
  /** Not together with `methods`. */
  readonly type?: never;
  /** Not together with `methods`: each method has its own. */
  readonly status?: never;
  /** Not together with `methods`: each method has its own. */
  readonly query?: never;
  /** Not together with `methods`: each method has its own. */
  readonly headers?: never;
  /** Not together with `methods`: each method has its own. */
  readonly list?: never;
  /** Not together with `methods`: each method has its own. */
  readonly body?: never;
  /** Not together with `methods`: each method has its own. */
  readonly mock?: never;
  /** Not together with `methods`: each method has its own. */
  readonly errors?: never;
}

/**
 * A resource: a collection with endpoints that list and create items, and that read, replace and delete an
 * item at `/{item_id}` below it.
 */
export interface ResourceInput {
  /**
   * An example of an item, or a list of them. Like an example in `body`, it also describes the
   * bodies of requests, in which the id may be absent.
   */
  readonly resource:
    | Readonly<Record<string, JsonValue>>
    | readonly Readonly<Record<string, JsonValue>>[];
  /** The field with the id, an integer or a string; default: `id`. */
  readonly id_field?: string;
  /** What clients can ask of the list of items. */
  readonly list?: ListInput;
  /** Not together with `resource`. */
  readonly type?: never;
  /** Not together with `resource`. */
  readonly methods?: never;
  /** Not together with `resource`. */
  readonly status?: never;
  /** Not together with `resource`. */
  readonly query?: never;
  /** Not together with `resource`. */
  readonly headers?: never;
  /** Not together with `resource`. */
  readonly body?: never;
  /** Not together with `resource`. */
  readonly mock?: never;
  /** Not together with `resource`. */
  readonly errors?: never;
}

/** A route of a spec: the endpoints at its path, and its subroutes. */
export type RouteInput = (EndpointInput | MethodsInput | ResourceInput) & {
  /** The prefix of its paths, without parameters; default: `/<route>`. */
  readonly path?: string;
  /** Further paths by name. */
  readonly subroutes?: SubroutesInput;
};

/** The subroutes of a route, by name. */
export type SubroutesInput = Readonly<
  Record<
    string,
    (EndpointInput | MethodsInput) & {
      /**
       * The path below the route's, such as `/{id:int}`; default: `/<name>`. The types of parameters are `int`,
       * `float` and `uuid`. Without a type, a parameter is a string.
       */
      readonly path?: string;
    }
  >
>;
