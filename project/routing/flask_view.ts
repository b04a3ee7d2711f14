/** View classes, and the HTTP methods that they answer. */

import { callArguments, dottedName, isOperator, tokenize } from "../../python/expression.ts";
import type { Definition } from "../../python/outline.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { constantStrings, type FlaskScope, originOf, readAssignment } from "./flask_scope.ts";

const VIEW_METHODS = new Set(["get", "post", "put", "delete", "patch", "head", "options", "trace"]);

/** A class that may be a view. */
export interface ViewClass {
  /** The methods of its `methods`, in upper case; `null` if they are unknown, absent without it. */
  readonly declared?: readonly string[] | null;
  /** The methods that its functions answer, in upper case. */
  readonly verbs: readonly string[];
  readonly bases: readonly ViewName[];
}

/** The name of a view class in a module. */
export interface ViewName {
  readonly name: string;
  /** The origin of the name, such as `.views.Users`. */
  readonly origin?: string;
}

/** Reads a class. */
export function readViewClass(
  module: PythonModule,
  scope: FlaskScope,
  view: Definition,
): ViewClass {
  const declared = declaredMethods(module, scope, view);
  const names = view.children.map(({ name }) => name).filter((name) => VIEW_METHODS.has(name));
  return {
    ...(declared === undefined
      ? {}
      : { declared: declared?.map((method) => method.toUpperCase()) ?? null }),
    verbs: [...new Set(names)].map((name) => name.toUpperCase()),
    bases: basesOf(module, scope, view),
  };
}

function basesOf(
  { source, lines }: PythonModule,
  scope: FlaskScope,
  view: Definition,
): readonly ViewName[] {
  const { start = 0, end = 0 } = lines[view.header] ?? {};
  const tokens = tokenize(source, start, end);
  if (!isOperator(tokens[2], "(")) return [];
  return callArguments(tokens, 2).flatMap(({ kind, value }) => {
    const dotted = kind === "positional" ? dottedName(value, 0) : null;
    return dotted?.next === value.length ? [viewName(scope, dotted.text)] : [];
  });
}

/** Returns the name of a class with its origin. */
export function viewName(scope: FlaskScope, name: string): ViewName {
  // After `import views`, the name `views.Users` is its own origin.
  const origin = originOf(scope, name) ?? (name.includes(".") ? name : null);
  return origin === null ? { name } : { name, origin };
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
