/** The shared code that endpoints need to check their requests. */

import { checksRequests, type OptionalParts, readsParameters } from "../../spec/api_spec.ts";
import type { ProjectValues } from "../../templates/mod.ts";

/** The code that endpoints share to check requests, and the documentation. */
export type RequestSupport = Pick<
  ProjectValues,
  "checksRequests" | "readsParameters" | "documentsErrors" | "servesDocs"
>;

/** Returns the code that endpoints need to check their requests. */
export function neededSupport(
  endpoints: readonly OptionalParts[],
): RequestSupport {
  return {
    ...(endpoints.some(checksRequests) && { checksRequests: true as const }),
    ...(endpoints.some(readsParameters) && { readsParameters: true as const }),
    ...(endpoints.some(({ errors }) => errors !== undefined) && { documentsErrors: true as const }),
  };
}
