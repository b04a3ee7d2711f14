/** Path templates of OpenAPI as paths of a spec. */

import { quotable } from "../core/printable.ts";
import { FreeNames } from "../spec/free_names.ts";
import { nameLike } from "../spec/made_names.ts";
import { isName, MAX_NAME_LENGTH } from "../spec/names.ts";
import type { PathParameter, PathSegment } from "../spec/spec_path.ts";

/** The characters of literal segments, which URLs never escape. */
const LITERAL = /^[A-Za-z0-9_.~-]+$/;

/** Maximum length of a template. */
const MAX_TEMPLATE_LENGTH = 2_000;

/**
 * Returns the segments of a path template, or the reason why a spec cannot express it.
 *
 * @param typeOf Returns the type of a parameter.
 *
 * @example
 * ```ts
 * import { templateSegments } from "./template_path.ts";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * deepEqual(templateSegments("/pets/{pet-id}", () => "int"), ["pets", { name: "pet_id", type: "int" }]);
 * equal(templateSegments("/a b", () => "int"), "a spec's paths have no 'a b'");
 * ```
 */
export function templateSegments(
  template: string,
  typeOf: (name: string) => PathParameter["type"],
): readonly PathSegment[] | string {
  if (!template.startsWith("/")) return "its path does not begin with /";
  if (template === "/") return "a spec has no endpoint at /";
  if (template.length > MAX_TEMPLATE_LENGTH) {
    return `its path exceeds ${MAX_TEMPLATE_LENGTH} characters`;
  }
  // The app gives the same answer with and without a slash at the end of a path.
  const written = template.slice(1).replace(/\/$/, "").split("/");
  const names = new FreeNames();
  const segments: PathSegment[] = [];
  for (const segment of written) {
    const [, parameter] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
    if (parameter !== undefined) {
      segments.push({ name: names.take([pythonName(parameter)]), type: typeOf(parameter) });
    } else if (LITERAL.test(segment) && segment !== "." && segment !== "..") segments.push(segment);
    else return segmentReason(segment);
  }
  return segments;
}

/** Returns a text that is equal for paths that differ only in names and types of parameters. */
export function pathForm(segments: readonly PathSegment[]): string {
  return segments.map((each) => typeof each === "string" ? each : "{}").join("/");
}

/**
 * Returns the names of the parameters in paths, by the form of the path. Paths of the same form get
 * the same names in a spec.
 */
export function parametersByForm(
  templates: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const template of templates) {
    const segments = templateSegments(template, () => "string");
    if (typeof segments === "string") continue;
    const names = found.get(pathForm(segments)) ?? new Set();
    found.set(pathForm(segments), names);
    for (const each of segments) if (typeof each !== "string") names.add(each.name);
  }
  return found;
}

function segmentReason(segment: string): string {
  if (segment === "") return "a spec's paths have no empty segment";
  const isMixed = /[{}]/.test(segment);
  const shown = quotable(segment, 40);
  return isMixed
    ? `a spec's paths do not mix text and parameters as in '${shown}'`
    : `a spec's paths have no '${shown}'`;
}

/** Maximum length of a name made from other text. */
const MAX_MADE_LENGTH = 60;

/** Returns a valid Python name. */
export function pythonName(text: string): string {
  if (isName(text) && text.length <= MAX_NAME_LENGTH) return text;
  const name = text.slice(0, MAX_MADE_LENGTH).replace(/[^A-Za-z0-9_]+/g, "_");
  return nameLike(name.slice(name.startsWith("_") ? 1 : 0, name.endsWith("_") ? -1 : undefined));
}
