/** The user's decisions about single endpoints and files in one run of a command. */

import { requestKey } from "../../project/layout/url_paths.ts";

/** The decisions of one run. Endpoints are references, such as `GET /users`. */
export interface Choices {
  /** Endpoints that stay as they are, although the spec differs. */
  readonly keep: ReadonlySet<string>;
  /** Endpoints whose edited code the spec's code replaces. */
  readonly replace: ReadonlySet<string>;
  /** Deleted endpoints, and paths of deleted files, that are generated again. */
  readonly restore: ReadonlySet<string>;
  /** The decision about conflicts that no reference names. */
  readonly conflicts: "refuse" | "keep" | "replace";
}

export const NO_CHOICES: Choices = {
  keep: new Set(),
  replace: new Set(),
  restore: new Set(),
  conflicts: "refuse",
};

const METHOD = "(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)";

const ENDPOINT = new RegExp(String.raw`(?:^|\s)${METHOD}\s+(\/\S*)`, "i");

/** Matches the row of an endpoint whose path only the running application knows. */
const UNCLEAR_ROW = new RegExp(
  String.raw`(?:^|\s)${METHOD}\s+\?\s+was\s+(?:${METHOD}\s+)?(\/[^\s;]*)`,
  "i",
);

/**
 * Reads a reference to an endpoint. Also accepts a row that was copied from a report's table of endpoints.
 *
 * @returns `METHOD /path`, or the text itself if it names no endpoint.
 *
 * @example
 * ```ts
 * import { endpointReference } from "./choices.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(endpointReference("put /users"), "PUT /users");
 * equal(endpointReference("  extra  GET     /users   not in the spec"), "GET /users");
 * equal(endpointReference("changed  GET  ?  was /users; --keep settles it"), "GET /users");
 * equal(endpointReference("README.md"), "README.md");
 * ```
 */
export function endpointReference(text: string): string {
  const [, now, recorded, earlier] = UNCLEAR_ROW.exec(text) ?? [];
  const row = earlier === undefined ? text : `${recorded ?? now} ${earlier}`;
  const [, method, path] = ENDPOINT.exec(row) ?? [];
  return method === undefined ? text.trim() : `${method.toUpperCase()} ${path}`;
}

/**
 * Returns a form that is equal for all references to the same endpoint, whatever names they give to
 * its parameters.
 *
 * @example
 * ```ts
 * import { comparableReference } from "./choices.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(comparableReference("GET /users/{id:int}"), comparableReference("GET /users/<int:user_id>"));
 * equal(comparableReference("README.md"), "README.md");
 * ```
 */
export function comparableReference(reference: string): string {
  const [, method, path] = ENDPOINT.exec(reference) ?? [];
  return method === undefined || path === undefined
    ? reference
    : requestKey(method.toUpperCase(), path);
}
