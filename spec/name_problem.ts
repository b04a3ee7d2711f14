/** Problems with the names of routes and subroutes. */

import type { DiagnosticCode } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { isName, MAX_NAME_LENGTH } from "./names.ts";

/**
 * Returns the rule to show for an invalid name. If the name is a valid Python identifier with
 * letters beyond ASCII, the rule mentions ASCII, because only ASCII letters are allowed.
 */
function nameRule(name: string): string {
  const isPython = /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(name);
  return isPython ? "ASCII letters, digits and _" : "a valid Python identifier";
}

export interface NameProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
}

/** Returns the problem with a route's name; `null` if the name is valid. */
export function routeNameProblem(name: string): NameProblem | null {
  if (isName(name)) return lengthProblem("Route", name, "");
  return {
    code: "spec-route-name",
    message: `Invalid route name '${quotable(name)}' (must be ${nameRule(name)}).`,
  };
}

/** Returns the problem with a subroute's name; `null` if the name is valid. */
export function subrouteNameProblem(name: string, route: string): NameProblem | null {
  if (isName(name)) return lengthProblem("Subroute", name, ` in route '${quotable(route)}'`);
  return {
    code: "spec-subroute-name",
    message: `Invalid subroute name '${quotable(name)}' in route '${quotable(route)}' (must be ${
      nameRule(name)
    }).`,
  };
}

function lengthProblem(what: string, name: string, place: string): NameProblem | null {
  if (name.length <= MAX_NAME_LENGTH) return null;
  const message = `${what} name '${
    name.slice(0, 20)
  }...'${place} exceeds ${MAX_NAME_LENGTH} characters.`;
  return { code: "spec-limit", message };
}

/**
 * Returns a valid name that resembles an invalid one; `null` if there is none.
 *
 * @example
 * ```ts
 * import { similarName } from "./name_problem.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(similarName("/users/top-ten"), "users_top_ten");
 * equal(similarName("1a"), null);
 * ```
 */
export function similarName(name: string): string | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  const plain = name.normalize("NFKD").replaceAll(/\p{Mn}/gu, "");
  if (!/^\/?\w+(?:[ ./~-]\w+)*$/.test(plain)) return null;
  const similar = plain.replace(/^\//, "").replaceAll(/\W/g, "_");
  return isName(similar) ? similar : null;
}

/**
 * Returns the hint for an invalid name of a new route or subroute, with the path that it asks for.
 *
 * @param withPath Formats the path as it is written beside the name.
 */
export function newNameHint(name: string, withPath: (path: string) => string): string | null {
  const similar = similarName(name);
  if (similar === null) return /^\d\w*$/.test(name) ? digitHint(name, withPath) : null;
  const path = `/${name.replace(/^\//, "")}`;
  const isPath = path !== `/${similar}` && /^(?:\/[\w.~-]+)+$/.test(path);
  return `Name it '${similar}'${isPath ? `, with ${withPath(path)}` : ""}`;
}

function digitHint(name: string, withPath: (path: string) => string): string {
  return `Begin the name with a letter, and give the path: ${withPath(`/${name}`)}`;
}
