/** Reads the path of a route or a subroute. */

import { type JsonObject, memberValue } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import type { Findings, SpecPlace } from "./findings.ts";
import { MAX_PATH_LENGTH, normalPath, pathProblems, pathSegments } from "./spec_path.ts";

/** A path, and its position in the spec. */
export interface ReadPath {
  readonly path: string;
  /** Offset of the path in the spec's text; `null` if the spec sets no path. */
  readonly at: number | null;
}

/**
 * Reads the path of a route or a subroute.
 *
 * @param name The name of the route or subroute, which is the path by default.
 * @param ofRoute Whether the path is a route's, not a subroute's.
 * @returns The path; `null` if it is invalid.
 */
export function readPath(
  object: JsonObject,
  { name, ofRoute, ...place }: SpecPlace & { readonly name: string; readonly ofRoute: boolean },
  findings: Findings,
): ReadPath | null {
  const value = memberValue(object, "path");
  if (value === undefined) return { path: `/${name}`, at: null };
  const text = findings.string(object, "path", place);
  if (text === null) return null;
  const { at } = value;
  const path = [...place.path, "path"];
  if (text.length > MAX_PATH_LENGTH) {
    const message = `Path '${text.slice(0, 20)}...' ${place.words} exceeds ` +
      `${MAX_PATH_LENGTH} characters.`;
    findings.error({ code: "spec-limit", message, at, path });
    return null;
  }
  const problems = pathProblems(text, ofRoute);
  for (const { message: what, ...hint } of problems) {
    const message = `Path '${quotable(text)}' ${place.words} ${what}.`;
    findings.error({ code: "spec-path", message, at, path, ...hint });
  }
  return problems.length > 0 ? null : { path: normalPath(pathSegments(text)), at };
}
