/** URL paths in a spec, such as `/carts/{id:int}`. */

import { quotable } from "../core/printable.ts";
import { isName, nearest } from "./names.ts";

/** The path of the health check that every project has. */
export const HEALTH_URL = "/-/health";

/** Maximum length of a path in a spec. */
export const MAX_PATH_LENGTH = 500;

/** The type of a path parameter; `string` if the spec sets no type. */
export type ParameterType = "string" | "int" | "float" | "uuid";

/** The types of path parameters. */
export const PARAMETER_TYPES: readonly ParameterType[] = ["string", "int", "float", "uuid"];

/** A parameter of a path. */
export interface PathParameter {
  readonly name: string;
  readonly type: ParameterType;
}

/** A segment of a path: literal text, or a parameter. */
export type PathSegment = string | PathParameter;

/** A problem with a path. */
export interface PathProblem {
  readonly message: string;
  readonly hint?: string;
}

/** The characters of literal segments, which URLs never escape. */
const LITERAL = /^[A-Za-z0-9_.~-]+$/;

/**
 * Splits a valid path into its segments.
 *
 * @example
 * ```ts
 * import { pathSegments } from "./spec_path.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(pathSegments("/carts/{id:int}"), ["carts", { name: "id", type: "int" }]);
 * ```
 */
export function pathSegments(path: string): readonly PathSegment[] {
  return path.split("/").slice(1).map((segment) => {
    if (!segment.startsWith("{")) return segment;
    const [name = "", type = "string"] = segment.slice(1, -1).split(":");
    return { name, type: PARAMETER_TYPES.find((each) => each === type) ?? "string" };
  });
}

/** Returns the names of the parameters in a valid path. */
export function parameterNames(path: string): readonly string[] {
  return pathSegments(path).flatMap((each) => typeof each === "string" ? [] : [each.name]);
}

/** Returns the normal form of a path, in which the default type `string` is left out. */
export function normalPath(segments: readonly PathSegment[]): string {
  return segments.map((each) => `/${typeof each === "string" ? each : parameterText(each)}`)
    .join("");
}

/** Writes a parameter of a path as specs do. */
export function parameterText(
  { name, type }: { readonly name: string; readonly type: string },
): string {
  return type === "string" ? `{${name}}` : `{${name}:${type}}`;
}

/**
 * Finds the problems of a path.
 *
 * @param path The path, as in the spec.
 * @param ofRoute Whether the path is a route's prefix, which must have no parameters. The path of a
 * subroute may have parameters, or be empty.
 */
export function pathProblems(path: string, ofRoute: boolean): readonly PathProblem[] {
  if (path === "" && !ofRoute) return [];
  if (!path.startsWith("/")) {
    const isFine = pathProblems(`/${path}`, ofRoute).length === 0;
    const hint = isFine ? { hint: `Write '/${path}'` } : {};
    return [{ message: "must start with '/'", ...hint }];
  }
  if (path === "/") {
    return [
      ofRoute
        ? { message: "needs a segment after '/'" }
        : { message: "must not end with '/'", hint: "Write '' for the route's own path" },
    ];
  }
  const segments = path.split("/").slice(1);
  const seen = new Set<string>();
  return segments.flatMap((segment, index): readonly PathProblem[] => {
    if (segment === "") {
      return index === segments.length - 1
        ? [{ message: "must not end with '/'" }]
        : [{ message: "must not have '//'" }];
    }
    if (LITERAL.test(segment)) return literalProblems(segment);
    const found = readParameter(segment);
    if ("message" in found) return [found];
    if (ofRoute) {
      const hint = "Move it into the 'path' of a subroute";
      return [{ message: `must not have the parameter '${segment}': it is a prefix`, hint }];
    }
    if (seen.has(found.name)) return [{ message: `has the parameter '${found.name}' twice` }];
    seen.add(found.name);
    return [];
  });
}

function literalProblems(segment: string): readonly PathProblem[] {
  // No request has such segments, because clients resolve them.
  return segment === "." || segment === ".." ? [{ message: `must not have '${segment}'` }] : [];
}

const SEGMENT_RULE = "a segment is letters, digits and '_', '-', '.', '~', or a parameter '{name}'";

function readParameter(segment: string): PathParameter | PathProblem {
  const [, name = "", type = "string"] = /^\{([^{}:]*)(?::([^{}]*))?\}$/.exec(segment) ?? [];
  if (name === "") return { message: misread(segment), ...segmentHint(segment) };
  if (!isName(name)) {
    const rule = "must be letters, digits and '_', and not start with a digit";
    return { message: `has the parameter '${quotable(name)}', whose name ${rule}` };
  }
  const known = PARAMETER_TYPES.find((each) => each === type);
  if (known !== undefined) return { name, type: known };
  const meant = TYPE_HINTS.get(type.toLowerCase()) ??
    PARAMETER_TYPES.find((each) => each === nearest(type, PARAMETER_TYPES));
  const types = "must be int, float, uuid, or string";
  const message = `has the parameter '${name}' with the type '${quotable(type)}' (${types})`;
  return meant === undefined
    ? { message }
    : { message, hint: `Write '${parameterText({ name, type: meant })}'` };
}

function misread(segment: string): string {
  return `has the segment '${quotable(segment)}', but ${SEGMENT_RULE}`;
}

/** Names that other tools have for types of parameters, with our names for them. */
const TYPE_HINTS: ReadonlyMap<string, ParameterType> = new Map([
  ["integer", "int"],
  ["number", "float"],
  ["double", "float"],
  ["str", "string"],
  ["text", "string"],
  ["guid", "uuid"],
]);

/** Returns a hint for a parameter in the syntax of a framework: `<int:id>`, `<id>` or `:id`. */
function segmentHint(segment: string): Pick<PathProblem, "hint"> {
  const [, type, flask] = /^<(?:(\w+):)?(\w+)>$/.exec(segment) ?? [];
  const name = flask ?? /^:(\w+)$/.exec(segment)?.[1];
  if (name === undefined || !isName(name)) return {};
  const known = PARAMETER_TYPES.find((each) => each === type);
  return { hint: `Write '${parameterText({ name, type: known ?? "string" })}'` };
}
