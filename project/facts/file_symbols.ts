/**
 * The definitions in a project's Python files. Kept facts describe the definitions without parsing.
 */

import { parsedFile } from "../../python/parsed_files.ts";
import { positionAt } from "../../python/position.ts";
import type { PythonProblem } from "../../python/problem.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { factAbout, type FactKind } from "./fact_store.ts";

/** A definition in a file. Facts about the definition are computed when they are first read. */
export class FileSymbol {
  #line: number | null;
  #hash: string | null;

  /** @param parsed Finds the definition in the parsed file. */
  constructor(
    readonly kind: PythonSymbol["kind"],
    readonly name: string,
    readonly parsed: () => ParsedSymbol,
    line: number | null = null,
    hash: string | null = null,
  ) {
    this.#line = line;
    this.#hash = hash;
  }

  /** Its text, with `\n` as line breaks. */
  get text(): string {
    return this.parsed().symbol.text;
  }

  /** 1-based line of its start. */
  get line(): number {
    return this.#line ??= this.#findLine();
  }

  #findLine(): number {
    const { module, symbol } = this.parsed();
    return positionAt(module.physical.starts, symbol.start).line;
  }

  /** The hash of its normal form. */
  get hash(): string {
    return this.#hash ??= this.parsed().symbol.hash;
  }

  /** The facts that are known without parsing its file. */
  get kept(): KeptSymbol {
    return [this.kind, this.name, this.#line, this.#hash];
  }
}

/** A definition, and the parsed file that has it. */
export interface ParsedSymbol {
  readonly module: PythonModule;
  readonly symbol: PythonSymbol;
}

/** The kind, the name, the line and the hash of a definition. */
type KeptSymbol = readonly [PythonSymbol["kind"], string, number | null, string | null];

/** The definitions of a file in the order of the source, and its syntax problems. */
export interface FileSymbols {
  readonly symbols: readonly FileSymbol[];
  readonly problems: readonly PythonProblem[];
}

/** Returns the definitions of a file. */
export function fileSymbols<Path extends string>(
  files: ReadonlyMap<Path, string>,
  path: Path,
): FileSymbols {
  return factAbout(files, path, SYMBOLS, () => read(parsedFile(files, path)));
}

function read(module: PythonModule): FileSymbols {
  return {
    symbols: symbols(module).map((symbol) =>
      new FileSymbol(symbol.kind, symbol.name, () => ({ module, symbol }))
    ),
    problems: module.problems,
  };
}

interface KeptSymbols {
  readonly problems: readonly PythonProblem[];
  readonly symbols: readonly KeptSymbol[];
}

const SYMBOLS: FactKind<FileSymbols> = {
  name: "symbols",
  toJson: ({ problems, symbols }): KeptSymbols => ({
    problems,
    symbols: symbols.map(({ kept }) => kept),
  }),
  fromJson: (json, source) => {
    const kept = json as KeptSymbols;
    const find = (index: number): ParsedSymbol => {
      const module = readPython(source);
      const symbol = symbols(module)[index];
      if (symbol === undefined) throw new Error("A kept definition is not in its file");
      return { module, symbol };
    };
    return {
      problems: kept.problems,
      symbols: kept.symbols.map(([kind, name, line, hash], index) =>
        new FileSymbol(kind, name, () => find(index), line, hash)
      ),
    };
  },
};
