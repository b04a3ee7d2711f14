/** A definition that a spec wants, at its place in a project. */

import { definitionHash } from "../../python/symbols.ts";
import { renamedDefinition } from "../../project/facts/definition_names.ts";
import type { FoundDefinition } from "../../project/homes/found_definition.ts";
import type { CodePart, CopiedCode, Import } from "../code/code_part.ts";
import type { WantedSymbol } from "../edits/merge_module.ts";
import type { WantedDefinition } from "../edits/wanted_definitions.ts";

/** A wanted definition, under the name and with the code that it has at its place. */
export class PlacedDefinition implements WantedSymbol {
  #part: CodePart | undefined;
  #hash: string | undefined;

  /**
   * @param wanted The definition as it is generated.
   * @param found The definition in the code; `undefined` if it is missing.
   * @param adapted Adapts generated code to its place.
   */
  constructor(
    readonly wanted: WantedDefinition,
    readonly name: string,
    readonly found: FoundDefinition | undefined,
    private readonly adapted: (part: CodePart) => CodePart,
  ) {}

  get #adapted(): CodePart {
    return this.#part ??= this.#adapt();
  }

  #adapt(): CodePart {
    const part = this.adapted(this.wanted.part);
    const renaming = this.found?.renaming ?? null;
    return renaming === null ? part : { ...part, code: renamedDefinition(part.code, renaming) };
  }

  get text(): string {
    return this.#adapted.code.trimEnd();
  }

  get hash(): string {
    return this.#hash ??= definitionHash(this.text);
  }

  get generatedHash(): string {
    return this.wanted.hash;
  }

  get imports(): readonly Import[] {
    return this.#adapted.imports;
  }

  get copied(): CopiedCode | undefined {
    return this.#adapted.copied;
  }
}
