/** The version of Layerwright, and the order of versions. */

import config from "../deno.json" with { type: "json" };

/** The version of Layerwright. */
export const VERSION: string = config.version;

/**
 * Reports whether one version is newer than another.
 *
 * @example
 * ```ts
 * import { isNewer } from "./version.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isNewer("1.10.0", "1.9.9"), true);
 * equal(isNewer("1.0.0", "1.0.0-rc.1"), true);
 * equal(isNewer("1.0.0", "1.0.0"), false);
 * ```
 */
export function isNewer(version: string, than: string): boolean {
  const [numbers = "", preview] = version.split("-");
  const [others = "", otherPreview] = than.split("-");
  const parts = numbers.split(".").map(Number);
  const otherParts = others.split(".").map(Number);
  const differing = parts.findIndex((part, index) => part !== otherParts[index]);
  if (differing >= 0) return (parts[differing] ?? 0) > (otherParts[differing] ?? 0);
  return preview === undefined && otherPreview !== undefined;
}
