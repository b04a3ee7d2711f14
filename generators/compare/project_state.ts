/** The words for the state of an endpoint in reports. */

/**
 * The agreement of an endpoint with the spec.
 *
 * - `unreadable`: a file that seems to have its handler does not parse
 * - `conflict`: the spec changes the method, path, status, query, headers, list or body, and people edited the code that has it
 * - `unregistered`: nothing registers its blueprint, so Flask answers 404
 * - `new`: the spec has it, and it was never generated
 * - `changed`: people changed its method or path
 * - `outdated`: as generated, while the spec asks for something else now
 * - `deleted`: it was generated, and people deleted it
 * - `extra`: it was generated from an earlier spec
 * - `same`: it answers as the spec says, or people wrote its code
 * - `beside`: a command or a person made it, so a spec need not have it
 */
export type Agreement =
  | "unreadable"
  | "conflict"
  | "unregistered"
  | "new"
  | "changed"
  | "outdated"
  | "deleted"
  | "extra"
  | "same"
  | "beside";

/** Whose code answers: generated, edited, moved to another place, or never generated. */
export type CodeOwner = "generated" | "edited" | "moved" | "yours";

/** The state of one endpoint. */
export interface EndpointState {
  /** Its agreement with the spec. */
  readonly state: Agreement;
  /** The route's name; for code of other layouts, the name of the blueprint or its variable. */
  readonly route: string;
  /** The HTTP method in upper case; `?` if static analysis cannot determine it. */
  readonly method: string;
  /** The full URL path as specs write it, such as `/users/{id:int}`; `?` if it is unknown. */
  readonly path: string;
  /** The file of the handler, or the one that does not parse, relative to the project's root; `null` without one. */
  readonly file: string | null;
  /** 1-based line of the handler's decorator, or the first one that does not parse. */
  readonly line: number | null;
  /** `null` if there is no handler. */
  readonly code: CodeOwner | null;
  /**
   * The place of edited or moved code, the endpoint's earlier form, the form in the spec, or the
   * lines to add; may be empty.
   */
  readonly note: string;
}

/**
 * Agreements that count as drift: a client can notice the difference, or the next run of `generate
 * api` changes something.
 */
export const DRIFT: ReadonlySet<Agreement> = new Set<Agreement>([
  "unreadable",
  "conflict",
  "unregistered",
  "new",
  "changed",
  "outdated",
  "deleted",
  "extra",
]);
