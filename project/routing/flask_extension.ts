/** Objects of extensions that serve view classes: those of Flask-RESTful and Flask-RESTX. */

import type { Argument } from "../../python/expression.ts";
import type { Definition } from "../../python/outline.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { findArgument, type PrefixArgument, stringArgument } from "./flask_call.ts";
import { plainName } from "./flask_endpoint.ts";
import { type FlaskScope, importedName } from "./flask_scope.ts";

/** An API is mounted on an application or a blueprint; a namespace is mounted on an API. */
export type ExtensionKind = "api" | "namespace";

const PACKAGES: ReadonlySet<string> = new Set(
  ["flask_restful", "flask_restplus", "flask_restx", "flask_smorest"],
);

/**
 * Returns the kind of object that a call creates; `null` if it is of no extension.
 *
 * @param name The dotted name that is called.
 * @param classes The classes of the module, which may derive from those of an extension.
 */
export function extensionKind(
  { source, lines }: PythonModule,
  scope: FlaskScope,
  name: string,
  classes: ReadonlyMap<string, Definition>,
): ExtensionKind | null {
  const full = importedName(scope, name);
  const made = full.slice(full.lastIndexOf(".") + 1);
  const isOfExtension = PACKAGES.has(full.split(".", 1)[0] ?? "") || full.startsWith(".");
  if (isOfExtension && made === "Namespace") return "namespace";
  if (isOfExtension && made === "Api") return "api";
  const own = classes.get(name);
  const { start, end } = lines[own?.header ?? -1] ?? { start: 0, end: 0 };
  return /\(.*\bApi\b/.test(source.slice(start, end)) ? "api" : null;
}

/** Reads the prefix of the URLs of a new API or namespace. */
export function extensionPrefix(
  kind: ExtensionKind,
  scope: FlaskScope,
  found: readonly Argument[],
): PrefixArgument {
  const given = findArgument(found, kind === "api" ? "prefix" : "path");
  if (given !== undefined) return { urlPrefix: stringArgument(scope, given) };
  if (kind === "api") return {};
  const name = stringArgument(scope, findArgument(found, "name", 0));
  return { urlPrefix: name === null ? null : `/${name}` };
}

/** Returns the name of the application or blueprint that a new API is mounted on; `null` without one. */
export function extensionTarget(found: readonly Argument[]): string | null {
  const given = findArgument(found, "app", 0) ?? findArgument(found, "blueprint");
  const name = given === undefined ? null : plainName(given);
  return name === "None" ? null : name;
}
