/** The contract for editing configuration files. */

/** The format of a file. `json` allows neither comments nor trailing commas, `jsonc` both. */
export type Format = "json" | "jsonc" | "toml" | "yaml";

/** A value in a configuration file. */
export type Value = string | number | boolean | null | readonly Value[] | {
  readonly [key: string]: Value;
};

/** The position of an entry in a file. */
export interface EntryPlace {
  /** The path of keys to the map or list of entries. A key can contain dots. */
  readonly container: readonly string[];
  /** `map`: entries by name. `list`: entries that have their name under the key `name`. */
  readonly kind: "map" | "list";
  /** The entry's name. */
  readonly name: string;
}

/** The reason why a file's text cannot be edited. */
export interface Broken {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** A short reason without a capital letter. */
  readonly reason: string;
  /** Whether the text does not parse. */
  readonly isSyntax: boolean;
}

/** The result of reading an entry. */
export type Reading =
  | {
    readonly kind: "read";
    /**
     * The entry, or `undefined`. Dates, and integers that are too large for a number, are given as
     * strings, as in the file.
     */
    readonly entry: Value | undefined;
  }
  | { readonly kind: "broken"; readonly broken: Broken };

/**
 * The parts that a text lacked before an entry was added. A later removal needs this data to
 * restore the text.
 */
export interface Missing {
  /**
   * Number of keys of the container that did not exist, plus one if the text had no value at all.
   */
  readonly keys: number;
  /**
   * The text in the innermost existing map or list if that was empty, such as a line break or `{}`.
   */
  readonly filler?: string;
}

/** An editor of one format. All functions are pure. */
export interface ConfigFormat {
  /**
   * Reads an entry.
   *
   * @param text The file's text. It may be empty, or start with a byte order mark.
   * @returns `broken` if the text does not parse, if the container is not a map (or a list, for an entry
   * in a list), or if editing is unsafe: a key occurs twice, or other parts of the file refer to the
   * entry.
   */
  read(text: string, place: EntryPlace): Reading;

  /**
   * Adds or replaces an entry in the file's own style: indentation, line ends, final newline, trailing
   * commas. All other bytes stay the same, and so do unchanged parts of the entry.
   *
   * @param text A text that {@linkcode ConfigFormat.read} can read.
   */
  set(text: string, place: EntryPlace, entry: Value): string;

  /**
   * Removes an entry, if there is one. Comments above it stay.
   *
   * @param made The result of {@linkcode ConfigFormat.missing} before the entry was added. Containers
   * that were added with the entry are removed if they are empty.
   */
  remove(text: string, place: EntryPlace, made: Missing): string;

  /** Returns the parts that a text lacks for an entry. */
  missing(text: string, place: EntryPlace): Missing;
}
