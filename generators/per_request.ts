/** The module of a project that keeps objects for one request. */

import { bindings } from "../python/bindings.ts";
import { readPython } from "../python/python_module.ts";

/**
 * Reports whether a project has `per_request()`; one that an earlier version generated does not.
 *
 * @param text The module's text; `undefined` if the project does not have the module.
 */
export function hasPerRequest(text: string | undefined): boolean {
  return bindings(readPython(text ?? "")).some(({ name }) => name === "per_request");
}
