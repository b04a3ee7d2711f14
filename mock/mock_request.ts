/** Requests as the app of a mock gets them. */

import type { Answer } from "./answer.ts";

/** Maximum length of a request's body in bytes (`MAX_CONTENT_LENGTH` of generated apps). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A request as the app gets it. */
export interface MockRequest {
  /** The method as it was sent. */
  readonly method: string;
  /** The target as it was sent: a path with its query. */
  readonly target: string;
  readonly scheme: "http" | "https";
  /** The host and port of the request. */
  readonly host: string;
  readonly contentType: string | null;
  /**
   * Reads the body.
   *
   * @returns `null` if it is longer than {@linkcode MAX_BODY_BYTES}.
   */
  body(): Promise<Uint8Array | null>;
}

/**
 * Answers a request that a rule matches.
 *
 * @param values The parameters of the path, decoded, in its order.
 */
export type Handler = (
  request: MockRequest,
  values: readonly string[],
) => Answer | Promise<Answer>;
