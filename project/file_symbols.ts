/** The definitions in a project's Python files, which are known without parsing if they were kept. */

import { parsedFile } from "../python/parsed_files.ts";
import { positionAt } from "../python/position.ts";
import type { PythonProblem } from "../python/problem.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";
import { symbolHash } from "./code_hash.ts";
import { factAbout, type FactKind } from "./fact_store.ts";

/** A definition in a file. */
export interface FileSymbol extends Pick<PythonSymbol, "kind" | "name" | "text"> {
  /** The hash of its normal form. */
  readonly hash: string;
  /** 1-based line of its start. */
  readonly line: number;
}

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
    symbols: symbols(module).map((symbol) => new ReadSymbol(module, symbol)),
    problems: module.problems,
  };
}

/** A definition in a parsed file. Its line and its hash are rarely needed. */
class ReadSymbol implements FileSymbol {
  constructor(private readonly module: PythonModule, private readonly symbol: PythonSymbol) {}

  get kind(): PythonSymbol["kind"] {
    return this.symbol.kind;
  }

  get name(): string {
    return this.symbol.name;
  }

  get text(): string {
    return this.symbol.text;
  }

  get hash(): string {
    return symbolHash(this.symbol);
  }

  get line(): number {
    return positionAt(this.module.physical.starts, this.symbol.start).line;
  }
}

/** A definition in a file that is parsed only for the definition's text. */
class KeptSymbol implements FileSymbol {
  constructor(
    private readonly source: string,
    private readonly index: number,
    readonly kind: PythonSymbol["kind"],
    readonly name: string,
    readonly line: number,
    readonly hash: string,
  ) {}

  get text(): string {
    return symbols(readPython(this.source))[this.index]?.text ?? "";
  }
}

interface KeptSymbols {
  readonly problems: readonly PythonProblem[];
  readonly symbols: readonly (readonly [PythonSymbol["kind"], string, number, string])[];
}

const SYMBOLS: FactKind<FileSymbols> = {
  name: "symbols",
  toJson: ({ problems, symbols }): KeptSymbols => ({
    problems,
    symbols: symbols.map(({ kind, name, line, hash }) => [kind, name, line, hash]),
  }),
  fromJson: (json, source) => {
    const { problems, symbols } = json as KeptSymbols;
    return {
      problems,
      symbols: symbols.map(([kind, name, line, hash], index) =>
        new KeptSymbol(source, index, kind, name, line, hash)
      ),
    };
  },
};
