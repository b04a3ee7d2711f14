/** Names of projects on a hosted server. */

import { isProjectPath } from "../../core/project_path.ts";

const PROJECT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Reports whether a project may have a name. Names must be safe in URLs, in shells and on every disk.
 *
 * @example
 * ```ts
 * import { isHostedName } from "./project_name.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(["shop", "shop/api", ".", "nul"].map(isHostedName), [true, false, false, false]);
 * ```
 */
export function isHostedName(name: string): boolean {
  return PROJECT_NAME.test(name) && isProjectPath(name);
}
