/** Finds the modules and names that are still needed to determine the URL prefix of a blueprint. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { FlaskBlueprint } from "./flask_module.ts";
import type { MountedBlueprints } from "./mounted_blueprints.ts";

/**
 * Something that the prefix of a blueprint depends on, and that the known modules do not contain.
 */
export type MountGap =
  /** No module registers the blueprint, or a blueprint that it is nested in. */
  | { readonly kind: "registration"; readonly blueprint: FlaskBlueprint }
  /** A name is imported from an unknown module. */
  | { readonly kind: "import"; readonly path: ProjectPath; readonly origin: string }
  /** No call passes an application or a blueprint to a function that registers blueprints. */
  | { readonly kind: "call"; readonly called: string }
  /** A prefix is computed. */
  | { readonly kind: "value"; readonly path: ProjectPath; readonly line: number };

// Flask's blueprints are rarely nested even once.
const MAX_NESTED = 20;

/** Lists the gaps for a blueprint's prefix, from the blueprint outwards to the application. */
export function mountGaps(
  blueprints: MountedBlueprints,
  blueprint: FlaskBlueprint,
): readonly MountGap[] {
  const gaps: MountGap[] = [];
  let inner: FlaskBlueprint | null = blueprint;
  for (let depth = 0; inner !== null && depth < MAX_NESTED; depth++) {
    const mount = blueprints.mountOf(inner);
    const isRegistered = mount?.registration.urlPrefix !== undefined;
    const path = isRegistered ? mount.path : blueprints.pathOf(inner);
    const { urlPrefix, urlPrefixParts: parts = [], line } = isRegistered
      ? mount.registration
      : inner;
    if (urlPrefix === null && path !== null) {
      const unknown = parts.filter((part) => part.kind === "imported")
        .filter(({ origin }) => blueprints.constant(path, origin) === null);
      for (const { origin } of unknown) gaps.push({ kind: "import", path, origin });
      if (parts.length === 0 || unknown.length > 0) gaps.push({ kind: "value", path, line });
    }
    if (mount === null) return [...gaps, { kind: "registration", blueprint: inner }];
    const { targetOrigin, targetParameter } = mount.registration;
    inner = blueprints.targetOf(mount);
    if (targetParameter !== undefined && blueprints.passedFor(mount).length === 0) {
      gaps.push({ kind: "call", called: targetParameter.function });
    } else if (inner === null && targetOrigin !== undefined) {
      gaps.push({ kind: "import", path: mount.path, origin: targetOrigin });
    }
  }
  return gaps;
}
