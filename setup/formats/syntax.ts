/** What the editor of configuration files asks of a format. */

import type { Value } from "../client.ts";
import type { Data, Path } from "./data.ts";

/** A text that cannot be read, or not edited without harm. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";

  constructor(
    /** Offset in the text. */
    readonly at: number,
    /** In a few words. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** Deeper values are refused: reading them recursively must not exhaust the stack. */
export const MAX_DEPTH = 200;

export const TOO_DEEP = "nested too deeply";

/** A text that was parsed. */
export interface Parsed {
  /** The whole value; `undefined` if the text has none. */
  readonly data: Data | undefined;
}

/** A value to add. */
export interface Insertion {
  /** Where the map or list is that it goes into. */
  readonly parent: Path;
  /** From there to the value, by way of maps and lists that are not there yet. */
  readonly rest: Path;
  readonly value: Value;
  /** Whether it is an entry, not something in one. */
  readonly isEntry: boolean;
}

/** How a format is parsed and spliced. Texts have no byte order mark. */
export interface Syntax<P extends Parsed> {
  /** What the format calls a map, and a list. */
  readonly words: { readonly map: string; readonly list: string };

  /** Whether an empty value (`null`) may stand for an empty map or list. */
  readonly nullIsEmpty: boolean;

  /** @throws {Unreadable} If the text does not parse. */
  parse(text: string): P;

  /** Where the value at a path starts. */
  offset(parsed: P, path: Path): number;

  /** @throws {Unreadable} If what is at a path cannot be edited; `deep`: or something in it. */
  check(parsed: P, path: Path, deep: boolean): void;

  /** Adds a value to a map or list that is there, within maps and lists that are not. */
  insert(parsed: P, insertion: Insertion): string;

  /** Gives what is at a path another value. */
  replace(parsed: P, path: Path, value: Value): string;

  /** Removes what is at a path. */
  delete(parsed: P, path: Path, filler: string | undefined): string;

  /** What fills the empty map or list at a path, as `delete` takes it. */
  filler(parsed: P, path: Path): string | undefined;
}

/** @throws {Unreadable} If a carriage return stands alone: to some readers it is a line break, to others not. */
export function refuseLoneReturn(text: string): void {
  const at = text.search(/\r(?!\n)/);
  if (at >= 0) throw new Unreadable(at, "a carriage return without a line feed");
}
