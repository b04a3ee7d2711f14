/** Paths inside a project. A path is checked once, and a branded type marks it as checked. */

/** @internal */
declare const brand: unique symbol;

/**
 * A relative path inside a project, with `/` between segments. Such a path cannot leave the project, and is
 * valid on Linux, macOS and Windows. Create one with {@linkcode projectPath}.
 */
export type ProjectPath = string & { readonly [brand]: "ProjectPath" };

// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
const DEVICE_NAME =
  /(?:^|\/)(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=[./]|$)/;
// deno-lint-ignore no-control-regex
const FORBIDDEN_CHARACTER = /[\u0000-\u001f\\:*?"<>|]/;
const FORBIDDEN_END = /[. ](?=\/|$)/;
const EMPTY_SEGMENT = /(?:^|\/)(?=\/|$)/;

/** One pattern for all rules, which is faster than several patterns: commands check many paths. */
const UNSAFE = new RegExp(
  [DEVICE_NAME, FORBIDDEN_CHARACTER, FORBIDDEN_END, EMPTY_SEGMENT].map((each) => each.source)
    .join("|"),
  "i",
);

/**
 * Checks a path and brands it.
 *
 * @param text A relative path with `/` between its segments.
 * @returns The same string as a `ProjectPath`.
 * @throws {RangeError} If the path is empty or absolute, or has a segment that is empty, is a device name,
 * ends with a dot or a space, or has a character that some file systems reject.
 *
 * @example
 * ```ts
 * import { projectPath } from "@layerwright/layerwright";
 * import { equal, throws } from "node:assert/strict";
 *
 * equal(projectPath("api/routes/users_route.py"), "api/routes/users_route.py");
 * throws(() => projectPath("../secrets"), RangeError);
 * ```
 */
export function projectPath(text: string): ProjectPath {
  if (isProjectPath(text)) return text;
  throw new RangeError(`Path ${JSON.stringify(text)} is not a path inside a project`);
}

/** Reports whether a string is a path inside a project. */
export function isProjectPath(text: string): text is ProjectPath {
  return !UNSAFE.test(text);
}
