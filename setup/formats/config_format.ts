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
  /** Whether it does not even parse. */
  readonly isSyntax: boolean;
}

/** A value as a file has it: dates, and whole numbers too large for a number, are the texts they have there. */
export type Found = Value;

/** A text that was read. */
export type Reading =
  | {
    readonly kind: "read";
    /** The entry at a place; `undefined` if there is none. */
    readonly entry: Found | undefined;
  }
  | { readonly kind: "broken"; readonly broken: Broken };

/** What a text lacked before an entry was added: with it, removal gives back that text. */
export interface Lack {
  /** How many of the container's keys, counted from the innermost; one more for a text of no value. */
  readonly keys: number;
  /** What filled the innermost map or list that was there, if it was empty: a line break, `{}`. */
  readonly filler?: string;
}

/** How one format is read and edited. All functions are pure. */
export interface ConfigFormat {
  /**
   * Reads a text, which may be empty or start with a byte order mark.
   *
   * @returns `broken` if the text does not parse, if something other than a map, or a list for a place in
   * a list, stands where the container should be, or if the entry or what holds it cannot be edited: it
   * is there twice, or other parts of the file refer to it.
   */
  read(text: string, place: Place): Reading;

  /**
   * Adds an entry, or gives the one that is there another value, in the file's own style: indentation,
   * line ends, final newline, trailing commas. Every other byte stays as it was, and so does what the entry
   * has of the one that was read there.
   *
   * @param text One that {@linkcode ConfigFormat.read} can read.
   */
  set(text: string, place: Place, entry: Found): string;

  /**
   * Removes an entry; the text as it is, if there is none. Comments above it stay.
   *
   * @param made What was missing before the entry was added: it goes with the entry if nothing else is
   * in it. After `set` into a text that lacked it, this gives back that text.
   */
  remove(text: string, place: Place, made: Lack): string;

  /** What the text lacks for an entry at a place. */
  missing(text: string, place: Place): Lack;
}
