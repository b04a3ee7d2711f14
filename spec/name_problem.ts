/** What is wrong with the name of a route or subroute, in the words of every face. */

import type { DiagnosticCode } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { isName, MAX_NAME_LENGTH } from "./names.ts";

export interface NameProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
}

/** What is wrong with a route's name; `null` if nothing is. */
export function routeNameProblem(name: string): NameProblem | null {
  if (isName(name)) return lengthProblem("Route", name, "");
  return {
    code: "spec-route-name",
    message: `Invalid route name '${quotable(name)}' (must be a valid Python identifier).`,
  };
}

/** What is wrong with a subroute's name; `null` if nothing is. */
export function subrouteNameProblem(name: string, route: string): NameProblem | null {
  if (isName(name)) return lengthProblem("Subroute", name, ` in route '${quotable(route)}'`);
  return {
    code: "spec-subroute-name",
    message: `Invalid subroute name '${quotable(name)}' in route '${
      quotable(route)
    }' (must be a valid Python identifier).`,
  };
}

function lengthProblem(what: string, name: string, place: string): NameProblem | null {
  if (name.length <= MAX_NAME_LENGTH) return null;
  const message = `${what} name '${
    name.slice(0, 20)
  }...'${place} exceeds ${MAX_NAME_LENGTH} characters.`;
  return { code: "spec-limit", message };
}
