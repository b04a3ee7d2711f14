/** Problems with the names of routes and subroutes. */

import type { DiagnosticCode } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { isName, MAX_NAME_LENGTH } from "./names.ts";

/** The rule for names in the errors of a spec. */
const PYTHON = "a valid Python identifier";

/**
 * Returns the rule to show for an invalid name on the command line. If the name is a valid Python
 * identifier with letters beyond ASCII, the rule mentions ASCII, because only ASCII letters are
 * allowed.
 */
export function nameRule(name: string): string {
  // Check valid names without Unicode tables, which take milliseconds to load.
  const isPython = isName(name) || /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(name);
  return isPython ? "ASCII letters, digits and _" : PYTHON;
}

export interface NameProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
}

/**
 * Returns the problem with a route's name; `null` if the name is valid.
 *
 * @param rule The rule, for the message.
 */
export function routeNameProblem(name: string, rule = PYTHON): NameProblem | null {
  if (isName(name)) return lengthProblem("Route", name, "");
  return {
    code: "spec-route-name",
    message: `Invalid route name '${quotable(name)}' (must be ${rule}).`,
  };
}

/**
 * Returns the problem with a subroute's name; `null` if the name is valid.
 *
 * @param rule The rule, for the message.
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
