/** Editing configuration files that belong to others: one small writer per format, one contract. */

import type { Form, Value } from "../client.ts";

/** Where an entry is, or would be. */
export interface Place extends Pick<Form, "container" | "kind"> {
  /** The entry's name. */
  readonly name: string;
}

/** Why a text cannot be edited. */
export interface Broken {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** In a few words. */
  readonly reason: string;
}

/** A text that was read. */
export type Reading =
  | {
    readonly kind: "read";
    /** The entry at a place; `undefined` if there is none. */
    readonly entry: Value | undefined;
  }
  | { readonly kind: "broken"; readonly broken: Broken };

/** How one format is read and edited. All functions are pure. */
export interface ConfigFormat {
  /**
   * Reads a text, which may be empty or start with a byte order mark.
   *
   * @returns `broken` if the text does not parse, or if something other than a map, or a list for a
   * place in a list, stands where the container should be.
   */
  read(text: string, place: Place): Reading;

  /**
   * Adds an entry, or gives the one that is there another value, in the file's own style: indentation,
   * line ends, final newline, trailing commas. Every other byte stays as it was.
   *
   * @param text One that {@linkcode ConfigFormat.read} can read.
   */
  set(text: string, place: Place, entry: Value): string;

  /**
   * Removes an entry; the text as it is, if there is none.
   *
   * @param made How many of the container's keys were made with the entry, counted from the innermost:
   * they go with it if nothing else is in them. After `set` into a text without them, this gives back
   * that text.
   */
  remove(text: string, place: Place, made: number): string;

  /** How many of the container's keys the text lacks. */
  missing(text: string, place: Place): number;
}
