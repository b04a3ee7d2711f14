/** The generated module that keeps objects for one request. */

import { IMPORTED } from "../../project/layout/import_name.ts";
import { bindings } from "../../python/bindings.ts";
import { readPython } from "../../python/python_module.ts";

/**
 * Reports whether a project has `per_request()`. People may have deleted it, and their own projects
 * never had it.
 *
 * @param text The module's text; `undefined` if the module does not exist.
 */
export function hasPerRequest(text: string | undefined): boolean {
  return bindings(readPython(text ?? "")).some(({ name }) => name === IMPORTED.per_request.name);
}
