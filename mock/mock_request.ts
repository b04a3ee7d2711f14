/** The requests that the app of a mock receives. */

import type { Answer } from "./answer.ts";

/** Maximum length of a request's body in bytes (`MAX_CONTENT_LENGTH` of generated apps). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A request to the app of a mock. */
export interface MockRequest {
  /** The method, as sent. */
  readonly method: string;
  /** The target, as sent: a path with its query. */
  readonly target: string;
  readonly scheme: "http" | "https";
  /** The host and port of the request. */
  readonly host: string;
  readonly contentType: string | null;
  /**
   * Returns the value of a header, whose name ignores case: bytes as Latin-1, with commas between
   * the values of a repeated header; `null` without it.
   */
  header(name: string): string | null;
  /**
   * Reads the body.
   *
   * @returns The body; `null` if it is longer than {@linkcode MAX_BODY_BYTES}.
   */
  body(): Promise<Uint8Array | null>;
}

/**
 * Answers a request that a rule matches.
 *
 * @param values The decoded values of the path's parameters, in the order of the path.
 */
export type Handler = (
  request: MockRequest,
  values: readonly string[],
) => Answer | Promise<Answer>;
