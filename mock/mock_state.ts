/**
 * Keeps the changes that requests make to collections. The changes stay when the spec is replaced.
 */

import { pathSegments } from "../spec/spec_path.ts";
import type { Collection } from "./collection.ts";
import { idKey } from "./item_id.ts";
import type { MockResource } from "./resource.ts";

/**
 * Maximum number of changed collections. A path with parameters has one collection for each
 * combination of their values.
 */
export const MAX_COLLECTIONS = 1_000;

/** Maximum number of items in changed collections. */
export const MAX_ITEMS = 100_000;

/** Maximum length of all items together, in characters of JSON. */
export const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Maximum length of a changed collection's path. With this length, {@linkcode MAX_COLLECTIONS}
 * paths fit into a state file, even if every character is escaped to six in JSON.
 */
const MAX_PATH_LENGTH = 2_000;

/** The growth of a collection by a request; negative if the request removes more than it adds. */
export interface Growth {
  readonly items: number;
  /** Growth of the total length of the items' texts. */
  readonly characters: number;
}

/** Saves the state. Returns `null`, or the reason why the state could not be saved. */
export type SaveState = () => Promise<string | null>;

/**
 * The changed collections of a mock, by path. A collection that is not in the state has the items
 * of its mocks.
 */
export class MockState {
  readonly #changed: Map<string, Collection>;
  #save: SaveState = () => Promise.resolve(null);

  /** @param changed The changed collections of an earlier run. */
  constructor(changed: ReadonlyMap<string, Collection> = new Map()) {
    this.#changed = new Map(changed);
  }

  /** Sets the function that saves each change. The response to a change waits until it is saved. */
  saveWith(save: SaveState): void {
    this.#save = save;
  }

  /** Saves the latest change. */
  saved(): Promise<string | null> {
    return this.#save();
  }

  /** The changed collections, by path. */
  get changed(): ReadonlyMap<string, Collection> {
    return this.#changed;
  }

  /**
   * Returns a collection that the caller must not change.
   *
   * @param path The collection's path, in which values replace the parameters.
   */
  view(path: string, { seeds }: MockResource): Collection {
    const found = this.#changed.get(path);
    return found !== undefined && isSameRule(found, seeds) ? found : seeds;
  }

  /** Returns a collection that the caller may change. It counts as changed from then on. */
  change(path: string, resource: MockResource): Collection {
    const found = this.view(path, resource);
    if (found !== resource.seeds) return found;
    const copy = found.copy();
    this.#changed.set(path, copy);
    return copy;
  }

  /**
   * Reports whether a change would exceed a limit. The first change of a collection adds all of its
   * items to the state.
   */
  isFull(path: string, resource: MockResource, { items, characters }: Growth): boolean {
    const others = [...this.#changed].filter(([each]) => each !== path).map(([, each]) => each);
    const all = [...others, this.view(path, resource)];
    const sum = (of: (each: Collection) => number) =>
      all.reduce((total, each) => total + of(each), 0);
    return path.length > MAX_PATH_LENGTH || all.length > MAX_COLLECTIONS ||
      sum(({ count }) => count) + items > MAX_ITEMS ||
      sum(({ size }) => size) + characters > MAX_CHARACTERS;
  }
}

/** Reports whether two collections have the same kind of ids. */
function isSameRule({ rule: one }: Collection, { rule: other }: Collection): boolean {
  return one.field === other.field && one.type === other.type && one.isNumber === other.isNumber;
}

/**
 * Returns the path of the collection that a request is about, without escapes.
 *
 * @param path The path in the syntax of specs.
 * @param values The values of the path's parameters. Additional values are ignored.
 */
export function collectionPath(path: string, values: readonly string[]): string {
  if (!path.includes("{")) return path;
  let at = 0;
  return pathSegments(path).map((segment) => {
    if (typeof segment === "string") return `/${segment}`;
    const value = values[at++] ?? "";
    return `/${idKey(segment.type, value) ?? value}`;
  }).join("");
}
