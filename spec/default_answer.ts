/** Default responses of endpoints without a mock. */

import type { Method } from "./api_spec.ts";

/** An endpoint's names in the spec. */
export interface EndpointNames {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: Method;
}

/**
 * Returns the default response. If the method takes a body, generated code appends the body to this
 * text.
 *
 * @example
 * ```ts
 * import { defaultWords } from "./default_answer.ts";
 * import { equal } from "node:assert/strict";
 *
 * const words = defaultWords({ route: "users", subroute: null, method: "GET" });
 * equal(words, "Your users route is working!");
 * ```
 */
export function defaultWords({ route, subroute, method }: EndpointNames): string {
  const what = subroute === null ? route : `${subroute} for ${route}`;
  switch (method) {
    case "GET":
      return `Your ${subroute ?? route} route is working!`;
    case "POST":
      return `Successfully created ${what} with data: `;
    case "PUT":
      return `Successfully updated ${what} with data: `;
    case "DELETE":
      return `Successfully deleted ${what}`;
  }
}
