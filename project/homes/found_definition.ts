/** A recorded definition in the code of a project. */

import type { ProjectPath } from "../../core/project_path.ts";
import { definitionHash } from "../../python/symbols.ts";
import type { FileSymbol } from "../facts/file_symbols.ts";
import type { SymbolPlace } from "./project_symbols.ts";
import { renamedDefinition, type Renaming, reversed } from "../facts/definition_names.ts";

/** A recorded definition in the code. */
export class FoundDefinition {
  #hash: string | undefined;

  /**
   * @param place Its place.
   * @param moved Whether it is in another file than the generated one, or has another name.
   * @param renaming The names that people gave to it and to the definitions that it uses, by their
   * generated names.
   */
  constructor(
    readonly place: SymbolPlace,
    private readonly recorded: string,
    readonly moved = false,
    readonly renaming: Renaming | null = null,
  ) {}

  get path(): ProjectPath {
    return this.place.path;
  }

  /** Its name now, such as `ProductsService.get`. */
  get name(): string {
    return this.place.symbol.name;
  }

  /** 1-based line of its start. */
  get line(): number {
    return this.place.symbol.line;
  }

  /** The hash of its code with the recorded names. */
  get hash(): string {
    return this.#hash ??= hashUnder(this.place.symbol, this.renaming, this.recorded);
  }

  /** Whether people changed more than names. */
  get edited(): boolean {
    return this.hash !== this.recorded;
  }
}

/** Returns the hash of a definition under its generated names. Names in comments may be old or new. */
export function hashUnder(
  symbol: Pick<FileSymbol, "hash" | "text">,
  renaming: Renaming | null,
  recorded: string,
): string {
  const { hash } = symbol;
  if (renaming === null || hash === recorded) return hash;
  return definitionHash(renamedDefinition(symbol.text, reversed(renaming)));
}
