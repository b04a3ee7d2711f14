/** What is wrong with the name of a route or subroute, in the words of every face. */

import type { DiagnosticCode } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { isName, MAX_NAME_LENGTH } from "./names.ts";

/** What the name of a route or subroute has to be, as specs are told. */
const PYTHON = "a valid Python identifier";

/**
 * Returns what a typed name has to be. Python takes letters beyond ASCII, so whoever typed one must hear
 * that Layerwright does not.
 */
export function nameRule(name: string): string {
  return /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(name) ? "ASCII letters, digits and _" : PYTHON;
}

export interface NameProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
}

/**
 * Says what is wrong with a route's name; `null` if nothing is.
 *
 * @param rule What it has to be, in words.
 */
export function routeNameProblem(name: string, rule = PYTHON): NameProblem | null {
  if (isName(name)) return lengthProblem("Route", name, "");
  return {
    code: "spec-route-name",
    message: `Invalid route name '${quotable(name)}' (must be ${rule}).`,
  };
}

/**
 * Says what is wrong with a subroute's name; `null` if nothing is.
 *
 * @param rule What it has to be, in words.
 */
export function subrouteNameProblem(
  name: string,
  route: string,
  rule = PYTHON,
): NameProblem | null {
  if (isName(name)) return lengthProblem("Subroute", name, ` in route '${quotable(route)}'`);
  return {
    code: "spec-subroute-name",
    message: `Invalid subroute name '${quotable(name)}' in route '${
      quotable(route)
    }' (must be ${rule}).`,
  };
}

function lengthProblem(what: string, name: string, place: string): NameProblem | null {
  if (name.length <= MAX_NAME_LENGTH) return null;
  const message = `${what} name '${
    name.slice(0, 20)
  }...'${place} exceeds ${MAX_NAME_LENGTH} characters.`;
  return { code: "spec-limit", message };
}
