/** HTTP methods of view classes. */

import { tokenize } from "../../python/expression.ts";
import type { Definition } from "../../python/outline.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { constantStrings, type FlaskScope, readAssignment } from "./flask_scope.ts";

const VIEW_METHODS = new Set(["get", "post", "put", "delete", "patch", "head", "options", "trace"]);

/**
 * Finds the HTTP methods of a class-based view, from its `methods`, otherwise from its functions.
 *
 * @returns Methods in upper case, or `null` if they are unknown.
 */
export function viewMethods(
  module: PythonModule,
  scope: FlaskScope,
  view: Definition,
): readonly string[] | null {
  const declared = declaredMethods(module, scope, view);
  if (declared !== undefined) return declared?.map((method) => method.toUpperCase()) ?? null;
  const names = view.children.map(({ name }) => name).filter((name) => VIEW_METHODS.has(name));
  return names.length === 0 ? null : [...new Set(names)].map((name) => name.toUpperCase());
}

/** Returns the class's `methods`: `null` if they are unknown, `undefined` if the class sets none. */
function declaredMethods(
  { source, lines }: PythonModule,
  scope: FlaskScope,
  view: Definition,
): readonly string[] | null | undefined {
  const indent = lines[view.header + 1]?.indent;
  for (const line of lines.slice(view.header + 1, view.last + 1)) {
    if (line.indent !== indent || !source.startsWith("methods", line.start)) continue;
    const assignment = readAssignment(tokenize(source, line.start, line.end));
    if (assignment?.targets.includes("methods")) return constantStrings(assignment.value, scope);
  }
  return undefined;
}
