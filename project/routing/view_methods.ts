/** The HTTP methods of view classes across the modules of a project. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { ViewClass, ViewName } from "./flask_view.ts";
import type { FoundClass, MountedBlueprints } from "./mounted_blueprints.ts";

// Deeper classes count as having no more methods.
const MAX_BASES = 10;

/** Finds the methods of view classes, with those of their base classes. Each class is read once. */
export class ViewMethods {
  readonly #blueprints: MountedBlueprints;
  readonly #known = new Map<ViewClass, readonly string[] | null>();

  constructor(blueprints: MountedBlueprints) {
    this.#blueprints = blueprints;
  }

  /** Returns the methods of a class in upper case; `null` if they are unknown. */
  of(path: ProjectPath, name: ViewName): readonly string[] | null {
    const found = this.#blueprints.viewClass(path, name);
    return found === null ? null : this.#methods(found, 0);
  }

  #methods({ path, view }: FoundClass, depth: number): readonly string[] | null {
    const known = this.#known.get(view);
    if (known !== undefined) return known;
    // A class that is its own base has no more methods.
    this.#known.set(view, null);
    const methods = view.declared === undefined
      ? this.#verbs({ path, view }, depth)
      : view.declared;
    this.#known.set(view, methods);
    return methods;
  }

  #verbs({ path, view: { verbs, bases } }: FoundClass, depth: number): readonly string[] | null {
    const inherited = depth === MAX_BASES ? [] : bases.flatMap((base) => {
      const found = this.#blueprints.viewClass(path, base);
      return found === null ? [] : this.#methods(found, depth + 1) ?? [];
    });
    const all = [...new Set([...verbs, ...inherited])];
    return all.length === 0 ? null : all;
  }
}
