/** A collection of items, in the order of their creation. */

import { type Json, type JsonObject, memberValue } from "../core/json.ts";
import { pythonJson } from "../python/repr.ts";
import { idNumber, type IdRule, jsonIdKey, numberedId } from "./item_id.ts";

/** An item in the form in which a collection stores it. */
export interface PreparedItem {
  /** The key of the item's id. */
  readonly key: string;
  readonly text: string;
}

/**
 * Items by id. Generated ids are never reused, even after the item with the highest id was deleted.
 */
export class Collection {
  readonly rule: IdRule;
  /** Each item as JSON text in the format of generated apps, by the key of its id. */
  readonly #items: Map<string, string>;
  #last: bigint;
  #size: number;

  private constructor(rule: IdRule, items: Map<string, string>, last: bigint, size: number) {
    this.rule = rule;
    this.#items = items;
    this.#last = last;
    this.#size = size;
  }

  /** Creates a collection without items. */
  static empty(rule: IdRule): Collection {
    return new Collection(rule, new Map(), 0n, 0);
  }

  /** Returns another collection with the same items. */
  copy(): Collection {
    return new Collection(this.rule, new Map(this.#items), this.#last, this.#size);
  }

  /** Number of items. */
  get count(): number {
    return this.#items.size;
  }

  /** Total length of the items' texts. */
  get size(): number {
    return this.#size;
  }

  /** The highest number among the ids so far, including those of deleted items. */
  get last(): bigint {
    return this.#last;
  }

  /** Reports whether an item has an id. */
  has(key: string): boolean {
    return this.#items.has(key);
  }

  /** Returns the text of an item; `undefined` if there is none. */
  get(key: string): string | undefined {
    return this.#items.get(key);
  }

  /** Returns the texts of all items. */
  texts(): readonly string[] {
    return [...this.#items.values()];
  }

  /** Raises the highest id, so that the next generated id is above the number. */
  skipTo(last: bigint): void {
    if (last > this.#last) this.#last = last;
  }

  /**
   * Converts an item to its stored form, without adding it. An item without an id gets the next
   * free one.
   *
   * @throws {TypeError} If no path can have the id.
   */
  prepare(item: JsonObject): PreparedItem {
    const { field } = this.rule;
    const given = memberValue(item, field);
    const id = given ?? this.#nextId();
    const key = jsonIdKey(this.rule, id);
    if (key === null) throw new TypeError(`No path can have the ${field} of this item`);
    return { key, text: pythonJson(given === undefined ? withId(item, field, id) : item) };
  }

  /**
   * Adds an item, or replaces the item with the same id in its place. An item without an id gets
   * the next free one.
   *
   * @returns The key of the item's id.
   * @throws {TypeError} If no path can have the id.
   */
  put(item: JsonObject): string {
    const prepared = this.prepare(item);
    this.keep(prepared);
    return prepared.key;
  }

  /** Adds an item, or replaces the item with the same id in its place. */
  keep({ key, text }: PreparedItem): void {
    this.#size += text.length - (this.#items.get(key)?.length ?? 0);
    this.#items.set(key, text);
    this.skipTo(idNumber(this.rule, key));
  }

  /** Deletes an item. */
  delete(key: string): void {
    this.#size -= this.#items.get(key)?.length ?? 0;
    this.#items.delete(key);
  }

  #nextId(): Json {
    for (let number = this.#last + 1n;; number++) {
      const id = numberedId(this.rule, number);
      const key = jsonIdKey(this.rule, id);
      if (key === null || !this.#items.has(key)) return id;
    }
  }
}

/** Returns an item with its id as the first member. */
export function withId(item: JsonObject, field: string, id: Json): JsonObject {
  return { ...item, members: [{ key: field, at: item.at, value: id }, ...item.members] };
}
