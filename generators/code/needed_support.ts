/** The shared code that endpoints need to check their requests. */

import { checksRequests, type OptionalParts, readsParameters } from "../../spec/api_spec.ts";
import type { BodyType } from "../../spec/body_type.ts";
import { isLimited } from "../../spec/constraint_example.ts";
import { bodyType } from "../../spec/example_type.ts";
import type { ProjectValues } from "../../templates/mod.ts";

/** The code that endpoints share to check requests and to page lists, and the documentation. */
export type RequestSupport = Pick<
  ProjectValues,
  | "checksRequests"
  | "limitsBodies"
  | "readsParameters"
  | "documentsErrors"
  | "pagesLists"
  | "servesDocs"
>;

/** Reports whether values in bodies of a type have limits. Defaults need no code of their own. */
function hasLimits(type: BodyType): boolean {
  switch (type.kind) {
    case "array":
      return hasLimits(type.items);
    case "either":
      return type.types.some(hasLimits);
    case "object":
      return type.members.some((member) => hasLimits(member.type));
    default:
      return isLimited(type);
  }
}

/** Returns the code that endpoints need to check their requests. */
export function neededSupport(
  endpoints: readonly OptionalParts[],
): RequestSupport {
  return {
    ...(endpoints.some(checksRequests) && { checksRequests: true as const }),
    ...(endpoints.some(({ body }) => body !== undefined && hasLimits(bodyType(body))) && {
      limitsBodies: true as const,
    }),
    ...(endpoints.some(readsParameters) && { readsParameters: true as const }),
    ...(endpoints.some(({ errors }) => errors !== undefined) && { documentsErrors: true as const }),
    ...(endpoints.some(({ list }) => list !== undefined) && { pagesLists: true as const }),
  };
}
