/**
 * What a client can rely on at an endpoint. A spec and code are read into the same contract: see
 * `spec_contract.ts` and `project/contract/code_contract.ts`.
 */

import type { Json } from "../core/json.ts";
import type { ListSpec } from "./list.ts";

/** A part of a contract that was read. */
export interface Known<Value> {
  readonly kind: "known";
  readonly value: Value;
}

/** A part that the endpoint does not have. */
export interface Absent {
  readonly kind: "absent";
}

/** A part that could not be read, so that nothing can be said about it. */
export interface Unread {
  readonly kind: "unread";
  /** The reason, such as `its path is computed`. */
  readonly why?: string;
}

/** A part of a contract. */
export type Part<Value> = Known<Value> | Absent | Unread;

/** What a client can rely on at an endpoint. */
export interface EndpointContract {
  /** The HTTP method in upper case. */
  readonly method: Part<string>;
  /** The full path as specs write it, such as `/carts/{id:int}`. */
  readonly path: Part<string>;
  /** The parameters of the path, in their order. */
  readonly parameters: Part<readonly ContractParameter[]>;
  /**
   * An example of the query that is checked, as specs write it; absent if none is. Compare types,
   * from `parametersType()`.
   */
  readonly query: Part<Json>;
  /** An example of the headers that are checked, like {@linkcode EndpointContract.query}. */
  readonly headers: Part<Json>;
  /** What clients can ask of a list; absent if the endpoint pages no list. */
  readonly list: Part<ListSpec>;
  /** The body of requests; absent if the method takes none. */
  readonly body: Part<ContractBody>;
  /** The errors that it documents by status, as specs write them; absent if there are none. */
  readonly errors: Part<Json>;
  /** The responses to requests without errors. */
  readonly responses: Part<readonly ContractResponse[]>;
}

/** A parameter of a path. */
export interface ContractParameter {
  readonly name: string;
  /** `string` if the path does not say; otherwise as the path has it, such as `int`. */
  readonly type: string;
}

/** The body of a request. */
export interface ContractBody {
  /** Whether a body of another shape is refused. Otherwise, it may be any JSON, or missing. */
  readonly isChecked: boolean;
  /**
   * An example of the accepted bodies, as specs write it; absent if any JSON is accepted. Bodies
   * have many examples: compare their types, from `bodyType()`.
   */
  readonly example: Part<Json>;
}

/** A response. */
export interface ContractResponse {
  readonly status: Part<number>;
  /** The names of the headers that the code of the endpoint sets. */
  readonly headers: readonly string[];
  /** Whether its content is JSON, even if the content is unread. */
  readonly isJson: boolean;
  /** Absent for a status without content. */
  readonly content: Part<ContractContent>;
  /**
   * The member of the content with the id of the created item, from which `Location` is made;
   * `null` without one.
   */
  readonly created: string | null;
}

/** The content of a response. */
export type ContractContent =
  | { readonly kind: "json"; readonly value: Json }
  /** The default response of an endpoint without a mock. */
  | { readonly kind: "words"; readonly words: string }
  /** A sentence, followed by the request's body. */
  | { readonly kind: "echo"; readonly words: string };

/** The part of an endpoint that does not have it. */
export const ABSENT: Absent = { kind: "absent" };

/** Returns a part that was read. */
export function known<Value>(value: Value): Known<Value> {
  return { kind: "known", value };
}

/** Returns a part that could not be read. */
export function unread(why?: string): Unread {
  return { kind: "unread", ...(why !== undefined && { why }) };
}

/** Returns the value of a part; `null` if there is none, or if it is unknown. */
export function valueOf<Value>(part: Part<Value>): Value | null {
  return part.kind === "known" ? part.value : null;
}

/** Returns the only response of an endpoint; one of which nothing is known if it is unread. */
export function onlyResponse({ responses }: EndpointContract): ContractResponse {
  const [only] = valueOf(responses) ?? [];
  if (only !== undefined) return only;
  const content = responses.kind === "unread" ? responses : unread();
  return { status: unread(), headers: [], isJson: false, content, created: null };
}

/** Returns a text that is equal for contracts only if they are the same. */
export function contractForm(contract: EndpointContract): string {
  const { method, path, parameters, query, headers, list, body, errors, responses } = contract;
  const parts = { method, path, parameters, query, headers, list, body, errors, responses };
  // The same value can have another offset in another text.
  return JSON.stringify(parts, (key, value) => key === "at" ? undefined : value);
}
